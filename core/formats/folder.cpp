#include "core/formats/folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "core/formats/archive.h"
#include "core/formats/csv/cells.h"
#include "core/formats/csv/columns.h"
#include "core/formats/format.h"
#include "core/run/builder.h"

namespace weir {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNames = 3;         // of files that are said together
constexpr int kDeepest = 4;               // levels below the folder
constexpr std::size_t kMostLooked = 512;  // files below, in all
constexpr std::size_t kMostOfOne = 64;    // files of one folder below

enum class Part : std::uint8_t { Trace, Table, Companion, Known, Archive, Unknown, Empty, Broken };

struct Looked {
  std::string path;
  Part part = Part::Unknown;
  const FormatDescriptor* format = nullptr;
  std::string why;  // broken: the error's line
};

std::string nameOf(const std::string& path) { return fs::path(path).filename().string(); }

// A table with a column that is known for a time has slices, as a trace has.
bool hasTimes(ByteSpan head) {
  std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  bool times = false;
  csv::Lines lines;
  lines.feed(text, true, [&](std::string_view line, std::uint64_t) {
    if (line.starts_with('#') && csv::separatorOf(line.substr(1)) == '\0') return true;
    if (line.starts_with('#')) line.remove_prefix(1);
    std::vector<std::string_view> cells;
    std::vector<std::string> store;
    csv::splitLine(line, csv::separatorOf(line), cells, store);
    const auto columns = csv::columnsOf(cells, {});
    times = columns && (*columns)[csv::Role::Start] != csv::kNone;
    return false;
  });
  return times;
}

Looked look(const std::string& path, bool tables, const SourceOptions& options) {
  Looked out{path, Part::Unknown, nullptr, {}};
  std::error_code error;
  const auto source = ByteSource::open(path, options);
  if (!source) {
    if (!fs::is_regular_file(path, error)) return out;  // a pipe, a link to nothing
    out.part = fs::file_size(path, error) == 0 && !error ? Part::Empty : Part::Broken;
    out.why = source.error().line();
    return out;
  }
  out.format = sniffFormat(source->head());
  if ((out.format == nullptr || !out.format->readable() || source->packing() == ByteSource::Packing::Zip) && isArchive(path, options)) {
    out.part = Part::Archive;
    return out;
  }
  if (out.format == nullptr) return out;
  if (out.format->companion) out.part = Part::Companion;
  else if (!out.format->readable()) out.part = Part::Known;
  else out.part = out.format->name == "csv" && !tables && !hasTimes(source->head()) ? Part::Table : Part::Trace;
  return out;
}

struct Listed {
  std::vector<std::string> files, folders;
};

// By name; hidden ones are left out.
Listed list(const fs::path& folder, std::error_code& error) {
  Listed out;
  for (fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end; !error && it != end; it.increment(error)) {
    if (it->path().filename().string().starts_with(".")) continue;
    std::error_code ignored;
    (it->is_directory(ignored) ? out.folders : out.files).push_back(it->path().string());
  }
  std::sort(out.files.begin(), out.files.end());
  std::sort(out.folders.begin(), out.folders.end());
  return out;
}

// "/x/job: a.txt, b.cfg, c and 4 more", and what there is to say of them.
std::string together(const std::string& folder, const std::vector<std::string>& names, const std::string& said) {
  std::string s = folder + ": ";
  for (std::size_t i = 0; i < std::min(names.size(), kNames); ++i) s += (i > 0 ? ", " : "") + names[i];
  if (names.size() > kNames) s += fmt::format(" and {} more", names.size() - kNames);
  return said.empty() ? s : s + " (" + said + ")";
}

void note(std::vector<Note>& notes, std::string_view kind, const std::string& folder, const std::vector<std::string>& names, const std::string& said = {}) {
  if (!names.empty()) addNote(notes, kind, together(folder, names, said), names.size());
}

// "otf2" of "otf2-part": what the companion is a part of.
std::string_view familyOf(const FormatDescriptor& companion) { return companion.name.substr(0, companion.name.rfind('-')); }

bool partOfOne(const Looked& companion, const std::vector<Looked>& beside) {
  return std::any_of(beside.begin(), beside.end(),
                     [&](const Looked& l) { return l.format != nullptr && !l.format->companion && l.format->name.starts_with(familyOf(*companion.format)); });
}

// A file that says of a whole job what its other files hold; two of them are two jobs.
bool wholeJob(const Looked& l) { return l.part == Part::Trace && (l.format->name == "otf2" || l.format->name == "projections"); }

bool hasPart(const std::vector<Looked>& files, Part part) {
  return std::any_of(files.begin(), files.end(), [&](const Looked& l) { return l.part == part; });
}

// What of a folder's files is not read, by kind. `read`: its traces are read, so that what stands beside them is left out.
void sayLeftOut(const std::string& folder, const std::vector<Looked>& files, std::vector<Note>& notes) {
  std::vector<std::string> unknown, archives;
  std::map<std::string, std::vector<std::string>> known;  // by what to do
  const auto traceEnds = [&](const std::string& path) {
    return std::any_of(files.begin(), files.end(), [&](const Looked& l) { return l.part == Part::Trace && fs::path(l.path).extension() == fs::path(path).extension(); });
  };
  for (const Looked& l : files) {
    if (l.part == Part::Unknown || (l.part == Part::Empty && !traceEnds(l.path))) unknown.push_back(nameOf(l.path));
    else if (l.part == Part::Empty || l.part == Part::Broken) addNote(notes, kNoteBroken, l.why);
    else if (l.part == Part::Archive) archives.push_back(nameOf(l.path));
    else if (l.part == Part::Known || (l.part == Part::Companion && !partOfOne(l, files)))
      known[std::string(l.format->title) + (l.format->why.empty() ? "" : ": " + std::string(l.format->why))].push_back(nameOf(l.path));
  }
  note(notes, kNoteLeftOut, folder, unknown);
  note(notes, kNoteKnownLeftOut, folder, archives, "archive beside traces: open it by itself");
  for (const auto& [todo, names] : known) note(notes, kNoteKnownLeftOut, folder, names, todo);
}

// Below the folder: where traces lie.
class Below {
 public:
  Below(bool tables, const SourceOptions& options) : tables_(tables), options_(options) {}

