// Find: matches of the search over all runs, and bringing what is found into sight.
#include <algorithm>

#include "views/timeline/facts.h"
#include "views/timeline/timeline_view.h"

namespace weir {
namespace {
constexpr std::uint64_t kSearchStep = 2'000'000;      // slices a tick: some 2 ms
constexpr std::uint64_t kSearchAtOnce = 2'000'000;    // answered before the next frame
}  // namespace

void TimelineView::refreshSearch() {
  search_.clear();
  searchTimer_.stop();
  if (!state().search().isEmpty()) {
    const std::string text = state().search().toStdString();
    for (const TimelineRun& r : runs_) search_.push_back(r.lod ? std::make_unique<NameSearch>(r.painted().runPtr(), text) : nullptr);
    for (auto& s : search_)
      if (s) s->advance(kSearchAtOnce);
    if (searching()) searchTimer_.start();
  }
  ++version_;
  replot();
  emit matchesChanged();
}

void TimelineView::searchStep() {
  for (auto& s : search_)
    if (s && !s->done()) {
      s->advance(kSearchStep);
      break;
    }
  if (!searching()) searchTimer_.stop();
  ++version_;
  replot();
  emit matchesChanged();
}

bool TimelineView::searching() const {
  return std::any_of(search_.begin(), search_.end(), [](const auto& s) { return s && !s->done(); });
}

std::uint64_t TimelineView::matches() const {
  std::uint64_t n = 0;
  for (const auto& s : search_)
    if (s) n += s->hits().size();
  return n;
}

std::uint64_t TimelineView::matchPosition() const {
  const Selection& s = state().selection();
  const int run = indexOf(s.runId);
  if (s.kind != Selection::Kind::Slice || run < 0 || search_.empty()) return 0;
  std::uint64_t before = 0;
  for (int i = 0; i < run; ++i)
    if (search_[static_cast<std::size_t>(i)]) before += search_[static_cast<std::size_t>(i)]->hits().size();
  const auto& search = search_[static_cast<std::size_t>(run)];
  const SliceIndex slice = search ? runs_[static_cast<std::size_t>(run)].paintedOf(s.slice) : kNoSlice;
  const std::uint64_t at = slice != kNoSlice ? search->position(slice) : 0;
  return at == 0 ? 0 : before + at;
}

bool TimelineView::findNext() { return find(NameSearch::Direction::Next); }
bool TimelineView::findPrevious() { return find(NameSearch::Direction::Previous); }

// Through one run in order of time, then through the next; wraps around.
bool TimelineView::find(NameSearch::Direction direction) {
  const auto n = static_cast<int>(search_.size());
  if (n == 0 || matches() == 0) return false;
  const bool next = direction == NameSearch::Direction::Next;
  const Selection& s = state().selection();
  int run = s.kind == Selection::Kind::Slice ? indexOf(s.runId) : -1;
  NameSearch::Place place;
  const auto edge = [&] { return next ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max(); };
  const TimelineRun* of = run >= 0 && search_[static_cast<std::size_t>(run)] ? &runs_[static_cast<std::size_t>(run)] : nullptr;
  if (of && s.slice < of->run().slices.size() && of->paintedOf(s.slice) != kNoSlice) {
    place.from = of->paintedOf(s.slice);
  } else if (of && s.slice < of->run().slices.size()) {
    place.time = of->run().slices.start[s.slice];  // filtered out: on from its time
  } else {
    run = 0;
    place.time = next ? state().timeRange().first - runs_.front().shift : state().timeRange().second - runs_.front().shift;
  }
  for (int k = 0; k <= n; ++k) {
    const auto at = static_cast<std::size_t>((run + (next ? k : n - k % n)) % n);
    if (k > 0) place = {edge(), std::nullopt};
    if (!search_[at]) continue;
    if (const auto hit = search_[at]->find(place, direction)) {
      const SliceIndex slice = runs_[at].original(*hit);
      state().select(sliceSelection(runs_[at], slice));
      reveal(runs_[at].id, slice);
      emit matchesChanged();
      return true;
    }
  }
  return false;
}

// What is folded or hidden away is brought out, or nobody sees it.
void TimelineView::bringOut(int run, SliceIndex slice) {
  const TimelineRun& shown = runs_[static_cast<std::size_t>(run)];
  const Run& r = shown.run();
  const auto row = static_cast<std::uint32_t>(&r.rowOf(slice) - r.rows.data());
  if (!arrangement_.hidden.isEmpty()) {
    // The keys of what it stands in, as lanes.cpp makes them.
    const Track& track = r.tracks[r.rows[row].track];
    const QString label = textOf(r.names.text(track.name));
    const QString ofRun = QString::number(shown.id);
    const QString rank = ofRun + QStringLiteral("/%1").arg(track.rank);
    const QString process = rank + QLatin1Char('/') + textOf(r.names.text(track.process));
    const auto before = arrangement_.hidden.size();
    for (const QString& key : {ofRun, rank, process, process + QStringLiteral("/%1#%2").arg(label.isEmpty() ? textOf(name(track.kind)) : label).arg(track.sort)})
      arrangement_.hidden.remove(key);
    if (arrangement_.hidden.size() != before) refreshLanes();
  }
  for (int tries = 0; tries < 4; ++tries) {
    const int lane = laneOfRow(list_.lanes, runs_, run, row);
    if (lane < 0 || !list_.lanes[static_cast<std::size_t>(lane)].folded) break;
    setFolded(list_.lanes[static_cast<std::size_t>(lane)].key, false);
  }
}

void TimelineView::reveal(int runId, SliceIndex slice) {
  const int run = indexOf(runId);
  if (run < 0 || !runs_[static_cast<std::size_t>(run)].lod) return;
  const TimelineRun& shown = runs_[static_cast<std::size_t>(run)];
  const Run& r = shown.run();
  if (slice >= r.slices.size()) return;
  bringOut(run, slice);
  const int lane = laneOfRow(list_.lanes, runs_, run, static_cast<std::uint32_t>(&r.rowOf(slice) - r.rows.data()));
  if (lane >= 0 && !list_.lanes[static_cast<std::size_t>(lane)].pinned) {
    const Lane& l = list_.lanes[static_cast<std::size_t>(lane)];
    const int height = laneArea().height();
    if (l.y < scroll_->value() + list_.pinnedHeight || l.y + l.height > scroll_->value() + height)
      scroll_->setValue(l.y - (height + list_.pinnedHeight) / 2);
  }
  const auto [from, to] = state().timeRange();
  const std::int64_t start = r.slices.start[slice] + shown.shift;
  const std::int64_t end = r.slices.endOf(slice) + shown.shift;
  std::int64_t width = to - from;
  // Wide enough to see it: a slice below two pixels is zoomed to a twentieth of the view.
  const double pixels = static_cast<double>(end - start) / static_cast<double>(width) * laneArea().width();
  if (pixels < 2) width = std::max<std::int64_t>((end - start) * 20, 20'000);
  if (pixels < 2 || start < from || end > to) {
    width = std::max(width, (end - start) + (end - start) / 5);
    const std::int64_t mid = start + (end - start) / 2;
    state().setTimeRange({mid - width / 2, mid - width / 2 + width}, true);
  }
}

void TimelineView::goTo(const ViewState::Place& place) {
  const int run = indexOf(place.runId);
  if (run < 0) return;
  const TimelineRun& shown = runs_[static_cast<std::size_t>(run)];
  if (!shown.lod) {
    waiting_ = place;
    return;
  }
  if (place.slice && *place.slice < shown.run().slices.size()) {
    state().select(sliceSelection(shown, *place.slice));
    reveal(place.runId, *place.slice);
  } else {
    state().select({});
  }
  const std::int64_t at = place.time + shown.shift;
  const auto [from, to] = state().timeRange();
  const auto [first, last] = state().whole();
  if (!place.slice || at < from || at >= to) {
    const std::int64_t width = std::min(to - from, std::max<std::int64_t>((last - first) / 20, 20'000));
    state().setTimeRange({at - width / 2, at - width / 2 + width}, true);
  }
  mark_ = Mark{at, place.text};
  replotOverlay();
}

}  // namespace weir
