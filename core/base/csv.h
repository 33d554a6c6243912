// Cells of CSV files, for every writer of them: RFC 4180's quotes; what a spreadsheet would take for a formula is made text
// (OWASP: CSV injection). Names come from traces, so any of them may be made to run something where it is opened. Pure, any thread.
#pragma once

#include <string>
#include <string_view>

namespace weir {

// A cell of text. One that begins as a formula does (= + - @ tab, return) and is no number gets a leading apostrophe; a byte
// of 0, which ends the file for many programs, becomes U+FFFD.
[[nodiscard]] std::string csvText(std::string_view text);
// A cell that is a number, or whose writer knows it: only in quotes where it must be.
[[nodiscard]] std::string csvPlain(std::string_view text);
// What csvText() was given, but for the bytes of 0, of a cell whose quotes are gone.
[[nodiscard]] std::string_view csvTextRead(std::string_view cell);

}  // namespace weir
