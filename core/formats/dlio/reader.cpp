#include "core/formats/dlio/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "core/formats/dlio/shapes.h"

namespace weir::dlio {
namespace {

constexpr std::size_t kLargest = std::size_t{256} << 20;

std::string_view textOf(ByteSpan head) {
  std::string_view s(reinterpret_cast<const char*>(head.data()), head.size());
  if (s.starts_with("\xEF\xBB\xBF")) s.remove_prefix(3);
  const std::size_t n = s.find_first_not_of(" \t\r\n");
  return n == std::string_view::npos ? std::string_view{} : s.substr(n);
}
bool has(std::string_view s, std::string_view what) { return s.find(what) != std::string_view::npos; }

// {"1": {"start": ... or {"1": {"load": ...
bool epochsFirst(std::string_view s) {
  std::size_t at = 0;
  const auto skip = [&] { at = std::min(s.find_first_not_of(" \t\r\n", at), s.size()); };
  const auto eat = [&](char c) {
    skip();
    if (at >= s.size() || s[at] != c) return false;
    ++at;
    return true;
  };
  if (!eat('{') || !eat('"')) return false;
  const std::size_t digits = at;
  while (at < s.size() && s[at] >= '0' && s[at] <= '9') ++at;
  if (at == digits || !eat('"') || !eat(':') || !eat('{') || !eat('"')) return false;
  for (const std::string_view key : {"start\"", "load\"", "proc\"", "block", "save_ckpt", "load_ckpt", "eval\""})
    if (s.substr(at).starts_with(key)) return has(s, "\"duration\"") || has(s, "\"load\"") || has(s, "\"end\"");
  return false;
}

class DlioReader final : public Reader {
 public:
  explicit DlioReader(const ReaderContext& context) : context_(context) {}
  Result<void> feed(ByteSpan chunk, bool, const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (text_.size() + chunk.size() > kLargest) return fail("too large for a result of DLIO", fmt::format("more than {} MiB", kLargest >> 20));
    text_.append(reinterpret_cast<const char*>(chunk.data()), chunk.size());
    return {};
  }
  Result<Run> finish(const Job&) override {
    const std::string_view s = textOf(std::as_bytes(std::span(text_.data(), text_.size())));
    if (s.empty() || (s[0] != '{' && s[0] != '[')) {
      RunBuilder out("dlio", Truth::Measured);
      if (const auto done = config(s, out); !done) return tl::make_unexpected(done.error());
      if (out.run().facts.empty()) return fail("a configuration that says nothing");
      return out.build();
    }
    const Result<Parsed> parsed = parse(s);
    if (!parsed) return tl::make_unexpected(parsed.error());
    const Json& d = parsed->document;
    const bool disks = d.is_object() && d.contains("sysstat");
    RunBuilder out(disks ? "iostat" : "dlio", Truth::Measured);
    if (parsed->repaired) out.note("the file breaks off: what was whole is kept", context_.name);
    if (parsed->notNumbers > 0) out.note("NaN or Infinity: unknown", context_.name, parsed->notNumbers);
    if (disks) iostat(d, out);
    else if (d.is_array()) results(d, out);
    else if (d.contains("num_accelerators")) summary(d, out);
    else if (d.contains("overall") || d.contains("runs")) report(d, out);
    else if (d.contains("benchmark_type")) results(d, out);
    else if (hasSteps(d)) stepsOfRank(d, context_.name, out);
    else perEpochStats(d, out);
    const Run& run = out.run();
    if (run.facts.empty() && run.tables.empty() && out.slices() == 0 && run.counters.empty()) return fail("nothing in it is a result of DLIO");
    return out.build();
  }

 private:
  static bool hasSteps(const Json& d) {
    if (d.contains("host_memory_GB")) return true;
    for (const auto& [key, body] : d.items())
      if (body.is_object() && (body.contains("load") || body.contains("proc")) && !body.contains("duration")) return true;
    return false;
  }
  ReaderContext context_;
  std::string text_;
};

}  // namespace

int sniffResult(ByteSpan head) {
  const std::string_view s = textOf(head);
  if (s.empty() || has(s, "\"traceEvents\"")) return 0;
  if (s[0] == '{') {
    if (has(s, "\"num_accelerators\"") && (has(s, "\"metric\"") || has(s, "\"hostname\""))) return 93;
    if (epochsFirst(s)) return 93;
    if (has(s, "\"host_memory_GB\"") && has(s, "\"host_cpu_count\"")) return 92;
    if (has(s, "\"overall\"") && has(s, "\"runs\"") && (has(s, "\"train_throughput") || has(s, "\"train_au") || has(s, "\"num_benchmark_runs\""))) return 92;
    if (has(s, "\"benchmark_type\"") && (has(s, "\"run_datetime\"") || has(s, "\"run_id\"") || has(s, "\"result"))) return 90;
  }
  if (s[0] == '[' && has(s, "\"benchmark_type\"") && has(s, "\"run_id\"")) return 92;
  return 0;
}

int sniffConfig(ByteSpan head) {
  std::string_view s = textOf(head);
  while (s.starts_with('#') || s.starts_with("---")) {
    const std::size_t n = s.find('\n');
    if (n == std::string_view::npos) return 0;
    s.remove_prefix(n + 1);
    const std::size_t m = s.find_first_not_of(" \t\r\n");
    s = m == std::string_view::npos ? std::string_view{} : s.substr(m);
  }
  if (s.starts_with("workload:") && (has(s, "dataset:") || has(s, "reader:") || has(s, "workflow:") || has(s, "model:"))) return 85;
  if (s.starts_with("hydra:") && has(s, "run:")) return 85;
  if (s.starts_with("model:") && has(s, "\nworkflow:") && has(s, "\ndataset:")) return 85;  // a workload of DLIO
  if (s.starts_with("- ") && (has(s, "- workload=") || has(s, "workload."))) return 80;
  return 0;
}

int sniffIostat(ByteSpan head) {
  const std::string_view s = textOf(head);
  return s.starts_with('{') && has(s.substr(0, 256), "\"sysstat\"") && has(s, "\"hosts\"") ? 92 : 0;
}

std::unique_ptr<Reader> makeReader(const ReaderContext& context) { return std::make_unique<DlioReader>(context); }

}  // namespace weir::dlio
