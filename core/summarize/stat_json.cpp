#include <cmath>
#include <nlohmann/json.hpp>

#include "core/summarize/stat_table.h"

namespace weir {

std::string statJson(const StatTable& t) {
  using Json = nlohmann::ordered_json;
  Json j{{"remark", t.remark.empty() ? Json(nullptr) : Json(t.remark)}, {"reason", t.reason.empty() ? Json(nullptr) : Json(t.reason)}};
  j["definitions"] = Json::object();
  for (const StatColumn& c : t.columns) j["definitions"][c.key] = c.definition;
  j["rows"] = Json::array();
  using U = StatColumn::Unit;
  for (std::size_t r = 0; r < t.rows.size(); ++r) {
    Json o = Json::object();
    for (std::size_t c = 0; c < t.columns.size(); ++c) {
      const StatCell& cell = t.rows[r][c];
      const U unit = t.columns[c].unit;
      Json& v = o[t.columns[c].key];
      if (unit == U::Text)
        v = cell.text.empty() ? Json(nullptr) : Json(cell.text);
      else if (std::isnan(cell.number))
        v = cell.text.empty() ? Json(nullptr) : Json(cell.text);
      else if (unit == U::Count || unit == U::Rank || unit == U::Bytes)
        v = static_cast<std::int64_t>(std::llround(cell.number));
      else
        v = cell.number;
    }
    if (r < t.places.size() && t.places[r]) o["at_s"] = static_cast<double>(t.places[r]->time) / 1e12;
    j["rows"].push_back(std::move(o));
  }
  return j.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace weir
