#include "core/formats/smpi_ti/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace weir::smpi_ti {
namespace {

constexpr std::int64_t kPhase = 1'000'000'000;  // ps: from one collective to the next
constexpr std::int32_t kMostRanks = 1 << 24;

std::string_view word(std::string_view& line) {
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t' || line.front() == '\r')) line.remove_prefix(1);
  std::size_t n = 0;
  while (n < line.size() && line[n] != ' ' && line[n] != '\t' && line[n] != '\r') ++n;
  const std::string_view w = line.substr(0, n);
  line.remove_prefix(n);
  return w;
}

// "3", or "p3" of the oldest traces.
bool number(std::string_view text, double& v) {
  if (text.size() > 1 && text[0] == 'p' && text[1] >= '0' && text[1] <= '9') text.remove_prefix(1);
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  const auto r = std::from_chars(text.data(), text.data() + text.size(), v);
  return r.ec == std::errc() && r.ptr == text.data() + text.size() && std::isfinite(v);
}

}  // namespace

void Model::take(std::string_view line, std::uint64_t n) {
  const std::string_view first = word(line);
  if (first.empty() || first[0] == '#') return;
  ++lines_;
  double rank = 0;
  const auto action = actionFrom(word(line));
  if (!number(first, rank) || rank < 0 || rank >= kMostRanks || rank != std::floor(rank) || !action) {
    builder_.note("line that is no action", fmt::format("line {}", n));
    return;
  }
  Step s{args_.size(), static_cast<std::int32_t>(rank), 0, *action};
  ++counts_[static_cast<std::size_t>(*action)];
  for (std::string_view w = word(line); !w.empty(); w = word(line)) {
    double v = 0;
    if (!number(w, v)) {
      if (*action == Action::Location) continue;  // a file's name and a line
      builder_.note("argument that is no number: left out", fmt::format("line {}", n));
      continue;
    }
    if (s.count == 0xffff) break;
    args_.push_back(v);
    ++s.count;
  }
  ranks_[s.rank].steps.push_back(static_cast<std::uint32_t>(steps_.size()));
  steps_.push_back(s);
}

// All collectives are the world's. So the k-th one of every rank stands at one place, and what is between two of them
// shares the room there: ranks of separate files fit together without knowing of each other.
void Model::rank(std::int32_t id, Rank& r) {
  Track t;
  t.name = builder_.intern(fmt::format("rank {}", id));
  t.kind = TrackKind::Thread;
  t.rank = id;
  r.track = builder_.track(t);
  std::int64_t phase = 0;
  for (std::size_t begin = 0; begin < r.steps.size(); ++phase) {
    std::size_t end = begin;
    while (end < r.steps.size() && !isCollective(steps_[r.steps[end]].action)) ++end;
    const auto n = static_cast<std::int64_t>(end - begin);
    const std::int64_t width = n > 0 ? kPhase * 3 / 4 / n : 0;
    for (std::size_t i = begin; i < std::min(end + 1, r.steps.size()); ++i) {
      const Step& s = steps_[r.steps[i]];
      const std::span<const double> args(args_.data() + s.args, s.count);
      const std::int64_t at = phase * kPhase + (i == end ? kPhase * 3 / 4 : static_cast<std::int64_t>(i - begin) * width);
      const std::int64_t length = i == end ? kPhase / 4 : width;
      const NameId label = builder_.intern(name(s.action));
      if (s.action == Action::Init) r.elementBytes = s.count > 0 ? 8 : 1;  // with an argument counts are of doubles, else of bytes
      if (isSend(s.action) || isReceive(s.action)) {
        pointToPoint(s, id, r.elementBytes, at, length);
      } else if (isCollective(s.action)) {
        const Collective c = collective(s.action, args, id, size_, r.elementBytes);
        const std::string text = c.flops != 0 ? fmt::format(R"({{"flops":{}}})", c.flops) : std::string();
        const SliceIndex slice = builder_.slice({r.track, at, length, label, builder_.intern("MPI"), Activity::Communication, text});
        flops_ += c.flops;
        CollectiveCall call;
        call.operation = operationOf(s.action);
        call.bytes = c.bytes;
        call.rank = id;
        call.groupSize = size_;
        call.slice = slice;
        call.start = at;
        call.duration = length;
        builder_.collective(call);
      } else {
        std::string text;
        Activity activity = Activity::Host;
        if (s.action == Action::Compute) {
          activity = Activity::Compute;
          if (s.count > 0) text = fmt::format(R"({{"flops":{}}})", args[0]);
        } else if (s.action == Action::Wait || s.action == Action::Waitall || s.action == Action::Sleep || s.action == Action::Sendrecv) {
          activity = s.action == Action::Sleep ? Activity::Wait : Activity::Communication;
        }
        builder_.slice({r.track, at, length, label, builder_.intern(s.action == Action::Compute ? "compute" : "MPI"), activity, text});
      }
    }
    begin = end + 1;
  }
}

