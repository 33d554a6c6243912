// Names from traces on a line of text: nothing in them may move the cursor, colour a terminal or turn what follows around
// (Unicode TR 36, 3.6: bidirectional text spoofing). Pure, any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace weir {

// Control characters of ASCII become a space; those of Latin-1 (U+0080 to U+009F) and the marks that change the direction
// of writing (U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069) become U+FFFD. Bytes that are no UTF-8 stay.
[[nodiscard]] std::string plainText(std::string_view text);

// Columns that a text takes on a terminal: characters of East Asian width W and F (Unicode TR 11) take two, marks that combine
// none. UTF-8; a byte that is none counts as one.
[[nodiscard]] std::size_t terminalColumns(std::string_view text);
// At most so many columns (3 or more): a longer text keeps both ends about a "…", for the end tells names of templates apart.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t columns);

}  // namespace weir
