// How long a trace takes from bytes to a built Run, against one simdjson on-demand pass over the same bytes that looks at
// every event's ph, name, ts and dur. Both in one process, turn by turn, medians. Argument: a trace (.json or .json.gz).
#include <fmt/format.h>
#include <simdjson.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/formats/format.h"
#include "core/formats/open.h"
#include "core/formats/source.h"

namespace {

// Wall time is what a person waits; CPU time of this thread is what remains comparable when others share the cores.
struct Spent {
  double wall = 0, cpu = 0;
};
Spent now() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return {std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(),
          static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9};
}
Spent since(const Spent& from) {
  const Spent to = now();
  return {to.wall - from.wall, to.cpu - from.cpu};
}
double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

Spent median(const std::vector<Spent>& all) {
  std::vector<double> wall;
  std::vector<double> cpu;
  for (const Spent& s : all) {
    wall.push_back(s.wall);
    cpu.push_back(s.cpu);
  }
  return {median(wall), median(cpu)};
}

struct Touched {
  std::uint64_t events = 0, bytes = 0;
  double sum = 0;
};

Touched onDemand(simdjson::ondemand::parser& parser, const simdjson::padded_string& text) {
  Touched t;
  simdjson::ondemand::document document = parser.iterate(text);
  const auto look = [&](simdjson::ondemand::array events) {
    for (simdjson::ondemand::object event : events) {
      ++t.events;
      for (auto field : event) {
        const std::string_view key = field.unescaped_key();
        if (key == "ph" || key == "name") {
          std::string_view s;
          if (!field.value().get_string().get(s)) t.bytes += s.size();
        } else if (key == "ts" || key == "dur") {
          double v = 0;
          if (!field.value().get_double().get(v)) t.sum += v;
        }
      }
    }
  };
  if (document.type() == simdjson::ondemand::json_type::array) look(document.get_array());
  else look(document["traceEvents"].get_array());
  return t;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : WEIR_SHARED_DIR "/corpus/kineto/xdit_flux_rank0.json.gz";
  const int turns = argc > 2 ? std::max(1, std::atoi(argv[2])) : 9;
  auto source = weir::ByteSource::open(path, {});
  if (!source) {
    fmt::print(stderr, "{}\n", source.error().line());
    return 1;
  }
  std::string text;
  const Spent unpackFrom = now();
  const auto unpacked = source->stream(
      [&](weir::ByteSpan chunk, bool) -> weir::Result<void> {
        text.append(reinterpret_cast<const char*>(chunk.data()), chunk.size());
        return {};
      },
      {});
  if (!unpacked) {
    fmt::print(stderr, "{}\n", unpacked.error().line());
    return 1;
  }
  const double unpack = since(unpackFrom).wall;
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  const weir::FormatDescriptor* format = weir::sniffFormat(bytes);
  if (format == nullptr || !format->readable()) {
    fmt::print(stderr, "{}: no readable trace\n", path);
    return 1;
  }

  const simdjson::padded_string padded(text);
  simdjson::ondemand::parser parser;
  std::vector<Spent> pass;
  std::vector<Spent> ours;
  Touched touched;
  std::size_t slices = 0;
  bool strict = true;
  for (int turn = 0; turn < turns; ++turn) {
    if (strict) {
      const Spent from = now();
      try {
        touched = onDemand(parser, padded);
        pass.push_back(since(from));
      } catch (const simdjson::simdjson_error& e) {
        fmt::print("simdjson does not read it: {}\n", e.what());
        strict = false;
      }
    }
    const Spent from = now();
    const auto run = weir::openFiles({path}, {}, {});
    ours.push_back(since(from));
    if (!run) return 1;
    slices = run->slices.size();
  }
  const double mb = static_cast<double>(text.size()) * 1e-6;
  const Spent run = median(ours);
  fmt::print("{}\n{:.1f} MB, {} events, {} slices; unpacking {:.1f} ms\n", path, mb, touched.events, slices, unpack * 1e3);
  const auto line = [&](std::string_view what, const Spent& s) {
    fmt::print("{:28} {:7.1f} ms wall {:7.1f} ms CPU {:7.0f} MB/s\n", what, s.wall * 1e3, s.cpu * 1e3, mb / s.wall);
  };
  if (strict) line("one simdjson on-demand pass", median(pass));
  line("bytes to a built Run", run);
  if (strict) fmt::print("ratio {:.2f} wall, {:.2f} CPU (must be at most 3)\n", run.wall / median(pass).wall, run.cpu / median(pass).cpu);
  return 0;
}