// partner, tag, size, type; the oldest traces have no tag.
void Model::pointToPoint(const Step& s, std::int32_t id, std::int64_t elementBytes, std::int64_t at, std::int64_t width) {
  const std::span<const double> args(args_.data() + s.args, s.count);
  const std::size_t sizeAt = untagged_ || s.count < 3 ? 1 : 2;
  std::int64_t bytes = kUnknownBytes;
  if (s.count > sizeAt) {
    const auto each = s.count > sizeAt + 1 ? sizeOfType(args[sizeAt + 1]) : std::optional(elementBytes);
    const double b = each ? args[sizeAt] * static_cast<double>(*each) : -1;
    if (b >= 0 && b < 9e18) bytes = static_cast<std::int64_t>(b);
    if (isSend(s.action)) elements_ += args[sizeAt];
  }
  const auto whole = [](double v) { return v > -2e9 && v < 2e9 ? static_cast<std::int32_t>(v) : -1; };
  const std::int32_t partner = s.count > 0 ? whole(args[0]) : kUnknownRank;
  const std::int64_t tag = sizeAt == 2 ? whole(args[1]) : -1;
  const bool send = isSend(s.action);
  const std::string text = bytes == kUnknownBytes ? fmt::format(R"({{"{}":{}}})", send ? "to" : "from", partner)
                                                  : fmt::format(R"({{"{}":{},"tag":{},"bytes":{}}})", send ? "to" : "from", partner, tag, bytes);
  const SliceIndex slice = builder_.slice({ranks_[id].track, at, width, builder_.intern(name(s.action)), builder_.intern("MPI"), Activity::Communication, text});
  if (partner < 0) return builder_.note(send ? "send to nobody" : "receive from anybody: not matched", fmt::format("rank {}", id));
  Queue& q = queues_[send ? std::array<std::int64_t, 3>{id, partner, tag} : std::array<std::int64_t, 3>{partner, id, tag}];
  (send ? q.sends : q.receives).push_back({slice, at, at + width, bytes});
}

Run Model::finish() {
  Source source;
  source.clock = ClockKind::Own;
  builder_.run().sources.push_back(source);
  for (const Step& s : steps_)
    if (s.action == Action::CommSize && s.count > 0 && args_[s.args] >= 1 && args_[s.args] < kMostRanks)
      size_ = std::max(size_, static_cast<std::int32_t>(args_[s.args]));
  if (size_ < 0 && ranks_.size() > 1) size_ = ranks_.rbegin()->first + 1;
  builder_.run().worldSize = size_;
  // "send 1 1000000 5": size and type, or tag and size? All third arguments are type numbers, and some second one is no tag.
  bool any = false;
  bool types = true;
  double largest = 0;
  for (const Step& s : steps_)
    if ((isSend(s.action) || isReceive(s.action)) && s.count == 3) {
      any = true;
      types = types && sizeOfType(args_[s.args + 2]).has_value();
      largest = std::max(largest, args_[s.args + 1]);
    }
  untagged_ = any && types && largest > 32767;
  if (untagged_) builder_.note("messages taken as (partner, size, type): an old trace without tags", {});
  builder_.note("no times in this format: actions are laid out by their order, collectives at equal places", {});
  for (auto& [id, r] : ranks_) rank(id, r);
  give();
  return builder_.build();
}

void Model::give() {
  const NameId kind = builder_.intern(kArrowMessage);
  for (const auto& [key, q] : queues_) {
    const auto from = static_cast<std::int32_t>(key[0]);
    const auto to = static_cast<std::int32_t>(key[1]);
    const std::size_t both = std::min(q.sends.size(), q.receives.size());
    for (std::size_t i = 0; i < q.sends.size(); ++i) {
      const Message& s = q.sends[i];
      builder_.transfer(from, to, s.bytes, s.start, i < both ? std::max(s.end, q.receives[i].end) : s.end);
      if (i < both) builder_.arrow(s.slice, q.receives[i].slice, kind);
    }
    // Partners in another file are not missing.
    if (q.sends.size() > both && ranks_.contains(to)) builder_.note("send without a receive", fmt::format("{} to {}", from, to), q.sends.size() - both);
    if (q.receives.size() > both && ranks_.contains(from)) builder_.note("receive without a send", fmt::format("{} from {}", to, from), q.receives.size() - both);
  }
  if (size_ > 0 && size_ <= (1 << 16) && ranks_.size() > 0) {
    std::vector<std::int32_t> world(static_cast<std::size_t>(size_));
    std::iota(world.begin(), world.end(), 0);
    const std::uint32_t group = builder_.group(world);
    for (CollectiveCall& c : builder_.run().collectives) c.group = group;
  }
  double computed = 0;
  for (const Step& s : steps_)
    if (s.action == Action::Compute && s.count > 0) computed += args_[s.args];
  flops_ += computed;
  builder_.fact("lines", std::to_string(lines_));
  builder_.fact("computed", fmt::format("{}", computed), "FLOP");
  builder_.fact("computed, reductions included", fmt::format("{}", flops_), "FLOP");
  builder_.fact("elements sent", fmt::format("{}", elements_));
  Table t;
  t.name = "actions";
  t.columns = {{"action", "", {}, {}}, {"count", "", {}, {}}};
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] == 0) continue;
    t.columns[0].text.emplace_back(name(static_cast<Action>(i)));
    t.columns[1].number.push_back(static_cast<double>(counts_[i]));
  }
  builder_.table(std::move(t));
}

}  // namespace weir::smpi_ti
