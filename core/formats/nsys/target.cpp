// Who ran: machine, devices, processes, threads, ranks.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/formats/nsys/import.h"

namespace weir::nsys {
namespace {

std::optional<std::int64_t> integerOf(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '"')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '"')) s.remove_suffix(1);
  std::int64_t v = 0;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), v);
  return error == std::errc() && end == s.data() + s.size() ? std::optional(v) : std::nullopt;
}

// What launchers tell a process of its rank, the surest first.
constexpr std::array<std::string_view, 8> kRankVariables{"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK",
                                                         "MPI_LOCALRANKID_GLOBAL", "RANK", "FLUX_TASK_RANK", "SLURM_PROCID"};
constexpr std::array<std::string_view, 7> kSizeVariables{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE",      "MV2_COMM_WORLD_SIZE", "WORLD_SIZE",
                                                         "FLUX_JOB_SIZE",        "SLURM_NTASKS",  "SLURM_NPROCS"};

bool worthTelling(std::string_view name) {
  return name.starts_with("NCCL_") || name == "CUDA_VISIBLE_DEVICES" || name == "SLURM_JOB_ID" || name == "SLURM_JOB_NUM_NODES" ||
         name == "OMP_NUM_THREADS";
}

// "A=1;B=2" (2024) or a line each (2022).
void environment(std::string_view text, std::map<std::string, std::string>& out) {
  const char separator = text.find('\n') != std::string_view::npos ? '\n' : ';';
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view entry = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = entry.find('=');
    if (equals == std::string_view::npos || equals == 0) continue;
    std::string_view value = entry.substr(equals + 1);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
    out.try_emplace(std::string(entry.substr(0, equals)), value);
  }
}

Result<void> readMetaData(Import& in) {
  RunBuilder& b = in.timeline.builder();
  const sqlite::Table* meta = in.table("META_DATA_EXPORT");
  if (meta == nullptr) meta = in.table("EXPORT_META_DATA");
  return in.each(meta, {"name", "value"}, "facts", [&](sqlite::Rows& r) {
    const std::string_view name = r.text(0);
    if (name == "EXPORT_PRODUCT_VERSION") b.fact("Nsight Systems version", r.text(1));
    else if (name == "EXPORT_PRODUCT_DATE") b.fact("Nsight Systems release", r.text(1));
    else if (name == "EXPORT_SCHEMA_VERSION") b.fact("export schema", r.text(1));
    else if (name == "EXPORT_PRODUCT_NAME") b.fact("profiler", r.text(1));
  });
}

Result<void> readCapture(Import& in, std::map<std::string, std::string>& variables) {
  RunBuilder& b = in.timeline.builder();
  std::string command;
  if (auto r = in.each(in.table("META_DATA_CAPTURE"), {"name", "value"}, "facts", [&](sqlite::Rows& row) {
        const std::string_view name = row.text(0);
        if (name == "PROCESS_0:COMMAND") command = row.text(1);
        else if (name.starts_with("PROCESS_0:ARGUMENT_") && command.size() < 4096) command += " " + std::string(row.text(1));
        else if (name == "PROCESS_0:ENVIRONMENT_VARIABLE") environment(row.text(1), variables);
      });
      !r)
    return r;
  b.fact("command", command);
  return in.each(in.table("TARGET_INFO_SYSTEM_ENV"), {"name", "value"}, "facts", [&](sqlite::Rows& row) {
    const std::string_view name = row.text(0);
    const std::string_view value = row.text(1);
    if (name == "DeviceEnvironment") environment(value, variables);
    else if (name == "Hostname") b.fact("host name", value);
    else if (name == "CpuDescription" && value != "unknown") b.fact("CPU", value);
    else if (name == "CpuCores") b.fact("CPU cores", value);
    else if (name == "OsDescription") b.fact("operating system", value);
    else if (name == "NvDriverVersion") b.fact("NVIDIA driver", value);
    else if (name == "CudaDriverVersion") b.fact("CUDA driver", value);
  });
}

Result<void> readGpus(Import& in) {
  RunBuilder& b = in.timeline.builder();
  std::map<std::int64_t, std::int64_t> cudaOf;  // GPU's number in the machine: number that CUDA gives it
  if (auto r = in.each(in.table("TARGET_INFO_CUDA_DEVICE"), {"gpuId", "cudaId"}, "facts",
                       [&](sqlite::Rows& row) { cudaOf.try_emplace(row.integer(0), row.integer(1)); });
      !r)
    return r;
  return in.each(in.table("TARGET_INFO_GPU"),
                 {"id", "name", "totalMemory", "memoryBandwidth", "clockRate", "smCount", "cuDevice", "chipName", "busLocation"}, "facts",
                 [&](sqlite::Rows& row) {
                   std::int64_t device = row.integer(0);
                   if (!row.isNull(6) && row.integer(6) >= 0) device = row.integer(6);
                   if (const auto it = cudaOf.find(row.integer(0)); it != cudaOf.end()) device = it->second;
                   const std::string gpu = fmt::format("GPU {}", device);
                   b.fact(gpu, row.text(1));
                   if (row.integer(2) > 0) b.fact(gpu + " memory", row.text(2), "B");
                   if (row.integer(3) > 0) b.fact(gpu + " memory bandwidth", row.text(3), "B/s");
                   if (row.integer(4) > 0) b.fact(gpu + " clock", row.text(4), "Hz");
                   if (row.integer(5) > 0) b.fact(gpu + " multiprocessors", row.text(5));
                   b.fact(gpu + " chip", row.text(7));
                   b.fact(gpu + " PCI address", row.text(8));
                   if (!row.text(1).empty()) in.timeline.nameDevice(device, row.text(1));
                 });
}

