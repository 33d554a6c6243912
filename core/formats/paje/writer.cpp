#include "core/formats/paje/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/formats/paje/own.h"

namespace weir::paje {
namespace {

// Identifiers of events; two definitions of PushState, so that only collectives carry their fields.
constexpr std::string_view kHeader =
    "%EventDef PajeDefineContainerType 0\n%  Alias string\n%  Type string\n%  Name string\n%EndEventDef\n"
    "%EventDef PajeDefineVariableType 1\n%  Alias string\n%  Type string\n%  Name string\n%  Color color\n%EndEventDef\n"
    "%EventDef PajeDefineStateType 2\n%  Alias string\n%  Type string\n%  Name string\n%EndEventDef\n"
    "%EventDef PajeDefineEventType 3\n%  Alias string\n%  Type string\n%  Name string\n%EndEventDef\n"
    "%EventDef PajeDefineLinkType 4\n%  Alias string\n%  Type string\n%  StartContainerType string\n%  EndContainerType string\n"
    "%  Name string\n%EndEventDef\n"
    "%EventDef PajeCreateContainer 5\n%  Time date\n%  Alias string\n%  Type string\n%  Container string\n%  Name string\n%EndEventDef\n"
    "%EventDef PajeCreateContainer 6\n%  Time date\n%  Alias string\n%  Type string\n%  Container string\n%  Name string\n"
    "%  WeirProcess string\n%EndEventDef\n"
    "%EventDef PajeCreateContainer 7\n%  Time date\n%  Alias string\n%  Type string\n%  Container string\n%  Name string\n"
    "%  WeirTrackOf string\n%EndEventDef\n"
    "%EventDef PajePushState 8\n%  Time date\n%  Type string\n%  Container string\n%  Value string\n%  WeirCategory string\n"
    "%  WeirActivity string\n%  WeirArgs string\n%EndEventDef\n"
    "%EventDef PajePushState 9\n%  Time date\n%  Type string\n%  Container string\n%  Value string\n%  WeirCategory string\n"
    "%  WeirActivity string\n%  WeirArgs string\n%  WeirOperation string\n%  WeirBytes string\n%  WeirGroupSize string\n"
    "%  WeirGroup string\n%EndEventDef\n"
    "%EventDef PajePopState 10\n%  Time date\n%  Type string\n%  Container string\n%EndEventDef\n"
    "%EventDef PajeStartLink 11\n%  Time date\n%  Type string\n%  Container string\n%  StartContainer string\n%  Value string\n%  Key string\n"
    "%EndEventDef\n"
    "%EventDef PajeStartLink 12\n%  Time date\n%  Type string\n%  Container string\n%  StartContainer string\n%  Value string\n%  Key string\n"
    "%  Size string\n%EndEventDef\n"
    "%EventDef PajeEndLink 13\n%  Time date\n%  Type string\n%  Container string\n%  EndContainer string\n%  Value string\n%  Key string\n"
    "%EndEventDef\n"
    "%EventDef PajeNewEvent 14\n%  Time date\n%  Type string\n%  Container string\n%  Value string\n%EndEventDef\n"
    "%EventDef PajeSetVariable 15\n%  Time date\n%  Type string\n%  Container string\n%  Value double\n%  WeirUnit string\n%EndEventDef\n";

std::string seconds(std::int64_t ps) {
  const bool minus = ps < 0;
  const std::uint64_t n = minus ? 0 - static_cast<std::uint64_t>(ps) : static_cast<std::uint64_t>(ps);
  return fmt::format("{}{}.{:012}", minus ? "-" : "", n / 1'000'000'000'000, n % 1'000'000'000'000);
}

// A name as it may stand in quotes.
std::string quotable(std::string_view text) {
  std::string s(text);
  for (char& c : s) {
    if (c == '"') c = '\'';
    else if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return s;
}

enum class What : std::uint8_t { Push, Pop, ArrowOut, ArrowIn, Sample, Instant, TransferStart, TransferEnd };
struct Entry {
  std::int64_t time = 0;
  std::uint64_t index = 0;      // of the slice, arrow, counter, instant or transfer
  std::uint32_t container = 0;  // lane, for states; sample, for counters
  What what = What::Push;
};

class Writer {
 public:
  Writer(const Run& run, const FormatWriter::Sink& sink, const Job& job) : run_(run), sink_(sink), job_(job) {}

  Result<void> all() {
    collect();
    text_ = fmt::format("# Written by Weir: {}\n{}{} {}\n", quotable(run_.title), own::kOrigin, run_.originNs,
                        name(run_.sources.size() == 1 ? run_.sources[0].clock : ClockKind::Own));
    text_ += kHeader;
    types();
    containers();
    std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.time < b.time; });
    std::size_t n = 0;
    for (const Entry& e : entries_) {
      entry(e);
      if (text_.size() >= (1U << 16))
        if (const auto r = flush(); !r) return r;
      if ((++n & 0xffff) == 0 && job_.stopped()) return stoppedByUser();
    }
    return flush();
  }

