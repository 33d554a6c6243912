// Words of PyTorch, NCCL and others.
#include "core/formats/chrome/kineto.h"

#include <gtest/gtest.h>

#include "core/formats/open.h"

namespace kineto_test {
using namespace weir;
using namespace weir::chrome;

TEST(KinetoWords, Activities) {
  struct Row {
    const char *category, *name;
    Activity activity;
  };
  const Row rows[] = {
      {"kernel", "ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*)", Activity::Communication},
      {"kernel", "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", Activity::Communication},
      {"kernel", "rcclGenericKernel<4, false>", Activity::Communication},
      {"kernel", "void at::native::vectorized_elementwise_kernel<4>", Activity::Compute},
      {"Kernel", "volta_sgemm_128x64_nn", Activity::Compute},
      {"kernel", "ncclSymkDevKernel_AllReduce_RSxLD_AGxST(ncclSymkDevWorkArgs const*)", Activity::Communication},
      {"kernel", "mscclKernel_Sum_float_LL128(ncclDevComm*)", Activity::Communication},
      {"kernel", "hcom_allReduce__123_0", Activity::Communication},
      {"kernel", "oneccl_allgather_small", Activity::Communication},
      {"kernel", "void ccl::allreduce_kernel<float>", Activity::Communication},
      {"kernel", "void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>(vllm::RankData*)", Activity::Communication},
      {"kernel", "multimem_all_reduce_kernel<c10::BFloat16, 16>", Activity::Communication},
      {"kernel", "void deep_ep::internode::dispatch<true, 8>(int4*)", Activity::Communication},
      {"kernel", "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float> >(at::native::all_reduce_like)", Activity::Compute},
      {"kernel", "triton_red_fused_sum_3", Activity::Compute},
      {"kernel", "Stream Wait Event", Activity::Wait},
      {"kernel", "Context Sync", Activity::Wait},
      {"cuda_sync", "Event Sync", Activity::Wait},
      {"overhead", "Activity Buffer Request", Activity::Wait},
      {"gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", Activity::Copy},
      {"gpu_memset", "Memset (Device)", Activity::Copy},
      {"mtia_ccp_events", "dma_request", Activity::Copy},
      {"mtia_ccp_events", "event_wait", Activity::Wait},
      {"mtia_ccp_events", "pe_exe", Activity::Compute},
      {"cpu_op", "aten::mm", Activity::Host},
      {"cpu_op", "c10d::allreduce_", Activity::Host},
      {"cpu_op", "record_param_comms", Activity::Host},
      {"cpu_op", "gloo:all_reduce", Activity::Communication},
      {"cpu_op", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", Activity::DataLoad},
      {"cuda_runtime", "cudaLaunchKernel", Activity::Host},
      {"cuda_runtime", "cudaDeviceSynchronize", Activity::Wait},
      {"python_function", "torch/nn/modules/module.py(1951): __getattr__", Activity::Host},
      {"user_annotation", "ProfilerStep#3", Activity::Annotation},
      {"user_annotation", "nccl:all_reduce", Activity::Annotation},
      {"gpu_user_annotation", "ProfilerStep#3", Activity::Annotation},
      {"Trace", "PyTorch Profiler (0)", Activity::Annotation},
      {"communication", "all_reduce", Activity::Communication},
      {"io", "read", Activity::DataLoad},
      {"forward-send", "forward-send", Activity::Communication},
      {"forward-compute", "forward-compute", Activity::Compute},
      {"grads-reduce-scatter", "grads-reduce-scatter", Activity::Communication},
      {"foo", "bar", Activity::Other},
  };
  for (const Row& r : rows) EXPECT_EQ(name(activityOf(categoryOf(r.category), r.name)), name(r.activity)) << r.category << " " << r.name;
}

TEST(KinetoWords, Collectives) {
  struct Row {
    const char* name;
    Operation operation;
    const char* algorithm;
  };
  const Row rows[] = {
      {"ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*, unsigned long, ncclWork*)", Operation::AllReduce, "ring"},
      {"ncclKernel_AllReduce_TREE_LL128_Sum_half(ncclDevComm*)", Operation::AllReduce, "tree"},
      {"ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclDevComm*)", Operation::SendRecv, "ring"},
      {"ncclDevKernel_ReduceScatter_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", Operation::ReduceScatter, "ring"},
      {"ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)", Operation::AllGather, "ring"},
      {"ncclDevKernel_AllReduce_Sum_bf16_NVLS_TREE_SIMPLE(x)", Operation::AllReduce, "nvls-tree"},
      {"ncclDevKernel_Generic(ncclDevKernelArgsStorage<4096ul>)", Operation::Unknown, ""},
      {"ncclKernel_Broadcast_RING_LL_Sum_int8_t(ncclDevComm*)", Operation::Broadcast, "ring"},
      {"nccl:all_to_all", Operation::AllToAll, ""},
      {"nccl:_reduce_scatter_base", Operation::ReduceScatter, ""},
      {"nccl:send 0->1", Operation::SendRecv, ""},
      {"gloo:all_reduce", Operation::AllReduce, ""},
      {"all_reduce", Operation::AllReduce, ""},
      {"embedding-grads-all-reduce", Operation::AllReduce, ""},
      {"forward-recv", Operation::SendRecv, ""},
      {"params-all-gather", Operation::AllGather, ""},
  };
  for (const Row& r : rows) {
    const NamedCollective c = collectiveFromName(r.name);
    EXPECT_EQ(name(c.operation), name(r.operation)) << r.name;
    EXPECT_EQ(c.algorithm, r.algorithm) << r.name;
  }
  EXPECT_EQ(operationFromWord("_allgather_base"), Operation::AllGather);
  EXPECT_EQ(operationFromWord("all_to_allv"), Operation::AllToAll);
  EXPECT_EQ(operationFromWord("reduce_scatter_tensor_coalesced"), Operation::ReduceScatter);
  EXPECT_EQ(operationFromWord("wait"), Operation::Unknown);
}

TEST(KinetoWords, Types) {
  for (const auto& [type, bytes] : std::initializer_list<std::pair<const char*, int>>{
           {"Float", 4}, {"BFloat16", 2}, {"Half", 2}, {"c10::Half", 2}, {"Long", 8}, {"long int", 8}, {"Int", 4}, {"Byte", 1}, {"Bool", 1},
           {"Double", 8}, {"Float8_e4m3fn", 1}, {"ncclFloat32", 4}, {"signed char", 1}, {"Struct", -1}, {"", -1}})
    EXPECT_EQ(bytesOfType(type), bytes) << type;
}

TEST(RankFromFileName, Patterns) {
  for (const auto& [file, rank] : std::initializer_list<std::pair<const char*, int>>{
           {"/a/rank-34.Jul_15_10_52_41.1074.pt.trace.json.gz", 34},
           {"worker0_step_12.1694128201545.pt.trace.json", 0},
           {"worker12_step_3.json", 12},
           {"sampled_rank-1.json.gz", 1},
           {"xdit_flux_rank0.json.gz", 0},
           {"rank_3.json", 3},
           {"trace.Rank=7.json", 7},
           {"profile.5.json.gz", 5},
           {"trace_2.pt.trace.json", 2},
           {"3.json", 3},
           {"rank_not_found.json.gz", -1},
           {"frank3x.json", -1},
           {"rank-1.json", 1},
           {"rank -1.json", -1},
           {"rank_-1.json", -1},
           {"worker=-2.pt.trace.json", -1},
           {"alexnet_trace.json.gz", -1},
           {"benchmark_result_2869224_1695835535_trace.json", -1},
           {"step_based_trace_2543932.json.gz", -1},
           {"resnet50.json", -1},
           {"/rank3/trace.json", -1}})
    EXPECT_EQ(rankFromFileName(file), rank) << file;
  EXPECT_TRUE(rankBelow0InFileName("/a/rank -1.json"));
  EXPECT_FALSE(rankBelow0InFileName("rank-1.json"));
}

}  // namespace kineto_test
