#include "core/formats/nccl_log/collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "core/formats/lines.h"

namespace weir::nccl {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// "rank 5" -> "5": the word behind a word.
std::string_view after(const std::vector<std::string_view>& words, std::string_view name) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == name) return words[i + 1];
  return {};
}
// "[nranks=16]" -> "16".
std::string_view bracketed(std::string_view m, std::string_view name) {
  const std::size_t at = m.find(name);
  if (at == std::string_view::npos) return {};
  m.remove_prefix(at + name.size());
  return m.substr(0, m.find_first_of("] ,)"));
}

Table tableOf(std::string name, const std::vector<std::pair<std::string, std::string>>& columns, const std::vector<bool>& numbers, const std::vector<std::vector<std::string>>& rows) {
  Table t;
  t.name = std::move(name);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    Table::ColumnOf column{columns[c].first, columns[c].second, {}, {}};
    for (const auto& row : rows) {
      if (numbers[c]) column.number.push_back(text::number(row[c]));
      else column.text.push_back(row[c]);
    }
    t.columns.push_back(std::move(column));
  }
  return t;
}

}  // namespace

bool speaks(std::string_view text) { return text.find("] NCCL INFO ") != std::string_view::npos || text.find("] NCCL WARN ") != std::string_view::npos; }

DataType dataType(std::string_view number) {
  static constexpr std::array<std::pair<std::string_view, int>, 12> kTypes{
      {{"int8", 1}, {"uint8", 1}, {"int32", 4}, {"uint32", 4}, {"int64", 8}, {"uint64", 8}, {"float16", 2}, {"float32", 4}, {"float64", 8}, {"bfloat16", 2}, {"float8e4m3", 1}, {"float8e5m2", 1}}};
  const auto i = text::whole(number);
  if (!i || *i < 0 || *i >= static_cast<std::int64_t>(kTypes.size())) return {0, std::string(number)};
  const auto& [name, bytes] = kTypes[static_cast<std::size_t>(*i)];
  return {bytes, std::string(name)};
}

bool InfoLog::line(std::string_view s, std::uint64_t number) {
  const std::size_t version = s.find("NCCL version ");
  if (version != std::string_view::npos && s.find("NCCL INFO") == std::string_view::npos) {
    const std::string_view v = text::trimmed(s.substr(version + 13));
    const std::string name = version > 0 && s[version - 1] == 'R' ? "RCCL version" : "NCCL version";
    if (!v.empty() && v.front() >= '0' && v.front() <= '9' && factSeen_.insert(name).second) facts_.emplace_back(name, v.substr(0, v.find(' ')));
    return true;
  }
  std::size_t at = s.find("] NCCL INFO ");
  bool warning = false;
  if (at == std::string_view::npos) {
    at = s.find("] NCCL WARN ");
    warning = at != std::string_view::npos;
    if (!warning) return false;
  }
  const std::size_t open = s.rfind('[', at);
  if (open == std::string_view::npos) return false;
  Process p;
  p.device = s.substr(open + 1, at - open - 1);
  // "host:pid:tid", behind whatever a launcher put before it; the last word before the device.
  std::string_view who = text::trimmed(s.substr(0, open));
  if (const std::size_t blank = who.find_last_of(" \t>"); blank != std::string_view::npos) who.remove_prefix(blank + 1);
  const std::size_t last = who.rfind(':');
  const std::size_t first = last == std::string_view::npos ? last : who.rfind(':', last - 1);
  if (first == std::string_view::npos || last == 0) return false;
  p.host = who.substr(0, first);
  p.pid = who.substr(first + 1, last - first - 1);
  ++lines_;
  hosts_.insert(p.host);
  processes_.insert(p);
  const std::string_view m = text::trimmed(s.substr(at + 12));
  if (warning) {
    ++warnings_;
    warningsTable_.push_back({p.host, p.device, std::string(m)});
  } else {
    message(p, m, number);
  }
  return true;
}

