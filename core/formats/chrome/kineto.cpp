#include "core/formats/chrome/kineto.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/text.h"
#include "core/formats/chrome/text.h"

namespace weir::chrome {
namespace {

template <std::size_t N>
bool hasAny(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view w) { return has(text, w); });
}

constexpr std::array<std::pair<std::string_view, Category>, 45> kCategories{{
    {"kernel", Category::Kernel},
    {"concurrent_kernel", Category::Kernel},
    {"mtia_ccp_events", Category::Kernel},
    {"gpu_op", Category::Kernel},
    {"hpu_op", Category::Kernel},
    {"gpu_memcpy", Category::Memory},
    {"gpu_memset", Category::Memory},
    {"memcpy", Category::Memory},
    {"memset", Category::Memory},
    {"cpu_op", Category::Operator},
    {"operator", Category::Operator},
    {"cuda_runtime", Category::Host},
    {"cuda_driver", Category::Host},
    {"runtime", Category::Host},
    {"python_function", Category::Host},
    {"cpu_instant_event", Category::Host},
    {"host", Category::Host},
    {"user_annotation", Category::Annotation},
    {"gpu_user_annotation", Category::Annotation},
    {"cuda_profiler_range", Category::Annotation},
    {"annotation", Category::Annotation},
    {"trace", Category::Annotation},
    {"cuda_sync", Category::Synchronise},
    {"overhead", Category::Synchronise},
    {"waiting", Category::Synchronise},
    {"wait", Category::Synchronise},
    {"idle", Category::Synchronise},
    {"communication", Category::Communication},
    {"comm", Category::Communication},
    {"copy", Category::Memory},
    {"data loading", Category::DataLoad},
    {"dataloader", Category::DataLoad},
    {"data_loader", Category::DataLoad},
    {"data", Category::DataLoad},
    {"preprocess", Category::DataLoad},
    {"io", Category::Io},
    {"read", Category::DataLoad},
    {"posix", Category::Io},
    {"stdio", Category::Io},
    {"compute", Category::Compute},
    {"computing", Category::Compute},
    {"forward-compute", Category::Compute},
    {"backward-compute", Category::Compute},
    {"checkpoint", Category::Checkpoint},
    {"checkpointing", Category::Checkpoint},
}};

constexpr std::array<std::string_view, 10> kCommunicationWords{"nccl",  "rccl",    "msccl",     "hccl", "oneccl",
                                                               "gloo:", "nvshmem", "c10d_comm", "mpi:", "ucc:"};

// Kernels of other libraries: oneCCL's and Ascend's own names, custom all-reduces of vLLM, SGLang, TensorRT-LLM, FlashInfer
// and PyTorch's symmetric memory, DeepEP, Transformer Engine's user buffers.
constexpr std::array<std::string_view, 22> kCommunicationKernels{
    "all_reduce", "allreduce", "all-reduce", "all_gather", "allgather", "reduce_scatter", "reducescatter", "all_to_all", "alltoall", "hcom_", "ccl_kernel",
    "cross_device_reduce", "quickreduce", "quick_reduce", "multimem_", "userbuffers", "deep_ep::", "pplx::", "one_shot_", "two_shot_", "sendrecv", "mori::"};

// Pseudo-kernels and calls in which nothing is computed.
constexpr std::array<std::string_view, 9> kWaitingKernels{"event sync",  "stream wait", "context sync",
                                                          "stream sync", "device sync", "event_wait",
                                                          "eventwait",   "streamwait",  "barrier_wait"};

bool namesDataLoading(std::string_view lowered) {
  return has(lowered, "dataloader") || has(lowered, "data_loader") || lowered == "load batch" || lowered == "data" ||
         lowered == "next batch";
}

// "ccl::", but not as the end of another word ("nccl::" is found anyway, "occl::" is not ours).
bool namesCommunicationKernel(std::string_view lowered) {
  // Arguments of templates and functions name types, which say nothing of the kernel.
  const std::string_view name = lowered.substr(0, std::min(lowered.find('('), lowered.size()));
  if (hasAny(name, kCommunicationKernels)) return true;
  const std::size_t at = name.find("ccl::");
  return at == 0 || (at != std::string_view::npos && name[at - 1] == ' ');
}

