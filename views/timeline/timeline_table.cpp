// What the timeline shows as a table, for CSV: the slices in sight, or a line a track where they are too many for a table.
#include <algorithm>

#include "core/summarize/range_report.h"
#include "views/timeline/facts.h"
#include "views/timeline/timeline_view.h"

namespace weir {
namespace {

constexpr std::uint64_t kMostSlices = 100'000;  // lines; 10 MB of text, half a second
constexpr qsizetype kMostTracks = 100'000;

QString rankCell(std::int32_t rank) { return rank == kUnknownRank ? Words::tr("unknown") : QString::number(rank); }
QString secondsText(std::int64_t ps) { return QString::number(static_cast<double>(ps) * 1e-12, 'g', 15); }

struct InSight {
  const TimelineRun& run;
  std::vector<std::uint32_t> rows;  // in sight, those of folded lanes too
  std::int64_t from, to;            // on the run's own axis
};

void addSlices(QVector<QStringList>& out, const InSight& s, std::int64_t zero) {
  const Run& r = s.run.painted().run();
  const Run& whole = s.run.run();
  for (const std::uint32_t index : s.rows) {
    const Row& row = r.rows[index];
    const Track& track = whole.tracks[row.track];
    const QStringList where{s.run.title, rankCell(track.rank), textOf(whole.names.text(track.process)), textOf(whole.names.text(track.name)), QString::number(row.depth)};
    const SliceIndex end = r.firstStartingAt(row, s.to);
    for (SliceIndex i = r.firstEndingAfter(row, s.from); i < end; ++i) {
      const SliceIndex o = s.run.original(i);  // colours stand in the painted run's activities
      out.append(where + QStringList{textOf(whole.names.text(whole.slices.name[o])), textOf(whole.names.text(whole.slices.category[o])),
                                     textOf(name(whole.slices.activity[o])), s.run.untimed ? QString() : secondsText(r.slices.start[i] + s.run.shift - zero), s.run.untimed ? QString() : secondsText(r.slices.duration[i])});
    }
  }
}

void addTracks(QVector<QStringList>& out, const InSight& s) {
  const Run& r = s.run.painted().run();
  const auto inSight_s = static_cast<double>(s.to - s.from) * 1e-12;
  for (std::size_t i = 0; i < s.rows.size() && out.size() <= kMostTracks;) {
    const TrackIndex t = r.rows[s.rows[i]].track;
    std::vector<std::uint32_t> rows;
    for (; i < s.rows.size() && r.rows[s.rows[i]].track == t; ++i) rows.push_back(s.rows[i]);
    const auto report = rangeReport(r, std::move(rows), s.from, s.to, {}, {});
    if (!report) return;
    const Track& track = s.run.run().tracks[t];
    out.append({s.run.title, rankCell(track.rank), textOf(s.run.run().names.text(track.process)), textOf(s.run.run().names.text(track.name)),
                QString::number(report->all.count), s.run.untimed ? QString() : QString::number(report->all.covered_s, 'g', 6),
                s.run.untimed ? QString() : QString::number(report->all.covered_s / inSight_s, 'f', 4)});
  }
}

}  // namespace

QVector<QStringList> TimelineView::table() const {
  const auto [from, to] = state().timeRange();
  std::vector<InSight> all;
  std::uint64_t slices = 0;
  for (std::size_t k = 0; k < runs_.size(); ++k) {
    if (!runs_[k].lod || to <= from) continue;
    InSight s{runs_[k], rowsOf(static_cast<int>(k), Measure{.from = from, .to = to, .y0 = 0, .y1 = list_.height}), from - runs_[k].shift, to - runs_[k].shift};
    slices += slicesIn(s.run.painted().run(), s.rows, s.from, s.to);
    all.push_back(std::move(s));
  }
  QVector<QStringList> out;
  if (slices <= kMostSlices) {
    out.append({tr("run"), tr("rank"), tr("process"), tr("track"), tr("depth"), tr("slice"), tr("category"), tr("activity"), tr("start (s)"), tr("duration (s)")});
    for (const InSight& s : all) addSlices(out, s, origin_);
  } else {
    out.append({tr("run"), tr("rank"), tr("process"), tr("track"), tr("slices in sight"), tr("busy (s)"), tr("busy share of the time in sight")});
    for (const InSight& s : all) addTracks(out, s);
  }
  return out;
}

}  // namespace weir
