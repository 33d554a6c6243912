#include "views/heatmap/heatmap_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "views/heatmap/heatmap_answer.h"
#include "views/shared/core_words.h"
#include "views/shared/csv.h"
#include "views/shared/truth_icon.h"

namespace weir {
HeatmapView::HeatmapView(ViewState& s, QWidget* parent) : View(s, parent), canvas_(new HeatCanvas) {
  buildControls();
  connect(&s, &ViewState::runsChanged, this, [this] {
    syncControls();
    refresh();
  });
  connect(&s, &ViewState::timeRangeChanged, this, [this] {
    if (settings_.visibleOnly) refresh(kSettle_ms);
  });
  connect(&s, &ViewState::measuredChanged, this, [this] {
    syncControls();
    if (settings_.visibleOnly) refresh(kSettle_ms);
  });
  connect(&s, &ViewState::stepsChanged, this, [this](int) {
    syncControls();
    if (settings_.step) refresh(kSettle_ms);
  });
  connect(&s, &ViewState::modeChanged, this, [this] { canvas_->setMode(state().mode()); });
  connect(&s, &ViewState::selectionChanged, this, &HeatmapView::markSelected);
  connect(canvas_, &HeatCanvas::cellHovered, this, &HeatmapView::hovered);
  connect(canvas_, &HeatCanvas::cellChosen, this, &HeatmapView::chose);
  connect(canvas_, &HeatCanvas::resized, this, [this] {
    if (shown_ && shown_->request.links()) refresh();
  });
  connect(canvas_, &HeatCanvas::zoomed, this, [this](double at, double factor) {
    const auto [from, to] = state().timeRange();
    const double width = static_cast<double>(to - from);
    const double left = static_cast<double>(from) + at * width * (1 - factor);
    state().setTimeRange({std::llround(left), std::llround(left + width * factor)}, true);
  });
  connect(&work_, &Background::busyChanged, canvas_, &HeatCanvas::setBusy);
  connect(&work_, &Background::stoppedByHand, this, [this] {
    canvas_->setEmpty(tr("Stopped before it was added up"), tr("Change what is shown, or the range of time, to begin again."));
  });
  connect(&work_, &Background::failed, this, [this](const QString& what) { canvas_->setEmpty(tr("This could not be added up"), what); });
  canvas_->setDescriber([this](QPoint cell) {
    QString text;
    for (const auto& [what, value] : facts(cell)) text += what + QStringLiteral(": ") + value + QLatin1Char('\n');
    return text.trimmed();
  });
  canvas_->setMode(s.mode());
  syncControls();
  refresh();
}

const ShownRun* HeatmapView::chosen() const { return state().visibleRun(settings_.runId != 0 ? settings_.runId : followed_); }

void HeatmapView::setSettings(const Settings& settings) {
  if (settings == settings_) return;
  settings_ = settings;
  syncControls();
  refresh();
}

std::optional<HeatmapView::Request> HeatmapView::request(int rows, int columns) const {
  const ShownRun* r = chosen();
  if (!r) return std::nullopt;
  Request q1;
  q1.run = r->run;
  q1.memo = state().memo();
  q1.runId = r->id;
  q1.runTitle = tr("%1, %2").arg(r->title, truthName(*r));
  q1.shift = r->shift;
  if (choices_ && choices_->run == r->run) q1.choices = choices_;
  const auto groups = counterGroups(*r->run);
  const bool tells = r->run->transfers.size() > 0 || !r->run->collectives.empty();
  const bool bins = r->run->names.find("bytes over time") != 0;
  const bool io = bins || !r->run->io.empty();
  q1.show = settings_.show.value_or(tells && r->id != followed_ ? Settings::Show::Ranks
                                    : io && !tells              ? Settings::Show::Io
                                    : groups.empty()            ? Settings::Show::Ranks
                                                                : Settings::Show::Links);
  if (q1.show == Settings::Show::Links && groups.empty()) q1.show = Settings::Show::Ranks;
  if (q1.show == Settings::Show::Io && !io) q1.show = Settings::Show::Ranks;
  std::optional<TimeRange> range;
  const ViewState::Range shown = state().analysedRange();
  if (settings_.visibleOnly && (state().measured() || shown != state().whole())) {
    range = TimeRange{shown.first - r->shift, shown.second - r->shift};
    q1.measured = state().measured().has_value();
  }
  q1.traffic.measure = settings_.measure;
  q1.traffic.algorithm = settings_.algorithm;
  q1.traffic.range = range;
  q1.traffic.operations.assign(settings_.operations.begin(), settings_.operations.end());
  q1.traffic.groups.assign(settings_.groups.begin(), settings_.groups.end());
  q1.traffic.call = settings_.call;
  q1.step = settings_.step;
  q1.ranksPerNode = settings_.ranksPerNode;
  if (settings_.step)
    if (const std::vector<TimeRange>* hand = state().stepsByHand(r->id))
      q1.byHand = onEveryRank(*r->run, *hand);
  q1.heat.range = range;
  q1.heat.group = settings_.group;
  if (settings_.group.empty() && !groups.empty()) {
    // Of a simulation how busy links were comes first, whatever its counters' order.
    const auto busy = std::find_if(groups.begin(), groups.end(), [](const auto& g) { return g.first == "link utilisation"; });
    q1.heat.group = (busy == groups.end() ? groups.front() : *busy).first;
  }
  q1.heat.order = settings_.order;
  q1.heat.rows = std::clamp(rows, 4, 256);
  q1.heat.columns = std::clamp(columns, 16, 2000);
  q1.io.measure = settings_.ioMeasure;
  q1.io.kind = settings_.ioKind;
  q1.io.layer = settings_.ioLayer;
  q1.io.file = settings_.ioPlace;
  q1.io.range = range;
  q1.io.columns = settings_.bins;
  // The log's own bins are of the whole run: within a part of it they would be a few wide columns.
  if (settings_.bins == 0 && range) q1.io.columns = 200;
  return q1;
}

void HeatmapView::refresh(int settle_ms) {
  // What is being computed is what the person watches.
  for (const ShownRun& r : state().runs())
    if (r.partial) followed_ = r.id;
  const QSize plot = canvas_->plotSize();
  const auto wanted = request(plot.height() / 15, plot.width() / 2);
  if (!wanted) {
    shown_.reset();
    choices_.reset();
    work_.forget();
    canvas_->setEmpty(
        tr("Nothing to show yet"),
        tr("Open a trace of several ranks, or simulate a scenario: who sends how much to whom appears here, how busy "
           "every link is, and which rank reads and writes when. Try the sample study, a folder of profiler traces, a Darshan log, or “Simulate packets”."));
    return;
  }
  if (!wanted->heavy()) {
    work_.forget();
    take(answer(*wanted));
    return;
  }
  work_.askFor<Answer>([asked = *wanted](const Job& job) { return answer(asked, job); },
                       [this](const std::shared_ptr<const Answer>& a) {
                         if (a) take(a);
                       },
                       settle_ms);
}

void HeatmapView::take(std::shared_ptr<const Answer> a) {
  shown_ = std::move(a);
  choices_ = shown_->request.choices;
  syncControls();
  HeatPicture p = picture(*shown_, settings_.log);
  if (p.empty()) showEmpty();
  else canvas_->setPicture(std::move(p));
  markSelected();
}

// Why there is no picture, and what there is instead.
void HeatmapView::showEmpty() {
  const Run& run = *shown_->request.run;
  const IoChoices& io = choices_->io;
  const bool talks = !run.collectives.empty() || run.transfers.size() > 0;
  switch (shown_->request.show) {
    case Settings::Show::Links: return canvas_->setEmpty(emptyHeadline(*shown_), tr("Simulating packets records every link; traces of several ranks tell which ranks met in a collective."));
    case Settings::Show::Io: return canvas_->setEmpty(emptyHeadline(*shown_), coreRemark(shown_->io.remark));
    case Settings::Show::Ranks: break;
  }
  if (!talks && (io.bins || io.operations))
    return canvas_->setEmpty(emptyHeadline(*shown_), tr("Its files tell of reads and writes alone. When which rank did them stands in the map of rank × time."), tr("Show rank × time"), [this] {
      Settings s = settings_;
      s.show = Settings::Show::Io;
      setSettings(s);
    });
  if (!talks && !run.ioRecords.empty())
    return canvas_->setEmpty(emptyHeadline(*shown_),
                             tr("The log holds sums a file and rank, without a time for single reads and writes, so a map of rank × time cannot be drawn either. Darshan "
                                "records single operations with DXT_ENABLE_IO_TRACE=1, and bins of time from version 3.4 on. What the sums tell stands in the view I/O."),
                             tr("Open I/O"), [this] { state().requestView(QStringLiteral("io")); });
  canvas_->setEmpty(emptyHeadline(*shown_), shown_->traffic.missing.empty() ? tr("Simulating packets records every link; traces of several ranks tell which ranks met in a collective.")
                                                                            : coreRemark(shown_->traffic.missing));
}

QString HeatmapView::emptyHeadline(const Answer& a) {
  const Run& run = *a.request.run;
  if (a.request.links()) return tr("No link was sampled in this time range");
  if (a.request.show == Settings::Show::Io) return tr("No I/O in this time range");
  const bool talks = !run.collectives.empty() || run.transfers.size() > 0;
  if (!talks && (!run.io.empty() || !run.ioRecords.empty() || run.names.find("bytes over time") != 0)) return tr("This run records I/O, and no communication between ranks");
  return coreRemark(a.traffic.assumption);
}

// A cell chosen here stays marked while its picture does; a link chosen elsewhere has its row marked.
void HeatmapView::markSelected() {
  const Selection& s = state().selection();
  if (s.kind == Selection::Kind::Cell) return;
  canvas_->setSelected(std::nullopt);
  if (s.kind != Selection::Kind::Link || s.link.empty() || !shown_ || !shown_->request.links()) return;
  const auto& rows = shown_->heat.rows;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].name == s.link) canvas_->setSelected(QPoint(-1, static_cast<int>(i)));
}

