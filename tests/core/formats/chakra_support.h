// Chakra execution traces written by hand, for the tests of their reader and writer.
#pragma once

#include <map>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support.h"

namespace weir::test::chakra {

using protozero::pbf_writer;


inline void delimited(std::string& file, const std::string& message) {
  for (std::size_t n = message.size(); ; n >>= 7) {
    file += static_cast<char>(n < 0x80 ? n : (n & 0x7F) | 0x80);
    if (n < 0x80) break;
  }
  file += message;
}

struct Node {
  std::uint64_t id = 0;
  std::string name;
  int type = 4;
  std::vector<std::uint64_t> control{}, data{};
  std::uint64_t start = 0, duration = 0;
  std::vector<std::pair<std::string, std::int64_t>> whole{};  // int64 attributes
  int cpu = -1;
  std::string extra{};                                        // more attributes, encoded
};
template <class Fn>
std::string attribute(const std::string& name, const Fn& value) {
  std::string a;
  pbf_writer w(a);
  w.add_string(1, name);
  value(w);
  std::string out;
  pbf_writer(out).add_message(10, a);
  return out;
}
inline std::string encoded(const Node& n) {
  std::string m;
  pbf_writer w(m);
  if (n.id != 0) w.add_uint64(1, n.id);
  w.add_string(2, n.name);
  if (n.type != 0) w.add_enum(3, n.type);
  w.add_packed_uint64(4, n.control.begin(), n.control.end());
  w.add_packed_uint64(5, n.data.begin(), n.data.end());
  if (n.start != 0) w.add_uint64(6, n.start);
  if (n.duration != 0) w.add_uint64(7, n.duration);
  for (const auto& [name, v] : n.whole) m += attribute(name, [v = v](pbf_writer& a) { a.add_int64(9, v); });
  if (n.cpu >= 0) m += attribute("is_cpu_op", [&](pbf_writer& a) { a.add_bool(27, n.cpu == 1); });
  m += n.extra;
  return m;
}
inline std::string trace(const std::vector<Node>& nodes) {
  std::string metadata;
  pbf_writer(metadata).add_string(1, "0.0.4");
  std::string file;
  delimited(file, metadata);
  for (const Node& n : nodes) delimited(file, encoded(n));
  return file;
}
inline SliceIndex named(const weir::Run& run, std::string_view name) {
  for (SliceIndex i = 0; i < run.slices.size(); ++i)
    if (run.names.text(run.slices.name[i]) == name) return i;
  return run.slices.size();
}
inline nlohmann::json argsOf(const weir::Run& run, std::string_view name) { return nlohmann::json::parse(run.argsOf(named(run, name))); }
inline std::int64_t us(std::int64_t v) { return v * 1'000'000; }

}  // namespace weir::test::chakra
