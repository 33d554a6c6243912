#include "views/io/io_page.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

namespace weir {
namespace {

struct Tr {
  Q_DECLARE_TR_FUNCTIONS(IoPage)
};

// Between words, and between the letters of a language without spaces.
QStringList wrapped(const QString& text, const QFont& font, const QPaintDevice* device, double width) {
  QTextLayout layout(text, font, device);
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  QStringList lines;
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(std::max(width, 1.0));
    lines << text.mid(line.textStart(), line.textLength()).trimmed();
  }
  layout.endLayout();
  return lines;
}

class Painter {
 public:
  Painter(QPainter* painter, const IoPage& pg, const QRectF& area, const chart::Style& style, const QPaintDevice* device, bool fitting, std::vector<IoSpot>* where)
      : p(painter), page(pg), r(*pg.report), box(area), s(style), title(style.title, const_cast<QPaintDevice*>(device)), text(style.text, const_cast<QPaintDevice*>(device)),
        axis(style.axis, const_cast<QPaintDevice*>(device)), on(device), fit(fitting), spots(where), y(area.top()) {}

  double run() {
    headline();
    cards();
    if (!fit) {
      observations();
      charts();
      remark();
      return y - box.top();
    }
    // On paper what tells most comes first, and what does not fit is counted.
    charts();
    observations();
    remark();
    if (left > 0 && p) {
      p->setFont(s.axis);
      p->setPen(s.colors.faintText);
      p->drawText(QRectF(box.left(), box.bottom() - axis.height(), box.width(), axis.height()), Qt::AlignRight, Tr::tr("%n part(s) more on a higher page", nullptr, left));
    }
    return y - box.top();
  }

 private:
  QPainter* p;
  const IoPage& page;
  const IoReport& r;
  QRectF box;
  const chart::Style& s;
  QFontMetricsF title, text, axis;
  const QPaintDevice* on;
  bool fit;
  std::vector<IoSpot>* spots;
  double y;
  int left = 0;

  [[nodiscard]] bool room(double height) const { return !fit || y + height <= box.bottom() - axis.height() * 1.2; }

  void headline() {
    if (p) {
      p->setFont(s.title);
      p->setPen(s.colors.text);
      p->drawText(QRectF(box.left(), y, box.width(), title.height()), Qt::AlignLeft | Qt::AlignVCenter, title.elidedText(page.title, Qt::ElideMiddle, box.width()));
    }
    y += title.height() + 0.5 * s.em;
  }

  void cards() {
    std::vector<IoCard> all = ioCards(r);
    const double gap = 0.5 * s.em;
    const double least = 12.5 * s.em;
    const int perRow = std::max(1, static_cast<int>((box.width() + gap) / (least + gap)));
    const int columns = std::min<int>(perRow, static_cast<int>((all.size() + (all.size() + static_cast<std::size_t>(perRow) - 1) / static_cast<std::size_t>(perRow) - 1) /
                                                              std::max<std::size_t>(1, (all.size() + static_cast<std::size_t>(perRow) - 1) / static_cast<std::size_t>(perRow))));
    const double width = (box.width() - gap * (columns - 1)) / std::max(columns, 1);
    for (std::size_t i = 0; i < all.size(); i += static_cast<std::size_t>(columns)) {
      const std::size_t end = std::min(all.size(), i + static_cast<std::size_t>(columns));
      qsizetype lines = 1;
      for (std::size_t k = i; k < end; ++k) lines = std::max(lines, moreOf(all[k], width).size());
      const double height = axis.height() * static_cast<double>(1 + lines) + title.height() * 1.25 + 0.9 * s.em;
      // A small figure keeps its room for charts.
      if (fit && (!room(height) || (i > 0 && box.bottom() - y < 22 * s.em))) {
        ++left;
        break;
      }
      for (std::size_t k = i; k < end; ++k) {
        const QRectF at(box.left() + static_cast<double>(k - i) * (width + gap), y, width, height);
        if (spots) spots->push_back({at, QStringList({all[k].what, all[k].value, all[k].more, all[k].definition}).join(QLatin1Char('\n'))});
        if (p) card(all[k], at);
      }
      y += height + gap;
    }
    y += 0.3 * s.em;
  }