Activity kernelActivity(std::string_view name) {
  const std::string s = lowerAscii(name);
  if (hasAny(s, kWaitingKernels)) return Activity::Wait;
  if (namesCommunication(name) || namesCommunicationKernel(s)) return Activity::Communication;
  if (s.starts_with("memcpy") || s.starts_with("memset") || s.starts_with("dma_") || s.starts_with("copyhosttodevice") ||
      s.starts_with("copydevicetohost") || s.starts_with("copydevicetodevice"))
    return Activity::Copy;
  return Activity::Compute;
}

Activity operatorActivity(std::string_view name) {
  const std::string s = lowerAscii(name);
  if (namesDataLoading(s)) return Activity::DataLoad;
  // The work itself, on the library's own thread; c10d:: and nccl: on the host only start it.
  if (s.starts_with("gloo:") || s.starts_with("mpi:") || s.starts_with("ucc:")) return Activity::Communication;
  if (s.starts_with("nccl") && s.ends_with("wait")) return Activity::Wait;
  return Activity::Host;
}

Activity hostActivity(std::string_view name) {
  return has(name, "Synchronize") || has(name, "synchronize(") ? Activity::Wait : Activity::Host;
}

// Traces of other writers: only words that leave no doubt.
Activity unknownActivity(std::string_view name) {
  const std::string s = lowerAscii(name);
  if (s.ends_with("-compute") || s == "forward" || s == "backward" || s == "compute" || s == "optimizer")
    return Activity::Compute;
  if (s.ends_with("-send") || s.ends_with("-recv") || s == "send" || s == "recv" || s.ends_with("-send-recv"))
    return Activity::Communication;
  if (hasAny(s, std::array<std::string_view, 12>{"all-reduce", "allreduce", "all_reduce", "all-gather", "allgather", "all_gather",
                                                 "reduce-scatter", "reduce_scatter", "reducescatter", "all-to-all", "alltoall",
                                                 "all_to_all"}))
    return Activity::Communication;
  if (namesCommunication(name)) return Activity::Communication;
  if (namesDataLoading(s)) return Activity::DataLoad;
  if (s.starts_with("profilerstep")) return Activity::Annotation;
  if (has(s, "checkpoint")) return Activity::Checkpoint;
  return Activity::Other;
}

}  // namespace

Category categoryOf(std::string_view text) {
  const std::string s = lowerAscii(text);
  for (const auto& [word, category] : kCategories)
    if (s == word) return category;
  if (s.ends_with("_runtime") || s.ends_with("_driver")) return Category::Host;
  return Category::Other;
}

bool onlyKineto(std::string_view category) {
  return category == "cpu_op" || category == "cuda_runtime" || category == "gpu_memcpy" || category == "user_annotation" ||
         category == "python_function" || category == "ac2g";
}

Activity activityOf(Category category, std::string_view name) {
  switch (category) {
    case Category::Kernel:
      return kernelActivity(name);
    case Category::Memory:
      return Activity::Copy;
    case Category::Operator:
      return operatorActivity(name);
    case Category::Host:
      return hostActivity(name);
    case Category::Annotation: {
      const std::string s = lowerAscii(name);
      if (s.starts_with("gloo:")) return Activity::Communication;
      return namesDataLoading(s) ? Activity::DataLoad : Activity::Annotation;
    }
    case Category::Synchronise:
      return Activity::Wait;
    case Category::Communication:
      return Activity::Communication;
    case Category::DataLoad:
      return Activity::DataLoad;
    case Category::Io:
      return Activity::DataLoad;
    case Category::Compute:
      return Activity::Compute;
    case Category::Checkpoint:
      return Activity::Checkpoint;
    case Category::Other:
      return unknownActivity(name);
  }
  return Activity::Other;
}

