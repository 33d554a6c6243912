// The middle: views as tabs, in one pane or two side by side. Each pane has its own instances, made when first shown;
// they stay linked, because all of them look at the one ViewState.
#pragma once

#include <QSplitter>
#include <QString>
#include <functional>
#include <vector>

#include "app/gui/window/view_choices.h"
#include "views/registry.h"

class QTabWidget;
class QToolButton;

namespace weir {

class CentreArea : public QSplitter {
  Q_OBJECT
 public:
  struct Example {
    QString view;  // only in this view's pane; empty = wherever no run is open
    QString text, tip;
    std::function<void()> action;
  };
  // `examples` stand in an empty pane, as buttons. A view that is empty although runs are open says so itself, unless
  // there are examples for it.
  CentreArea(ViewState& state, std::vector<Example> examples, QWidget* parent = nullptr);

  void showView(const QString& name, int pane = 0);  // an unknown name changes nothing
  [[nodiscard]] QString viewName(int pane = 0) const;
  [[nodiscard]] View* view(int pane = 0) const;      // the one in front; null when there are no views
  [[nodiscard]] View* current() const;               // of the pane that was used last
  // Whether no view in front is at work on what it shows.
  [[nodiscard]] bool ready() const;
  void setSplit(bool on);
  [[nodiscard]] bool isSplit() const;
  // What is chosen in each view, by pane and view, and the same for an area built anew: for a view that is made later then.
  using Choices = std::vector<std::vector<ViewChoices>>;
  [[nodiscard]] Choices choices() const;
  void choose(const Choices& choices);

 signals:
  void viewChanged();

 private:
  struct Page;
  void addPane();
  void fill(QTabWidget* tabs);
  void checkEmpty();
  QToolButton* allViews(QTabWidget* tabs);
  ViewState& state_;
  std::vector<Example> examples_;
  std::vector<QTabWidget*> panes_;
  int used_ = 0;
};

}  // namespace weir
