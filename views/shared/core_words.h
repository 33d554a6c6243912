// Sentences that the core writes in English (remarks, notes, reasons), in the window's language. The core gives whole sentences with
// names and numbers in them; here each is known by its pattern, with %1, %2 where those stand. What is not known stays as it is.
// GUI thread.
#pragma once

#include <QString>
#include <span>
#include <string_view>

namespace weir {

struct Error;

[[nodiscard]] QString coreSentence(std::string_view sentence);
// What is wrong and what helps: "what (todo)", and Error::line().
[[nodiscard]] QString coreError(const Error& e);
[[nodiscard]] QString coreErrorLine(const Error& e);
// Several sentences and half-sentences, one behind the other.
[[nodiscard]] QString coreRemark(std::string_view remark);
// The patterns, for tests and translators.
[[nodiscard]] std::span<const char* const> coreSentences();

}  // namespace weir
