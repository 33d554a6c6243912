#include "views/shared/icons.h"

#include <QAbstractButton>
#include <QAction>
#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QSvgRenderer>

namespace weir::icons {
namespace {

class LineIcon : public QIconEngine {
 public:
  explicit LineIcon(QString name) : name_(std::move(name)) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    if (text_.isEmpty()) {
      QFile f(QStringLiteral(":/weir/icons/%1.svg").arg(name_));
      if (f.open(QIODevice::ReadOnly)) text_ = f.readAll();
    }
    const QPalette p = QGuiApplication::palette();
    QColor c = p.color(mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active, QPalette::WindowText);
    if (mode == QIcon::Disabled) c.setAlphaF(0.45f);
    if (mode == QIcon::Selected) c = p.color(QPalette::HighlightedText);
    QByteArray svg = text_;
    svg.replace("currentColor", c.name(QColor::HexRgb).toLatin1());
    QSvgRenderer renderer(svg);
    if (mode == QIcon::Disabled) painter->setOpacity(0.45);
    renderer.render(painter, rect);
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pm(size);
    pm.fill(Qt::transparent);
    QPainter p(&pm);
    paint(&p, QRect(QPoint(0, 0), size), mode, state);
    return pm;
  }
  QIconEngine* clone() const override { return new LineIcon(*this); }

 private:
  QString name_;
  QByteArray text_;
};

}  // namespace

QIcon named(const QString& name) { return QIcon(new LineIcon(name)); }
void set(QAbstractButton* button, const QString& name) { button->setIcon(named(name)); }
void set(QAction* action, const QString& name) { action->setIcon(named(name)); }

}  // namespace weir::icons