std::shared_ptr<const HeatmapView::Answer> HeatmapView::answered(const Request& r) const {
  return shown_ && shown_->request.same(r) ? shown_ : answer(r);
}

QString HeatmapView::emptyReason() const {
  const auto r = request(24, 400);
  if (!r) return tr("nothing is open");
  if (inWindow() && (!shown_ || work_.busy())) return {};
  const auto a = inWindow() ? shown_ : answered(*r);
  if (!picture(*a, settings_.log).empty()) return {};
  const QString why = emptyHeadline(*a);
  return why.left(1).toLower() + why.mid(1);
}

void HeatmapView::paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) {
  const chart::Style s = chart::onPaper(style, painter.device());
  const QRectF area(QPointF(0, 0), size);
  const auto r = request(static_cast<int>((size.height() - 7 * s.em) / (s.em * 1.05)), 400);
  if (!r) return;
  HeatPicture p = picture(*answered(*r), settings_.log);
  if (p.empty()) return;
  if (!style.caption.isEmpty()) p.remark = (style.caption + QLatin1Char(' ') + p.remark).trimmed();
  paintHeat(painter, p, layoutHeat(p, area, s, painter.device()), area, s);
}

void HeatmapView::hovered(std::optional<QPoint> cell) {
  state().setHovered(cell && shown_ && !canvas_->picture().empty() ? line(*cell) : QString());
}

