#include <algorithm>
#include <nlohmann/json.hpp>

#include "views/timeline/lanes.h"

namespace weir {

using nlohmann::json;

namespace {

// The rest of a lane's key behind its run's id, which is another one in every session.
std::optional<std::string> behind(const QString& key, int run) {
  const QString head = QString::number(run);
  if (!key.startsWith(head) || (key.size() > head.size() && key[head.size()] != QLatin1Char('/'))) return std::nullopt;
  return key.mid(head.size()).toStdString();
}

template <class Keys>
json listOf(const Keys& keys, int run, bool sorted) {
  std::vector<std::string> out;
  for (const QString& k : keys)
    if (auto rest = behind(k, run)) out.push_back(std::move(*rest));
  if (sorted) std::sort(out.begin(), out.end());  // sets have no order of their own, and equal ones are to give equal text
  return out;
}

}  // namespace

std::string arrangementText(const Folding& folding, const Arrangement& arrangement, int run) {
  json doc = json::object();
  const auto put = [&](const char* key, json list) {
    if (!list.empty()) doc[key] = std::move(list);
  };
  put("folded", listOf(folding.toggled, run, true));
  put("hidden", listOf(arrangement.hidden, run, true));
  put("pinned", listOf(arrangement.pinned, run, false));
  json order = json::object();
  for (auto it = arrangement.order.begin(); it != arrangement.order.end(); ++it)
    if (const auto parent = behind(it.key(), run)) order[*parent] = listOf(it.value(), run, false);
  put("order", std::move(order));
  return doc.empty() ? std::string() : doc.dump(-1, ' ', false, json::error_handler_t::replace);
}

void addArrangement(std::string_view text, int run, Folding& folding, Arrangement& arrangement) {
  const json doc = json::parse(text, nullptr, false);
  if (!doc.is_object()) return;
  const auto keys = [run](const json& list) {
    QStringList out;
    if (list.is_array())
      for (const json& k : list)
        if (k.is_string()) out << QString::number(run) + QString::fromStdString(k.get<std::string>());
    return out;
  };
  const auto of = [&](const char* key) { return keys(doc.value(key, json())); };
  for (const QString& k : of("folded")) folding.toggled.insert(k);
  for (const QString& k : of("hidden")) arrangement.hidden.insert(k);
  for (const QString& k : of("pinned"))
    if (!arrangement.pinned.contains(k)) arrangement.pinned << k;
  if (const json order = doc.value("order", json()); order.is_object())
    for (const auto& [parent, list] : order.items()) arrangement.order[QString::number(run) + QString::fromStdString(parent)] = keys(list);
}

}  // namespace weir
