#include "core/formats/chrome/annex.h"

#include <simdjson.h>

#include <algorithm>
#include <array>

#include "core/formats/chrome/kineto.h"
#include "core/formats/chrome/text.h"
#include "core/run/io_failed.h"

namespace weir::chrome {
namespace {

template <class T, std::size_t N>
T named(std::string_view text, const std::array<T, N>& all, T otherwise) {
  const auto it = std::find_if(all.begin(), all.end(), [&](T v) { return name(v) == text; });
  return it == all.end() ? otherwise : *it;
}
constexpr std::array<Activity, kActivities> kAllActivities{Activity::Compute, Activity::Communication, Activity::Copy,
                                                           Activity::DataLoad, Activity::Checkpoint,   Activity::Host,
                                                           Activity::Wait,     Activity::Annotation,   Activity::Other};

std::string textOf(const simdjson::dom::element& e) {
  std::string_view s;
  return e.get(s) == simdjson::SUCCESS ? std::string(s) : std::string();
}

std::int64_t integerIn(std::string_view args, std::string_view key, std::int64_t otherwise) {
  const auto text = memberOf(args, key);
  return text ? integerOf(*text).value_or(otherwise) : otherwise;
}
std::int32_t rankIn(std::string_view args, std::string_view key) {
  const std::int64_t v = integerIn(args, key, kUnknownRank);
  return v >= kUnknownRank && v < INT32_MAX ? static_cast<std::int32_t>(v) : kUnknownRank;
}

template <class T>
void keepColumn(Column<T>& column, const std::vector<bool>& gone) {
  std::size_t to = 0;
  for (std::size_t i = 0; i < column.size(); ++i)
    if (!gone[i]) column[to++] = column[i];
  column.resize(to);
}

// The next state of a JSON text: an explicit stack instead of recursion.
class Checker {
 public:
  explicit Checker(std::string_view s) : p_(s.data()), end_(s.data() + s.size()) {}
  bool object() {
    space();
    if (p_ == end_ || *p_ != '{') return false;
    if (!value()) return false;
    while (!open_.empty()) {
      space();
      if (p_ == end_) return false;
      const char close = open_.back() ? '}' : ']';
      if (*p_ == close) {
        ++p_;
        open_.pop_back();
        continue;
      }
      if (!fresh_) {
        if (*p_++ != ',') return false;
        space();
      }
      fresh_ = false;
      if (open_.back()) {
        if (!string()) return false;
        space();
        if (p_ == end_ || *p_++ != ':') return false;
        space();
      }
      if (!value()) return false;
    }
    space();
    return p_ == end_;
  }

