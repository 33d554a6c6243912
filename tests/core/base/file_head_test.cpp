#include "core/base/file_head.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace file_head_test {
namespace {

class FileHead : public testing::Test {
 protected:
  void SetUp() override {
    std::string t = testing::TempDir() + "weir-head-XXXXXX";
    ASSERT_NE(::mkdtemp(t.data()), nullptr);
    folder_ = t;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string folder_;
};

TEST_F(FileHead, IsTheBeginning) {
  std::ofstream(folder_ + "/a", std::ios::binary) << std::string(100'000, 'x') << "end";
  EXPECT_EQ(weir::headOf(folder_ + "/a"), std::string(weir::kHeadBytes, 'x'));
  EXPECT_EQ(weir::headOf(folder_ + "/a", 3), "xxx");
  EXPECT_EQ(weir::headOf(folder_ + "/a", 200'000).size(), 100'003U);
}

TEST_F(FileHead, NothingElseIsWaitedFor) {
  ASSERT_EQ(::mkfifo((folder_ + "/pipe").c_str(), 0600), 0);
  EXPECT_EQ(weir::headOf(folder_ + "/pipe"), "");
  EXPECT_EQ(weir::headOf(folder_), "");
  EXPECT_EQ(weir::headOf(folder_ + "/none"), "");
}

}  // namespace
}  // namespace file_head_test
