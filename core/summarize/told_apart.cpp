#include "core/summarize/told_apart.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/plain_text.h"
#include "core/summarize/kernel_name.h"

namespace weir {
namespace {

constexpr std::string_view kCut = "…";

// A text by its letters, which may be several bytes each.
class Letters {
 public:
  explicit Letters(std::string text) : text_(std::move(text)) {
    for (std::size_t i = 0; i < text_.size(); ++i)
      if ((static_cast<unsigned char>(text_[i]) & 0xC0) != 0x80) at_.push_back(i);
    at_.push_back(text_.size());
  }
  [[nodiscard]] std::size_t size() const { return at_.size() - 1; }
  [[nodiscard]] std::string part(std::size_t from, std::size_t count) const {
    from = std::min(from, size());
    const std::size_t to = std::min(size(), from + count);
    return text_.substr(at_[from], at_[to] - at_[from]);
  }
  [[nodiscard]] std::size_t sameAs(const Letters& o) const {
    const auto bytes = static_cast<std::size_t>(std::mismatch(text_.begin(), text_.end(), o.text_.begin(), o.text_.end()).first - text_.begin());
    return static_cast<std::size_t>(std::upper_bound(at_.begin(), at_.end(), bytes) - at_.begin()) - 1;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::vector<std::size_t> at_;
};

std::string middleCut(const Letters& l, std::size_t letters) {
  if (l.size() <= letters) return l.text();
  const std::size_t head = letters / 2, tail = letters - head - 1;
  return l.part(0, head) + std::string(kCut) + l.part(l.size() - tail, tail);
}

// The beginning, and what stands from `from` on.
std::string cutTo(const Letters& l, std::size_t from, std::size_t letters) {
  const std::size_t head = letters / 3, rest = letters - head - 2;
  if (l.size() <= letters) return l.text();
  from = std::min(std::max(from, head + 1), l.size() - std::min(l.size(), rest));
  std::string out = l.part(0, head) + std::string(kCut) + l.part(from, rest);
  return from + rest < l.size() ? out + std::string(kCut) : out;
}


}  // namespace

std::vector<std::string> toldApart(const std::vector<std::string>& names, std::size_t letters) {
  constexpr std::size_t kLeast = 12;
  letters = std::max(letters, kLeast);
  const std::set<std::string> distinct(names.begin(), names.end());
  std::map<std::string, int> briefs;
  for (const std::string& n : distinct) ++briefs[brief(n)];
  std::map<std::string, Letters> whole;
  std::map<std::string, std::string> shown;
  for (const std::string& n : distinct) {
    const Letters& l = whole.emplace(n, Letters(plainText(briefs[brief(n)] == 1 ? brief(n) : n))).first->second;
    shown[n] = middleCut(l, letters);
  }
  // Each round tells groups apart by where they first differ; what still reads the same differs further on.
  constexpr int kRounds = 8, kBefore = 2;
  for (int round = 0; round < kRounds; ++round) {
    std::map<std::string, std::vector<std::string>> groups;
    for (const auto& [name, text] : shown) groups[text].push_back(name);
    bool any = false;
    for (const auto& [text, members] : groups) {
      if (members.size() < 2) continue;
      const Letters& first = whole.at(members.front());
      std::size_t same = first.size();
      for (const std::string& m : members) same = std::min(same, first.sameAs(whole.at(m)));
      for (const std::string& m : members) {
        std::string now = cutTo(whole.at(m), same > kBefore ? same - kBefore : 0, letters);
        any = any || now != shown[m];
        shown[m] = std::move(now);
      }
    }
    if (!any) break;
  }
  std::vector<std::string> out;
  out.reserve(names.size());
  for (const std::string& n : names) out.push_back(shown[n]);
  return out;
}

}  // namespace weir
