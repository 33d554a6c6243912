#include "core/formats/chrome/micros.h"

#include <string>

namespace weir::chrome {

bool parseMicros(std::string_view text, Micros& value) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '+')) text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  const char* next = nullptr;
  if (readMicros(text.data(), text.data() + text.size(), value, next)) return next == text.data() + text.size();

  // With an exponent: move the decimal point in the text, so that no digit is lost.
  const std::size_t e = text.find_first_of("eE");
  if (e == std::string_view::npos) return false;
  int exponent = 0;
  std::size_t i = e + 1;
  const bool down = i < text.size() && text[i] == '-';
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
  if (i == text.size()) return false;
  for (; i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9' || exponent > 100) return false;
    exponent = exponent * 10 + (text[i] - '0');
  }
  if (exponent > 40) return false;
  std::string sign;
  std::string_view digits = text.substr(0, e);
  if (digits.starts_with('-')) {
    sign = "-";
    digits.remove_prefix(1);
  }
  const std::size_t dot = digits.find('.');
  std::string whole(digits.substr(0, dot));
  std::string fraction(dot == std::string_view::npos ? std::string_view() : digits.substr(dot + 1));
  if (whole.find_first_not_of("0123456789") != std::string::npos || fraction.find_first_not_of("0123456789") != std::string::npos)
    return false;
  for (int k = 0; k < exponent; ++k) {
    std::string& from = down ? whole : fraction;
    const char moved = from.empty() ? '0' : down ? from.back() : from.front();
    if (!from.empty()) from.erase(down ? from.size() - 1 : 0, 1);
    if (down)
      fraction.insert(fraction.begin(), moved);
    else
      whole += moved;
  }
  const std::size_t lead = whole.find_first_not_of('0');
  whole = lead == std::string::npos ? "0" : whole.substr(lead);
  const std::string plain = sign + whole + (fraction.empty() ? "" : "." + fraction);
  return readMicros(plain.data(), plain.data() + plain.size(), value, next) && next == plain.data() + plain.size();
}

}  // namespace weir::chrome