  struct Found {
    std::string folder;
    Looked first;  // a trace in it
  };
  // A folder that holds traces itself is not looked into further.
  void search(const std::string& folder, int depth, std::vector<Found>& found) {
    std::error_code ignored;
    const Listed inside = list(folder, ignored);
    std::size_t here = 0;
    for (const std::string& f : inside.files) {
      if (looked_ >= kMostLooked || here++ >= kMostOfOne) {
        if (passed_.empty()) passed_ = folder;
        break;
      }
      ++looked_;
      Looked l = look(f, tables_, options_);
      if (l.part == Part::Known) known_ = l.format;
      if (l.part != Part::Trace) continue;
      found.push_back({folder, std::move(l)});
      return;
    }
    if (depth >= kDeepest) {
      if (!inside.folders.empty() && passed_.empty()) passed_ = inside.folders.front();
      return;
    }
    for (const std::string& deeper : inside.folders) search(deeper, depth + 1, found);
  }
  // The first folder that was not looked into, or not to its end, for the limits above; "" = all were.
  [[nodiscard]] const std::string& passed() const { return passed_; }
  // A format that was seen since this was asked last and that is known but not read.
  const FormatDescriptor* known() { return std::exchange(known_, nullptr); }

 private:
  bool tables_;
  const SourceOptions& options_;
  std::size_t looked_ = 0;
  std::string passed_;
  const FormatDescriptor* known_ = nullptr;
};

std::string relative(const std::string& path, const std::string& to) {
  const std::string s = fs::path(path).lexically_relative(to).string();
  return s.empty() ? path : s;
}

// "worker/traces.otf2 (OTF2 trace)", as what to open instead: the file where it says of all others what they are.
std::string asToOpen(const Below::Found& f, const std::string& from) {
  const std::string title(f.first.format->title);
  return fmt::format("{} ({})", relative(wholeJob(f.first) ? f.first.path : f.folder, from), title.substr(0, title.find(',')));
}

std::vector<std::string> asToOpen(const std::vector<Below::Found>& found, const std::string& from) {
  std::vector<std::string> out;
  for (const Below::Found& f : found) out.push_back(asToOpen(f, from));
  return out;
}

// Whether the folder holds nothing but parts of the traces that lie beside it, as OTF2's does.
bool holdsParts(const std::string& folder, const std::vector<Looked>& beside, const SourceOptions& options) {
  std::error_code error;
  const Listed inside = list(folder, error);
  if (error || inside.files.empty() || !inside.folders.empty()) return false;
  const Looked first = look(inside.files.front(), false, options), last = look(inside.files.back(), false, options);
  return first.part == Part::Companion && last.part == Part::Companion && partOfOne(first, beside) && partOfOne(last, beside);
}

struct Folder {
  std::string path;
  bool tables;
  const SourceOptions& options;
  std::vector<Looked> files;
  std::vector<std::string> folders;

