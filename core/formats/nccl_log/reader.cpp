#include "core/formats/nccl_log/reader.h"

#include <fmt/format.h>

#include "core/formats/lines.h"
#include "core/formats/nccl_log/collect.h"

namespace weir::nccl {
namespace {

class LogReader final : public LineReader {
 public:
  explicit LogReader(const ReaderContext& context) : LineReader("nccl-log", Truth::Measured, context) {}

  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (log_.lines() == 0) return fail("no line of it is NCCL's", fmt::format("{} lines", lines()), "give what NCCL_DEBUG=INFO prints");
    log_.build(out_);
    out_.run().worldSize = log_.worldSize();
    out_.fact("lines", std::to_string(lines()));
    return out_.build();
  }

 protected:
  void line(std::string_view text, std::uint64_t number, bool /*cut*/) override { log_.line(text, number); }

 private:
  InfoLog log_;
};

}  // namespace

int sniffLog(ByteSpan head) { return speaks(text::view(head)) ? 75 : 0; }

std::unique_ptr<Reader> makeLogReader(const ReaderContext& context) { return std::make_unique<LogReader>(context); }

}  // namespace weir::nccl
