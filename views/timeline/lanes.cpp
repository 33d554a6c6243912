#include "views/timeline/lanes.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <utility>

#include "core/base/units.h"
#include "views/shared/truth_icon.h"
#include "views/timeline/facts.h"

namespace weir {
namespace {

constexpr int kRunHeight = 24;
constexpr int kHeadHeight = 20;
constexpr int kRowHeight = 16;
constexpr int kCounterHeight = 32;
constexpr int kStepsHeight = 18;
constexpr std::size_t kUnfoldedCounters = 12;

class Layout {
 public:
  Layout(const std::vector<TimelineRun>& runs, const Folding& folding, const Arrangement& arrangement) : runs_(runs), folding_(folding), arrangement_(arrangement) {}

  LaneList lay() {
    pinned();
    list_.pinned = list_.lanes.size();
    if (y_ > 0) y_ += 4;
    list_.pinnedHeight = y_;
    children({}, [&](Children& c) {
      for (int r = 0; r < static_cast<int>(runs_.size()); ++r) c.emplace_back(runKey(r), [this, r] { run(r); });
    });
    list_.height = y_;
    list_.hidden.removeDuplicates();
    return std::move(list_);
  }

 private:
  using Children = std::vector<std::pair<QString, std::function<void()>>>;

  [[nodiscard]] QString runKey(int r) const { return QString::number(runs_[static_cast<std::size_t>(r)].id); }

  // What stays in sight: steps first, then what was pinned, laid as if nothing around it were folded or hidden.
  void pinned() {
    for (const int r : arrangement_.steps) {
      if (r < 0 || r >= static_cast<int>(runs_.size()) || !runs_[static_cast<std::size_t>(r)].lod) continue;
      Lane steps;
      steps.kind = Lane::Kind::Steps;
      steps.run = r;
      steps.label = Words::tr("steps");
      if (runs_.size() > 1) steps.label += QStringLiteral(" · ") + runs_[static_cast<std::size_t>(r)].title;
      steps.key = runKey(r) + QStringLiteral("/steps");
      steps.pinned = true;
      add(steps, kStepsHeight);
    }
    if (arrangement_.pinned.isEmpty()) return;
    Arrangement bare;
    bare.ranks = arrangement_.ranks;
    Folding open = folding_;
    open.force = Folding::Force::None;
    Layout all(runs_, open, bare);
    all.unfolded_ = true;
    const LaneList everything = all.lay();
    for (const QString& key : arrangement_.pinned) {
      const auto it = std::find_if(everything.lanes.begin(), everything.lanes.end(), [&](const Lane& l) { return l.key == key; });
      if (it == everything.lanes.end()) continue;
      const auto take = [&](Lane l) {
        l.pinned = true;
        l.indent = 0;
        add(l, l.height);
      };
      Lane head = *it;
      head.label = fullLabel(everything.lanes, *it);
      const bool group = head.kind != Lane::Kind::Track && head.kind != Lane::Kind::Counter;
      if (group) {  // in one lane
        head.summary = head.kind != Lane::Kind::CounterGroup;
        head.foldable = head.folded = false;
      }
      take(head);
      if (head.kind == Lane::Kind::CounterGroup)
        for (auto member = it + 1; member != everything.lanes.end() && member->kind == Lane::Kind::Counter; ++member) take(*member);
      for (auto row = it + 1; row != everything.lanes.end() && row->kind == Lane::Kind::Row; ++row) take(*row);
    }
  }

  // "rank 0 · stream 7": a pinned lane stands without its parents.
  [[nodiscard]] QString fullLabel(const std::vector<Lane>& lanes, const Lane& lane) const {
    QStringList parts{lane.label};
    if (lane.kind != Lane::Kind::Rank && lane.kind != Lane::Kind::Run) {
      const auto rank = std::find_if(lanes.begin(), lanes.end(), [&](const Lane& l) { return l.kind == Lane::Kind::Rank && l.run == lane.run && l.rank == lane.rank; });
      if (rank != lanes.end()) parts.prepend(rank->label);
    }
    if (runs_.size() > 1 && lane.kind != Lane::Kind::Run) parts.prepend(runs_[static_cast<std::size_t>(lane.run)].title);
    return parts.join(QStringLiteral(" · "));
  }