  // What stands below a card's value: two lines at most.
  [[nodiscard]] QStringList moreOf(const IoCard& c, double width) const {
    QStringList lines = wrapped(c.more, s.axis, on, width - s.em);
    if (lines.size() > 2) lines = {lines[0], axis.elidedText(lines.mid(1).join(QLatin1Char(' ')), Qt::ElideRight, width - s.em)};
    return lines;
  }

  void card(const IoCard& c, const QRectF& at) {
    p->setPen(QPen(s.colors.grid, s.line));
    p->setBrush(s.figure ? Qt::NoBrush : QBrush(s.colors.panel));
    p->drawRoundedRect(at, 0.3 * s.em, 0.3 * s.em);
    const QRectF in = at.adjusted(0.5 * s.em, 0.35 * s.em, -0.5 * s.em, -0.3 * s.em);
    p->setFont(s.axis);
    p->setPen(s.colors.faintText);
    p->drawText(QRectF(in.left(), in.top(), in.width(), axis.height()), Qt::AlignLeft, axis.elidedText(c.what, Qt::ElideRight, in.width()));
    p->setFont(s.title);
    p->setPen(s.colors.text);
    p->drawText(QRectF(in.left(), in.top() + axis.height(), in.width(), title.height() * 1.25), Qt::AlignLeft | Qt::AlignVCenter,
                title.elidedText(c.value, Qt::ElideRight, in.width()));
    p->setFont(s.axis);
    p->setPen(s.colors.faintText);
    double down = in.top() + axis.height() + title.height() * 1.25;
    for (const QString& line : moreOf(c, at.width())) {
      p->drawText(QRectF(in.left(), down, in.width() + 0.4 * s.em, axis.height()), Qt::AlignLeft, line);
      down += axis.height();
    }
  }

  void section(const QString& name) {
    if (p) {
      p->setFont(s.title);
      p->setPen(s.colors.text);
      p->drawText(QRectF(box.left(), y, box.width(), title.height()), Qt::AlignLeft, name);
    }
    y += title.height() + 0.25 * s.em;
  }

  // Concern, fine and unknown differ by shape as well as by colour.
  void mark(IoObservation::Verdict v, const QPointF& at, double radius) {
    using V = IoObservation::Verdict;
    p->setPen(Qt::NoPen);
    if (v == V::Concern) {
      p->setBrush(theme::roleColor(theme::Role::Exposed));
      p->drawPolygon(QPolygonF{{at.x(), at.y() - radius}, {at.x() + radius, at.y() + radius * 0.8}, {at.x() - radius, at.y() + radius * 0.8}});
    } else if (v == V::Fine) {
      p->setBrush(theme::roleColor(theme::Role::Data));
      p->drawEllipse(at, radius * 0.8, radius * 0.8);
    } else {
      p->setBrush(Qt::NoBrush);
      p->setPen(QPen(s.colors.axis, s.line * 1.2));
      p->drawEllipse(at, radius * 0.75, radius * 0.75);
    }
  }