void InfoLog::message(const Process& p, std::string_view m, std::uint64_t /*number*/) {
  if (m.find("comm ") != std::string_view::npos && m.find(" nranks ") != std::string_view::npos && m.find("opCount") == std::string_view::npos) return communicator(p, m);
  if (collective(p, m) || choice(p, m) || channel(p, m) || timings(m)) return;
  const auto fact = [&](std::string_view name, std::string_view value) {
    if (factSeen_.insert(std::string(name)).second) facts_.emplace_back(name, value);
  };
  const auto words = text::words(m);
  if (m.starts_with("Using network ")) return fact("network", m.substr(14));
  if (m.starts_with("NCCL version ")) return fact("NCCL version", m.substr(13));
  if (m.find(" coll channels") != std::string_view::npos && words.size() > 2) {
    for (std::size_t i = 0; i + 2 < words.size(); ++i)
      if (text::whole(words[i]) && words[i + 2].starts_with("channels")) fact(fmt::format("{} channels", words[i + 1]), words[i]);
    return;
  }
  if (m.starts_with("NET/")) {
    const std::size_t colon = m.find(':');
    if (colon != std::string_view::npos) networks_.push_back({p.host, p.device, std::string(text::trimmed(m.substr(0, colon))), std::string(text::trimmed(m.substr(colon + 1)))});
    return;
  }
  if (m.find(" set by environment to ") != std::string_view::npos) {
    const std::size_t set = m.find(" set by environment to ");
    fact(m.substr(0, set), text::trimmed(m.substr(set + 23)));
    return;
  }
  if (m.starts_with("Trees ")) trees_.push_back({p.host, p.device, std::string(m.substr(6))});
}

void InfoLog::communicator(const Process& p, std::string_view m) {
  const auto words = text::words(m);
  const std::string comm(after(words, "comm"));
  const auto rank = text::whole(after(words, "rank")), ranks = text::whole(after(words, "nranks"));
  if (comm.empty() || !rank || !ranks) return;
  ranks_[{p, comm}] = {*rank, *ranks};
  only_[p] = {*rank, *ranks};
  if (*ranks > 0 && *ranks < 100'000'000) world_ = std::max(world_, static_cast<std::int32_t>(*ranks));
  std::string state;
  if (const std::size_t dash = m.rfind(" - "); dash != std::string_view::npos) state = m.substr(dash + 3);
  if (state.find("START") != std::string::npos) return;  // the same follows as COMPLETE
  communicators_.push_back({p.host, p.pid, comm, std::to_string(*rank), std::to_string(*ranks), std::string(after(words, "cudaDev")), std::string(after(words, "busId")),
                            std::string(after(words, "commId")), state});
}

// "AllReduce: opCount 0 sendbuff 0x.. recvbuff 0x.. count 1 datatype 7 op 0 root 0 comm 0x.. [nranks=16] stream 0x.."
bool InfoLog::collective(const Process& p, std::string_view m) {
  const std::size_t colon = m.find(": opCount ");
  if (colon == std::string_view::npos) return false;
  const auto words = text::words(m.substr(colon + 2));
  const std::string comm(after(words, "comm"));
  static constexpr std::array<std::string_view, 5> kOps{"sum", "prod", "max", "min", "avg"};
  const auto op = text::whole(after(words, "op"));
  const DataType type = dataType(after(words, "datatype"));
  const auto count = text::whole(after(words, "count"));
  collectives_.push_back({"", std::string(m.substr(0, colon)), std::string(after(words, "opCount")), std::string(after(words, "count")), type.name,
                          count && type.bytes > 0 ? fmt::format("{}", static_cast<double>(*count) * type.bytes) : "",
                          op && *op >= 0 && *op < 5 ? std::string(kOps[static_cast<std::size_t>(*op)]) : std::string(after(words, "op")), std::string(after(words, "root")),
                          std::string(bracketed(m, "[nranks=")), p.host, p.device});
  collectiveOf_.emplace_back(p, comm);
  return true;
}

