// Opening traces, in one run: time against one single-threaded simdjson on-demand pass over the same (unpacked) bytes,
// memory against their size, how cost grows with size, .gz against zlib alone, and reopening a study.
//
//   load_bench [--from REAL] [--sizes 10M,60M,200M,600M,2G] [--gz 200M] [--reopen 10M] [--dir /tmp] [--turns 9] [FILE...]
//
// Traces of the sizes are made by trace_maker with the statistics of REAL and removed afterwards; FILEs are measured as
// well. "open" is openFiles() on a file in the page cache, all of it: reading, parsing, sorting, arrows, notes; "shown" adds
// the levels of detail that the timeline paints from. Passes take turns, medians count. Wall time is what a person waits;
// CPU time is that of all threads. The pass looks at every event's ph, name, ts and dur, with the text already in memory.
#include <fcntl.h>
#include <fmt/format.h>
#include <simdjson.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "core/formats/format.h"
#include "core/formats/open.h"
#include "core/formats/source.h"
#include "core/run/builder.h"
#include "core/study/study.h"
#include "core/summarize/lod.h"
#include "sizes.h"
#include "trace_maker.h"

namespace {

namespace fs = std::filesystem;

struct Spent {
  double wall = 0, cpu = 0;
  double kernel = 0;  // of cpu: reading the file, and fresh memory. In a virtual machine the latter may come from the host
};
Spent now() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  return {std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(),
          static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9,
          static_cast<double>(use.ru_stime.tv_sec) + static_cast<double>(use.ru_stime.tv_usec) * 1e-6};
}
Spent since(const Spent& from) {
  const Spent to = now();
  return {to.wall - from.wall, to.cpu - from.cpu, to.kernel - from.kernel};
}
double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}
Spent median(const std::vector<Spent>& all) {
  std::vector<double> wall;
  std::vector<double> cpu;
  std::vector<double> kernel;
  for (const Spent& s : all) {
    wall.push_back(s.wall);
    cpu.push_back(s.cpu);
    kernel.push_back(s.kernel);
  }
  return {median(wall), median(cpu), median(kernel)};
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

void die(const std::string& why) {
  fmt::print(stderr, "{}\n", why);
  std::exit(1);
}

// In a process of its own: what `mode` does to `path`; its largest resident size, or the seconds it tells.
struct Alone {
  double peak = 0, seconds = 0;
};
Alone alone(const std::string& mode, const std::string& path) {
  int pipe[2];
  if (::pipe(pipe) != 0) die("no pipe");
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(pipe[1], 1);
    ::close(pipe[0]);
    ::execl("/proc/self/exe", "load_bench", mode.c_str(), path.c_str(), nullptr);
    std::_Exit(127);
  }
  ::close(pipe[1]);
  std::string told;
  char buffer[256];
  for (ssize_t n = 0; (n = ::read(pipe[0], buffer, sizeof buffer)) > 0;) told.append(buffer, static_cast<std::size_t>(n));
  ::close(pipe[0]);
  int status = 0;
  rusage use{};
  ::wait4(child, &status, 0, &use);
  if (status != 0) die(mode + " of " + path + " failed");
  return {static_cast<double>(use.ru_maxrss) * 1024, std::atof(told.c_str())};
}

void forget(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY);
  (void)::fdatasync(fd);
  (void)::posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
  ::close(fd);
}

struct Row {
  double bytes = 0;
  Spent pass, open, shown;
};

Row measure(const std::string& path, int turns) {
  Row row;
  Touched touched;
  std::vector<Spent> pass;
  std::vector<Spent> open;
  std::vector<Spent> shown;
  std::size_t slices = 0;
  std::string why;
  {
    auto text = weir::bench::textOf(path);
    if (!text) die(text.error().line());
    row.bytes = static_cast<double>(text->size());
    const simdjson::padded_string padded(*text);
    text = std::string();
    simdjson::ondemand::parser parser;
    turns = std::clamp(static_cast<int>(turns * 3e8 / row.bytes), 3, turns);
    for (int turn = 0; turn < turns; ++turn) {
      if (why.empty()) {
        const Spent from = now();
        try {
          touched = onDemand(parser, padded);
          pass.push_back(since(from));
        } catch (const simdjson::simdjson_error& e) {
          why = e.what();
        }
      }
      const Spent from = now();
      auto run = weir::openFiles({path}, {}, {});
      open.push_back(since(from));
      if (!run) die(run.error().line());
      slices = run->slices.size();
      const auto lod = weir::Lod::build(std::make_shared<const weir::Run>(std::move(*run)), {});
      shown.push_back(since(from));
    }
  }
  row.open = median(open);
  row.shown = median(shown);
  const double peak = alone("--open", path).peak;
  forget(path);
  const double cold = alone("--time", path).seconds;
  fmt::print("{:34} {:8.1f} MB {:9} slices", fs::path(path).filename().string(), row.bytes * 1e-6, slices);
  if (why.empty()) {
    row.pass = median(pass);
    fmt::print(" | pass {:7.1f} ms | open {:7.1f} ms wall {:7.1f} CPU ({:.1f} kernel) = {:.2f} x wall {:.2f} x CPU | shown {:.2f} x", row.pass.wall * 1e3,
               row.open.wall * 1e3, row.open.cpu * 1e3, row.open.kernel * 1e3, row.open.wall / row.pass.wall, row.open.cpu / row.pass.cpu,
               row.shown.wall / row.pass.wall);
  } else {
    fmt::print(" | simdjson does not read it ({}) | open {:7.1f} ms wall {:7.1f} CPU", why, row.open.wall * 1e3, row.open.cpu * 1e3);
  }
  fmt::print(" | peak {:.2f} x | not cached {:.1f} ms\n", peak / row.bytes, cold * 1e3);
  return row;
}