void HeatmapView::chose(QPoint cell) {
  if (!shown_) return;
  canvas_->setSelected(cell);
  Selection s;
  s.kind = Selection::Kind::Cell;
  s.runId = shown_->request.runId;
  s.facts = facts(cell);
  s.title = s.facts.empty() ? QString() : s.facts.front().second;
  if (shown_->request.links()) s.link = shown_->heat.rows[static_cast<std::size_t>(cell.y())].name;
  state().select(s);
  details_.forget();
  if (shown_->request.show != Settings::Show::Io || shown_->io.source != IoHeat::Source::Operations) return;
  // Which files a cell is made of takes a walk over the operations.
  using Parts = std::vector<IoPart>;
  details_.askFor<Parts>([a = shown_, cell](const Job&) { return std::make_shared<const Parts>(ioPartsOf(*a->request.run, a->request.io, a->io, cell.y(), cell.x())); },
                         [this, s](const std::shared_ptr<const Parts>& parts) {
                           if (!parts || !(state().selection() == s)) return;
                           Selection more = s;
                           for (const IoPart& p : *parts)
                             more.facts.emplace_back(tr("File"), tr("%1: %2 in %3 operations").arg(p.file.empty() ? tr("not named") : q(p.file), chart::valueText(p.value, unit(shown_->io.measure))).arg(p.operations));
                           state().select(more);
                         });
}

void HeatmapView::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  QAction* copy = menu.addAction(tr("Copy as CSV"));
  copy->setEnabled(shown_ && !canvas_->picture().empty());
  connect(copy, &QAction::triggered, this, &HeatmapView::copyTable);
  menu.exec(event->globalPos());
}

void HeatmapView::copyTable() { QApplication::clipboard()->setText(csvLines(table())); }

}  // namespace weir
