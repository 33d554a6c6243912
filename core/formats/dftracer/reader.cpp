#include "core/formats/dftracer/reader.h"

#include <fmt/format.h>

#include <cstring>
#include <string>
#include <string_view>

#include "core/formats/dftracer/collect.h"

namespace weir::dftracer {
namespace {

constexpr std::size_t kLongestLine = std::size_t{64} << 20;

class PfwReader final : public Reader {
 public:
  explicit PfwReader(const ReaderContext& context) : context_(context) { collect_.reserve(context.expectedBytes); }

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    const char* p = reinterpret_cast<const char*>(chunk.data());
    const char* const end = p + chunk.size();
    while (p < end) {
      const char* const stop = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
      if (stop == nullptr) {
        keep({p, static_cast<std::size_t>(end - p)});
        break;
      }
      if (rest_.empty() && !dropping_) {
        line({p, static_cast<std::size_t>(stop - p)});
      } else {
        keep({p, static_cast<std::size_t>(stop - p)});
        if (!dropping_) line(rest_);
        else ++number_;
        dropping_ = false;
        rest_.clear();
      }
      p = stop + 1;
      if ((number_ & 0xfff) == 0 && job.stopped()) return stoppedByUser();
    }
    if (last && !rest_.empty()) {
      // What the writer had begun when it ended; a whole line may lack only its newline.
      line(rest_);
      rest_.clear();
    }
    if (job.stopped()) return stoppedByUser();
    if (context_.memoryLimit > 0 && collect_.bytes() > context_.memoryLimit)
      return fail(fmt::format("the trace needs more than {} MiB of memory", context_.memoryLimit >> 20), fmt::format("line {}", number_),
                  "open fewer files at once, or a shorter trace");
    return {};
  }

  Result<Run> finish(const Job& job) override { return collect_.finish(job); }

 private:
  void keep(std::string_view part) {
    if (dropping_) return;
    if (rest_.size() + part.size() > kLongestLine) {
      collect_.note("line longer than 64 MiB, left out", number_ + 1);
      rest_.clear();
      rest_.shrink_to_fit();
      dropping_ = true;
      return;
    }
    rest_.append(part);
  }

  void line(std::string_view text) {
    ++number_;
    const auto trim = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == ','; };
    while (!text.empty() && trim(text.front())) text.remove_prefix(1);
    while (!text.empty() && trim(text.back())) text.remove_suffix(1);
    if (number_ == 1 && text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    // The brackets stand on lines of their own, or beside an event.
    if (text.starts_with('[')) text.remove_prefix(1);
    if (text.ends_with("}]")) text.remove_suffix(1);
    while (!text.empty() && trim(text.front())) text.remove_prefix(1);
    if (text.empty() || text == "]") return;
    if (text.front() != '{') return collect_.note("line that is no event, left out", number_);
    collect_.add(text, number_);
  }

  ReaderContext context_;
  Collect collect_;
  std::string rest_;
  bool dropping_ = false;
  std::uint64_t number_ = 0;
};

}  // namespace

int sniff(ByteSpan head) {
  std::string_view s(reinterpret_cast<const char*>(head.data()), head.size());
  if (s.starts_with("\xEF\xBB\xBF")) s.remove_prefix(3);
  const auto skip = [&] {
    while (!s.empty() && chrome::isSpace(s.front())) s.remove_prefix(1);
  };
  skip();
  if (!s.empty() && s.front() == '[') {
    s.remove_prefix(1);
    skip();
  }
  if (s.empty() || s.front() != '{') return 0;
  // Whole objects on lines of their own with no comma between them, which no other trace of this shape has.
  const std::size_t newline = s.find('\n');
  std::string_view first = s.substr(0, newline);
  while (!first.empty() && chrome::isSpace(first.back())) first.remove_suffix(1);
  if (!first.ends_with('}')) return 0;
  Line line;
  if (!parseLine(first.data(), first.data() + first.size(), line)) return 0;
  if (line.phase == Phase::None || line.pid.empty() || line.category.empty() || line.name.empty()) return 0;
  const bool hosts = line.args.find("\"hhash\"") != std::string_view::npos || line.args.find("\"hostname\"") != std::string_view::npos;
  const bool own = line.category == "dftracer" || first.find("\"type\":") != std::string_view::npos;
  const bool calls = line.category == "POSIX" || line.category == "STDIO";
  return hosts || own || calls ? 97 : 0;
}

int sniffIndex(ByteSpan head) {
  const std::string_view s(reinterpret_cast<const char*>(head.data()), head.size());
  return s.starts_with(std::string_view("SQLite format 3\0", 16)) && s.size() > 72 && s.substr(68, 4) == "ZIDX" ? 100 : 0;
}

std::unique_ptr<Reader> makeReader(const ReaderContext& context) { return std::make_unique<PfwReader>(context); }

}  // namespace weir::dftracer