// Of cost ~ bytes^e, by least squares.
double exponent(const std::vector<Row>& rows, double (*cost)(const Row&)) {
  double n = 0;
  double sx = 0;
  double sy = 0;
  double sxx = 0;
  double sxy = 0;
  for (const Row& r : rows) {
    const double x = std::log(r.bytes);
    const double y = std::log(cost(r));
    n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

void packed(const std::string& plain, int turns) {
  const std::string path = plain + ".gz";
  {
    const auto text = weir::bench::textOf(plain);
    if (!text) die(text.error().line());
    gzFile out = gzopen(path.c_str(), "wb6");
    for (std::size_t at = 0; at < text->size(); at += 1 << 20)
      gzwrite(out, text->data() + at, static_cast<unsigned>(std::min<std::size_t>(1 << 20, text->size() - at)));
    gzclose(out);
  }
  std::vector<Spent> inflated;
  std::vector<Spent> open;
  std::uint64_t bytes = 0;
  std::vector<unsigned char> in(fs::file_size(path));
  std::FILE* f = std::fopen(path.c_str(), "rb");
  if (f == nullptr || std::fread(in.data(), 1, in.size(), f) != in.size()) die("cannot read " + path);
  std::fclose(f);
  std::vector<unsigned char> out(1 << 18);
  for (int turn = 0; turn < turns; ++turn) {
    const Spent from = now();
    z_stream z{};
    inflateInit2(&z, MAX_WBITS + 16);
    z.next_in = in.data();
    z.avail_in = static_cast<unsigned>(in.size());
    bytes = 0;
    do {
      z.next_out = out.data();
      z.avail_out = static_cast<unsigned>(out.size());
      const int r = inflate(&z, Z_NO_FLUSH);
      bytes += out.size() - z.avail_out;
      if (r != Z_OK) break;
    } while (true);
    inflateEnd(&z);
    inflated.push_back(since(from));
    const Spent begin = now();
    const auto run = weir::openFiles({path}, {}, {});
    open.push_back(since(begin));
    if (!run) die(run.error().line());
  }
  const double peak = alone("--open", path).peak;
  fmt::print("{:34} {:8.1f} MB from {:.1f} MB | zlib alone {:7.1f} ms | open {:7.1f} ms wall {:7.1f} CPU = {:.2f} x wall | peak {:.2f} x\n",
             fs::path(path).filename().string(), static_cast<double>(bytes) * 1e-6, static_cast<double>(in.size()) * 1e-6,
             median(inflated).wall * 1e3, median(open).wall * 1e3, median(open).cpu * 1e3, median(open).wall / median(inflated).wall,
             peak / static_cast<double>(bytes));
  fs::remove(path);
}

void reopen(const std::string& folder, std::uint64_t slices, int turns) {
  const std::string path = folder + "/weir-load-bench.weir";
  fs::remove(path);
  double argBytes = 0;
  double columns = 0;
  double saved = 0;
  {
    weir::RunBuilder b("kineto", weir::Truth::Measured);
    std::vector<weir::TrackIndex> tracks;
    for (int t = 0; t < 32; ++t) {
      weir::Track track;
      track.name = b.intern(fmt::format("thread {}", t));
      track.rank = t / 4;
      track.kind = t % 4 == 3 ? weir::TrackKind::Stream : weir::TrackKind::Thread;
      tracks.push_back(b.track(track));
    }
    std::vector<weir::NameId> names;
    for (int i = 0; i < 500; ++i) names.push_back(b.intern(fmt::format("aten::operator_{}", i)));
    const weir::NameId category = b.intern("cpu_op");
    std::vector<std::int64_t> at(tracks.size(), 0);
    std::uint64_t x = 1;
    std::string args;
    for (std::uint64_t i = 0; i < slices; ++i) {
      x = x * 6364136223846793005U + 1442695040888963407U;
      const std::size_t t = i % tracks.size();
      const auto length = static_cast<std::int64_t>(1'000'000 + (x >> 40));
      args = fmt::format(R"({{"External id": {}, "stream": {}, "correlation": {}}})", i, t, i / 2);
      b.slice({tracks[t], at[t], length, names[(x >> 33) % names.size()], category, static_cast<weir::Activity>((x >> 20) % 6), args});
      // Some inside the one before, some behind it.
      at[t] += i % 3 == 0 ? length / 4 : length + 1000;
    }
    const weir::Run run = b.build();
    argBytes = static_cast<double>(run.argsText.size());
    columns = static_cast<double>(run.slices.size()) * 37;
    const Spent from = now();
    auto study = weir::Study::open(path, weir::Study::Mode::Create);
    if (!study) die(study.error().line());
    if (const auto id = study->addRun(run, {}, 0, {}); !id) die(id.error().line());
    saved = since(from).wall;
  }
  std::vector<double> seconds;
  double peak = 0;
  for (int turn = 0; turn < turns; ++turn) {
    const Alone a = alone("--study", path);
    seconds.push_back(a.seconds);
    peak = a.peak;
  }
  fmt::print("study of {} slices ({:.0f} MB of columns, {:.0f} MB of arguments, {:.0f} MB stored) | saved {:.2f} s | reopened {:.3f} s | peak {:.2f} x\n",
             slices, columns * 1e-6, argBytes * 1e-6, static_cast<double>(fs::file_size(path)) * 1e-6, saved, median(seconds),
             peak / (columns + argBytes));
  fs::remove(path);
}

int inChild(const std::string& mode, const std::string& path) {
  const Spent from = now();
  if (mode == "--study") {
    auto study = weir::Study::open(path, weir::Study::Mode::ReadOnly);
    if (!study) return 1;
    const auto run = study->run(1, {});
    if (!run) return 1;
    fmt::print("{}\n", since(from).wall);
    std::fflush(stdout);
    std::_Exit(0);
  }
  const auto run = weir::openFiles({path}, {}, {});
  if (!run) {
    fmt::print(stderr, "{}\n", run.error().line());
    return 1;
  }
  fmt::print("{}\n", since(from).wall);
  std::fflush(stdout);
  std::_Exit(0);
}

}  // namespace

int main(int argc, char** argv) {
  std::string real;
  std::string sizes = "10M,60M,200M,600M,2G";
  std::string gz = "200M";
  std::string study = "10M";
  std::string folder = fs::temp_directory_path().string();
  int turns = 9;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    const auto value = [&] { return i + 1 < argc ? std::string(argv[++i]) : std::string(); };
    if (arg == "--open" || arg == "--time" || arg == "--study") return inChild(arg, value());
    if (arg == "--from") real = value();
    else if (arg == "--sizes") sizes = value();
    else if (arg == "--gz") gz = value();
    else if (arg == "--reopen") study = value();
    else if (arg == "--dir") folder = value();
    else if (arg == "--turns") turns = std::max(1, std::atoi(value().c_str()));
    else files.push_back(arg);
  }
  auto maker = weir::bench::TraceMaker::plain();
  if (!real.empty()) {
    const auto text = weir::bench::textOf(real);
    if (!text) die(text.error().line());
    auto learned = weir::bench::TraceMaker::learn(*text);
    if (!learned) die(learned.error().line());
    maker = std::move(*learned);
  }
  fmt::print("{} threads of this machine; goals: open 1.2 x wall, peak 1 x, exponent 1, reopened 1 s\n", std::thread::hardware_concurrency());
  for (const std::string& file : files) measure(file, turns);
  std::vector<Row> rows;
  std::stringstream list(sizes);
  for (std::string size; std::getline(list, size, ',');) {
    const std::uint64_t bytes = weir::bench::bytesOf(size);
    if (bytes == 0) continue;
    const std::string path = fmt::format("{}/weir-load-bench-{}.json", folder, size);
    if (const auto r = maker.write(path, bytes); !r) die(r.error().line());
    rows.push_back(measure(path, turns));
    fs::remove(path);
  }
  if (rows.size() > 1)
    fmt::print("cost grows with size to the power of {:.3f} (wall), {:.3f} (CPU); the pass itself {:.3f}\n",
               exponent(rows, [](const Row& r) { return r.open.wall; }), exponent(rows, [](const Row& r) { return r.open.cpu; }),
               exponent(rows, [](const Row& r) { return r.pass.wall; }));
  if (const std::uint64_t bytes = weir::bench::bytesOf(gz); bytes > 0) {
    const std::string path = fmt::format("{}/weir-load-bench-gz.json", folder);
    if (const auto r = maker.write(path, bytes); !r) die(r.error().line());
    packed(path, std::min(turns, 5));
    fs::remove(path);
  }
  if (const std::uint64_t slices = weir::bench::bytesOf(study); slices > 0) reopen(folder, slices, std::min(turns, 5));
  return 0;
}
