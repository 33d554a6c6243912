// What is left when all events are in: open frames, messages, facts.
#include <fmt/format.h>

#include "core/formats/otf2/collect.h"

namespace weir::otf2 {

void Collect::closeOpen() {
  for (Location& l : locations_)
    while (!l.stack.empty()) {
      builder_.note("enter without a leave: shown until the last event of its location",
                    definitions_.text(definitions_.region(l.stack.back().region).name), 1, l.stack.back().start);
      close(l, l.last);
    }
  if (!ioPending_.empty()) builder_.note("I/O operation without its end: left out", {}, ioPending_.size());
}

void Collect::giveTransfers() {
  const NameId kind = builder_.intern(kArrowMessage);
  for (const Message& m : messages_) {
    if (m.end == kNoTime) builder_.note("send without a receive", fmt::format("{} to {}", m.source, m.destination), 1, m.start);
    if (m.start == kNoTime) builder_.note("receive without a send", fmt::format("{} from {}", m.destination, m.source), 1, m.end);
    const std::int64_t start = m.start == kNoTime ? m.end : m.start;
    std::int64_t end = m.end == kNoTime ? m.start : m.end;
    if (end < start) {
      builder_.note("message received before it was sent: the clocks differ", fmt::format("{} to {}", m.source, m.destination), 1, start);
      end = start;
    }
    builder_.transfer(m.source, m.destination, m.bytes, start, end);
    if (m.from != kNoSlice && m.to != kNoSlice) builder_.arrow(m.from, m.to, kind);
  }
}

void Collect::facts() {
  for (const auto& [key, value] : infos_) builder_.fact(key, value);
  builder_.fact("locations", std::to_string(definitions_.locations.size()));
  builder_.fact("regions", std::to_string(definitions_.regions()));
  builder_.fact("communicators", std::to_string(definitions_.communicators()));
  builder_.fact("events", std::to_string(events_));
  if (definitions_.resolution > 0) builder_.fact("timer resolution", std::to_string(definitions_.resolution), "1/s");
  builder_.fact("global offset", std::to_string(definitions_.offset), "ticks");
  if (events_ > 0) {
    builder_.fact("first event", std::to_string(firstTick_), "ticks");
    builder_.fact("last event", std::to_string(lastTick_), "ticks");
  }
  Table t;
  t.name = "events";
  t.columns = {{"type", "", {}, {}}, {"count", "", {}, {}}};
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] == 0) continue;
    t.columns[0].text.emplace_back(kEventNames[i]);
    t.columns[1].number.push_back(static_cast<double>(counts_[i]));
  }
  if (t.rows() > 0) builder_.table(std::move(t));
}

Run Collect::finish(const std::string& ended) {
  beginEvents();
  closeOpen();
  giveTransfers();
  facts();
  std::uint64_t expected = 0;
  for (const LocationDef& l : definitions_.locations) expected += l.events < (std::uint64_t{1} << 60) ? l.events : 0;
  for (const std::string& p : problems_) builder_.note("what the OTF2 library said", p);
  if (!ended.empty()) builder_.note("the OTF2 library gave up: what it had read by then is shown", ended);
  else if (!end_) builder_.note("the archive could not be read to its end", {});
  if (expected != events_ && expected > 0)
    builder_.note("events missing: the definitions promise another number", fmt::format("{} of {}", events_, expected),
                  expected > events_ ? expected - events_ : events_ - expected);
  return builder_.build();
}

}  // namespace weir::otf2
