#include "core/formats/paje/reader.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/paje/lines.h"
#include "core/formats/paje/model.h"
#include "core/formats/paje/own.h"

namespace weir::paje {
namespace {

class PajeReader : public Reader {
 public:
  explicit PajeReader(const ReaderContext& context) : model_(unit(context)), memoryLimit_(context.memoryLimit) {}

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (!lines_.feed(chunk, last, [&](std::string_view line) { take(line); }))
      return fail("a line is longer than 16 MiB", fmt::format("line {}", lines_.number() + 1), "this is no Paje trace");
    if (memoryLimit_ > 0 && model_.size() * 64 > memoryLimit_) return fail("the trace needs more memory than is allowed", {}, "open a shorter trace, or raise the limit");
    return {};
  }
  Result<Run> finish(const Job& job) override {
    if (job.stopped()) return stoppedByUser();
    if (definitions_.empty()) return fail("no event is defined in it", {}, "a Paje trace begins with %EventDef");
    return model_.finish(definitions_.size());
  }

 private:
  static std::string unit(const ReaderContext& c) {
    const auto it = c.settings.find("paje.unit");
    return it == c.settings.end() ? std::string() : it->second;
  }

  void take(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return;
    line.remove_prefix(begin);
    if (line[0] == '#') {
      if (line.starts_with(own::kOrigin)) origin(line.substr(own::kOrigin.size()));
      return;
    }
    const bool closed = cut(line[0] == '%' ? line.substr(1) : line, fields_);
    if (line[0] == '%') {
      header();
      return;
    }
    if (!closed) model_.note("quote that is not closed", lines_.number());
    event();
  }

  void origin(std::string_view text) {
    std::int64_t ns = 0;
    const auto r = std::from_chars(text.data(), text.data() + text.size(), ns);
    if (r.ec != std::errc()) return;
    ClockKind clock = ClockKind::Own;
    for (const ClockKind c : {ClockKind::Epoch, ClockKind::Local, ClockKind::Own})
      if (text.ends_with(" " + std::string(name(c)))) clock = c;
    model_.origin(ns, clock);
  }

  void header() {
    if (fields_.empty()) return;
    if (fields_[0] == "EventDef" || fields_[0] == "EventDef:") {
      current_.reset();
      if (fields_.size() < 3) return model_.note("event definition without a name or a number", lines_.number());
      Definition d;
      d.event = eventFrom(fields_[1]);
      if (d.event == Event::Unknown) model_.note("event this reader does not know: " + std::string(fields_[1].substr(0, 80)), lines_.number());
      current_.emplace(std::string(fields_[2]), std::move(d));
    } else if (fields_[0] == "EndEventDef") {
      if (current_) definitions_.insert_or_assign(current_->first, std::move(current_->second));
      current_.reset();
    } else if (current_) {
      if (current_->second.columns.size() < 256)
        current_->second.columns.push_back({fieldFrom(fields_[0], current_->second.event), std::string(fields_[0])});
    } else {
      model_.note("field outside of an event definition", lines_.number());
    }
  }

  void event() {
    key_.assign(fields_[0]);
    const auto it = definitions_.find(key_);
    if (it == definitions_.end()) return model_.note("line that is no defined event", lines_.number());
    const Definition& d = it->second;
    row_.field.fill({});
    row_.extra.clear();
    for (std::size_t i = 0; i < d.columns.size() && i + 1 < fields_.size(); ++i) {
      const Definition::Column& c = d.columns[i];
      // A type may be called by both words; the first one is it.
      if (c.field == Field::Extra || !row_.at(c.field).empty()) row_.extra.emplace_back(c.name, fields_[i + 1]);
      else row_.field[static_cast<std::size_t>(c.field)] = fields_[i + 1];
    }
    if (fields_.size() > d.columns.size() + 1) model_.note("more fields than the event has: left out", lines_.number());
    model_.take(d.event, row_, lines_.number());
  }

  Lines lines_;
  Model model_;
  std::uint64_t memoryLimit_;
  std::unordered_map<std::string, Definition> definitions_;
  std::optional<std::pair<std::string, Definition>> current_;
  std::vector<std::string_view> fields_;
  Row row_;
  std::string key_;
};

}  // namespace

int sniff(ByteSpan head) {
  std::string_view t(reinterpret_cast<const char*>(head.data()), head.size());
  while (!t.empty()) {
    const std::size_t end = t.find('\n');
    std::string_view line = t.substr(0, end);
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t' || line.front() == '\r')) line.remove_prefix(1);
    if (!line.empty() && line[0] != '#') {
      if (line[0] != '%') return 0;
      line.remove_prefix(1);
      while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
      return line.starts_with("EventDef") ? 95 : 0;
    }
    if (end == std::string_view::npos) return 0;
    t.remove_prefix(end + 1);
  }
  return 0;
}

std::unique_ptr<Reader> makeReader(const ReaderContext& context) { return std::make_unique<PajeReader>(context); }

}  // namespace weir::paje
