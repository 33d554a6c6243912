// Facts, tables and counters of a Run by name, and texts read as a file of a given name; for the tests of log and table readers.
#pragma once

#include <cmath>
#include <set>

#include "support.h"

namespace weir::test {

inline std::string factUnit(const weir::Run& run, std::string_view name) {
  for (const Fact& f : run.facts)
    if (f.name == name) return f.unit;
  return {};
}
inline const Counter* counter(const weir::Run& run, std::string_view name, std::string_view group) {
  for (const Counter& c : run.counters)
    if (run.names.text(c.name) == name && run.names.text(c.group) == group) return &c;
  return nullptr;
}
inline std::vector<double> numbers(const weir::Run& run, std::string_view tableName, std::string_view column) {
  const Table* t = table(run, tableName);
  const Table::ColumnOf* c = t == nullptr ? nullptr : t->find(column);
  return c == nullptr ? std::vector<double>{} : c->number;
}
inline std::vector<std::string> texts(const weir::Run& run, std::string_view tableName, std::string_view column) {
  const Table* t = table(run, tableName);
  const Table::ColumnOf* c = t == nullptr ? nullptr : t->find(column);
  return c == nullptr ? std::vector<std::string>{} : c->text;
}
inline std::vector<double> seconds(const Counter& c) {
  std::vector<double> s;
  for (const std::int64_t t : c.time) s.push_back(static_cast<double>(t) / 1e12);
  return s;
}
// "name[start,end) " in seconds, in the Run's order.
inline std::string slicesInSeconds(const weir::Run& run) {
  std::string s;
  for (SliceIndex i = 0; i < run.slices.size(); ++i)
    s += fmt::format("{}[{},{}) ", run.names.text(run.slices.name[i]), static_cast<double>(run.slices.start[i]) / 1e12, static_cast<double>(run.slices.endOf(i)) / 1e12);
  return s;
}

// As openFiles reads a file of this name, in chunks of `chunk` bytes.
inline Result<weir::Run> readNamed(std::string_view text, const std::string& name, std::map<std::string, std::string> settings = {}, std::size_t chunk = std::string_view::npos) {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  const FormatDescriptor* format = sniffFormat(bytes);
  if (format == nullptr || format->make == nullptr) return fail("not recognised");
  ReaderContext context;
  context.name = name;
  context.settings = std::move(settings);
  const auto reader = format->make(context);
  std::size_t at = 0;
  do {
    const std::size_t n = std::min(chunk, bytes.size() - at);
    if (const auto r = reader->feed(bytes.subspan(at, n), at + n == bytes.size(), {}); !r) return tl::make_unexpected(r.error());
    at += n;
  } while (at < bytes.size());
  auto run = reader->finish({});
  if (run) run->title = name;
  return run;
}
inline weir::Run mustRead(std::string_view text, const std::string& name = "log.txt", std::map<std::string, std::string> settings = {}) {
  auto run = readNamed(text, name, std::move(settings));
  EXPECT_TRUE(run.has_value()) << (run ? "" : run.error().line()) << "\n" << text;
  return run ? std::move(*run) : weir::Run{};
}
// In pieces of any size the same is read; and what is cut anywhere is read without harm.
inline void staysWholeInPieces(std::string_view text, const std::string& name = "log.txt") {
  const auto whole = readNamed(text, name);
  ASSERT_TRUE(whole.has_value()) << whole.error().line();
  for (const std::size_t chunk : {1U, 3U, 64U}) {
    const auto again = readNamed(text, name, {}, chunk);
    ASSERT_TRUE(again.has_value()) << chunk;
    EXPECT_EQ(again->slices.size(), whole->slices.size()) << chunk;
    EXPECT_EQ(again->facts.size(), whole->facts.size()) << chunk;
    EXPECT_EQ(again->counters.size(), whole->counters.size()) << chunk;
    EXPECT_EQ(again->tables.size(), whole->tables.size()) << chunk;
    EXPECT_EQ(noteKinds(*again), noteKinds(*whole)) << chunk;
  }
  for (std::size_t n = 0; n < text.size(); n += 1 + text.size() / 97) (void)readNamed(text.substr(0, n), name);
}

// Walks a manifest. `compare` is called for each row and takes every key that it compared out of the expected values; what is left
// must stand in `notCompared`, with the reason; those are printed once.
template <class F>
void walkManifest(const std::string& folder, std::size_t files, const std::map<std::string, std::string>& notCompared, const F& compare) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  std::size_t seen = 0;
  std::set<std::string> left;
  for (ManifestRow row : manifest(folder)) {
    SCOPED_TRACE(row.file);
    ++seen;
    const auto run = test::open(row.file);
    ASSERT_TRUE(run.has_value()) << run.error().line();
    compare(row, *run);
    for (const auto& [key, value] : row.expected.items()) {
      EXPECT_TRUE(notCompared.contains(key)) << "key that is neither compared nor excused: " << key << " = " << value.dump();
      left.insert(key);
    }
  }
  EXPECT_GE(seen, files);
  for (const std::string& key : left)
    if (const auto it = notCompared.find(key); it != notCompared.end()) std::printf("%s: \"%s\" not compared: %s\n", folder.c_str(), key.c_str(), it->second.c_str());
}
// Compares one key, if the row has it, and takes it out.
template <class T>
void expectKey(ManifestRow& row, const char* key, const T& got) {
  if (!row.expected.contains(key)) return;
  if constexpr (std::is_floating_point_v<T>) {
    const double want = row.expected[key].get<double>();
    EXPECT_NEAR(got, want, 1e-9 * std::abs(want)) << key;
  } else {
    EXPECT_EQ(nlohmann::json(got), row.expected[key]) << key;
  }
  row.expected.erase(key);
}

}  // namespace weir::test
