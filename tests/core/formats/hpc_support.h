// Walking the manifests of the HPC formats: every key is compared, or skipped with a reason that is printed; a key that is
// neither fails.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "support.h"

namespace weir::test {

class Expected {
 public:
  explicit Expected(const ManifestRow& row) : row_(row) {}
  Expected(const Expected&) = delete;
  Expected& operator=(const Expected&) = delete;
  ~Expected() {
    if (!row_.expected.is_object()) return;
    for (const auto& [key, value] : row_.expected.items())
      if (!seen_.contains(key)) ADD_FAILURE() << row_.file << ": nothing compares \"" << key << "\"";
  }
  [[nodiscard]] bool has(const std::string& key) const { return row_.expected.is_object() && row_.expected.contains(key); }
  void equal(const std::string& key, double value, double relative = 1e-12) {
    if (!has(key)) return;
    seen_.insert(key);
    const double want = row_.expected[key].is_null() ? NAN : row_.expected[key].get<double>();
    EXPECT_NEAR(value, want, std::abs(want) * relative) << row_.file << ": " << key;
  }
  void equal(const std::string& key, const std::string& value) {
    if (!has(key)) return;
    seen_.insert(key);
    EXPECT_EQ(value, row_.expected[key].get<std::string>()) << row_.file << ": " << key;
  }
  // {"name": count, ...} against the table's text and number columns.
  void counts(const std::string& key, const weir::Run& run, std::string_view table) {
    if (!has(key)) return;
    seen_.insert(key);
    std::map<std::string, double> got;
    for (const Table& t : run.tables)
      if (t.name == table)
        for (std::size_t i = 0; i < t.rows(); ++i) got[t.columns[0].text[i]] += t.columns[1].number[i];
    std::map<std::string, double> want;
    for (const auto& [name, n] : row_.expected[key].items()) want[name] = n.get<double>();
    EXPECT_EQ(got, want) << row_.file << ": " << key;
  }
  void skip(const std::string& key, std::string_view why) {
    if (!has(key) || !seen_.insert(key).second) return;
    fmt::print("not compared: {} of {}: {}\n", key, std::filesystem::path(row_.file).filename().string(), why);
  }

 private:
  const ManifestRow& row_;
  std::set<std::string> seen_;
};

inline double factNumber(const weir::Run& run, std::string_view name) {
  const std::string s = fact(run, name);
  return s.empty() ? NAN : std::strtod(s.c_str(), nullptr);
}

// A folder that goes with the test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "weir-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string path(std::string_view name = {}) const { return name.empty() ? path_ : path_ + "/" + std::string(name); }
  std::string write(std::string_view name, std::string_view text) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

 private:
  std::string path_;
};

inline std::string slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace weir::test