// "AllReduce: 4 Bytes -> Algo TREE proto LL channel{Lo..Hi}={0..0}"; older: "4 Bytes -> Algo 1 proto 0 time 5.2".
bool InfoLog::choice(const Process& p, std::string_view m) {
  const std::size_t at = m.find(" Bytes -> Algo ");
  if (at == std::string_view::npos) return false;
  std::string operation;
  std::string_view bytes = m.substr(0, at);
  if (const std::size_t colon = bytes.rfind(": "); colon != std::string_view::npos) {
    operation = bytes.substr(0, colon);
    bytes.remove_prefix(colon + 2);
  }
  const auto words = text::words(m.substr(at + 10));
  const auto name = [](std::string_view s, std::initializer_list<std::string_view> names) {
    const auto i = text::whole(s);
    return i && *i >= 0 && *i < static_cast<std::int64_t>(names.size()) ? std::string(names.begin()[*i]) : std::string(s);
  };
  choices_.push_back({operation, std::string(bytes), name(after(words, "Algo"), {"TREE", "RING", "COLLNET_DIRECT", "COLLNET_CHAIN", "NVLS", "NVLS_TREE", "PAT"}),
                      name(after(words, "proto"), {"LL", "LL128", "SIMPLE"}), p.host, p.device});
  return true;
}

// "Channel 00/02 : 0 1 2 3", "Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM/read", "Ring 00 : 7 -> 0 -> 1".
bool InfoLog::channel(const Process& p, std::string_view m) {
  if (!m.starts_with("Channel ") && !m.starts_with("Ring ")) return false;
  const std::size_t colon = m.find(" : ");
  if (colon == std::string_view::npos) return false;
  const std::string id(text::trimmed(m.substr(0, colon)));
  const std::string_view rest = text::trimmed(m.substr(colon + 3));
  const std::size_t via = rest.find(" via ");
  if (via != std::string_view::npos) {
    const std::size_t arrow = rest.find(" -> ");
    if (arrow == std::string_view::npos || arrow > via) return true;
    const auto end = [](std::string_view s) {
      s = text::trimmed(s);
      return std::string(s.substr(0, s.find('[')));
    };
    std::string kind(text::trimmed(rest.substr(via + 5)));
    if (const std::size_t blank = kind.find(' '); blank != std::string::npos) kind.resize(blank);
    ++transports_[{end(rest.substr(0, arrow)), end(rest.substr(arrow + 4, via - arrow - 4)), kind}];
    return true;
  }
  channels_.push_back({id, std::string(rest), p.host, p.device});
  return true;
}

// "Init timings - ncclCommInitRank: rank 5 nranks 16 total 1.58 (kernels 0.26, alloc 0.97, ...)"
bool InfoLog::timings(std::string_view m) {
  if (!m.starts_with("Init timings")) return false;
  std::string flat(m);
  std::replace_if(flat.begin(), flat.end(), [](char c) { return c == '(' || c == ')' || c == ',' || c == ':'; }, ' ');
  const auto words = text::words(flat);
  if (const auto ranks = text::whole(after(words, "nranks")); ranks && *ranks > 0 && *ranks < 100'000'000) world_ = std::max(world_, static_cast<std::int32_t>(*ranks));
  Row row;
  for (const char* name : {"rank", "nranks", "total", "kernels", "alloc", "bootstrap", "allgathers", "topo", "graphs", "connections", "rest"}) row.emplace_back(after(words, name));
  timings_.push_back(std::move(row));
  return true;
}

