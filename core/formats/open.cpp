#include "core/formats/open.h"

#include <fmt/format.h>
#include <fcntl.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include "core/formats/archive.h"
#include "core/formats/darshan/reader.h"
#include "core/formats/folder.h"
#include "core/formats/link_execution.h"
#include "core/formats/same_file.h"
#include "core/run/builder.h"
#include "core/run/silence.h"
#include "core/run/unmeasured.h"

namespace weir {
namespace {

namespace fs = std::filesystem;

struct Item {
  std::string path;
  bool named = true;  // given by the user, not found in a folder or an archive
  std::string shown;  // as messages call it: "run.tgz: rank0.json" for what was unpacked
  std::optional<Result<Run>> result;
};

std::string accepted() {
  const auto& all = formats();
  return fmt::format("{} formats are read, plain, packed or in an archive: weir-cli formats lists them",
                     std::count_if(all.begin(), all.end(), [](const FormatDescriptor& f) { return f.readable(); }));
}

std::string beginning(ByteSpan head) {
  std::string s;
  for (const std::byte b : head.first(std::min<std::size_t>(head.size(), 16))) {
    const auto c = std::to_integer<unsigned char>(b);
    if (c >= 0x20 && c < 0x7f)
      s += static_cast<char>(c);
    else
      s += fmt::format("\\x{:02x}", c);
  }
  return s;
}

// By the two names that a scenario cannot do without: of the many JSON files that are no trace, the one that is ours.
bool isScenario(ByteSpan head) {
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  return text.find_first_not_of(" \t\r\n") < text.size() && text[text.find_first_not_of(" \t\r\n")] == '{' && text.find("\"machine\"") != std::string_view::npos &&
         text.find("\"workload\"") != std::string_view::npos;
}

void giveRank(Run& run, std::int32_t rank) {
  for (Track& t : run.tracks) t.rank = rank;
  for (CollectiveCall& c : run.collectives) c.rank = rank;
  for (IoOperation& op : run.io) op.rank = rank;
  for (IoRecord& r : run.ioRecords) r.rank = rank;
  for (Counter& c : run.counters) c.rank = rank;
  if (!run.tracks.empty()) run.ranks = {rank};
}

tl::unexpected<Error> notRead(const FormatDescriptor& format, const std::string& path) {
  if (!format.why.empty()) return fail(fmt::format("{} is recognised but not read", format.title), path, std::string(format.why));
  return fail(fmt::format("{} is recognised but not read yet", format.title), path, accepted());
}

// "trace_rank3.json" of "/x/trace_rank3.json.gz".
std::string plainName(const std::string& path) {
  std::string name = fs::path(path).filename().string();
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  return name;
}

struct TemporaryFile {
  std::string path;
  explicit TemporaryFile(std::string p) : path(std::move(p)) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { ::unlink(path.c_str()); }
};

// The file's bytes, decompressed, in a file that goes with the result.
Result<std::unique_ptr<TemporaryFile>> unpack(ByteSource& source, const Job& job) {
  std::string name = spillOptions().folder + "/weir-unpacked-XXXXXX";
  const int fd = ::mkostemp(name.data(), O_CLOEXEC);
  if (fd < 0) return failIo(fmt::format("cannot be unpacked there: {}", std::strerror(errno)), name, "set WEIR_SPILL_DIR to a folder with room");
  auto file = std::make_unique<TemporaryFile>(name);
  const auto done = source.stream(
      [&](ByteSpan chunk, bool) -> Result<void> {
        while (!chunk.empty()) {
          const ssize_t n = ::write(fd, chunk.data(), chunk.size());
          if (n < 0 && errno == EINTR) continue;
          if (n < 0) return failIo(fmt::format("cannot be unpacked there: {}", std::strerror(errno)), name, "set WEIR_SPILL_DIR to a folder with room");
          chunk = chunk.subspan(static_cast<std::size_t>(n));
        }
        return {};
      },
      job);
  ::close(fd);
  if (!done) return tl::make_unexpected(done.error());
  return file;
}

Result<Run> readFile(const std::string& path, const std::string& shown, const OpenOptions& options, const Job& job) {
  auto source = ByteSource::open(path, options.source);
  if (!source) return tl::make_unexpected(source.error());
  const FormatDescriptor* format = sniffFormat(source->head());
  if (format == nullptr) {
    // What little a packed file holds may be all that is left of it.
    std::string cut;
    if (source->packing() != ByteSource::Packing::Plain && source->head().size() < kSniffBytes &&
        source->stream([](ByteSpan, bool) -> Result<void> { return {}; }, job) && !source->notes().empty())
      cut = fmt::format("; the {} after {} bytes", source->notes().front().kind, source->head().size());
    if (isScenario(source->head())) return fail("is a scenario, no trace", shown, "give it to weir-cli predict, explain, simulate or sweep, or open it in the window");
    return fail(fmt::format("not a trace that is known here (it begins with \"{}\"{})", beginning(source->head()), cut), shown, accepted());
  }
  // Who says which columns are what means a table, whatever else its words look like.
  const auto mapped = options.settings.lower_bound("csv.");
  if (mapped != options.settings.end() && mapped->first.starts_with("csv.") && format->name != "csv")
    for (const FormatDescriptor& f : formats())
      if (f.name == "csv" && f.sniff(source->head()) > 0) format = &f;
  if (!format->readable()) return notRead(*format, shown);
  ReaderContext context;
  context.expectedBytes = source->expectedBytes();
  context.memoryLimit = options.memoryLimit;
  context.name = plainName(path);
  context.threads = options.threads;
  context.settings = options.settings;
  const auto located = [&](const Error& e) {
    Error at = e;
    if (const std::size_t own = at.where.find(path); own != std::string::npos) at.where.replace(own, path.size(), shown);
    else if (!at.stopped()) at.where = at.where.empty() ? shown : shown + ", " + at.where;
    return tl::make_unexpected(at);
  };
  Result<Run> run = tl::make_unexpected(Error{});
  // A format that has both ways reads plain files by itself (in parallel) and takes what is unpacked as a stream.
  if (format->readFile != nullptr && (format->make == nullptr || source->packing() == ByteSource::Packing::Plain)) {
    if (source->packing() == ByteSource::Packing::Plain) {
      run = format->readFile(path, context, job);
    } else {
      const auto unpacked = unpack(*source, job);
      if (!unpacked) return located(unpacked.error());
      run = format->readFile((*unpacked)->path, context, job);
      if (!run && run.error().where.find((*unpacked)->path) != std::string::npos) {
        Error e = run.error();
        e.where.replace(e.where.find((*unpacked)->path), (*unpacked)->path.size(), path);
        run = tl::make_unexpected(std::move(e));
      }
    }
  } else {
    const auto reader = format->make(context);
    if (const auto r = source->stream([&](ByteSpan chunk, bool last) { return reader->feed(chunk, last, job); }, job); !r)
      return located(r.error());
    run = reader->finish(job);
  }
  if (!run) return located(run.error());
  for (const Note& n : source->notes())
    for (const std::string& place : n.first) addNote(run->notes, n.kind, place == path ? shown : place, n.count);
  if (const std::uint64_t n = unmeasuredIn(run->notes); n > 0 && run->slices.size() > 0) run->facts.push_back({std::string(kFactUnmeasured), std::to_string(n), "", 0});
  // Links, tiers and devices alone (a platform, the machines of a workflow) are no rank's.
  const bool ofARank = std::any_of(run->tracks.begin(), run->tracks.end(), [](const Track& t) { return t.kind == TrackKind::Thread || t.kind == TrackKind::Stream || t.kind == TrackKind::Other; });
  if (run->ranks.empty() && ofARank) {
    const std::int32_t rank = rankFromFileName(path);
    if (rank != kUnknownRank) giveRank(*run, rank);
    else if (rankBelow0InFileName(path)) addNote(run->notes, kNoteRankBelow0, fs::path(shown).filename().string());
  }
  run->title = fs::path(shown).filename().string();
  // A reader may say what its clock is in a source of its own; several of them, when the file holds several logs.
  if (run->sources.empty()) run->sources.emplace_back();
  for (Source& s : run->sources) {
    s.file = s.file.empty() ? shown : shown + ", " + s.file;
    s.format = run->format;
  }
  if (run->sources.size() == 1) {
    Source& s = run->sources.front();
    s.rank = run->ranks.size() == 1 ? run->ranks.front() : kUnknownRank;
    s.originNs = run->originNs;
    s.slices = run->slices.size();
  }
  std::vector<std::int64_t> by(run->sources.size(), 0);
  for (const auto& [part, ps] : options.shifts)
    for (std::size_t i = 0; i < by.size(); ++i)
      if (run->sources[i].file.find(part) != std::string::npos) by[i] += ps;
  if (std::any_of(by.begin(), by.end(), [](std::int64_t ps) { return ps != 0; })) *run = shifted(*run, by);
  return run;
}

// A shift that moves nothing is a slip of the pen, and the picture would be wrong without a word.
Result<void> shiftsMatch(const Run& run, const OpenOptions& options) {
  for (const auto& [part, ps] : options.shifts)
    if (std::none_of(run.sources.begin(), run.sources.end(), [&, wanted = std::string_view(part)](const Source& s) { return s.file.find(wanted) != std::string::npos; })) {
      std::string known;
      for (std::size_t i = 0; i < std::min<std::size_t>(run.sources.size(), 8); ++i) known += (known.empty() ? "" : ", ") + run.sources[i].file;
      return fail("no source has this in its path, so none is moved", part, "sources are " + known + (run.sources.size() > 8 ? ", ..." : ""));
    }
  return {};
}

bool isCompanion(const std::string& path, const OpenOptions& options) {
  const auto source = ByteSource::open(path, options.source);
  const FormatDescriptor* f = source ? sniffFormat(source->head()) : nullptr;
  return f != nullptr && f->companion;
}

// What was found beside others: the note's kind, by whether it is a trace at all. Any text with columns passes for a table.
std::string_view kindOfUnread(const std::string& path, const OpenOptions& options) {
  const auto source = ByteSource::open(path, options.source);
  const FormatDescriptor* f = source ? sniffFormat(source->head()) : nullptr;
  if (source && (f == nullptr || f->name == "csv")) return kNoteLeftOut;
  return f != nullptr && !f->readable() ? kNoteKnownLeftOut : kNoteBroken;
}

// What openFiles collects before it reads.
struct Plan {
  std::vector<Item> items;
  std::vector<std::unique_ptr<Unpacked>> unpacked;  // their files live as long as this
  std::vector<Note> notes;
};

Result<void> expandArchive(const std::string& path, const OpenOptions& options, Plan& plan, const Job& job) {
  std::error_code ignored;
  job.begin("unpacking " + fs::path(path).filename().string(), fs::file_size(path, ignored));
  auto unpacked = unpackArchive(path, options.source, job);
  if (!unpacked) return tl::make_unexpected(unpacked.error());
  const std::vector<UnpackedEntry>& entries = (*unpacked)->entries;
  for (const UnpackedEntry& e : entries) {
    if (entries.size() > 1 && isCompanion(e.path, options)) continue;
    plan.items.push_back({e.path, entries.size() == 1, e.name.empty() ? path : path + ": " + e.name, {}});
  }
  for (const Note& n : (*unpacked)->notes)
    for (std::size_t i = 0; i < std::max<std::size_t>(n.first.size(), 1); ++i)
      addNote(plan.notes, n.kind, i < n.first.size() ? path + ": " + n.first[i] : path, i == 0 ? n.count - (n.first.empty() ? 0 : n.first.size() - 1) : 1);
  plan.unpacked.push_back(std::move(*unpacked));
  return {};
}

std::string sameAs(const std::string& file, const std::string& first) { return file == first ? file : file + " is " + first + " again"; }

Result<void> expandFolder(const std::string& path, const OpenOptions& options, Plan& plan, const Job& job) {
  const auto mapped = options.settings.lower_bound("csv.");
  auto contents = lookInto(path, mapped != options.settings.end() && mapped->first.starts_with("csv."), options.source);
  if (!contents) return tl::make_unexpected(contents.error());
  const std::size_t before = plan.items.size();
  std::optional<Error> failed;
  for (const std::string& f : contents->archives) {
    if (const auto r = expandArchive(f, options, plan, job); !r) {
      if (r.error().stopped()) return r;
      addNote(plan.notes, kNoteBroken, r.error().line());
      if (!failed) failed = r.error();
    }
  }
  if (failed && plan.items.size() == before && contents->files.empty()) return tl::make_unexpected(std::move(*failed));
  for (std::size_t i = before; i < plan.items.size(); ++i) plan.items[i].named = false;
  for (std::string& f : contents->files) plan.items.push_back({f, false, f, {}});
  for (Note& n : contents->notes)
    for (std::size_t i = 0; i < n.first.size(); ++i) addNote(plan.notes, n.kind, n.first[i], i == 0 ? n.count - (n.first.size() - 1) : 1);
  return {};
}

Result<void> expand(const std::string& path, const OpenOptions& options, Plan& plan, const Job& job) {
  std::error_code error;
  if (fs::is_directory(path, error)) return expandFolder(path, options, plan, job);
  if (isArchive(path, options.source)) return expandArchive(path, options, plan, job);
  plan.items.push_back({path, true, path, {}});
  return {};
}

Result<void> expandAll(const std::vector<std::string>& paths, const OpenOptions& options, Plan& plan, const Job& job) {
  // Here folders and archives that are the same; files again below, as a folder may hold one that is named beside it.
  const std::vector<std::size_t> given = firstOfSame(paths);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (given[i] != i) {
      addNote(plan.notes, kNoteGivenTwice, sameAs(paths[i], paths[given[i]]));
      continue;
    }
    if (const auto r = expand(paths[i], options, plan, job); !r) return r;
  }
  std::vector<std::string> files;
  for (const Item& item : plan.items) files.push_back(item.path == item.shown ? item.path : std::string());  // not what was unpacked
  const std::vector<std::size_t> first = firstOfSame(files);
  std::vector<Item> items;
  std::vector<std::size_t> at(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (first[i] == i) {
      at[i] = items.size();
      items.push_back(std::move(plan.items[i]));
      continue;
    }
    Item& kept = items[at[first[i]]];
    kept.named = kept.named || plan.items[i].named;
    addNote(plan.notes, kNoteGivenTwice, sameAs(files[i], files[first[i]]));
  }
  plan.items = std::move(items);
  return {};
}

std::uint64_t machineMemory() {
  struct sysinfo info {};
  return ::sysinfo(&info) == 0 ? static_cast<std::uint64_t>(info.totalram) * info.mem_unit : std::uint64_t{4} << 30;
}

void sayWhatIsMissing(Run& run) {
  darshan::noteDifferentJobs(run);
  if (communicationMissing(run)) addNote(run.notes, "no communication found", run.title);
  const auto unknown = std::count_if(run.collectives.begin(), run.collectives.end(),
                                     [](const CollectiveCall& c) { return c.bytes == kUnknownBytes; });
  if (unknown > 0) addNote(run.notes, "communication sizes unknown", {}, static_cast<std::uint64_t>(unknown));
}

}  // namespace

