// JSON documents as a whole: what is cut off at the end is closed after its last complete member.
#pragma once

#include <simdjson.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/formats/format.h"

namespace weir::wfcommons {

class Document {
 public:
  using Element = simdjson::dom::element;
  [[nodiscard]] Result<void> feed(ByteSpan chunk, std::uint64_t memoryLimit);
  // Errors: no JSON, with the place. `cut` tells whether the end was missing. Lives as long as this.
  [[nodiscard]] Result<Element> parse(bool& cut);

 private:
  std::string text_;
  simdjson::dom::parser parser_;
};

// `text` up to its last complete member, closed; "" when there is none.
[[nodiscard]] std::string closedJson(std::string_view text);

// Members of an object under any of these names; numbers may stand as text.
using Keys = std::initializer_list<std::string_view>;
[[nodiscard]] std::optional<simdjson::dom::element> member(simdjson::dom::element e, Keys keys);
[[nodiscard]] std::string text(simdjson::dom::element e, Keys keys);      // "" absent; numbers as they are
[[nodiscard]] double number(simdjson::dom::element e, Keys keys);         // NaN absent
[[nodiscard]] std::optional<double> numberOf(simdjson::dom::element e);
// The elements of a member that is a list; a single value is a list of one. Empty where absent.
[[nodiscard]] std::vector<simdjson::dom::element> list(simdjson::dom::element e, Keys keys);
[[nodiscard]] std::string jsonText(std::string_view text);                  // as a JSON string

}  // namespace weir::wfcommons