 private:
  Result<void> flush() {
    const auto r = sink_(text_);
    text_.clear();
    return r;
  }
  std::string_view text(NameId id) const { return run_.names.text(id); }

  // States by track and lane: what neither nests in nor follows the open ones of a lane goes to the next lane.
  void collect() {
    byTo_.resize(run_.arrows.size());
    std::iota(byTo_.begin(), byTo_.end(), 0);
    std::sort(byTo_.begin(), byTo_.end(), [&](std::uint64_t a, std::uint64_t b) { return run_.arrows.to[a] < run_.arrows.to[b]; });
    for (std::size_t i = 0; i < run_.collectives.size(); ++i) callOf_.emplace_back(run_.collectives[i].slice, i);
    std::sort(callOf_.begin(), callOf_.end());
    laneBase_.resize(run_.tracks.size() + 1, 0);
    for (std::size_t t = 0; t < run_.tracks.size(); ++t) {
      laneBase_[t] = static_cast<std::uint32_t>(lanes_.size());
      track(static_cast<TrackIndex>(t));
      if (lanes_.size() == laneBase_[t]) lanes_.push_back({static_cast<TrackIndex>(t), {}});
    }
    for (std::size_t c = 0; c < run_.counters.size(); ++c)
      for (std::size_t i = 0; i < run_.counters[c].value.size(); ++i) {
        const Counter& k = run_.counters[c];
        entries_.push_back({k.step > 0 ? k.start + static_cast<std::int64_t>(i) * k.step : k.time[i], c, static_cast<std::uint32_t>(i), What::Sample});
      }
    for (std::size_t i = 0; i < run_.instants.size(); ++i) entries_.push_back({run_.instants[i].time, i, laneBase_[run_.instants[i].track], What::Instant});
    for (std::size_t i = 0; i < run_.transfers.size(); ++i) {
      if (run_.transfers.source[i] < 0 || run_.transfers.destination[i] < 0) continue;
      entries_.push_back({run_.transfers.start[i], i, 0, What::TransferStart});
      entries_.push_back({run_.transfers.end[i], i, 0, What::TransferEnd});
    }
  }

  struct Open {
    SliceIndex slice;
    std::int64_t end;
  };
  struct Lane {
    TrackIndex track;
    std::vector<Open> open;
  };

  void track(TrackIndex t) {
    const Track& track = run_.tracks[t];
    std::vector<SliceIndex> order;
    for (std::uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r)
      for (SliceIndex i = run_.rows[r].begin; i < run_.rows[r].end; ++i) order.push_back(i);
    const Slices& s = run_.slices;
    std::stable_sort(order.begin(), order.end(), [&](SliceIndex a, SliceIndex b) {
      return s.start[a] != s.start[b] ? s.start[a] < s.start[b] : s.duration[a] > s.duration[b];
    });
    const std::size_t base = lanes_.size();
    // Entries of a lane must stand in its own order: they are gathered lane by lane.
    std::vector<std::vector<Entry>> gathered;
    const auto pop = [&](std::size_t k) {
      const Open o = lanes_[base + k].open.back();
      lanes_[base + k].open.pop_back();
      const auto lane = static_cast<std::uint32_t>(base + k);
      for (auto it = std::lower_bound(byTo_.begin(), byTo_.end(), o.slice, [&](std::uint64_t a, SliceIndex v) { return run_.arrows.to[a] < v; });
           it != byTo_.end() && run_.arrows.to[*it] == o.slice; ++it)
        gathered[k].push_back({o.end, *it, lane, What::ArrowIn});
      gathered[k].push_back({o.end, o.slice, lane, What::Pop});
    };
    for (const SliceIndex i : order) {
      std::size_t k = 0;
      for (;; ++k) {
        if (base + k == lanes_.size()) {
          lanes_.push_back({t, {}});
          gathered.emplace_back();
        }
        auto& open = lanes_[base + k].open;
        while (!open.empty() && open.back().end <= s.start[i]) pop(k);
        if (open.empty() || s.endOf(i) <= open.back().end) break;
      }
      lanes_[base + k].open.push_back({i, s.endOf(i)});
      gathered[k].push_back({s.start[i], i, static_cast<std::uint32_t>(base + k), What::Push});
      const auto& from = run_.arrows.from;
      for (auto it = std::lower_bound(from.begin(), from.end(), i); it != from.end() && *it == i; ++it)
        gathered[k].push_back({s.start[i], static_cast<std::uint64_t>(it - from.begin()), static_cast<std::uint32_t>(base + k), What::ArrowOut});
    }
    for (std::size_t k = 0; k < gathered.size(); ++k) {
      while (!lanes_[base + k].open.empty()) pop(k);
      entries_.insert(entries_.end(), gathered[k].begin(), gathered[k].end());
    }
  }

