#include "core/summarize/tables_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace weir {

using nlohmann::json;

namespace {

constexpr int kUnits = static_cast<int>(StatColumn::Unit::Number) + 1;

json cellOf(const StatCell& c) {
  const bool number = !std::isnan(c.number);
  if (number && !c.text.empty()) return json::array({c.number, c.text});
  if (number) return c.number;
  return c.text.empty() ? json() : json(c.text);
}

std::optional<StatCell> cellFrom(const json& j) {
  StatCell c;
  if (j.is_null()) return c;
  if (j.is_number()) c.number = j.get<double>();
  else if (j.is_string()) c.text = j.get<std::string>();
  else if (j.is_array() && j.size() == 2 && j[0].is_number() && j[1].is_string()) {
    c.number = j[0].get<double>();
    c.text = j[1].get<std::string>();
  } else {
    return std::nullopt;
  }
  return c;
}

std::optional<StatTable> tableFrom(const json& j) {
  if (!j.is_object()) return std::nullopt;
  StatTable t;
  for (auto [key, to] : {std::pair{"key", &t.key}, {"title", &t.title}, {"remark", &t.remark}, {"reason", &t.reason}}) {
    const auto it = j.find(key);
    if (it == j.end() || !it->is_string()) return std::nullopt;
    *to = it->get<std::string>();
  }
  const auto columns = j.find("columns"), rows = j.find("rows"), places = j.find("places");
  if (columns == j.end() || !columns->is_array() || rows == j.end() || !rows->is_array() || places == j.end() || !places->is_array()) return std::nullopt;
  for (const json& c : *columns) {
    if (!c.is_array() || c.size() != 5 || !c[0].is_string() || !c[1].is_string() || !c[2].is_string() || !c[3].is_number_integer() || !c[4].is_string()) return std::nullopt;
    const auto unit = c[3].get<std::int64_t>();
    if (unit < 0 || unit >= kUnits) return std::nullopt;
    t.columns.push_back({c[0].get<std::string>(), c[1].get<std::string>(), c[2].get<std::string>(), static_cast<StatColumn::Unit>(unit), c[4].get<std::string>()});
  }
  for (const json& r : *rows) {
    if (!r.is_array() || r.size() != t.columns.size()) return std::nullopt;
    std::vector<StatCell> row;
    row.reserve(r.size());
    for (const json& c : r) {
      auto cell = cellFrom(c);
      if (!cell) return std::nullopt;
      row.push_back(std::move(*cell));
    }
    t.rows.push_back(std::move(row));
  }
  for (const json& p : *places) {
    if (p.is_null()) {
      t.places.emplace_back();
      continue;
    }
    if (!p.is_array() || p.empty() || p.size() > 2) return std::nullopt;
    for (const json& n : p)
      if (!n.is_number_integer()) return std::nullopt;
    StatPlace place{p[0].get<std::int64_t>(), std::nullopt};
    if (p.size() == 2) place.slice = p[1].get<SliceIndex>();
    t.places.emplace_back(place);
  }
  return t;
}

}  // namespace

std::string tablesToJson(const std::vector<StatTable>& tables) {
  json list = json::array();
  for (const StatTable& t : tables) {
    json columns = json::array(), rows = json::array(), places = json::array();
    for (const StatColumn& c : t.columns) columns.push_back(json::array({c.key, c.title, c.definition, static_cast<int>(c.unit), c.scale}));
    for (const auto& r : t.rows) {
      json row = json::array();
      for (const StatCell& c : r) {
        if (std::isinf(c.number)) return {};
        row.push_back(cellOf(c));
      }
      rows.push_back(std::move(row));
    }
    for (const auto& p : t.places) {
      if (!p) places.push_back(nullptr);
      else if (p->slice) places.push_back(json::array({p->time, *p->slice}));
      else places.push_back(json::array({p->time}));
    }
    list.push_back({{"key", t.key}, {"title", t.title}, {"remark", t.remark}, {"reason", t.reason}, {"columns", std::move(columns)}, {"rows", std::move(rows)}, {"places", std::move(places)}});
  }
  return json{{"revision", kTablesRevision}, {"tables", std::move(list)}}.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<std::vector<StatTable>> tablesFromJson(std::string_view text) {
  const json doc = json::parse(text, nullptr, false);
  if (!doc.is_object() || doc.value("revision", json()) != kTablesRevision) return std::nullopt;
  const auto list = doc.find("tables");
  if (list == doc.end() || !list->is_array()) return std::nullopt;
  std::vector<StatTable> out;
  for (const json& j : *list) {
    auto t = tableFrom(j);
    if (!t) return std::nullopt;
    out.push_back(std::move(*t));
  }
  return out;
}

}  // namespace weir
