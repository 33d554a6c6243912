#include "core/formats/chrome/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/formats/chrome/assemble.h"
#include "core/formats/chrome/collect.h"
#include "core/formats/chrome/document.h"
#include "core/formats/chrome/scan.h"
#include "core/formats/chrome/text.h"

namespace weir::chrome {
namespace {

constexpr std::size_t kPiece = 64 << 10;

class ChromeReader final : public Reader {
 public:
  explicit ChromeReader(const ReaderContext& context)
      : context_(context), collector_(places_, context), document_(collector_, places_) {}

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    const auto* begin = reinterpret_cast<const char*>(chunk.data());
    std::size_t size = chunk.size();
    if (!rest_.empty()) {
      const std::size_t taken = finishRest(begin, size, last, job);
      if (job.stopped()) return stoppedByUser();
      begin += taken;
      size -= taken;
    }
    // What is left of `rest_` has swallowed the chunk whole.
    if (rest_.empty() && (size > 0 || last)) {
      const std::size_t done = document_.consume(begin, size, last, offset_, job);
      if (job.stopped()) return stoppedByUser();
      offset_ += done;
      rest_.assign(begin + done, size - done);
      retryAt_ = rest_.size() * 2;
    }
    if (context_.memoryLimit > 0 && collector_.bytes() + rest_.size() > context_.memoryLimit)
      return fail(fmt::format("the trace needs more than {} MiB of memory", context_.memoryLimit >> 20),
                  fmt::format("byte {}", offset_), "open fewer files at once, or a shorter trace");
    return {};
  }

  Result<Run> finish(const Job& job) override { return assemble(collector_.events(), places_, job); }

 private:
  // Goes on with what the chunk before left undecided, taking from this one only what that needs. Returns how much of the
  // chunk is done with; either all of it, or `rest_` is empty.
  std::size_t finishRest(const char* begin, std::size_t size, bool last, const Job& job) {
    std::size_t taken = 0;
    for (;;) {
      const std::size_t piece = std::min(std::max(kPiece, rest_.size()), size - taken);
      rest_.append(begin + taken, piece);
      taken += piece;
      const bool all = taken == size;
      if (all && !last && rest_.size() < retryAt_) return taken;
      const std::size_t done = document_.consume(rest_.data(), rest_.size(), last && all, offset_, job);
      offset_ += done;
      if (job.stopped()) return taken;
      const std::size_t left = rest_.size() - done;
      if (left <= taken) {
        // The next item begins in the chunk itself.
        rest_.clear();
        return taken - left;
      }
      rest_.erase(0, done);
      retryAt_ = rest_.size() * 2;  // looking again at every piece would make long items quadratic
      if (all) return taken;
    }
  }

  ReaderContext context_;
  Places places_;
  Collector collector_;
  Document document_;
  std::string rest_;  // of the chunk before
  std::size_t retryAt_ = 0;
  std::uint64_t offset_ = 0;  // of rest_, or of the next chunk
};

std::string_view text(ByteSpan head) {
  std::string_view s(reinterpret_cast<const char*>(head.data()), head.size());
  if (s.starts_with("\xEF\xBB\xBF")) s.remove_prefix(3);
  while (!s.empty() && isSpace(s.front())) s.remove_prefix(1);
  return s;
}

}  // namespace

int sniffKineto(ByteSpan head) {
  const std::string_view s = text(head);
  if (s.empty() || (s[0] != '{' && s[0] != '[')) return 0;
  const bool header = has(s, "\"deviceProperties\"") || has(s, "\"distributedInfo\"") || has(s, "\"baseTimeNanoseconds\"") ||
                      has(s, "\"computeProperties\"");
  if (s[0] == '{' && header && !has(s, "\"workflow\"")) return 95;
  const bool categories =
      has(s, "\"cpu_op\"") || has(s, "\"cuda_runtime\"") || has(s, "\"gpu_memcpy\"") || has(s, "\"python_function\"");
  return categories && has(s, "\"ph\"") ? 92 : 0;
}

int sniffChrome(ByteSpan head) {
  const std::string_view s = text(head);
  if (s.empty() || (s[0] != '{' && s[0] != '[')) return 0;
  if (s[0] == '{' && has(s, "\"traceEvents\"")) return 88;
  if (has(s, "\"ph\"") && (has(s, "\"ts\"") || has(s, "\"pid\"") || has(s, "\"name\""))) return 85;
  return 0;
}

std::unique_ptr<Reader> makeReader(const ReaderContext& context) { return std::make_unique<ChromeReader>(context); }

}  // namespace weir::chrome