  // Lays the children of a key in the order in which they were put, those never moved at the end; hidden ones not.
  void children(const QString& parent, const std::function<void(Children&)>& collect) {
    Children c;
    collect(c);
    const auto it = arrangement_.order.constFind(parent);
    if (it != arrangement_.order.constEnd()) {
      const auto place = [&](const QString& key) {
        const qsizetype i = it->indexOf(key);
        return i < 0 ? std::numeric_limits<qsizetype>::max() : i;
      };
      std::stable_sort(c.begin(), c.end(), [&](const auto& a, const auto& b) { return place(a.first) < place(b.first); });
    }
    for (const auto& [key, lay] : c) {
      if (arrangement_.hidden.contains(key)) {
        list_.hidden.append(key);
        continue;
      }
      const QString outer = std::exchange(parent_, parent);
      lay();
      parent_ = outer;
    }
  }

  Lane& add(Lane lane, int height) {
    lane.y = y_;
    lane.height = height;
    if (!lane.pinned) lane.parent = parent_;
    y_ += height;
    list_.lanes.push_back(std::move(lane));
    return list_.lanes.back();
  }

  [[nodiscard]] bool folded(const QString& key, bool byDefault) const { return !unfolded_ && folding_.folded(key, byDefault); }
  // Nothing in it passes the filter.
  [[nodiscard]] bool left(const TimelineRun& shown, std::uint32_t group) const {
    return shown.view && !arrangement_.emptyTracks && shown.painted().groups()[group].slices == 0 && shown.lod->groups()[group].slices > 0;
  }

  void run(int r) {
    const TimelineRun& shown = runs_[static_cast<std::size_t>(r)];
    if (y_ > list_.pinnedHeight) y_ += 8;
    Lane head;
    head.kind = Lane::Kind::Run;
    head.run = r;
    head.label = shown.title;
    head.tip = shown.title;
    head.key = runKey(r);
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
    head.folded = folded(head.key, false);
    head.summary = head.folded;
    head.tip = QStringLiteral("%1\n%2, %3").arg(shown.title, truthText(data), textOf(data.format));
    const bool isFolded = head.folded;
    const QString key = head.key;
    if (folding_.heads || runs_.size() > 1 || isFolded) add(head, kRunHeight);
    if (isFolded) return;
    const LodGroup& root = shown.lod->groups()[0];
    foldRanks_ = data.rows.size() > kUnfoldedRows;
    std::map<std::int32_t, std::vector<std::uint32_t>> counters;
    for (std::uint32_t c = 0; c < data.counters.size(); ++c) counters[data.counters[c].rank].push_back(c);
    const auto wanted = [&](std::int32_t rank) {
      const bool is = arrangement_.ranks.empty() || arrangement_.ranks.contains(rank);
      if (!is) ++list_.left;
      return is;
    };
    children(key, [&](Children& list) {
      bool first = true;
      for (const std::uint32_t g : root.children) {
        const std::int32_t r2 = shown.lod->groups()[g].rank;
        const std::vector<std::uint32_t> ofRank = counters[r2];
        counters.erase(r2);
        if (!wanted(r2)) continue;
        // With a filter a rank in which nothing passes goes, unless its counters still tell something.
        if (left(shown, g) && ofRank.empty()) {
          ++list_.left;
          continue;
        }
        list.emplace_back(key + QStringLiteral("/%1").arg(r2), [this, r, g, key, ofRank, fold = !first && foldRanks_] { rank(r, g, key, ofRank, fold); });
        first = false;
      }
      for (const auto& [rankOfCounters, members] : counters)
        if (wanted(rankOfCounters)) counterGroups(list, r, members, key, 1, rankOfCounters);
    });
  }

  void rank(int r, std::uint32_t g, const QString& parent, const std::vector<std::uint32_t>& counters, bool foldedByDefault) {
    const TimelineRun& shown = runs_[static_cast<std::size_t>(r)];
    const LodGroup& group = shown.lod->groups()[g];
    Lane head;
    head.kind = Lane::Kind::Rank;
    head.run = r;
    head.group = g;
    head.indent = 1;
    head.rank = group.rank;
    head.label = group.rank == kUnknownRank ? (shown.run().ranks.empty() ? Words::tr("rank unknown") : Words::tr("shared by ranks")) : Words::tr("rank %1").arg(group.rank);
    head.tip = Words::tr("%1: %2 slices").arg(head.label, QString::fromStdString(units::showCount(static_cast<double>(group.slices))));
    head.key = parent + QStringLiteral("/%1").arg(group.rank);
    head.foldable = true;
    head.folded = folding_.force == Folding::Force::Ranks || folded(head.key, foldedByDefault);
    head.summary = head.folded;
    const bool isFolded = head.folded;
    const QString key = head.key;
    y_ += 4;
    add(head, kHeadHeight);
    if (isFolded) return;
    const auto shows = [&](std::uint32_t p) { return shown.lod->groups()[p].slices > 0; };
    const bool single = std::count_if(group.children.begin(), group.children.end(), shows) == 1;
    children(key, [&](Children& list) {
      for (const std::uint32_t p : group.children) process(list, r, p, key, single);
      counterGroups(list, r, counters, key, 2, group.rank);
    });
  }

