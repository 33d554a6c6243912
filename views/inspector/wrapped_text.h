// Text that takes whatever width it is given: words too long for a line break within, where a label would widen its panel.
// To be selected and copied as it is. Higher than some lines, it scrolls. GUI thread.
#pragma once

#include <QTextEdit>

namespace weir {

class WrappedText : public QTextEdit {
 public:
  explicit WrappedText(QWidget* parent = nullptr);
  void setText(const QString& text);  // plain
  [[nodiscard]] QString text() const { return toPlainText(); }
  [[nodiscard]] QSize sizeHint() const override { return {120, height_}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {40, height_}; }

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void fit();
  int height_ = 16;
};

}  // namespace weir