Activity activityOfWords(std::string_view category, std::string_view name) {
  const Category c = categoryOf(category);
  const Activity a = activityOf(c, name);
  return c == Category::Other && a == Activity::Other ? activityOf(c, category) : a;
}

bool namesCommunication(std::string_view name) { return hasAny(lowerAscii(name), kCommunicationWords); }

Operation operationFromWord(std::string_view word) {
  std::string s = lowerAscii(word);
  // "send 0->1", "recv 0<-1": the peer is not part of the word.
  if (s.starts_with("send") && !s.starts_with("sendrecv")) return Operation::SendRecv;
  if (s.starts_with("recv")) return Operation::SendRecv;
  std::string plain;
  for (const char c : s)
    if (c != '_' && c != '-' && c != ' ') plain += c;
  for (const std::string_view tail :
       {std::string_view("coalesced"), std::string_view("oop"), std::string_view("base"), std::string_view("async")})
    if (plain.size() > tail.size() && plain.ends_with(tail)) plain.resize(plain.size() - tail.size());
  if (plain.starts_with("alltoall")) return Operation::AllToAll;
  if (plain.starts_with("reducescatter")) return Operation::ReduceScatter;
  if (plain.starts_with("allgather")) return Operation::AllGather;
  if (plain.starts_with("allreduce")) return Operation::AllReduce;
  return operationFrom(plain).value_or(Operation::Unknown);
}

NamedCollective collectiveFromName(std::string_view name) {
  NamedCollective result;
  name = name.substr(0, name.find('('));
  if (const std::size_t colon = name.find(':'); colon != std::string_view::npos && name.substr(colon, 2) != "::") {
    result.operation = operationFromWord(name.substr(colon + 1));
    return result;
  }
  result.operation = operationFromWord(name);
  if (result.operation != Operation::Unknown) return result;
  // Words of the kernel's name, as "ncclDevKernel", "AllReduce", "Sum", "f32", "RING", "LL".
  std::size_t at = 0;
  while (at < name.size()) {
    const std::size_t end = std::min(name.find('_', at), name.size());
    const std::string_view word = name.substr(at, end - at);
    const std::string s = lowerAscii(word);
    if (result.operation == Operation::Unknown && !s.empty()) result.operation = operationFromWord(word);
    if (s == "ring" || s == "tree" || s == "collnet" || s == "nvls" || s == "pat")
      result.algorithm = result.algorithm.empty() ? s : result.algorithm + "-" + s;
    at = end + 1;
  }
  if (result.operation == Operation::Unknown) {
    // "forward-send", "embedding-grads-all-reduce", "all_reduce": the words at the end.
    const std::string s = lowerAscii(name);
    for (std::size_t from = 0; from != std::string::npos && result.operation == Operation::Unknown;) {
      result.operation = operationFromWord(std::string_view(s).substr(from));
      from = s.find_first_of("-_ ", from);
      if (from != std::string::npos) ++from;
    }
  }
  return result;
}

int bytesOfType(std::string_view dtype) {
  std::string s = lowerAscii(dtype);
  for (const std::string_view head : {std::string_view("c10::"), std::string_view("torch."), std::string_view("nccl")})
    if (s.starts_with(head)) s.erase(0, head.size());
  const auto is = [&](std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), s) != words.end();
  };
  if (s.starts_with("float8") ||
      is({"byte", "char", "bool", "int8", "uint8", "int8_t", "uint8_t", "signed char", "unsigned char", "qint8", "quint8"}))
    return 1;
  if (is({"half", "bfloat16", "float16", "short", "short int", "int16", "uint16", "int16_t"})) return 2;
  if (is({"float", "float32", "int", "int32", "uint32", "int32_t", "uint32_t", "complexhalf"})) return 4;
  if (is({"double", "float64", "long", "long int", "int64", "uint64", "int64_t", "uint64_t", "complexfloat"})) return 8;
  if (is({"complexdouble"})) return 16;
  return -1;
}

}  // namespace weir::chrome
