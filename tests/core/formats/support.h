// Reading texts and corpus files in the tests of formats.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/format.h"
#include "core/formats/open.h"

namespace weir::test {

inline std::string shared(const std::string& path) { return std::string(WEIR_SHARED_DIR "/").append(path); }
inline bool haveShared() { return std::filesystem::exists(WEIR_SHARED_DIR "/corpus"); }

// As openFiles reads a file, in chunks of `chunk` bytes.
inline Result<weir::Run> readText(std::string_view text, std::size_t chunk = std::string_view::npos) {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  const FormatDescriptor* format = sniffFormat(bytes);
  if (format == nullptr || !format->readable()) return fail("not recognised");
  const auto reader = format->make({});
  std::size_t at = 0;
  do {
    const std::size_t n = std::min(chunk, bytes.size() - at);
    if (const auto r = reader->feed(bytes.subspan(at, n), at + n == bytes.size(), {}); !r) return tl::make_unexpected(r.error());
    at += n;
  } while (at < bytes.size());
  auto run = reader->finish({});
  if (run)
    for (weir::Source& s : run->sources) s.format = run->format;
  return run;
}

inline Result<weir::Run> open(const std::string& path) { return openFiles({path}, {}, {}); }

inline std::uint64_t noteCount(const weir::Run& run, std::string_view kind) {
  for (const Note& n : run.notes)
    if (n.kind == kind) return n.count;
  return 0;
}
inline std::string noteKinds(const weir::Run& run) {
  std::string s;
  for (const Note& n : run.notes) s += n.kind + " x" + std::to_string(n.count) + (n.first.empty() ? "" : " (" + n.first[0] + ")") + "; ";
  return s;
}

struct ManifestRow {
  std::string file;
  nlohmann::json expected;
};
// "file ... expected_json" of corpus/<folder>/MANIFEST.tsv.
inline std::vector<ManifestRow> manifest(const std::string& folder) {
  std::ifstream in(shared("corpus/" + folder + "/MANIFEST.tsv"));
  std::vector<ManifestRow> rows;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::vector<std::string> cells;
    std::stringstream cut(line);
    for (std::string cell; std::getline(cut, cell, '\t');) cells.push_back(cell);
    if (cells.size() < 9) continue;
    rows.push_back({shared("corpus/" + folder + "/" + cells[0]), nlohmann::json::parse(cells[8])});
  }
  return rows;
}

// What the corpus' manifests count, counted in a Run.
struct Counted {
  std::int64_t slices = 0, kernels = 0, memory = 0, nccl = 0, params = 0, tracks = 0;
  double ncclUs = 0, kernelUs = 0, communicationUs = 0, computeUs = 0, overlapUs = 0;
};

// The manifest's figures come from doubles of microseconds, which at 1e15 resolve a quarter of one: formed alike here, from
// the picoseconds of the Run, they must agree to the last digit given.
inline double doubleUs(std::int64_t wholeUs, std::int64_t ps) {
  const std::int64_t carry = ps / 1'000'000;
  return std::strtod(fmt::format("{}.{:06}", wholeUs + carry, ps - carry * 1'000'000).c_str(), nullptr);
}

using Spans = std::vector<std::pair<double, double>>;
inline Spans united(Spans s) {
  std::sort(s.begin(), s.end());
  Spans out;
  for (const auto& [b, e] : s) {
    if (out.empty() || b > out.back().second) out.emplace_back(b, e);
    else out.back().second = std::max(out.back().second, e);
  }
  return out;
}
inline double length(const Spans& s) {
  double n = 0;
  for (const auto& [b, e] : s) n += e - b;
  return n;
}
inline double common(const Spans& a, const Spans& b) {
  double n = 0;
  for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    n += std::max(0.0, std::min(a[i].second, b[k].second) - std::max(a[i].first, b[k].first));
    if (a[i].second < b[k].second) ++i;
    else ++k;
  }
  return n;
}

inline Counted count(const weir::Run& run, std::int64_t originUs = 0) {
  Counted c;
  Spans communication;
  Spans compute;
  for (const Track& t : run.tracks) {
    if (t.rowCount == 0) continue;
    ++c.tracks;
    for (std::uint32_t r = t.firstRow; r < t.firstRow + t.rowCount; ++r)
      for (SliceIndex i = run.rows[r].begin; i < run.rows[r].end; ++i) {
        ++c.slices;
        const std::string_view category = run.names.text(run.slices.category[i]);
        std::string name(run.names.text(run.slices.name[i]));
        for (char& ch : name) ch = static_cast<char>(std::tolower(static_cast<unsigned char>(ch)));
        if (name == "record_param_comms") ++c.params;
        if (category == "gpu_memcpy" || category == "gpu_memset") ++c.memory;
        if (category != "kernel" && category != "Kernel") continue;
        ++c.kernels;
        const double us = static_cast<double>(run.slices.duration[i]) * 1e-6;
        c.kernelUs += us;
        if (name.find("nccl") != std::string::npos || name.find("rccl") != std::string::npos) {
          ++c.nccl;
          c.ncclUs += us;
        }
        if (t.kind != TrackKind::Stream) continue;
        const double start = doubleUs(originUs, run.slices.start[i]);
        const double end = start + doubleUs(0, run.slices.duration[i]);
        if (run.slices.activity[i] == Activity::Communication) communication.emplace_back(start, end);
        if (run.slices.activity[i] == Activity::Compute) compute.emplace_back(start, end);
      }
  }
  communication = united(std::move(communication));
  compute = united(std::move(compute));
  c.communicationUs = length(communication);
  c.computeUs = length(compute);
  c.overlapUs = common(communication, compute);
  return c;
}

// A fact or table of a Run by name; empty or null where there is none.
inline std::string fact(const weir::Run& run, std::string_view name) {
  for (const Fact& f : run.facts)
    if (f.name == name) return f.value;
  return {};
}
inline const Table* table(const weir::Run& run, std::string_view name) {
  for (const Table& t : run.tables)
    if (t.name == name) return &t;
  return nullptr;
}

}  // namespace weir::test
