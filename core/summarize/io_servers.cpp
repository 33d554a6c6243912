// The I/O report: which files and ranks are on a storage server that is slow.
#include <algorithm>
#include <set>

#include "core/run/io_failed.h"
#include "core/summarize/io_work.h"

namespace weir {
namespace {

constexpr std::size_t kMostSlow = 8;

// What lies on one server, by file and rank; the rank's index, the last for all together.
class OnServer {
 public:
  OnServer(const IoWork& w, const std::string& name) : w_(w), name_(name), together_(static_cast<std::uint32_t>(w.run.ranks.size() + 1)) {
    for (const auto& [file, servers] : w.servers)
      if (const auto it = std::find(servers.begin(), servers.end(), name); it != servers.end()) files_.insert(file);
  }
  [[nodiscard]] bool holds(NameId file) const { return files_.contains(file); }

  // Of a file that lies here alone the log's sums count whole.
  void record(const IoRecord& r) {
    if (!alone(r.file)) return;
    const IoSums s = ioSumsOf(r);
    const std::uint32_t k = r.shared ? together_ : rankOf(r.rank);
    add(r.file, k, s.bytes().value_or(0), s.ops().value_or(0), s.readTime.value_or(0) + s.writeTime.value_or(0));
  }
  // `beside`: its bytes are in the log's sums already; it only says whose those of a shared file are.
  void operation(const IoOperation& op, bool beside) {
    if (!alone(op.file) && !withinStripe(op)) return;
    const auto duration = static_cast<double>(op.duration);
    const std::int64_t bytes = std::max<std::int64_t>(op.bytes, 0);
    if (beside && alone(op.file)) {
      const auto all = parts_.find({op.file, together_});
      if (all == parts_.end()) return;
      Sums& s = all->second;
      s.bytes = std::max<std::int64_t>(s.bytes - bytes, 0), s.ops = std::max<std::int64_t>(s.ops - 1, 0), s.time = std::max(s.time - duration, 0.0);
    }
    add(op.file, rankOf(op.rank), bytes, 1, duration);
  }

  [[nodiscard]] IoSlowServer done() const {
    IoSlowServer out;
    out.name = name_;
    std::set<NameId> files;
    std::map<std::uint32_t, double> byRank;
    double together = 0;
    for (const auto& [of, s] : parts_) {
      if (s.bytes == 0 && s.ops == 0) continue;  // where every operation is known, what is left of the time are roundings
      files.insert(of.first);
      const bool all = of.second == together_;
      (all ? together : byRank[of.second]) += s.time;
      const std::int32_t rank = of.second < w_.run.ranks.size() ? w_.run.ranks[of.second] : kUnknownRank;
      out.parts.push_back({std::string(w_.run.names.text(of.first)), rank, all, s.bytes, s.ops, s.time});
    }
    out.files = files.size();
    for (const auto& [rank, time] : byRank) {
      out.longest = std::max(out.longest, time);
      out.ranks += rank < w_.run.ranks.size() ? 1 : 0;
    }
    out.longest += together;
    out.bound = together > 0;
    std::sort(out.parts.begin(), out.parts.end(), [](const IoSlowServer::Part& a, const IoSlowServer::Part& b) {
      const auto key = [](const IoSlowServer::Part& p) { return std::tuple(p.time, p.bytes, p.ops); };
      return key(a) != key(b) ? key(a) > key(b) : a.rank != b.rank ? a.rank < b.rank : a.file < b.file;
    });
    if (out.parts.size() > w_.options.mostFiles) {
      out.partsLeftOut = out.parts.size() - w_.options.mostFiles;
      out.parts.resize(w_.options.mostFiles);
    }
    return out;
  }

 private:
  struct Sums {
    std::int64_t bytes = 0, ops = 0;
    double time = 0;
  };
  [[nodiscard]] const std::vector<std::string>& serversOf(NameId file) const { return w_.servers.at(file); }
  [[nodiscard]] bool alone(NameId file) const { return serversOf(file).size() == 1; }
  [[nodiscard]] std::uint32_t rankOf(std::int32_t rank) const { return static_cast<std::uint32_t>(ioRankIndex(w_.run, rank)); }
  [[nodiscard]] bool withinStripe(const IoOperation& op) const {
    const auto size = w_.stripe.find(op.file);
    if (size == w_.stripe.end() || op.offset < 0 || op.bytes <= 0) return false;
    const std::int64_t first = op.offset / size->second;
    const std::vector<std::string>& servers = serversOf(op.file);
    return first == saturatedSum(op.offset, op.bytes - 1) / size->second && servers[static_cast<std::size_t>(first) % servers.size()] == name_;
  }
  void add(NameId file, std::uint32_t rank, std::int64_t bytes, std::int64_t ops, double time) {
    Sums& s = parts_[{file, rank}];
    s.bytes = saturatedSum(s.bytes, bytes), s.ops = saturatedSum(s.ops, ops), s.time += time;
  }

  const IoWork& w_;
  std::string name_;
  std::uint32_t together_;
  std::set<NameId> files_;
  std::map<std::pair<NameId, std::uint32_t>, Sums> parts_;
};

}  // namespace

std::vector<const IoServer*> ioKnownServers(const IoReport& r) {
  std::vector<const IoServer*> known;
  for (const IoServer& s : r.servers)
    if (s.time > 0 && s.bytes >= 1'000'000) known.push_back(&s);
  if (known.size() < 3) known.clear();
  return known;
}

void ioSlowServers(IoWork& w) {
  std::vector<OnServer> slow;
  const std::vector<const IoServer*> known = ioKnownServers(w.out);
  for (const IoServer* s : known)
    if (slow.size() < kMostSlow && ioUsualRate(known) > 2 * s->bytesPerSecond()) slow.emplace_back(w, s->name);
  if (slow.empty()) return;
  for (const IoRecord& r : w.run.ioRecords)
    if (const IoWork::Layer* l = w.layer(r.layer); l && l->useRecords && w.counted(*l))
      for (OnServer& s : slow)
        if (s.holds(r.file)) s.record(r);
  for (const IoOperation& op : w.run.io) {
    const bool data = op.kind == IoOperation::Kind::Read || op.kind == IoOperation::Kind::Write;
    const IoWork::Layer* l = w.layer(op.layer);
    if (!data || failed(op) || !l || !w.counted(*l) || !w.inRange(op)) continue;
    for (OnServer& s : slow)
      if (s.holds(op.file)) s.operation(op, l->useRecords);
  }
  for (const OnServer& s : slow) w.out.slowServers.push_back(s.done());
}

}  // namespace weir
