#include "core/formats/xplane/hlo.h"

#include <array>
#include <charconv>
#include <utility>

namespace weir::xplane {

Hlo hloOf(std::string_view text) {
  Hlo h;
  while (!text.empty() && (text.front() == '%' || text.front() == ' ')) text.remove_prefix(1);
  h.name = text.substr(0, text.find_first_of(" ="));
  std::string_view word = h.name;
  if (const std::size_t dot = word.rfind('.'); dot != std::string_view::npos) {
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(word.data() + dot + 1, word.data() + word.size(), n);
    if (error == std::errc() && end == word.data() + word.size()) {
      h.number = n;
      word = word.substr(0, dot);
    }
  }
  // A clone keeps its origin's name: "all-reduce.5.clone".
  if (word.ends_with(".clone")) word = word.substr(0, word.size() - 6);
  if (word.ends_with("-start")) h.part = Hlo::Part::Start;
  else if (word.ends_with("-done")) h.part = Hlo::Part::Done;
  constexpr std::array<std::pair<std::string_view, Operation>, 11> kCommunication{{
      {"all-reduce", Operation::AllReduce},
      {"all-gather", Operation::AllGather},
      {"reduce-scatter", Operation::ReduceScatter},
      {"ragged-all-to-all", Operation::AllToAll},
      {"all-to-all", Operation::AllToAll},
      {"collective-permute", Operation::SendRecv},
      {"collective-broadcast", Operation::Broadcast},
      {"send", Operation::SendRecv},
      {"recv", Operation::SendRecv},
      {"cross-replica-sum", Operation::AllReduce},
      {"megascale", Operation::Unknown},
  }};
  for (const auto& [name, operation] : kCommunication) {
    if (!word.starts_with(name)) continue;
    // "all-reduce-scatter" fusions end so; "sender" is no send.
    const std::string_view rest = word.substr(name.size());
    if (!rest.empty() && rest[0] != '-' && rest[0] != '.' && rest[0] != '_') continue;
    h.activity = Activity::Communication;
    h.operation = rest.starts_with("-scatter") ? Operation::ReduceScatter : operation;
    return h;
  }
  if (word.starts_with("copy") || word.starts_with("infeed") || word.starts_with("outfeed") || word.starts_with("dynamic-slice-start") ||
      word.starts_with("slice-start") || word.starts_with("slice-done"))
    h.activity = Activity::Copy;
  else if (h.part == Hlo::Part::Done)
    h.activity = Activity::Wait;
  else if (word.starts_with("while") || word.starts_with("conditional") || word.starts_with("call"))
    h.activity = Activity::Annotation;  // hold the operations inside them
  return h;
}

}  // namespace weir::xplane