  using ArrowKey = std::tuple<NameId, std::string, std::string>;
  [[nodiscard]] ArrowKey arrowKey(std::size_t arrow) const {
    const auto alias = [&](SliceIndex s) { return kindAlias(run_.tracks[run_.rowOf(s).track]); };
    return {run_.arrows.kind[arrow], alias(run_.arrows.from[arrow]), alias(run_.arrows.to[arrow])};
  }
  static std::string kindAlias(const Track& t) { return fmt::format("{}{}", t.rank >= 0 ? "T" : "U", static_cast<int>(t.kind)); }

  void types() {
    text_ += fmt::format("0 {0} 0 \"{0}\"\n", own::kRankType);
    std::set<std::string> seen;
    for (const Track& t : run_.tracks) {
      const std::string alias = kindAlias(t);
      if (!seen.insert(alias).second) continue;
      text_ += fmt::format("0 {} {} \"{}\"\n2 S{} {} \"state\"\n3 E{} {} \"event\"\n", alias, t.rank >= 0 ? std::string(own::kRankType) : "0", name(t.kind), alias, alias,
                           alias, alias);
    }
    for (const Counter& c : run_.counters) {
      const std::string place = c.rank >= 0 ? "C" : "D";
      if (seen.insert(place).second) text_ += fmt::format("0 {} {} \"{}\"\n", place, c.rank >= 0 ? std::string(own::kRankType) : "0", own::kCounterType);
      const auto key = std::pair(place, c.group);
      if (variable_.contains(key)) continue;
      variable_[key] = fmt::format("V{}", variable_.size());
      text_ += fmt::format("1 {} {} \"{}\" \"1 1 1\"\n", variable_[key], place, c.group == 0 ? "value" : quotable(text(c.group)));
    }
    // A link type is between two types of containers.
    for (std::size_t i = 0; i < run_.arrows.size(); ++i) {
      const auto [it, fresh] = arrow_.try_emplace(arrowKey(i), fmt::format("A{}", arrow_.size()));
      if (!fresh) continue;
      const auto& [kind, from, to] = it->first;
      text_ += fmt::format("4 {} 0 {} {} \"weir {}\"\n", it->second, from, to, quotable(text(kind)));
    }
    if (run_.transfers.size() > 0) text_ += fmt::format("4 X 0 {0} {0} \"{1}\"\n", own::kRankType, own::kTransfer);
  }

  void containers() {
    std::int64_t begin = entries_.empty() ? 0 : entries_[0].time;
    for (const Entry& e : entries_) begin = std::min(begin, e.time);
    const std::string at = seconds(begin);
    std::set<std::int32_t> ranks;
    for (const Track& t : run_.tracks)
      if (t.rank >= 0) ranks.insert(t.rank);
    for (const Counter& c : run_.counters)
      if (c.rank >= 0) ranks.insert(c.rank);
    for (std::size_t i = 0; i < run_.transfers.size(); ++i)
      if (run_.transfers.source[i] >= 0 && run_.transfers.destination[i] >= 0) {
        ranks.insert(run_.transfers.source[i]);
        ranks.insert(run_.transfers.destination[i]);
      }
    const auto parent = [](std::int32_t rank) { return rank >= 0 ? fmt::format("R{}", rank) : std::string("0"); };
    for (const std::int32_t r : ranks) text_ += fmt::format("5 {} R{} {} 0 \"rank-{}\"\n", at, r, own::kRankType, r);
    for (std::size_t k = 0; k < lanes_.size(); ++k) {
      const TrackIndex t = lanes_[k].track;
      const Track& track = run_.tracks[t];
      const std::string label = quotable(text(track.name));
      if (k == laneBase_[t])
        text_ += fmt::format("6 {} L{} {} {} \"{}\" \"{}\"\n", at, k, kindAlias(track), parent(track.rank), label, own::encoded(text(track.process)));
      else
        text_ += fmt::format("7 {} L{} {} {} \"{} (overlapping {})\" L{}\n", at, k, kindAlias(track), parent(track.rank), label, k - laneBase_[t], laneBase_[t]);
    }
    for (std::size_t c = 0; c < run_.counters.size(); ++c)
      text_ += fmt::format("5 {} K{} {} {} \"{}\"\n", at, c, run_.counters[c].rank >= 0 ? "C" : "D", parent(run_.counters[c].rank), quotable(text(run_.counters[c].name)));
  }