 private:
  void space() {
    while (p_ < end_ && (*p_ == ' ' || *p_ == '\n' || *p_ == '\r' || *p_ == '\t')) ++p_;
  }
  bool string() {
    if (p_ == end_ || *p_++ != '"') return false;
    for (; p_ < end_; ++p_) {
      if (*p_ == '"') {
        ++p_;
        return true;
      }
      if (static_cast<unsigned char>(*p_) < 0x20) return false;
      if (*p_ != '\\') continue;
      if (++p_ == end_) return false;
      if (*p_ == 'u') {
        for (int k = 0; k < 4; ++k)
          if (++p_ == end_ || std::string_view("0123456789abcdefABCDEF").find(*p_) == std::string_view::npos) return false;
      } else if (std::string_view("\"\\/bfnrt").find(*p_) == std::string_view::npos) {
        return false;
      }
    }
    return false;
  }
  bool digits() {
    const char* const from = p_;
    while (p_ < end_ && *p_ >= '0' && *p_ <= '9') ++p_;
    return p_ > from;
  }
  bool number() {
    if (p_ < end_ && *p_ == '-') ++p_;
    if (p_ < end_ && *p_ == '0') ++p_;
    else if (!digits()) return false;
    if (p_ < end_ && *p_ == '.') {
      ++p_;
      if (!digits()) return false;
    }
    if (p_ < end_ && (*p_ == 'e' || *p_ == 'E')) {
      ++p_;
      if (p_ < end_ && (*p_ == '+' || *p_ == '-')) ++p_;
      if (!digits()) return false;
    }
    return true;
  }
  bool value() {
    if (p_ == end_) return false;
    switch (*p_) {
      case '{':
      case '[':
        open_.push_back(*p_++ == '{');
        fresh_ = true;
        return true;
      case '"':
        return string();
      default:
        for (const std::string_view word : {std::string_view("true"), std::string_view("false"), std::string_view("null")})
          if (std::string_view(p_, static_cast<std::size_t>(end_ - p_)).starts_with(word)) {
            p_ += word.size();
            return true;
          }
        return number();
    }
  }
  const char *p_, *end_;
  std::vector<bool> open_;  // of each open container, whether it is an object
  bool fresh_ = false;      // no member of the innermost one yet
};

}  // namespace

TrackKind kindFrom(std::string_view text, TrackKind otherwise) {
  constexpr std::array<TrackKind, 6> kAll{TrackKind::Thread, TrackKind::Stream, TrackKind::Link, TrackKind::Tier, TrackKind::Device, TrackKind::Other};
  return named(text, kAll, otherwise);
}

Annex readAnnex(std::string_view json) {
  Annex annex;
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  if (json.empty() || parser.parse(json.data(), json.size()).get(root) != simdjson::SUCCESS) return annex;
  annex.present = true;
  simdjson::dom::element e;
  if (root["format"].get(e) == simdjson::SUCCESS) annex.kineto = textOf(e) != "chrome-json";
  if (root["truth"].get(e) == simdjson::SUCCESS) annex.truth = named(textOf(e), std::array{Truth::Measured, Truth::Simulated, Truth::Predicted}, Truth::Measured);
  if (root["scenario"].get(e) == simdjson::SUCCESS) annex.scenario = textOf(e);
  const auto rows = [&](const char* key, std::size_t width, const auto& f) {
    simdjson::dom::array list;
    if (root[key].get(list) != simdjson::SUCCESS) return;
    for (const simdjson::dom::element row : list) {
      simdjson::dom::array cells;
      std::vector<std::string> text;
      if (row.get(cells) != simdjson::SUCCESS) continue;
      for (const simdjson::dom::element c : cells) text.push_back(textOf(c));
      if (text.size() == width) f(text);
    }
  };
  rows("activities", 3, [&](const std::vector<std::string>& t) { annex.activities[{t[0], t[1]}] = named(t[2], kAllActivities, Activity::Other); });
  rows("facts", 3, [&](const std::vector<std::string>& t) { annex.facts.push_back({t[0], t[1], t[2], 0}); });
  return annex;
}

void appendAnnex(std::string& out, const Run& run) {
  out += "{\"format\":";
  appendQuoted(out, run.format == "chrome-json" ? "chrome-json" : "kineto");
  out += ",\"truth\":";
  appendQuoted(out, name(run.truth));
  if (!run.scenario.empty()) {
    out += ",\"scenario\":";
    appendQuoted(out, run.scenario);
  }
  // What a category and a name do not tell by themselves, where they always mean the same.
  std::map<std::pair<NameId, NameId>, Activity> seen;
  std::map<std::pair<NameId, NameId>, bool> mixed;
  const Slices& s = run.slices;
  std::pair<NameId, NameId> last{UINT32_MAX, UINT32_MAX};
  Activity lastActivity{};
  for (SliceIndex i = 0; i < s.size(); ++i) {
    const std::pair<NameId, NameId> key{s.category[i], s.name[i]};
    if (key == last && s.activity[i] == lastActivity) continue;
    const auto [it, fresh] = seen.try_emplace(key, s.activity[i]);
    if (!fresh && it->second != s.activity[i]) mixed[key] = true;
    last = key;
    lastActivity = s.activity[i];
  }
  bool first = true;
  for (const auto& [key, activity] : seen) {
    const std::string_view category = run.names.text(key.first);
    const std::string_view text = run.names.text(key.second);
    if (mixed.contains(key) || activityOfWords(category, text) == activity) continue;
    out += first ? ",\"activities\":[[" : ",[";
    first = false;
    appendQuoted(out, category);
    out += ',';
    appendQuoted(out, text);
    out += ',';
    appendQuoted(out, name(activity));
    out += ']';
  }
  if (!first) out += ']';
  first = true;
  for (const Fact& f : run.facts) {
    out += first ? ",\"facts\":[[" : ",[";
    first = false;
    appendQuoted(out, f.name);
    out += ',';
    appendQuoted(out, f.value);
    out += ',';
    appendQuoted(out, f.unit);
    out += ']';
  }
  if (!first) out += ']';
  out += '}';
}

void takeOwnEvents(Events& e, RunBuilder& builder) {
  const NameId transfer = e.names.find(kTransferCategory);
  const NameId io = e.names.find(kIoCategory);
  if (transfer == 0 && io == 0) return;
  Slices& s = e.slices;
  std::vector<bool> gone(s.size(), false);
  for (std::size_t i = 0; i < s.size(); ++i) {
    const NameId category = s.category[i];
    if (category == 0 || (category != transfer && category != io)) continue;
    gone[i] = true;
    const std::string_view args = e.args({s.args[i], s.argsSize[i]});
    const std::int64_t bytes = integerIn(args, "bytes", kUnknownBytes);
    if (category == transfer) {
      const std::int64_t instance = integerIn(args, "collective", -1);
      builder.transfer(rankIn(args, "from"), rankIn(args, "to"), bytes, s.start[i], s.endOf(i),
                       instance >= 0 && instance < kNoInstance ? static_cast<std::uint32_t>(instance) : kNoInstance);
      continue;
    }
    IoOperation op;
    constexpr std::array<std::string_view, 7> kKinds{"read", "write", "open", "close", "stat", "sync", "other"};
    const auto kind = std::find(kKinds.begin(), kKinds.end(), e.names.text(s.name[i]));
    op.kind = static_cast<IoOperation::Kind>(std::min<std::ptrdiff_t>(kind - kKinds.begin(), 6));
    op.rank = rankIn(args, "rank");
    if (const auto v = memberOf(args, "file")) op.file = builder.intern(unescaped(*v));
    if (const auto v = memberOf(args, "layer")) op.layer = builder.intern(unescaped(*v));
    op.bytes = bytes;
    op.offset = integerIn(args, "offset", -1);
    if (integerIn(args, "ret", 0) == -1) setFailed(op);
    op.start = s.start[i];
    op.duration = s.duration[i];
    builder.io(op);
  }
  keepColumn(s.start, gone);
  keepColumn(s.duration, gone);
  keepColumn(s.name, gone);
  keepColumn(s.category, gone);
  keepColumn(s.args, gone);
  keepColumn(s.argsSize, gone);
  keepColumn(s.activity, gone);
  keepColumn(e.thread, gone);
}

void appendQuoted(std::string& out, std::string_view text) {
  const auto plain = [](char c) { return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f && c != '"' && c != '\\'; };
  out += '"';
  if (std::all_of(text.begin(), text.end(), plain)) {
    out += text;
  } else {
    std::string valid;
    if (!validUtf8(text)) {
      appendUtf8(valid, text);
      text = valid;
    }
    constexpr std::string_view kHex = "0123456789abcdef";
    for (const char c : text) {
      if (c == '"' || c == '\\') {
        out += '\\';
        out += c;
      } else if (static_cast<unsigned char>(c) < 0x20) {
        out += "\\u00";
        out += kHex[static_cast<unsigned char>(c) >> 4];
        out += kHex[static_cast<unsigned char>(c) & 15];
      } else {
        out += c;
      }
    }
  }
  out += '"';
}

bool isJsonObject(std::string_view text) { return Checker(text).object(); }

}  // namespace weir::chrome