  [[nodiscard]] std::vector<Looked> lookedAt(const std::vector<std::string>& paths) const {
    std::vector<Looked> out;
    for (const std::string& p : paths) out.push_back(look(p, tables, options));
    return out;
  }
};

void take(const std::vector<Looked>& files, FolderContents& out) {
  for (const Looked& l : files)
    if (l.part == Part::Trace || l.part == Part::Table) out.files.push_back(l.path);
}

// Its sub-folders that are not read; `entered` are those that are read themselves.
void sayNotEntered(const Folder& f, const std::vector<std::string>& entered, FolderContents& out) {
  Below below(f.tables, f.options);
  std::vector<Below::Found> traces;
  std::vector<std::string> none;
  for (const std::string& folder : f.folders) {
    if (std::any_of(entered.begin(), entered.end(), [&](const std::string& e) { return e == folder || e.starts_with(folder + "/"); })) continue;
    if (holdsParts(folder, f.files, f.options)) continue;
    const std::size_t before = traces.size();
    below.search(folder, 1, traces);
    const FormatDescriptor* known = below.known();
    if (traces.size() == before) none.push_back(nameOf(folder) + (known == nullptr ? "" : fmt::format(" ({} is recognised but not read)", known->title)));
  }
  note(out.notes, kNoteFolderWithTraces, f.path, asToOpen(traces, f.path));
  note(out.notes, kNoteFolderNotEntered, f.path, none);
}

tl::unexpected<Error> severalJobs(const std::string& path, const std::vector<Below::Found>& found) {
  constexpr std::size_t kMost = 5;
  std::string todo = "open one of them, or the folder of one job: ";
  for (std::size_t i = 0; i < std::min(found.size(), kMost); ++i) todo += (i > 0 ? ", " : "") + asToOpen(found[i], path);
  if (found.size() > kMost) todo += fmt::format(" and {} more", found.size() - kMost);
  return fail(fmt::format("no trace lies in the folder itself, but {} below it that may be different jobs", found.size()), path, todo);
}

tl::unexpected<Error> nothingIn(const Folder& f, const std::vector<Looked>& looked, const std::string& passed) {
  const std::string read = "weir-cli formats lists what is read";
  for (const Looked& l : looked)
    if (l.format != nullptr)
      return fail(fmt::format("no trace in this folder can be read; {} is recognised but not read", l.format->title), l.path, l.format->why.empty() ? read : std::string(l.format->why));
  for (const Looked& l : looked)
    if (l.part == Part::Broken) return failIo("no trace in this folder can be read; " + l.why, f.path);
  if (!passed.empty())
    return fail(fmt::format("no trace was found in the folder or in {} levels of folders below it; not all of them were looked into", kDeepest), f.path,
                fmt::format("open the folder that holds the trace; the first that was passed over: {}", relative(passed, f.path)));
  return fail(looked.empty() ? "the folder is empty" : fmt::format("the folder holds no trace ({} files looked at)", looked.size()), f.path, read);
}

// The traces of a folder as what may be opened instead: its anchors where it has some, else one of them.
void addFound(const std::string& folder, const std::vector<Looked>& files, std::vector<Below::Found>& found) {
  const std::size_t before = found.size();
  for (const Looked& l : files)
    if (wholeJob(l)) found.push_back({folder, l});
  if (found.size() > before) return;
  const auto first = std::find_if(files.begin(), files.end(), [](const Looked& l) { return l.part == Part::Trace; });
  if (first != files.end()) found.push_back({folder, *first});
}

// The folder itself holds no trace: ranks in folders of their own, or a single folder further down.
Result<FolderContents> lookBelow(const Folder& f) {
  std::vector<Looked> seen = f.files;
  std::vector<Below::Found> found;
  std::vector<Folder> inside;  // those that may be read
  const auto enter = [&](const std::string& path) {
    std::error_code ignored;
    Listed listed = list(path, ignored);
    return Folder{path, f.tables, f.options, f.lookedAt(listed.files), std::move(listed.folders)};
  };
  for (const std::string& path : f.folders) {
    Folder folder = enter(path);
    seen.insert(seen.end(), folder.files.begin(), folder.files.end());
    if (!hasPart(folder.files, Part::Trace)) continue;
    addFound(path, folder.files, found);
    inside.push_back(std::move(folder));
  }
  std::string passed;
  if (inside.empty()) {
    Below below(f.tables, f.options);
    for (const std::string& path : f.folders) below.search(path, 1, found);
    passed = below.passed();
    if (found.size() == 1) inside.push_back(enter(found[0].folder));
  }
  const bool tablesHere = hasPart(f.files, Part::Table);
  const auto jobs = std::count_if(found.begin(), found.end(), [](const Below::Found& b) { return wholeJob(b.first); });
  FolderContents out;
  std::vector<std::string> entered;
  if (inside.size() == 1 || (!inside.empty() && !tablesHere && jobs < 2)) {
    for (const Folder& folder : inside) {
      take(folder.files, out);
      sayLeftOut(folder.path, folder.files, out.notes);
      sayNotEntered(folder, {}, out);
      entered.push_back(folder.path);
    }
    for (const Looked& l : f.files)
      if (l.part == Part::Table) addNote(out.notes, kNoteTableBeside, l.path);
  } else if (tablesHere) {
    take(f.files, out);
  } else if (!found.empty()) {
    return severalJobs(f.path, found);
  } else {
    return nothingIn(f, seen, passed);
  }
  sayLeftOut(f.path, f.files, out.notes);
  sayNotEntered(f, entered, out);
  return out;
}

}  // namespace

