#include "core/formats/simai/reader.h"

#include <fmt/format.h>

#include <map>
#include <string>

#include "core/formats/astrasim/lines.h"
#include "core/run/builder.h"

namespace weir::simai {
namespace {

using astrasim::Lines;
using astrasim::number;
using astrasim::split;
using astrasim::TableIn;
using astrasim::trimmed;

class RatioReader final : public Reader {
 public:
  explicit RatioReader(const ReaderContext& context)
      : name_(context.name), builder_("simai-ratio", Truth::Measured), lines_([this](std::string_view l) { line(l); }) {}

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    lines_.feed({reinterpret_cast<const char*>(chunk.data()), chunk.size()}, last);
    return job.stopped() ? Result<void>(stoppedByUser()) : Result<void>{};
  }
  Result<Run> finish(const Job&) override {
    if (table_.rows() == 0) return fail("no row in this table of ratios", {}, "give a bandwidth ratio table of SimAI");
    // "ata_ratio.csv": which of the three it is stands in the file's name alone.
    if (const std::size_t end = name_.find("_ratio"); end != std::string::npos && end > 0) builder_.fact("ratio of", name_.substr(0, end));
    builder_.table(table_.build("1"));
    return builder_.build();
  }

 private:
  void line(std::string_view text) {
    if (trimmed(text).empty()) return;
    const auto cells = split(text, ',');
    if (table_.columns() == 0) {
      table_ = TableIn(cells, "bandwidth ratio");
      if (table_.columns() > 0) table_.unit(0, "B");
    } else if (!number(cells[0])) {
      builder_.note("row without a size, left out", fmt::format("line {}", lines_.count()));
    } else if (!table_.row(cells)) {
      builder_.note("row that is cut off, left out", fmt::format("line {}", lines_.count()));
    }
  }
  std::string name_;
  RunBuilder builder_;
  Lines lines_;
  TableIn table_;
};

class CommunicationReader final : public Reader {
 public:
  explicit CommunicationReader(const ReaderContext&) : builder_("simai-communication", Truth::Predicted), lines_([this](std::string_view l) { line(l); }) {}

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    lines_.feed({reinterpret_cast<const char*>(chunk.data()), chunk.size()}, last);
    return job.stopped() ? Result<void>(stoppedByUser()) : Result<void>{};
  }
  Result<Run> finish(const Job&) override {
    if (table_.rows() == 0) return fail("no communication in this table", {}, "give a communication table of AICB");
    Table sums;
    sums.name = "collectives";
    sums.columns = {{"collective", {}, {}, {}}, {"group", {}, {}, {}}, {"calls", {}, {}, {}}, {"bytes", "B", {}, {}}};
    for (const auto& [key, sum] : sums_) {
      sums.columns[0].text.push_back(key.first);
      sums.columns[1].text.push_back(key.second);
      sums.columns[2].number.push_back(sum.first);
      sums.columns[3].number.push_back(sum.second);
    }
    builder_.table(table_.build());
    builder_.table(std::move(sums));
    return builder_.build();
  }

 private:
  void line(std::string_view text) {
    const auto cells = split(text, ',');
    if (cells[0] == "comm_type") {
      table_ = TableIn(cells, "communication");
      for (std::size_t c = 0; c < table_.columns(); ++c)
        if (table_.nameOf(c) == "msg_size") table_.unit(c, "B");
      return;
    }
    if (trimmed(text).empty()) return;
    if (table_.columns() == 0) {
      if (text.find("pp_stage") != std::string_view::npos) builder_.fact("pipeline stages", trimmed(text));
      return;
    }
    if (cells.size() < 4 || !table_.row(cells)) return builder_.note("row that is cut off, left out", fmt::format("line {}", lines_.count()));
    const auto bytes = number(cells[3]);
    const std::string_view type = cells[0].substr(cells[0].find('.') == std::string_view::npos ? 0 : cells[0].find('.') + 1);
    const std::string_view group = cells[1].substr(cells[1].find('.') == std::string_view::npos ? 0 : cells[1].find('.') + 1);
    if (!bytes || type == "computation" || type == "epoch_end") return;
    auto& sum = sums_[{std::string(type), std::string(group)}];
    ++sum.first;
    sum.second += *bytes;
  }
  RunBuilder builder_;
  Lines lines_;
  TableIn table_;
  std::map<std::pair<std::string, std::string>, std::pair<double, double>> sums_;
};

std::string_view firstLine(std::string_view& s) {
  const std::size_t end = s.find('\n');
  const std::string_view line = s.substr(0, end);
  s.remove_prefix(end == std::string_view::npos ? s.size() : end + 1);
  return line;
}

}  // namespace

int sniffRatio(ByteSpan head) {
  std::string_view s(reinterpret_cast<const char*>(head.data()), head.size());
  if (s.starts_with("\xEF\xBB\xBF")) s.remove_prefix(3);
  const auto first = split(firstLine(s), ',');
  if (first.size() < 3 || first[0] != "Size" || first[1].find("Node") == std::string_view::npos) return 0;
  const auto second = split(firstLine(s), ',');
  return number(second[0]) ? 85 : 0;
}
std::unique_ptr<Reader> makeRatioReader(const ReaderContext& context) { return std::make_unique<RatioReader>(context); }

int sniffCommunication(ByteSpan head) {
  std::string_view s(reinterpret_cast<const char*>(head.data()), head.size());
  for (int k = 0; k < 4 && !s.empty(); ++k)
    if (firstLine(s).starts_with("comm_type,comm_group,comm_group_size,msg_size")) return 90;
  return 0;
}
std::unique_ptr<Reader> makeCommunicationReader(const ReaderContext& context) { return std::make_unique<CommunicationReader>(context); }

}  // namespace weir::simai
