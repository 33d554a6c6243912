// Names cut to a width: different ones read differently.
#include "core/summarize/told_apart.h"

#include <gtest/gtest.h>

#include <set>

namespace told_apart_test {
using namespace weir;

TEST(ToldApart, WhatFitsStays) {
  EXPECT_EQ(toldApart({"gemm", "aten::mm", "gemm"}, 20), (std::vector<std::string>{"gemm", "aten::mm", "gemm"}));
  EXPECT_EQ(toldApart({"two\nlines"}, 20), (std::vector<std::string>{"two lines"}));
}

TEST(ToldApart, NamespacesAndParametersGoFirst) {
  EXPECT_EQ(toldApart({"void at::native::reduce_kernel<512, at::native::Mean<float>>(int, float)"}, 40), (std::vector<std::string>{"reduce_kernel<512, Mean<float>>"}));
  // Two that differ in their parameters alone keep them.
  const auto two = toldApart({"void f::g<1>(int)", "void f::g<1>(float)"}, 40);
  EXPECT_NE(two[0], two[1]);
}

TEST(ToldApart, KernelsOfOneFamilyReadDifferently) {
  const std::string begin = "void at::native::vectorized_elementwise_kernel<4, at::native::BinaryFunctor<float, float, float, at::native::", end = "Functor<float>>, at::detail::Array<char*, 3>>(int)";
  std::vector<std::string> names;
  for (const char* what : {"add", "mul", "sub", "div"}) names.push_back(begin + what + end);
  names.push_back("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)");
  for (const std::size_t letters : {20U, 30U, 56U}) {
    const auto out = toldApart(names, letters);
    EXPECT_EQ(std::set<std::string>(out.begin(), out.end()).size(), names.size()) << letters << ": " << out[0] << " | " << out[1];
    EXPECT_NE(out[0].find("add"), std::string::npos) << out[0];
  }
}

TEST(ToldApart, LettersNotBytesAreCounted) {
  const auto out = toldApart({"数据加载与预处理以及更多的内容在这里继续下去"}, 12);
  EXPECT_NE(out[0].find("…"), std::string::npos);
  EXPECT_EQ(out[0].size() % 3, 0U) << "no letter is cut in two";
}

}  // namespace told_apart_test