  void push(const Entry& e) {
    const Slices& s = run_.slices;
    const auto call = std::lower_bound(callOf_.begin(), callOf_.end(), std::pair<SliceIndex, std::size_t>(e.index, 0));
    const bool collective = call != callOf_.end() && call->first == e.index;
    fmt::format_to(std::back_inserter(text_), "{} {} S{} L{} \"{}\" \"{}\" \"{}\" \"{}\"", collective ? 9 : 8, seconds(e.time),
                   kindAlias(run_.tracks[lanes_[e.container].track]), e.container, quotable(text(s.name[e.index])), own::encoded(text(s.category[e.index])),
                   name(s.activity[e.index]), own::encoded(run_.argsOf(e.index)));
    if (collective) {
      const CollectiveCall& c = run_.collectives[call->second];
      std::string members;
      for (const std::int32_t m : run_.groups[c.group]) members += (members.empty() ? "" : ",") + std::to_string(m);
      fmt::format_to(std::back_inserter(text_), " {} {} {} \"{}\"", name(c.operation), c.bytes, c.groupSize, members);
    }
    text_ += '\n';
  }

  void entry(const Entry& e) {
    auto out = std::back_inserter(text_);
    switch (e.what) {
      case What::Push: push(e); return;
      case What::Pop: fmt::format_to(out, "10 {} S{} L{}\n", seconds(e.time), kindAlias(run_.tracks[lanes_[e.container].track]), e.container); return;
      case What::ArrowOut: fmt::format_to(out, "11 {} {} 0 L{} \"{}\" a{}\n", seconds(e.time), arrow_[arrowKey(e.index)], e.container, quotable(text(run_.arrows.kind[e.index])), e.index); return;
      case What::ArrowIn: fmt::format_to(out, "13 {} {} 0 L{} \"{}\" a{}\n", seconds(e.time), arrow_[arrowKey(e.index)], e.container, quotable(text(run_.arrows.kind[e.index])), e.index); return;
      case What::Sample: {
        const Counter& c = run_.counters[e.index];
        fmt::format_to(out, "15 {} {} K{} {:.9g} \"{}\"\n", seconds(e.time), variable_[{c.rank >= 0 ? "C" : "D", c.group}], e.index, c.value[e.container], own::encoded(c.unit));
        return;
      }
      case What::Instant:
        fmt::format_to(out, "14 {} E{} L{} \"{}\"\n", seconds(e.time), kindAlias(run_.tracks[run_.instants[e.index].track]), e.container, quotable(text(run_.instants[e.index].name)));
        return;
      case What::TransferStart:
        fmt::format_to(out, "12 {} X 0 R{} \"{}\" t{} {}\n", seconds(e.time), run_.transfers.source[e.index], own::kTransfer, e.index,
                       run_.transfers.bytes[e.index] >= 0 ? std::to_string(run_.transfers.bytes[e.index]) : "NA");
        return;
      case What::TransferEnd: fmt::format_to(out, "13 {} X 0 R{} \"{}\" t{}\n", seconds(e.time), run_.transfers.destination[e.index], own::kTransfer, e.index); return;
    }
  }

  const Run& run_;
  const FormatWriter::Sink& sink_;
  const Job& job_;
  std::string text_;
  std::vector<std::uint64_t> byTo_;  // arrows by where they end
  std::vector<std::pair<SliceIndex, std::size_t>> callOf_;
  std::vector<Lane> lanes_;
  std::vector<std::uint32_t> laneBase_;
  std::vector<Entry> entries_;
  std::map<std::pair<std::string, NameId>, std::string> variable_;
  std::map<ArrowKey, std::string> arrow_;
};

}  // namespace

Result<void> write(const Run& run, const FormatWriter::Sink& sink, const Job& job) { return Writer(run, sink, job).all(); }

}  // namespace weir::paje
