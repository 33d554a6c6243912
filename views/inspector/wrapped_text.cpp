#include "views/inspector/wrapped_text.h"

#include <QEvent>
#include <QTextDocument>
#include <algorithm>
#include <cmath>

namespace weir {
namespace {
constexpr int kMostLines = 6;
}

WrappedText::WrappedText(QWidget* parent) : QTextEdit(parent) {
  setReadOnly(true);
  setFrameShape(QFrame::NoFrame);
  setTabChangesFocus(true);
  setFocusPolicy(Qt::ClickFocus);
  setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  viewport()->setAutoFillBackground(false);
  document()->setDocumentMargin(0);
  fit();
}

void WrappedText::setText(const QString& text) {
  if (text == toPlainText()) return;
  setPlainText(text);
  fit();
}

void WrappedText::resizeEvent(QResizeEvent* event) {
  QTextEdit::resizeEvent(event);
  fit();
}

void WrappedText::changeEvent(QEvent* event) {
  QTextEdit::changeEvent(event);
  if (event->type() == QEvent::FontChange) fit();
}

void WrappedText::fit() {
  document()->setTextWidth(viewport()->width());
  const int most = kMostLines * fontMetrics().lineSpacing();
  const int wanted = static_cast<int>(std::ceil(document()->size().height()));
  // Its bar takes width, and with it the text would need more height: it comes only where that no longer matters.
  setVerticalScrollBarPolicy(wanted > most ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
  const int height = std::clamp(wanted, fontMetrics().lineSpacing(), most);
  if (height == height_) return;
  height_ = height;
  updateGeometry();
}

}  // namespace weir
