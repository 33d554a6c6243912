// The measured range, and markers.
#include <QLineEdit>
#include <algorithm>
#include <limits>

#include "views/timeline/range_panel.h"
#include "views/timeline/timeline_view.h"

namespace weir {
namespace {
constexpr std::uint64_t kMeasuredAtOnce = 100'000;  // slices: some 10 ms

struct Question {
  int run = 0;
  QString title;
  RunPtr data;
  std::vector<std::uint32_t> rows;
  std::int64_t from = 0, to = 0;
  bool untimed = false;
};

// What is counted stays; places in an order last no time.
void forgetTimes(RangeReport& report) {
  const auto forget = [](RangeFigures& f) { f.sum_s = f.mean_s = f.p50_s = f.p99_s = f.covered_s = f.share = std::numeric_limits<double>::quiet_NaN(); };
  forget(report.all);
  for (auto& n : report.byName) forget(n.figures);
  for (auto& d : report.byActivity) forget(d.figures);
}
}  // namespace

// ---- measured range

// Whoever set it; the lanes that were dragged over count only while it is this view's own.
void TimelineView::measuredChanged() {
  const auto& m = state().measured();
  if (!m) {
    measure_.reset();
    rangeWork_.forget();
    range_->hide();
    replotOverlay();
    if (!list_.lanes.empty() && list_.lanes.front().kind == Lane::Kind::Steps) replot();
    return;
  }
  if (!measure_ || measure_->from != m->first || measure_->to != m->second) measure_ = Measure{.from = m->first, .to = m->second};
  range_->show();
  startReport();
  replot();
  replotOverlay();
}

void TimelineView::finishMeasure() {
  if (!measure_) return;
  if (measure_->to < measure_->from) std::swap(measure_->from, measure_->to);
  if (measure_->to == measure_->from) ++measure_->to;
  const ViewState::Range range{measure_->from, measure_->to};
  if (state().measured() == range) measuredChanged();
  else state().setMeasured(range);
}

void TimelineView::measureAllLanes() {
  if (!measure_) return;
  measure_->y0 = 0;
  measure_->y1 = -1;
  startReport();
  replotOverlay();
}

namespace {

void addRows(std::vector<std::uint32_t>& rows, const TimelineRun& shown, std::uint32_t group) {
  std::vector<std::uint32_t> todo{group};
  while (!todo.empty()) {
    const LodGroup& g = shown.lod->groups()[todo.back()];
    todo.pop_back();
    todo.insert(todo.end(), g.children.begin(), g.children.end());
    if (g.kind != LodGroup::Kind::Track) continue;
    const Track& t = shown.run().tracks[g.track];
    for (std::uint32_t k = 0; k < t.rowCount; ++k) rows.push_back(t.firstRow + k);
  }
}

}  // namespace

// Rows of the lanes that the rectangle touches; those folded into a lane count with it. Over heads alone it means what stands
// beneath them; beside lanes with slices a head between them adds nothing.
std::vector<std::uint32_t> TimelineView::rowsOf(int run, const Measure& m) const {
  const TimelineRun& shown = runs_[static_cast<std::size_t>(run)];
  std::vector<std::uint32_t> rows;
  if (m.allLanes()) {
    for (std::uint32_t r = 0; r < shown.run().rows.size(); ++r) rows.push_back(r);
    return rows;
  }
  std::vector<std::uint32_t> heads;
  bool slices = false;  // of whichever run: the rectangle is one
  for (const Lane& l : list_.lanes) {
    if (l.y + l.height <= m.y0 || l.y > m.y1) continue;
    const bool own = l.row != Lane::kNoRow || l.summary;
    slices = slices || own;
    if (l.run != run) continue;
    if (l.row != Lane::kNoRow) rows.push_back(l.row);
    else if (l.summary) addRows(rows, shown, l.group);
    else if (l.kind == Lane::Kind::Run || l.kind == Lane::Kind::Rank || l.kind == Lane::Kind::Process || l.kind == Lane::Kind::Track) heads.push_back(l.group);
  }
  if (!slices)
    for (const std::uint32_t g : heads) addRows(rows, shown, g);
  std::sort(rows.begin(), rows.end());  // heads may stand within heads
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

void TimelineView::startReport() {
  if (!measure_) return;
  measure_->done = false;
  // Over counters or bare ground alone: the time is what was meant.
  if (!measure_->allLanes() && std::none_of(runs_.begin(), runs_.end(), [&](const TimelineRun& r) { return r.lod && !rowsOf(static_cast<int>(&r - runs_.data()), *measure_).empty(); })) {
    measure_->y0 = 0;
    measure_->y1 = -1;
  }
  std::vector<Question> questions;
  std::uint64_t slices = 0;
  for (int r = 0; r < static_cast<int>(runs_.size()); ++r) {
    const TimelineRun& shown = runs_[static_cast<std::size_t>(r)];
    if (!shown.lod) continue;
    Question q{r, shown.title, shown.lod->runPtr(), rowsOf(r, *measure_), measure_->from - shown.shift, measure_->to - shown.shift, shown.untimed};
    if (q.rows.empty()) continue;
    slices += slicesIn(*q.data, q.rows, q.from, q.to);
    questions.push_back(std::move(q));
  }
  using Answers = std::vector<Measured>;
  const auto work = [questions, filter = sliceFilter()](const Job& job) -> std::shared_ptr<const Answers> {
    auto out = std::make_shared<Answers>();
    for (const Question& q : questions) {
      auto report = rangeReport(*q.data, q.rows, q.from, q.to, filter, job);
      if (!report) return nullptr;
      if (q.untimed) forgetTimes(*report);
      out->push_back({q.run, q.title, std::move(*report)});
    }
    return out;
  };
  const auto done = [this](const std::shared_ptr<const Answers>& a) {
    if (!measure_ || !a) return;
    measure_->reports = *a;
    measure_->done = true;
    range_->refresh();
    replotOverlay();
  };
  if (slices <= kMeasuredAtOnce) {
    rangeWork_.forget();
    done(work({}));
  } else {
    rangeWork_.askFor<Answers>(work, done, 100);
    range_->refresh();
  }
}

// ---- markers

void TimelineView::setMarker(std::int64_t time, const QString& text) {
  std::vector<Marker> markers = state().markers();
  markers.push_back({time, text});
  state().setMarkers(std::move(markers));
}

void TimelineView::removeMarker(std::size_t index) {
  std::vector<Marker> markers = state().markers();
  if (index >= markers.size()) return;
  markers.erase(markers.begin() + static_cast<std::ptrdiff_t>(index));
  state().setMarkers(std::move(markers));
}

void TimelineView::renameMarker(std::size_t index) {
  if (index >= state().markers().size()) return;
  edited_ = index;
  const int width = 180;
  const int x = std::clamp(static_cast<int>(xAt(state().markers()[index].time)) + 8, markerArea().left(), std::max(markerArea().left(), plot_->width() - width));
  markerEdit_->setGeometry(x, markerArea().top() - 4, width, markerEdit_->sizeHint().height());
  markerEdit_->setText(state().markers()[index].text);
  markerEdit_->show();
  markerEdit_->setFocus();
  markerEdit_->selectAll();
}

void TimelineView::goToMarker(std::size_t index) {
  if (index >= state().markers().size()) return;
  const std::int64_t t = state().markers()[index].time;
  const auto [from, to] = state().timeRange();
  state().setTimeRange({t - (to - from) / 2, t - (to - from) / 2 + (to - from)}, true);
}

bool TimelineView::nextMarker(int by) {
  const auto& markers = state().markers();
  if (markers.empty()) return false;
  const auto [from, to] = state().timeRange();
  const std::int64_t mid = from + (to - from) / 2;
  // One that stands in the middle already is where we are.
  const std::int64_t slack = (to - from) / 2000 + 1;
  std::ptrdiff_t found = -1;
  for (std::size_t i = 0; i < markers.size(); ++i) {
    if (by > 0 && markers[i].time > mid + slack && found < 0) found = static_cast<std::ptrdiff_t>(i);
    if (by < 0 && markers[i].time < mid - slack) found = static_cast<std::ptrdiff_t>(i);
  }
  if (found < 0) found = by > 0 ? static_cast<std::ptrdiff_t>(markers.size()) - 1 : 0;
  goToMarker(static_cast<std::size_t>(found));
  return true;
}

}  // namespace weir
