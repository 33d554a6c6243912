// A list to choose from whose entries are long: cut in the middle where there is no room, so that their ends, which tell them
// apart, are seen; the list is as wide as they are, and typing finds any part of the whole text. GUI thread.
#pragma once

#include <QComboBox>

namespace weir {

class ChoiceBox : public QComboBox {
  Q_OBJECT
 public:
  static constexpr int kBrief = Qt::UserRole + 1;  // of an item: what is shown in place of its text; none = its text

  explicit ChoiceBox(QWidget* parent = nullptr);
  void addChoice(const QString& text, const QVariant& words, const QString& brief = {});
  // Once all are there: how wide the list is, and what the tooltips say.
  void fitList();
  // What stands in the box for this item, uncut by its width.
  [[nodiscard]] QString shownText(int item) const;

 protected:
  bool event(QEvent* event) override;
};

}  // namespace weir