  void process(Children& list, int r, std::uint32_t g, const QString& parent, bool alone) {
    const TimelineRun& shown = runs_[static_cast<std::size_t>(r)];
    const LodGroup& group = shown.lod->groups()[g];
    if (group.slices == 0) return;
    if (left(shown, g)) {
      ++list_.left;
      return;
    }
    const QString processName = textOf(shown.run().names.text(group.name));
    const QString key = parent + QLatin1Char('/') + processName;
    // Without a head of its own its tracks are the rank's.
    if (alone || processName.isEmpty() || !folding_.heads) {
      tracks(list, r, group, key, processName, 2);
      return;
    }
    list.emplace_back(key, [this, r, g, key, processName] {
      const LodGroup& of = runs_[static_cast<std::size_t>(r)].lod->groups()[g];
      Lane head;
      head.kind = Lane::Kind::Process;
      head.run = r;
      head.group = g;
      head.indent = 2;
      head.rank = of.rank;
      head.label = processName;
      head.tip = processName;
      head.key = key;
      head.foldable = true;
      head.folded = folded(key, false);
      head.summary = head.folded;
      const bool isFolded = head.folded;
      add(head, kHeadHeight);
      if (isFolded) return;
      children(key, [&](Children& inner) { tracks(inner, r, of, key, processName, 3); });
    });
  }

  void tracks(Children& list, int r, const LodGroup& process, const QString& key, const QString& processName, int indent) {
    const TimelineRun& shown = runs_[static_cast<std::size_t>(r)];
    for (const std::uint32_t t : process.children) {
      if (shown.run().tracks[shown.lod->groups()[t].track].rowCount == 0) continue;
      if (left(shown, t)) {
        ++list_.left;
        continue;
      }
      list.emplace_back(trackKey(r, t, key), [this, r, t, key, processName, indent] { track(r, t, key, processName, indent); });
    }
  }

  [[nodiscard]] QString trackLabel(const TimelineRun& shown, const Track& track) const {
    const QString label = textOf(shown.run().names.text(track.name));
    return label.isEmpty() ? textOf(name(track.kind)) : label;
  }
  [[nodiscard]] QString trackKey(int r, std::uint32_t g, const QString& parent) const {
    const TimelineRun& shown = runs_[static_cast<std::size_t>(r)];
    const Track& track = shown.run().tracks[shown.lod->groups()[g].track];
    return parent + QStringLiteral("/%1#%2").arg(trackLabel(shown, track)).arg(track.sort);
  }

  void track(int r, std::uint32_t g, const QString& parent, const QString& processName, int indent) {
    const TimelineRun& shown = runs_[static_cast<std::size_t>(r)];
    const LodGroup& group = shown.lod->groups()[g];
    const Track& track = shown.run().tracks[group.track];
    // Rows in which nothing passes the filter take no room.
    std::vector<std::uint32_t> rows;
    for (std::uint32_t k = track.firstRow; k < track.firstRow + track.rowCount; ++k) {
      const Row& row = shown.painted().run().rows[k];
      if (arrangement_.emptyTracks || !shown.view || row.end > row.begin) rows.push_back(k);
    }
    if (rows.empty()) rows.push_back(track.firstRow);
    Lane lane;
    lane.kind = Lane::Kind::Track;
    lane.run = r;
    lane.group = g;
    lane.indent = indent;
    lane.rank = track.rank;
    lane.label = trackLabel(shown, track);
    lane.tip = Words::tr("%1\nprocess: %2\n%3 slices in %4 rows")
                   .arg(lane.label, processName.isEmpty() ? Words::tr("unknown") : processName,
                        QString::fromStdString(units::showCount(static_cast<double>(group.slices))))
                   .arg(track.rowCount);
    lane.key = trackKey(r, g, parent);
    lane.foldable = track.rowCount > 1;
    lane.folded = lane.foldable && (folding_.force != Folding::Force::None || folding_.folded(lane.key, false));
    lane.summary = lane.folded;
    if (!lane.folded) lane.row = rows.front();
    const bool isFolded = lane.folded;
    const QString tip = lane.tip;
    add(lane, kRowHeight);
    for (std::size_t k = 1; !isFolded && k < rows.size(); ++k) {
      Lane row;
      row.kind = Lane::Kind::Row;
      row.run = r;
      row.group = g;
      row.row = rows[k];
      row.rank = track.rank;
      row.tip = tip;
      add(row, kRowHeight);
    }
    y_ += 4;
  }

