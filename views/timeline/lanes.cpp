#include "views/timeline/lanes.h"

#include <algorithm>
#include <map>

#include "core/base/units.h"

namespace weir {
namespace {

constexpr int kRunHeight = 24;
constexpr int kHeadHeight = 20;
constexpr int kRowHeight = 16;
constexpr int kCounterHeight = 32;
constexpr std::size_t kUnfoldedCounters = 12;

QString text(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

class Layout {
 public:
  Layout(const std::vector<TimelineRun>& runs, const Folding& folding) : runs_(runs), folding_(folding) {}

  std::vector<Lane> lay() {
    for (int r = 0; r < static_cast<int>(runs_.size()); ++r) run(r);
    return std::move(lanes_);
  }

 private:
  Lane& add(Lane lane, int height) {
    lane.y = y_;
    lane.height = height;
    y_ += height;
    lanes_.push_back(std::move(lane));
    return lanes_.back();
  }

  void run(int r) {
    const TimelineRun& shown = runs_[static_cast<std::size_t>(r)];
    if (r > 0) y_ += 8;
    Lane head;
    head.kind = Lane::Kind::Run;
    head.run = r;
    head.label = shown.title;
    head.tip = shown.title;
    head.key = QStringLiteral("%1").arg(shown.id);
    if (!shown.lod) {
      add(head, kRunHeight);
      Lane wait;
      wait.kind = Lane::Kind::Pending;
      wait.run = r;
      wait.label = Words::tr("preparing %1 slices").arg(QString::fromStdString(units::showCount(static_cast<double>(shown.pending))));
      add(wait, kHeadHeight);
      return;
    }
    const Run& data = shown.run();
    head.foldable = true;
    head.folded = folding_.folded(head.key, false);
    head.summary = head.folded;
    head.tip = QStringLiteral("%1\n%2, %3").arg(shown.title, text(name(data.truth)), text(data.format));
    const bool folded = head.folded;
    const QString key = head.key;
    if (folding_.heads || runs_.size() > 1 || folded) add(head, kRunHeight);
    if (folded) return;
    const LodGroup& root = shown.lod->groups()[0];
    foldRanks_ = data.rows.size() > kUnfoldedRows;
    std::map<std::int32_t, std::vector<std::uint32_t>> counters;
    for (std::uint32_t c = 0; c < data.counters.size(); ++c) counters[data.counters[c].rank].push_back(c);
    bool first = true;
    for (const std::uint32_t g : root.children) {
      const std::int32_t r2 = shown.lod->groups()[g].rank;
      rank(r, g, key, counters[r2], !first && foldRanks_);
      counters.erase(r2);
      first = false;
    }
    for (const auto& [rankOfCounters, list] : counters) counterGroups(r, list, key, 1, rankOfCounters);
  }

  void rank(int r, std::uint32_t g, const QString& parent, const std::vector<std::uint32_t>& counters, bool foldedByDefault) {
    const TimelineRun& shown = runs_[static_cast<std::size_t>(r)];
    const LodGroup& group = shown.lod->groups()[g];
    Lane head;
    head.kind = Lane::Kind::Rank;
    head.run = r;
    head.group = g;
    head.indent = 1;
    head.label = group.rank == kUnknownRank ? (shown.run().ranks.empty() ? Words::tr("rank unknown") : Words::tr("shared by ranks")) : Words::tr("rank %1").arg(group.rank);
    head.tip = Words::tr("%1: %2 slices").arg(head.label, QString::fromStdString(units::showCount(static_cast<double>(group.slices))));
    head.key = parent + QStringLiteral("/%1").arg(group.rank);
    head.foldable = true;
    head.folded = folding_.force == Folding::Force::Ranks || folding_.folded(head.key, foldedByDefault);
    head.summary = head.folded;
    const bool folded = head.folded;
    const QString key = head.key;
    y_ += 4;
    add(head, kHeadHeight);
    if (folded) return;
    const auto shows = [&](std::uint32_t p) { return shown.lod->groups()[p].slices > 0; };
    const bool single = std::count_if(group.children.begin(), group.children.end(), shows) == 1;
    for (const std::uint32_t p : group.children) process(r, p, key, single);
    counterGroups(r, counters, key, 2, group.rank);
  }

  void process(int r, std::uint32_t g, const QString& parent, bool alone) {
    const TimelineRun& shown = runs_[static_cast<std::size_t>(r)];
    const LodGroup& group = shown.lod->groups()[g];
    if (group.slices == 0) return;
    const QString processName = text(shown.run().names.text(group.name));
    const QString key = parent + QLatin1Char('/') + processName;
    int indent = 2;
    if (!alone && !processName.isEmpty() && folding_.heads) {
      Lane head;
      head.kind = Lane::Kind::Process;
      head.run = r;
      head.group = g;
      head.indent = 2;
      head.label = processName;
      head.tip = processName;
      head.key = key;
      head.foldable = true;
      head.folded = folding_.folded(key, false);
      head.summary = head.folded;
      const bool folded = head.folded;
      add(head, kHeadHeight);
      if (folded) return;
      indent = 3;
    }
    for (const std::uint32_t t : group.children) track(r, t, key, processName, indent);
  }

  void track(int r, std::uint32_t g, const QString& parent, const QString& processName, int indent) {
    const TimelineRun& shown = runs_[static_cast<std::size_t>(r)];
    const LodGroup& group = shown.lod->groups()[g];
    const Track& track = shown.run().tracks[group.track];
    if (track.rowCount == 0) return;
    Lane lane;
    lane.kind = Lane::Kind::Track;
    lane.run = r;
    lane.group = g;
    lane.indent = indent;
    lane.label = text(shown.run().names.text(track.name));
    if (lane.label.isEmpty()) lane.label = text(name(track.kind));
    lane.tip = Words::tr("%1\nprocess: %2\n%3 slices in %4 rows")
                   .arg(lane.label, processName.isEmpty() ? Words::tr("unknown") : processName,
                        QString::fromStdString(units::showCount(static_cast<double>(group.slices))))
                   .arg(track.rowCount);
    lane.key = parent + QStringLiteral("/%1#%2").arg(lane.label).arg(track.sort);
    lane.foldable = track.rowCount > 1;
    lane.folded = lane.foldable && (folding_.force != Folding::Force::None || folding_.folded(lane.key, false));
    lane.summary = lane.folded;
    if (!lane.folded) lane.row = track.firstRow;
    const bool folded = lane.folded;
    const QString tip = lane.tip;
    add(lane, kRowHeight);
    for (std::uint32_t k = 1; !folded && k < track.rowCount; ++k) {
      Lane row;
      row.kind = Lane::Kind::Row;
      row.run = r;
      row.group = g;
      row.row = track.firstRow + k;
      row.tip = tip;
      add(row, kRowHeight);
    }
    y_ += 4;
  }

  void counterGroups(int r, const std::vector<std::uint32_t>& list, const QString& parent, int indent, std::int32_t rank) {
    const Run& data = runs_[static_cast<std::size_t>(r)].run();
    std::map<NameId, std::vector<std::uint32_t>> groups;
    for (const std::uint32_t c : list) groups[data.counters[c].group].push_back(c);
    for (const auto& [nameId, members] : groups) {
      Lane head;
      head.kind = Lane::Kind::CounterGroup;
      head.run = r;
      head.indent = indent;
      head.label = text(data.names.text(nameId));
      if (head.label.isEmpty()) head.label = Words::tr("counters");
      if (members.size() > 1) head.label += QStringLiteral(" (%1)").arg(members.size());
      head.tip = rank == kUnknownRank ? head.label : Words::tr("%1 of rank %2").arg(head.label).arg(rank);
      head.key = parent + QStringLiteral("/counters/") + text(data.names.text(nameId));
      head.foldable = true;
      head.folded = folding_.force == Folding::Force::Ranks || folding_.folded(head.key, members.size() > kUnfoldedCounters);
      const bool folded = head.folded;
      add(head, kHeadHeight);
      for (const std::uint32_t c : members) {
        if (folded) break;
        Lane lane;
        lane.kind = Lane::Kind::Counter;
        lane.run = r;
        lane.counter = c;
        lane.indent = indent + 1;
        lane.label = text(data.names.text(data.counters[c].name));
        lane.tip = lane.label;
        add(lane, kCounterHeight);
      }
    }
  }

  const std::vector<TimelineRun>& runs_;
  const Folding& folding_;
  std::vector<Lane> lanes_;
  int y_ = 0;
  bool foldRanks_ = false;
};

}  // namespace

std::vector<Lane> layLanes(const std::vector<TimelineRun>& runs, const Folding& folding) { return Layout(runs, folding).lay(); }

int laneAt(const std::vector<Lane>& lanes, int y) {
  const auto it = std::upper_bound(lanes.begin(), lanes.end(), y, [](int v, const Lane& l) { return v < l.y; });
  if (it == lanes.begin()) return -1;
  const Lane& lane = *std::prev(it);
  return y < lane.y + lane.height ? static_cast<int>(std::prev(it) - lanes.begin()) : -1;
}

int laneOfRow(const std::vector<Lane>& lanes, const std::vector<TimelineRun>& runs, int run, std::uint32_t row) {
  const Lod& lod = *runs[static_cast<std::size_t>(run)].lod;
  const std::uint32_t track = lod.groupOfTrack(lod.run().rows[row].track);
  const auto holds = [&](std::uint32_t group) {
    const LodGroup& g = lod.groups()[group];
    if (g.kind == LodGroup::Kind::Run || group == track) return true;
    if (g.kind == LodGroup::Kind::Rank) return g.rank == lod.groups()[track].rank;
    return std::find(g.children.begin(), g.children.end(), track) != g.children.end();
  };
  for (int i = 0; i < static_cast<int>(lanes.size()); ++i) {
    const Lane& l = lanes[static_cast<std::size_t>(i)];
    if (l.run != run) continue;
    if (l.row == row || (l.summary && holds(l.group))) return i;
  }
  return -1;
}

}  // namespace weir