bool isOfAFolder(std::string_view kind) {
  return kind == kNoteLeftOut || kind == kNoteKnownLeftOut || kind == kNoteFolderWithTraces || kind == kNoteFolderNotEntered || kind == kNoteTableBeside;
}

Result<FolderContents> lookInto(const std::string& path, bool tables, const SourceOptions& options) {
  if (::access(path.c_str(), R_OK | X_OK) != 0) return failIo("no permission to read the folder", path, "change its permissions");
  std::error_code error;
  Listed inside = list(path, error);
  if (error) return failIo("the folder cannot be read: " + error.message(), path, "check its permissions");
  Folder f{path, tables, options, {}, std::move(inside.folders)};
  while (f.path.size() > 1 && f.path.ends_with('/')) f.path.pop_back();
  f.files = f.lookedAt(inside.files);
  FolderContents out;
  if (hasPart(f.files, Part::Trace)) {
    take(f.files, out);
  } else if (hasPart(f.files, Part::Archive)) {
    for (const Looked& l : f.files)
      if (l.part == Part::Archive) out.archives.push_back(l.path);
    take(f.files, out);
    std::erase_if(f.files, [](const Looked& l) { return l.part == Part::Archive; });
  } else {
    return lookBelow(f);
  }
  sayLeftOut(f.path, f.files, out.notes);
  sayNotEntered(f, {}, out);
  return out;
}

}  // namespace weir