void InfoLog::build(RunBuilder& out) {
  if (lines_ == 0 && facts_.empty()) return;
  for (const auto& [name, value] : facts_) out.fact(name, value);
  out.fact("NCCL INFO lines", std::to_string(lines_));
  out.fact("NCCL hosts", std::to_string(hosts_.size()));
  out.fact("NCCL processes", std::to_string(processes_.size()));
  if (world_ > 0) out.fact("ranks", std::to_string(world_));
  if (!communicators_.empty())
    out.table(tableOf("NCCL communicators", {{"host", ""}, {"pid", ""}, {"comm", ""}, {"rank", ""}, {"nranks", ""}, {"cudaDev", ""}, {"busId", ""}, {"commId", ""}, {"state", ""}},
                      {false, true, false, true, true, true, false, false, false}, communicators_));
  std::map<std::string, std::pair<std::uint64_t, double>> sums;
  for (std::size_t i = 0; i < collectives_.size(); ++i) {
    Row& r = collectives_[i];
    const auto& [process, comm] = collectiveOf_[i];
    if (const auto it = ranks_.find({process, comm}); it != ranks_.end()) r[0] = std::to_string(it->second.rank);
    else if (const auto one = only_.find(process); one != only_.end()) r[0] = std::to_string(one->second.rank);
    if (const auto n = text::whole(r[8]); n && *n > world_ && *n < 100'000'000) world_ = static_cast<std::int32_t>(*n);
    auto& sum = sums[r[1]];
    ++sum.first;
    sum.second += r[5].empty() ? kUnknown : text::number(r[5]);
  }
  if (!collectives_.empty()) {
    out.table(tableOf("NCCL collectives", {{"rank", ""}, {"operation", ""}, {"opCount", ""}, {"count", ""}, {"datatype", ""}, {"size", "B"}, {"op", ""}, {"root", ""}, {"nranks", ""}, {"host", ""}, {"device", ""}},
                      {true, false, false, true, false, true, false, true, true, false, true}, collectives_));
    std::vector<Row> rows;
    for (const auto& [operation, sum] : sums) rows.push_back({operation, std::to_string(sum.first), fmt::format("{}", sum.second)});
    out.table(tableOf("NCCL calls by operation", {{"operation", ""}, {"calls", ""}, {"bytes", "B"}}, {false, true, true}, rows));
  }
  if (!choices_.empty())
    out.table(tableOf("NCCL algorithms", {{"operation", ""}, {"size", "B"}, {"algorithm", ""}, {"protocol", ""}, {"host", ""}, {"device", ""}}, {false, true, false, false, false, true}, choices_));
  if (!channels_.empty()) out.table(tableOf("NCCL rings", {{"channel", ""}, {"ranks", ""}, {"host", ""}, {"device", ""}}, {false, false, false, true}, channels_));
  if (!trees_.empty()) out.table(tableOf("NCCL trees", {{"host", ""}, {"device", ""}, {"trees", ""}}, {false, true, false}, trees_));
  if (!transports_.empty()) {
    std::vector<Row> rows;
    for (const auto& [key, n] : transports_) rows.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), std::to_string(n)});
    out.table(tableOf("NCCL transports", {{"from", ""}, {"to", ""}, {"via", ""}, {"channels", ""}}, {true, true, false, true}, rows));
  }
  if (!networks_.empty()) out.table(tableOf("NCCL networks", {{"host", ""}, {"device", ""}, {"plugin", ""}, {"says", ""}}, {false, true, false, false}, networks_));
  if (!timings_.empty())
    out.table(tableOf("NCCL init timings",
                      {{"rank", ""}, {"nranks", ""}, {"total", "s"}, {"kernels", "s"}, {"alloc", "s"}, {"bootstrap", "s"}, {"allgathers", "s"}, {"topo", "s"}, {"graphs", "s"}, {"connections", "s"}, {"rest", "s"}},
                      std::vector<bool>(11, true), timings_));
  if (!warningsTable_.empty()) {
    out.note("NCCL warns", warningsTable_.front()[2], warnings_);
    out.table(tableOf("NCCL warnings", {{"host", ""}, {"device", ""}, {"says", ""}}, {false, true, false}, warningsTable_));
  }
}

}  // namespace weir::nccl