  void observations() {
    if (r.observations.empty()) return;
    if (!room(title.height() + 2 * text.height())) {
      left += 1;
      return;
    }
    section(Tr::tr("What stands out"));
    const double indent = 1.4 * s.em;
    for (std::size_t i = 0; i < r.observations.size(); ++i) {
      const IoObservation& o = r.observations[i];
      const QString say = ioSentence(o);
      const QStringList lines = wrapped(say, s.text, on, box.width() - indent);
      const QString bound = o.threshold.empty() ? QString() : Tr::tr("a concern %1 (%2)").arg(ioText(o.threshold), ioText(o.source));
      const double last = lines.isEmpty() ? 0 : text.horizontalAdvance(lines.back());
      const bool beside = last + 1.5 * s.em + axis.horizontalAdvance(bound) < box.width() - indent;
      const QStringList below = bound.isEmpty() || beside ? QStringList(bound) : wrapped(bound, s.axis, on, box.width() - indent);
      const double height = static_cast<double>(lines.size()) * text.height() * 1.15 + (bound.isEmpty() || beside ? 0 : static_cast<double>(below.size()) * axis.height() * 1.1);
      if (!room(height)) {
        left += static_cast<int>(r.observations.size() - i);
        break;
      }
      if (spots) spots->push_back({QRectF(box.left(), y, box.width(), height), verdict(o) + QLatin1Char('\n') + say + (bound.isEmpty() ? QString() : QLatin1Char('\n') + bound)});
      if (p) {
        mark(o.verdict, QPointF(box.left() + 0.55 * s.em, y + text.height() * 0.55), 0.42 * s.em);
        double at = y;
        for (const QString& line : lines) {
          p->setFont(s.text);
          p->setPen(s.colors.text);
          p->drawText(QRectF(box.left() + indent, at, box.width() - indent, text.height()), Qt::AlignLeft, line);
          at += text.height() * 1.15;
        }
        if (!bound.isEmpty()) {
          p->setFont(s.axis);
          p->setPen(s.colors.faintText);
          double top = beside ? at - text.height() * 1.15 + (text.ascent() - axis.ascent()) : at;
          for (const QString& line : below) {
            p->drawText(QRectF(box.left() + indent + (beside ? last + 1.2 * s.em : 0), top, box.width(), axis.height()), Qt::AlignLeft, line);
            top += axis.height() * 1.1;
          }
        }
      }
      y += height + 0.15 * s.em;
    }
    y += 0.6 * s.em;
  }

  static QString verdict(const IoObservation& o) {
    using V = IoObservation::Verdict;
    return o.verdict == V::Concern ? Tr::tr("Worth a look") : o.verdict == V::Fine ? Tr::tr("Within bounds") : Tr::tr("Unknown");
  }

  void charts() {
    const std::vector<IoChart> all = ioCharts(r);
    const double gap = 1.2 * s.em;
    const int columns = std::clamp(static_cast<int>((box.width() + gap) / (27 * s.em)), 1, 3);
    const double width = (box.width() - gap * (columns - 1)) / columns;
    double height = std::clamp(width * 0.52, 13.5 * s.em, 17 * s.em);
    // A figure of a column's width is low: one row of charts, a little lower, rather than none.
    if (const double rest = box.bottom() - axis.height() * 1.2 - y; fit && rest < height && rest > 10 * s.em) height = rest;
    for (std::size_t i = 0; i < all.size(); i += static_cast<std::size_t>(columns)) {
      if (!room(height)) {
        left += static_cast<int>(all.size() - i);
        break;
      }
      for (std::size_t k = i; k < std::min(all.size(), i + static_cast<std::size_t>(columns)); ++k) {
        const QRectF at(box.left() + static_cast<double>(k - i) * (width + gap), y, width, height);
        if (spots) spots->push_back({QRectF(at.left(), at.top(), at.width(), text.height()), ioChartDefinition(all[k])});
        if (p || spots) {
          if (p) {
            p->setFont(s.text);
            p->setPen(s.colors.text);
            p->drawText(QRectF(at.left(), at.top(), at.width(), text.height()), Qt::AlignLeft, text.elidedText(ioChartTitle(all[k], r), Qt::ElideRight, at.width()));
            paintIoChart(*p, all[k], r, at.adjusted(0, text.height() + 0.3 * s.em, 0, 0), s, spots);
          }
        }
      }
      y += height + gap;
    }
  }

  void remark() {
    QStringList notes;
    if (!page.remark.isEmpty()) notes << page.remark;
    for (const IoObservation& n : r.notes) notes << ioSentence(n);
    for (const QString& note : notes) {  // whole or not at all: half a sentence says something else
      const QStringList lines = wrapped(note, s.axis, on, box.width());
      if (!room(axis.height() * 1.1 * static_cast<double>(lines.size()))) {
        ++left;
        continue;
      }
      for (const QString& line : lines) {
        if (p) {
          p->setFont(s.axis);
          p->setPen(s.colors.faintText);
          p->drawText(QRectF(box.left(), y, box.width(), axis.height()), Qt::AlignLeft, line);
        }
        y += axis.height() * 1.1;
      }
    }
  }
};

}  // namespace

double paintIoPage(QPainter* p, const IoPage& page, const QRectF& area, const chart::Style& s, const QPaintDevice* device, bool fit, std::vector<IoSpot>* spots) {
  return Painter(p, page, area, s, device, fit, spots).run();
}

}  // namespace weir
