// What is left when all lines are in.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/formats/paje/model.h"
#include "core/formats/paje/own.h"

namespace weir::paje {

void Model::giveLinks() {
  Table table;
  table.name = "paje links";
  table.columns = {{"type", "", {}, {}}, {"value", "", {}, {}}, {"key", "", {}, {}},  {"from", "", {}, {}},
                   {"to", "", {}, {}},   {"start", "s", {}, {}}, {"end", "s", {}, {}}, {"bytes", "B", {}, {}}};
  const auto nameOf = [&](std::uint32_t c) { return c == kNone ? std::string() : containers_[c].name; };
  const auto seconds = [](std::int64_t t) { return t == kNoTime ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(t) * 1e-12; };
  for (const Link& l : links_) {
    if (l.end == kNoTime) builder_.note("link without its end", fmt::format("from {}", nameOf(l.from)), 1, l.start);
    if (l.start == kNoTime) builder_.note("link without its start", fmt::format("to {}", nameOf(l.to)), 1, l.end);
    const bool whole = l.start != kNoTime && l.end != kNoTime;
    const std::int32_t source = l.from == kNone ? kUnknownRank : containers_[l.from].rank;
    const std::int32_t destination = l.to == kNone ? kUnknownRank : containers_[l.to].rank;
    bool placed = false;
    const std::string& type = types_[l.type].name;
    const bool arrowOnly = type.starts_with("weir ");  // "weir launch": our writer's arrows
    if (source != kUnknownRank && destination != kUnknownRank && !arrowOnly) {
      const std::int64_t start = l.start == kNoTime ? l.end : l.start;
      builder_.transfer(source, destination, l.bytes, start, std::max(start, l.end == kNoTime ? l.start : l.end));
      placed = true;
    }
    if (whole && l.fromSlice != kNoSlice && l.toSlice != kNoSlice && type != own::kTransfer) {
      const bool message = placed;
      builder_.arrow(l.fromSlice, l.toSlice, builder_.intern(arrowOnly ? std::string_view(type).substr(5) : message ? kArrowMessage : std::string_view(type)));
      placed = true;
    }
    if (placed) continue;
    const std::string_view texts[] = {type, builder_.run().names.text(l.value), builder_.run().names.text(l.key)};
    for (std::size_t i = 0; i < 3; ++i) table.columns[i].text.emplace_back(texts[i]);
    table.columns[3].text.push_back(nameOf(l.from));
    table.columns[4].text.push_back(nameOf(l.to));
    table.columns[5].number.push_back(seconds(l.start));
    table.columns[6].number.push_back(seconds(l.end));
    table.columns[7].number.push_back(l.bytes == kUnknownBytes ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(l.bytes));
  }
  if (table.rows() > 0) builder_.table(std::move(table));
}

Run Model::finish(std::uint64_t definitions) {
  for (Container& c : containers_)
    for (Lane& lane : c.lanes)
      while (!lane.stack.empty()) {
        if (!lane.stack.back().set) builder_.note("state that is not ended: shown until the trace ends", c.name, 1, lane.stack.back().start);
        close(c, lane, std::max(last_, lane.stack.back().start));
      }
  // Containers that hold nothing, neither events nor others: hosts and links of a platform, processes that did nothing.
  for (std::size_t i = 1; i < containers_.size(); ++i) {
    Container& c = containers_[i];
    const std::string_view type = c.type == kNone ? std::string_view() : std::string_view(types_[c.type].name);
    if (own_ && (type == own::kRankType || type == own::kCounterType || c.trackOf != kNone)) continue;
    if (c.lanes.empty() && c.track == kNone && !c.children) c.track = trackOf(c, c.name, false);
  }
  giveLinks();
  for (Counter& c : builder_.run().counters) {
    if (std::is_sorted(c.time.begin(), c.time.end())) continue;
    std::vector<std::size_t> order(c.time.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return c.time[a] < c.time[b]; });
    Counter sorted = c;
    for (std::size_t i = 0; i < order.size(); ++i) {
      sorted.time[i] = c.time[order[i]];
      sorted.value[i] = c.value[order[i]];
    }
    c = std::move(sorted);
  }
  builder_.fact("event definitions", std::to_string(definitions));
  builder_.fact("events", std::to_string(events_));
  builder_.fact("containers", std::to_string(containers_.size() - 1));
  if (first_ != kNoTime) {
    builder_.fact("time unit", unitName_);
    builder_.fact("first event", fmt::format("{:.12g}", static_cast<double>(first_) * 1e-12), "s");
    builder_.fact("last event", fmt::format("{:.12g}", static_cast<double>(last_) * 1e-12), "s");
  }
  Table t;
  t.name = "events";
  t.columns = {{"type", "", {}, {}}, {"count", "", {}, {}}};
  for (int i = 0; i < kEvents; ++i) {
    if (counts_[static_cast<std::size_t>(i)] == 0) continue;
    t.columns[0].text.emplace_back(name(static_cast<Event>(i)));
    t.columns[1].number.push_back(static_cast<double>(counts_[static_cast<std::size_t>(i)]));
  }
  if (t.rows() > 0) builder_.table(std::move(t));
  return builder_.build();
}

}  // namespace weir::paje
