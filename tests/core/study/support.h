#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "core/study/study.h"

namespace weir::test {

// A folder of its own for each test, gone afterwards.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "weir-study-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~Folder() {
    std::error_code ec;
    std::filesystem::remove_all(path_, ec);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

template <class T>
std::string errorOf(const Result<T>& r) {
  return r ? "no error" : r.error().line();
}

#define ASSERT_OK(r) ASSERT_TRUE((r).has_value()) << weir::test::errorOf(r)
#define EXPECT_OK(r) EXPECT_TRUE((r).has_value()) << weir::test::errorOf(r)

inline Study createStudy(const std::string& path) {
  auto s = Study::open(path, Study::Mode::Create);
  if (!s) throw std::runtime_error(s.error().line());
  return *std::move(s);
}

}  // namespace weir::test
