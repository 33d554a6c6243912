// NVTX: what programs and libraries say of themselves. NCCL's ranges tell sizes, those of 2022's MPI trace are MPI calls.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/formats/chrome/kineto.h"
#include "core/formats/gpu/keys.h"
#include "core/formats/nsys/import.h"

namespace weir::nsys {
namespace {

// ENUM_NSYS_EVENT_TYPE; the numbers are the same in all exports seen (2022 to 2026).
enum Type : std::int64_t {
  kCategory = 33,
  kMark = 34,
  kThreadName = 39,
  kPushPop = 59,
  kStartEnd = 60,
  kTextCategory = 64,
  kTextMark = 65,
  kTextPushPop = 70,
  kTextStartEnd = 71,
  kDomainCreate = 75,
  kDomainDestroy = 76,
};

using RangeKey = std::pair<gpu::ProcessIndex, std::int64_t>;

struct Words {
  std::map<RangeKey, std::string> domains;                                                      // by process and number
  std::map<std::tuple<gpu::ProcessIndex, std::int64_t, std::int64_t>, std::string> categories;  // and domain
};

// "aten::view, op_id = 314290", "aten::mm, seq = 7, sizes = [[2, 3], [3, 4]]": torch.autograd.profiler.emit_nvtx puts what
// differs from call to call into the name; it goes to the arguments, so that equal operators have equal names.
std::string_view splitTorch(std::string_view text, gpu::Args& args) {
  const std::size_t cut = std::min({text.find(", op_id = "), text.find(", seq = "), text.find(", sizes = ")});
  if (cut == std::string_view::npos) return text;
  std::string_view rest = text.substr(cut);
  while (rest.starts_with(", ")) {
    const std::size_t equals = rest.find(" = ");
    if (equals == std::string_view::npos) break;
    const std::string_view key = rest.substr(2, equals - 2);
    std::string_view value = rest.substr(equals + 3);
    std::size_t end = 0;
    for (int depth = 0; end < value.size(); ++end) {
      if (value[end] == '[' || value[end] == '(') ++depth;
      if (value[end] == ']' || value[end] == ')') --depth;
      if (depth <= 0 && value.substr(end).starts_with(", ")) break;
    }
    rest = value.substr(end);
    value = value.substr(0, end);
    std::int64_t number = 0;
    const auto [last, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (!gpu::plainKey(key)) continue;
    if (error == std::errc() && last == value.data() + value.size()) args.integer(key, number);
    else args.string(key, value);
  }
  return text.substr(0, cut);
}

// What NCCL's payload says (nvtx_payload_schemas.h of NCCL 2.26 and its predecessors).
void readNcclPayload(std::string_view json, NcclRange& range, Import& in, gpu::ProcessIndex p) {
  if (json.size() > 65536) return;
  const auto value = nlohmann::json::parse(json, nullptr, false);
  if (!value.is_object()) return;
  std::int32_t ranks = -1;
  std::int32_t rank = -1;
  for (const auto& [key, v] : value.items()) {
    if (!v.is_number_integer()) continue;
    const std::int64_t n = v.get<std::int64_t>();
    if (key.starts_with("Message size")) {
      if (n >= 0) range.bytes = n;
    } else if (key == "NCCL communicator ID") {
      range.communicator = n;
    } else if (key == "No. of ranks" || key == "Number of ranks") {
      if (n > 0 && n < INT32_MAX) ranks = static_cast<std::int32_t>(n);
    } else if (key == "Rank") {
      if (n >= 0 && n < INT32_MAX) rank = static_cast<std::int32_t>(n);
    }
  }
  if (ranks > 0 && range.communicator != 0) in.ncclSizes[range.communicator] = ranks;
  // The largest communicator is the job's: its rank is the process's.
  std::int32_t& world = in.timeline.builder().run().worldSize;
  if (ranks > 0 && rank >= 0 && ranks >= world) {
    world = ranks;
    if (in.timeline.rankOf(p) == kUnknownRank || ranks > in.rankFrom[p]) in.timeline.setRank(p, rank);
    in.rankFrom[p] = ranks;
  }
}

// Sorts a call of NCCL by its name; none of the others.
bool ncclKind(std::string_view name, NcclRange& range) {
  if (name.starts_with("nccl:")) {
    range.kind = NcclRange::Kind::Hint;
    range.operation = chrome::collectiveFromName(name).operation;
    return range.operation != Operation::Unknown;
  }
  if (!name.starts_with("nccl")) return false;
  if (name == "ncclGroupStart") range.kind = NcclRange::Kind::GroupStart;
  else if (name == "ncclGroupEnd") range.kind = NcclRange::Kind::GroupEnd;
  else range.operation = chrome::operationFromWord(name.substr(4));
  range.receives = name.starts_with("ncclRecv");
  return true;
}

// What the rows around the events say: names of domains, of categories, of threads.
Result<Words> readWords(Import& in, const sqlite::Table* table) {
  Words words;
  const std::string where = fmt::format("\"eventType\" IN ({},{},{},{})", static_cast<int>(kCategory), static_cast<int>(kThreadName),
                                        static_cast<int>(kTextCategory), static_cast<int>(kDomainCreate));
  if (!table->has("eventType")) return words;
  const auto r = in.each(table, {"eventType", "text", "textId", "globalTid", "domainId", "category"}, {}, [&](sqlite::Rows& row) {
    const std::string_view text = row.isNull(1) ? in.strings.text(row.integer(2)) : row.text(1);
    const std::int64_t tid = row.integer(3);
    const gpu::ProcessIndex p = in.process(tid);
    if (row.integer(0) == kDomainCreate) {
      words.domains[{p, row.integer(4)}] = text;
    } else if (row.integer(0) == kThreadName) {
      in.timeline.nameThread(p, tid & 0xffffff, text);
      // nsys names the main thread of an MPI process so.
      std::int32_t rank = 0;
      if (text.starts_with("MPI Rank ") &&
          std::from_chars(text.data() + 9, text.data() + text.size(), rank).ec == std::errc() && rank >= 0)
        in.timeline.setRank(p, rank);
    } else {
      words.categories[{p, row.integer(4), row.integer(5)}] = text;
    }
  }, where);
  if (!r) return tl::make_unexpected(r.error());
  return words;
}

// Calls between a group's start and its end, by the place of the end. Inner groups belong to the outer one too, whose end
// launches.
std::map<std::size_t, std::vector<const NcclRange*>> callsOfGroups(const std::vector<NcclRange>& ranges) {
  std::map<std::size_t, std::vector<const NcclRange*>> groups;
  std::vector<std::vector<const NcclRange*>> open;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (i > 0 && ranges[i].thread != ranges[i - 1].thread) open.clear();
    if (ranges[i].kind == NcclRange::Kind::GroupStart) {
      open.emplace_back();
    } else if (ranges[i].kind == NcclRange::Kind::Call) {
      // ncclCommCount and its kin move nothing.
      if (!open.empty() && ranges[i].operation != Operation::Unknown) open.back().push_back(&ranges[i]);
    } else if (ranges[i].kind == NcclRange::Kind::GroupEnd && !open.empty()) {
      std::vector<const NcclRange*> calls = std::move(open.back());
      open.pop_back();
      if (open.empty()) groups[i] = std::move(calls);
      else open.back().insert(open.back().end(), calls.begin(), calls.end());
    }
  }
  return groups;
}

}  // namespace

Result<void> readNvtx(Import& in) {
  const sqlite::Table* table = in.table("NVTX_EVENTS");
  if (table == nullptr) return {};
  auto words = readWords(in, table);
  if (!words) return tl::make_unexpected(words.error());
  gpu::Timeline& t = in.timeline;
  RunBuilder& b = t.builder();
  const NameId plain = t.intern("nvtx");
  const NameId mpi = t.intern("mpi");
  const bool typed = table->has("eventType");
  std::map<RangeKey, NameId> categoryOf;
  RangeKey lastDomain{0, -1};
  NameId lastCategory = 0;
  std::uint64_t openEnded = 0;
  std::string name;
  enum { Start, End, EventType, Text, TextId, Tid, EndTid, Domain, Category, JsonText, JsonId, U64, I64, F64, U32, I32, F32, Binary };
  const auto domainCategory = [&](gpu::ProcessIndex p, std::int64_t domain) {
    const RangeKey key{p, domain};
    if (key == lastDomain) return lastCategory;
    const auto it = categoryOf.find(key);
    if (it == categoryOf.end()) {
      const auto word = words->domains.find(key);
      lastCategory = domain == 0 ? plain : t.intern(word == words->domains.end() || word->second.empty() ? fmt::format("nvtx domain {}", domain) : "nvtx " + word->second);
      categoryOf[key] = lastCategory;
    } else {
      lastCategory = it->second;
    }
    lastDomain = key;
    return lastCategory;
  };
  std::uint64_t binary = 0;
  auto r = in.each(
      table,
      {"start", "end", "eventType", "text", "textId", "globalTid", "endGlobalTid", "domainId", "category", "jsonText", "jsonTextId", "uint64Value",
       "int64Value", "doubleValue", "uint32Value", "int32Value", "floatValue", "binaryData"},
      "slices and instants", [&](sqlite::Rows& row) {
        const bool open = row.isNull(End);
        if (open) ++openEnded;
        const std::int64_t type = typed && !row.isNull(EventType) ? row.integer(EventType) : open ? kMark : kPushPop;
        const bool range = type == kPushPop || type == kStartEnd || type == kTextPushPop || type == kTextStartEnd;
        const bool mark = type == kMark || type == kTextMark;
        if (!range && !mark) return;
        const std::int64_t tid = row.integer(Tid);
        const gpu::ProcessIndex p = in.process(tid);
        const TrackIndex track = t.thread(p, tid & 0xffffff);
        const std::string_view text = row.isNull(Text) ? in.strings.text(row.integer(TextId)) : row.text(Text);
        const std::int64_t domain = row.integer(Domain);
        in.args.clear();
        const std::string_view word = splitTorch(text, in.args);
        const NameId id = word.empty() ? t.intern("(no text)") : t.intern(word);
        if (!range || open) {
          if (range) in.note("NVTX range still open at the end, shown as an instant", word);
          t.instant(track, id, row.integer(Start));
          return;
        }
        const NameId category = domainCategory(p, domain);
        if (word.starts_with("MPI_") && domain != 0) {
          MpiCall call;
          call.globalTid = tid;
          call.start = row.integer(Start);
          call.end = row.integer(End);
          addMpiCall(in, word, mpi, call);
          return;
        }
        const std::string_view payload = row.isNull(JsonText) ? (row.isNull(JsonId) ? std::string_view() : in.strings.text(row.integer(JsonId))) : row.text(JsonText);
        if (!row.isNull(Category) && row.integer(Category) != 0) {
          const auto it = words->categories.find({p, domain, row.integer(Category)});
          if (it != words->categories.end()) in.args.string("category", it->second);
          else in.args.integer("category", row.integer(Category));
        }
        if (!payload.empty()) in.args.string("payload", payload);
        for (const int column : {U64, I64, U32, I32})
          if (!row.isNull(column)) in.args.integer("value", row.integer(column));
        for (const int column : {F64, F32})
          if (!row.isNull(column)) in.args.number("value", row.real(column));
        if (!row.isNull(Binary)) ++binary;
        Activity activity = Activity::Annotation;
        NcclRange nccl;
        const bool isNccl = ncclKind(word, nccl);
        if (isNccl && nccl.kind != NcclRange::Kind::Hint) activity = Activity::Host;
        // Ranges that begin on one thread and end on another, or overlap freely, do not nest: their own track.
        TrackIndex where = track;
        if (type == kStartEnd || type == kTextStartEnd) where = t.other(p, "NVTX start-end ranges", TrackKind::Other, {});
        const auto slice = t.slice(where, id, category, activity, row.integer(Start), row.integer(End), in.args.text());
        if (slice && isNccl) {
          nccl.thread = track;
          nccl.start = t.startOf(*slice);
          nccl.end = nccl.start + b.run().slices.duration[*slice];
          if (!payload.empty()) readNcclPayload(payload, nccl, in, p);
          in.nccl.push_back(nccl);
        }
      });
  if (openEnded > 0) b.fact("NVTX events without an end", fmt::format("{}", openEnded));
  if (binary > 0) in.note("NVTX payload in binary, not read", table->name, binary);
  return r;
}

void addCollectives(Import& in) {
  gpu::Timeline& t = in.timeline;
  std::vector<NcclRange>& ranges = in.nccl;
  const auto before = [](const NcclRange& a, const NcclRange& b) {
    return a.thread != b.thread ? a.thread < b.thread : a.start != b.start ? a.start < b.start : a.end > b.end;
  };
  std::sort(ranges.begin(), ranges.end(), before);
  // How many kernels each range launched: sizes of several in one group cannot be told apart unless their counts agree.
  std::vector<std::uint32_t> kernels(ranges.size(), 0);
  std::vector<std::size_t> launchedIn(t.communication().size(), SIZE_MAX);
  std::vector<Operation> hint(t.communication().size(), Operation::Unknown);
  for (std::size_t k = 0; k < t.communication().size(); ++k) {
    const gpu::Timeline::Kernel& kernel = t.communication()[k];
    const auto launch = kernel.correlation < 0 ? std::nullopt : t.launcherOf(kernel.process, kernel.correlation);
    if (!launch) continue;
    const std::int64_t at = t.startOf(launch->slice);
    NcclRange probe;
    probe.thread = launch->thread;
    probe.start = at;
    probe.end = INT64_MIN;
    auto it = std::upper_bound(ranges.begin(), ranges.end(), probe, before);
    // Ranges nest: those around the launch are among the last few begun before it.
    for (int looked = 0; it != ranges.begin() && looked < 256; ++looked) {
      --it;
      if (it->thread != launch->thread) break;
      if (it->end < at) continue;
      if (it->kind == NcclRange::Kind::Hint) {
        if (hint[k] == Operation::Unknown) hint[k] = it->operation;
      } else if (launchedIn[k] == SIZE_MAX) {
        launchedIn[k] = static_cast<std::size_t>(it - ranges.begin());
        ++kernels[launchedIn[k]];
      }
    }
  }
  const auto groups = callsOfGroups(ranges);
  std::map<std::size_t, std::size_t> taken;  // of a group: how many of its calls were given to kernels
  for (std::size_t k = 0; k < t.communication().size(); ++k) {
    const gpu::Timeline::Kernel& kernel = t.communication()[k];
    CollectiveCall call = t.collectiveOf(kernel);
    std::int64_t communicator = 0;
    if (launchedIn[k] != SIZE_MAX) {
      const std::size_t at = launchedIn[k];
      std::vector<const NcclRange*> calls;
      if (ranges[at].kind == NcclRange::Kind::Call) calls.push_back(&ranges[at]);
      else if (const auto it = groups.find(at); it != groups.end()) calls = it->second;
      if (kernels[at] > 1) {
        const std::size_t mine = taken[at]++;
        if (calls.size() == kernels[at]) calls = {calls[mine]};
        else calls.clear();
      }
      const bool alike = !calls.empty() && std::all_of(calls.begin(), calls.end(), [&](const NcclRange* c) { return c->operation == calls[0]->operation; });
      if (alike) {
        if (call.operation == Operation::Unknown) call.operation = calls[0]->operation;
        std::int64_t bytes = 0;
        bool known = true;
        for (const NcclRange* c : calls) {
          if (c->receives) continue;
          known = known && c->bytes != kUnknownBytes;
          if (known) bytes += c->bytes;
        }
        communicator = calls[0]->communicator;
        const auto size = in.ncclSizes.find(communicator);
        if (communicator != 0 && size != in.ncclSizes.end()) call.groupSize = size->second;
        // NCCL tells what a rank receives of a reduce-scatter; its input is that for every rank.
        if (known && call.operation == Operation::ReduceScatter && calls[0]->operation == Operation::ReduceScatter) {
          known = call.groupSize > 0;
          bytes *= std::max(call.groupSize, 1);
        }
        if (known) call.bytes = bytes;
      }
    }
    if ((call.operation == Operation::Unknown || call.operation == Operation::SendRecv) && hint[k] != Operation::Unknown) call.operation = hint[k];
    t.collective(call, kernel.process);
  }
}

}  // namespace weir::nsys
