// Widgets one beside another, in as many rows as the width asks for: a bar whose buttons never go behind a "»". GUI thread.
#pragma once

#include <QLayout>
#include <QList>

namespace weir {

class FlowLayout : public QLayout {
 public:
  explicit FlowLayout(QWidget* parent, int spacing = 2);
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override { items_.append(item); }
  [[nodiscard]] int count() const override { return static_cast<int>(items_.size()); }
  [[nodiscard]] QLayoutItem* itemAt(int index) const override { return items_.value(index); }
  QLayoutItem* takeAt(int index) override;
  [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override { return lay(QRect(0, 0, width, 0), false); }
  [[nodiscard]] QSize sizeHint() const override;     // all in one row
  [[nodiscard]] QSize minimumSize() const override;  // the widest of them
  void setGeometry(const QRect& rect) override;

 private:
  int lay(const QRect& rect, bool move) const;  // the height it takes
  QList<QLayoutItem*> items_;
};

}  // namespace weir