  void counterGroups(Children& out, int r, const std::vector<std::uint32_t>& list, const QString& parent, int indent, std::int32_t rank) {
    const Run& data = runs_[static_cast<std::size_t>(r)].run();
    std::map<NameId, std::vector<std::uint32_t>> groups;
    for (const std::uint32_t c : list) groups[data.counters[c].group].push_back(c);
    for (const auto& [nameId, members] : groups) {
      const QString key = parent + QStringLiteral("/counters/") + QString::fromStdString(std::string(data.names.text(nameId))) + (indent == 1 ? QStringLiteral("/%1").arg(rank) : QString());
      out.emplace_back(key, [this, r, id = nameId, of = members, key, indent, rank] { counters(r, id, of, key, indent, rank); });
    }
  }

  void counters(int r, NameId nameId, const std::vector<std::uint32_t>& members, const QString& key, int indent, std::int32_t rank) {
    const Run& data = runs_[static_cast<std::size_t>(r)].run();
    Lane head;
    head.kind = Lane::Kind::CounterGroup;
    head.run = r;
    head.indent = indent;
    head.rank = rank;
    head.label = textOf(data.names.text(nameId));
    if (head.label.isEmpty()) head.label = Words::tr("counters");
    if (members.size() > 1) head.label += QStringLiteral(" (%1)").arg(members.size());
    head.tip = rank == kUnknownRank ? head.label : Words::tr("%1 of rank %2").arg(head.label).arg(rank);
    head.key = key;
    head.foldable = true;
    head.folded = folding_.force == Folding::Force::Ranks || folded(head.key, members.size() > kUnfoldedCounters);
    const bool isFolded = head.folded;
    add(head, kHeadHeight);
    if (isFolded) return;
    children(key, [&](Children& list) {
      for (const std::uint32_t c : members) {
        Lane lane;
        lane.kind = Lane::Kind::Counter;
        lane.run = r;
        lane.counter = c;
        lane.indent = indent + 1;
        lane.rank = rank;
        lane.label = textOf(data.names.text(data.counters[c].name));
        lane.tip = lane.label;
        lane.key = key + QStringLiteral("/%1#%2").arg(lane.label).arg(c);
        list.emplace_back(lane.key, [this, lane] { add(lane, kCounterHeight); });
      }
    });
  }

  const std::vector<TimelineRun>& runs_;
  const Folding& folding_;
  const Arrangement& arrangement_;
  LaneList list_;
  QString parent_;
  int y_ = 0;
  bool foldRanks_ = false;
  bool unfolded_ = false;  // whatever was folded
};

}  // namespace

LaneList layLanes(const std::vector<TimelineRun>& runs, const Folding& folding, const Arrangement& arrangement) {
  return Layout(runs, folding, arrangement).lay();
}

QStringList siblingsOf(const std::vector<Lane>& lanes, const QString& parent) {
  QStringList out;
  for (const Lane& l : lanes)
    if (!l.pinned && !l.key.isEmpty() && l.parent == parent) out.append(l.key);
  return out;
}

void moveLane(Arrangement& arrangement, const QString& parent, const QStringList& siblings, const QString& key, const QString& before) {
  if (key == before) return;
  QStringList order = siblings;
  // Hidden ones keep their place among the others.
  for (const QString& known : arrangement.order.value(parent))
    if (!order.contains(known)) order.append(known);
  order.removeAll(key);
  const qsizetype at = before.isEmpty() ? siblings.size() - (siblings.contains(key) ? 1 : 0) : order.indexOf(before);
  order.insert(at < 0 ? order.size() : at, key);
  arrangement.order[parent] = order;
}

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
  int pinned = -1;
  for (int i = 0; i < static_cast<int>(lanes.size()); ++i) {
    const Lane& l = lanes[static_cast<std::size_t>(i)];
    if (l.run != run || l.kind == Lane::Kind::Steps) continue;
    if (l.row != row && !(l.summary && holds(l.group))) continue;
    if (!l.pinned) return i;
    if (pinned < 0) pinned = i;
  }
  return pinned;
}

}  // namespace weir