Result<void> readNames(Import& in) {
  std::map<std::int64_t, std::string> names;
  if (auto r = in.each(in.table("PROCESSES"), {"globalPid", "pid", "name"}, "names of processes",
                       [&](sqlite::Rows& row) { names.try_emplace(row.integer(0) & ~0xffffffLL, row.text(2)); });
      !r)
    return r;
  if (auto r = in.each(in.table("ThreadNames"), {"globalTid", "nameId"}, "names of threads", [&](sqlite::Rows& row) {
        const std::int64_t tid = row.integer(0);
        in.threadNames[{in.process(tid), tid & 0xffffff}] = in.strings.text(row.integer(1));
      });
      !r)
    return r;
  for (const auto& [key, name] : in.threadNames) in.timeline.nameThread(key.first, key.second, name);
  for (const auto& [id, name] : names) in.timeline.nameProcess(in.process(id), name);
  return {};
}

// Members as "0,1,2", "[0, 1]", "0-3".
std::vector<std::int32_t> members(std::string_view text) {
  std::vector<std::int32_t> out;
  std::size_t i = 0;
  while (i < text.size() && out.size() < 1U << 20) {
    if (text[i] < '0' || text[i] > '9') {
      ++i;
      continue;
    }
    std::int32_t v = 0;
    const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), v);
    if (error != std::errc()) return {};
    const bool range = i > 0 && text[i - 1] == '-' && !out.empty() && v > out.back() && v - out.back() < (1 << 20);
    if (range)
      while (out.back() < v) out.push_back(out.back() + 1);
    else
      out.push_back(v);
    i = static_cast<std::size_t>(end - text.data());
  }
  return out;
}

Result<void> readMpiWorld(Import& in) {
  if (auto r = in.each(in.table("MPI_RANKS"), {"globalTid", "rank"}, "ranks", [&](sqlite::Rows& row) {
        if (row.integer(1) >= 0 && row.integer(1) < INT32_MAX)
          in.timeline.setRank(in.process(row.integer(0)), static_cast<std::int32_t>(row.integer(1)));
      });
      !r)
    return r;
  std::map<std::int32_t, gpu::ProcessIndex> ofRank;
  for (gpu::ProcessIndex p = 0; p < in.timeline.processes(); ++p)
    if (in.timeline.rankOf(p) != kUnknownRank) ofRank.emplace(in.timeline.rankOf(p), p);
  return in.each(in.table("MPI_COMMUNICATORS"), {"rank", "commHandle", "size", "members"}, "communicators", [&](sqlite::Rows& row) {
    Communicator c;
    if (row.integer(2) > 0 && row.integer(2) < INT32_MAX) c.size = static_cast<std::int32_t>(row.integer(2));
    c.members = members(row.text(3));
    if (c.size > 0 && c.members.size() != static_cast<std::size_t>(c.size)) c.members.clear();
    if (row.integer(0) >= 0 && row.integer(0) < INT32_MAX)
      if (const auto it = ofRank.find(static_cast<std::int32_t>(row.integer(0))); it != ofRank.end()) in.mpiCommunicators.try_emplace({it->second, row.integer(1)}, c);
    // MPI_COMM_WORLD is the largest.
    std::int32_t& world = in.timeline.builder().run().worldSize;
    world = std::max(world, c.size);
  });
}

}  // namespace

Result<void> readTarget(Import& in) {
  std::map<std::string, std::string> variables;
  for (const auto step : {readMetaData, readGpus, readNames, readMpiWorld})
    if (auto r = step(in); !r) return r;
  if (auto r = readCapture(in, variables); !r) return r;
  RunBuilder& b = in.timeline.builder();
  for (const auto& [name, value] : variables)
    if (worthTelling(name)) b.fact(name, value);
  const auto first = [&](const auto& names) -> std::optional<std::int64_t> {
    for (const std::string_view name : names)
      if (const auto it = variables.find(std::string(name)); it != variables.end())
        if (const auto v = integerOf(it->second); v && *v >= 0 && *v < INT32_MAX) return v;
    return std::nullopt;
  };
  // The variables are those of the profiler: a job's size, and the rank of its one process where it was started under mpirun.
  if (const auto size = first(kSizeVariables); size && *size > 0 && b.run().worldSize < 0) b.run().worldSize = static_cast<std::int32_t>(*size);
  in.environmentRank = first(kRankVariables) ? std::optional(static_cast<std::int32_t>(*first(kRankVariables))) : std::nullopt;
  if (auto r = in.each(in.table("DIAGNOSTIC_EVENT"), {"timestamp", "severity", "text"}, "notes",
                       [&, n = 0](sqlite::Rows& row) mutable {
                         if (row.integer(1) >= 2 && n++ < 1000) b.note("Nsight Systems warned", row.text(2));
                       });
      !r)
    return r;
  return in.each(in.table("TARGET_INFO_SESSION_START_TIME"), {"utcTime", "localTime"}, "clock", [&](sqlite::Rows& row) {
    b.fact("session start, UTC", row.text(0));
    b.fact("session start, local time", row.text(1));
  });
}

}  // namespace weir::nsys
