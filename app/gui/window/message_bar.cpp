#include "app/gui/window/message_bar.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "views/shared/core_words.h"
#include "views/shared/icons.h"
#include "views/shared/theme.h"

namespace weir {

QString Notice::line() const {
  QString s = where.isEmpty() ? what : where + QStringLiteral(": ") + what;
  if (!todo.isEmpty()) s += QStringLiteral(" (%1)").arg(todo);
  return s;
}

Notice noticeOf(const Error& e) {
  return {Notice::Kind::Error, coreSentence(e.what), QString::fromStdString(e.where), coreSentence(e.todo), {}, {}};
}

MessageBar::MessageBar(QWidget* parent) : QFrame(parent) {
  setFrameShape(QFrame::NoFrame);
  setAutoFillBackground(true);
  setAccessibleName(tr("Messages"));
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(12, 8, 8, 8);
  line->setSpacing(8);
  sign_ = new QLabel(this);
  text_ = new QLabel(this);
  text_->setObjectName(QStringLiteral("messageText"));
  text_->setWordWrap(true);
  text_->setTextFormat(Qt::RichText);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  text_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  more_ = new QLabel(this);
  act_ = new QPushButton(this);
  connect(act_, &QPushButton::clicked, this, [this] {
    if (messages_.empty()) return;
    const auto action = messages_.back().action;
    messages_.pop_back();
    refresh();
    if (action) action();
  });
  close_ = new QToolButton(this);
  close_->setAutoRaise(true);
  icons::set(close_, QStringLiteral("close"));
  close_->setToolTip(tr("Close this message"));
  close_->setAccessibleName(tr("Close this message"));
  connect(close_, &QToolButton::clicked, this, [this] {
    if (!messages_.empty()) messages_.pop_back();
    refresh();
  });
  line->addWidget(sign_, 0, Qt::AlignTop);
  line->addWidget(text_, 1);
  line->addWidget(more_);
  line->addWidget(act_);
  line->addWidget(close_, 0, Qt::AlignTop);
  refresh();
}

void MessageBar::add(Notice message) {
  std::erase_if(messages_, [&](const Notice& m) { return m.line() == message.line(); });
  messages_.push_back(std::move(message));
  refresh();
}

void MessageBar::clear() {
  messages_.clear();
  refresh();
}

void MessageBar::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::PaletteChange) {
    static_cast<void>(event);
    if (property("tinting").toBool()) return;
    refresh();
  }
}

void MessageBar::refresh() {
  setVisible(!messages_.empty());
  if (messages_.empty()) return;
  const Notice& m = messages_.back();
  const bool dark = QApplication::palette().color(QPalette::Window).lightness() < 128;
  // Tint of the kind over the window's colour: enough to be seen, weak enough to be read on.
  const QColor hue = m.kind == Notice::Kind::Error ? theme::colors(dark ? theme::Mode::Dark : theme::Mode::Light).error
                     : m.kind == Notice::Kind::Warning ? theme::roleColor(theme::Role::Energy)
                                                        : theme::roleColor(theme::Role::Compute);
  const QColor base = QApplication::palette().color(QPalette::Window);
  const double f = dark ? 0.28 : 0.14;
  const auto blend = [f](int a, int b) { return int(a + (b - a) * f); };
  QPalette p = QApplication::palette();
  p.setColor(QPalette::Window, QColor(blend(base.red(), hue.red()), blend(base.green(), hue.green()), blend(base.blue(), hue.blue())));
  setProperty("tinting", true);
  setPalette(p);
  setProperty("tinting", false);
  sign_->setPixmap(icons::named(m.kind == Notice::Kind::Error ? QStringLiteral("error") : m.kind == Notice::Kind::Warning ? QStringLiteral("warning") : QStringLiteral("info"))
                       .pixmap(QSize(18, 18), devicePixelRatioF()));
  QString html = QStringLiteral("<b>%1</b>").arg(m.what.toHtmlEscaped());
  if (!m.where.isEmpty()) html += QStringLiteral("<br>%1").arg(m.where.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>")));
  if (!m.todo.isEmpty()) html += QStringLiteral("<br>%1: %2").arg(tr("What to do"), m.todo.toHtmlEscaped());
  text_->setText(html);
  text_->setAccessibleName(m.line());
  act_->setText(m.button);
  act_->setVisible(!m.button.isEmpty());
  const int others = int(messages_.size()) - 1;
  more_->setText(others > 0 ? tr("+%n more", nullptr, others) : QString());
  more_->setVisible(others > 0);
}

}  // namespace weir
