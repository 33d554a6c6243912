#include "core/summarize/kernel_name.h"

#include <gtest/gtest.h>

namespace kernel_name_test {
using namespace weir;

TEST(KernelName, BriefSaysWhatTellsKernelsApart) {
  EXPECT_EQ(brief("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3> >(int, at::native::CUDAFunctor_add<float>)"),
            "vectorized_elementwise_kernel<4, CUDAFunctor_add<float>, Array<char*, 3>>");
  EXPECT_EQ(brief("void (anonymous namespace)::softmax<float, (anonymous namespace)::Max<float> >(int)"), "softmax<float, Max<float>>");
  EXPECT_EQ(brief("void at::native::f<at::native::g(T)::{lambda(int)#1}::operator()() const::{lambda()#2}>(int)"), "f<g::{lambda#1}::operator const::{lambda#2}>");
  EXPECT_EQ(brief("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*, unsigned long, ncclWork*)"), "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*, unsigned long, ncclWork*)");
}

TEST(KernelName, WhatIsNoDeclarationStays) {
  for (const char* name : {"aten::mm", "volta_sgemm_128x32_nt", "/data/run (1)/a.h5", "a < b", "", "std::f(", "ProfilerStep#3", "a::b)"}) EXPECT_EQ(brief(name), name);
  EXPECT_EQ(brief("a::b()"), "b") << "nearest to those that stay";
}

}  // namespace kernel_name_test