Result<Run> openFiles(const std::vector<std::string>& paths, const OpenOptions& given, const Job& job) {
  if (paths.empty()) return fail("no file given", {}, accepted());
  OpenOptions options = given;
  if (options.memoryLimit == 0) options.memoryLimit = machineMemory() / 4 * 3;

  Plan plan;
  if (const auto r = expandAll(paths, options, plan, job); !r) return tl::make_unexpected(r.error());
  std::vector<Item>& items = plan.items;
  std::uint64_t bytes = 0;
  for (const Item& item : items) {
    std::error_code ignored;
    const auto size = fs::file_size(item.path, ignored);
    if (!ignored) bytes += size;
  }
  job.begin(items.size() == 1 ? "reading " + fs::path(items[0].shown).filename().string()
                              : fmt::format("reading {} files", items.size()),
            bytes);

  const unsigned cores = options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  options.threads = std::max(1U, cores / static_cast<unsigned>(std::max<std::size_t>(1, std::min<std::size_t>(items.size(), cores))));
  std::atomic<std::size_t> next{0};
  std::atomic<bool> give_up{false};
  const auto work = [&] {
    for (std::size_t i = next++; i < items.size() && !give_up; i = next++) {
      try {
        items[i].result = readFile(items[i].path, items[i].shown, options, job);
      } catch (const std::bad_alloc&) {
        items[i].result = fail(fmt::format("not enough memory to read it, or no room in {}, where columns go beyond {} MiB", spillOptions().folder, spillOptions().limit >> 20),
                               items[i].shown, "check that the folder is there and has room (--spill-dir), or open fewer files");
      } catch (const std::exception& e) {
        items[i].result = tl::make_unexpected(Error{Error::Kind::Internal, e.what(), items[i].shown, {}});
      }
      if (!*items[i].result && ((items[i].named && !options.keepGoing) || items[i].result->error().stopped())) give_up = true;
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < std::min<std::size_t>(cores, items.size()); ++i) helpers.emplace_back(work);
    work();
  }

  const bool swept = std::none_of(items.begin(), items.end(), [](const Item& i) { return i.named; });
  std::vector<Run> runs;
  std::vector<Note> notes = std::move(plan.notes);
  std::string why;  // nothing was read; what is known by name says more than what is not known at all
  for (Item& item : items) {
    if (!item.result) continue;
    if (*item.result) {
      runs.push_back(std::move(**item.result));
    } else if (item.result->error().stopped() || (item.named && (!options.keepGoing || items.size() == 1))) {
      return tl::make_unexpected(item.result->error());
    } else {
      const std::string line = item.result->error().line();
      addNote(notes, item.named ? kNoteNotRead : kindOfUnread(item.path, options), line);
      if (why.empty() || (why.find("is recognised") == std::string::npos && line.find("is recognised") != std::string::npos)) why = line;
    }
    item.result.reset();
  }
  // Any text with columns reads as a table: beside traces in a folder it is a list or a readme, not a part of the job.
  const auto bare = [](const Run& r) { return r.format == "csv" && r.slices.size() == 0 && r.counters.empty() && r.instants.empty(); };
  if (swept && std::any_of(runs.begin(), runs.end(), [&](const Run& r) { return !bare(r); }))
    std::erase_if(runs, [&](const Run& r) {
      if (bare(r)) addNote(notes, kNoteTableBeside, r.sources.front().file);
      return bare(r);
    });
  if (job.stopped()) return stoppedByUser();
  if (runs.empty()) return fail("no trace in it could be read" + (why.empty() ? std::string() : ": " + why), paths.front(), accepted());
  const std::size_t files = runs.size();
  linkExecutionTraces(runs, job);
  job.begin("joining the ranks");
  Run run = mergeRuns(std::move(runs));
  joinMessages(run);
  if (files > 1) {
    const fs::path folder = fs::path(run.sources.front().file).parent_path().filename();
    run.title = folder.empty() ? fmt::format("{} files", files) : folder.string();
    if (paths.size() == 1 && plan.unpacked.size() == 1) run.title = fs::path(paths[0]).filename().string();
  }
  for (Note& n : notes) run.notes.push_back(std::move(n));
  if (const auto ok = shiftsMatch(run, options); !ok) return tl::make_unexpected(ok.error());
  sayWhatIsMissing(run);
  return run;
}

}  // namespace weir
