#include "core/formats/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>

#include "core/formats/inflate.h"
#include "core/run/builder.h"
#include "core/run/column.h"

namespace weir {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostEntries = 100'000;
constexpr std::size_t kMostDepth = 64;      // folders within folders
constexpr std::size_t kBlock = std::size_t{1} << 20;

struct FreeArchive {
  void operator()(archive* a) const { archive_read_free(a); }
};
using ArchivePtr = std::unique_ptr<archive, FreeArchive>;

bool begins(std::string_view head, std::string_view what) { return head.starts_with(what); }
bool isZip(std::string_view h) { return begins(h, {"PK\3\4", 4}) || begins(h, {"PK\5\6", 4}); }
bool isSevenZip(std::string_view h) { return begins(h, {"7z\xbc\xaf\x27\x1c", 6}); }
// Packed by what ByteSource does not unpack itself.
bool isPacked(std::string_view h) {
  return begins(h, {"\xfd"
                    "7zXZ\0",
                    6}) ||
         begins(h, "\x28\xb5\x2f\xfd") || begins(h, "\x04\x22\x4d\x18") ||
         (begins(h, "BZh") && h.size() > 9 && (h.substr(4, 6) == "\x31\x41\x59\x26\x53\x59" || h.substr(4, 6) == "\x17\x72\x45\x38\x50\x90"));
}
// The header's own sum of its bytes, taking its eight as blanks: old archives have no magic word.
bool isTar(std::string_view h) {
  if (h.size() < 512) return false;
  long sum = 0;
  for (std::size_t i = 0; i < 512; ++i) sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(h[i]);
  long told = 0;
  std::size_t i = 148;
  while (i < 156 && h[i] == ' ') ++i;
  const std::size_t first = i;
  for (; i < 156 && h[i] >= '0' && h[i] <= '7'; ++i) told = told * 8 + (h[i] - '0');
  return i > first && told == sum && sum > 256;
}

std::string_view textOf(ByteSpan head) { return {reinterpret_cast<const char*>(head.data()), head.size()}; }

tl::unexpected<Error> failArchive(archive* a, std::string_view what, const std::string& path) {
  const char* why = archive_error_string(a);
  return failIo(fmt::format("{}: {}", what, why == nullptr ? "damaged" : why), path, "unpack it by hand");
}

Result<ArchivePtr> openArchive(const std::string& path, bool packedOnly) {
  ArchivePtr a(archive_read_new());
  if (!a) return failIo("cannot be unpacked: not enough memory", path);
  archive_read_support_filter_gzip(a.get());
  archive_read_support_filter_bzip2(a.get());
  archive_read_support_filter_xz(a.get());
  archive_read_support_filter_zstd(a.get());
  archive_read_support_filter_lz4(a.get());
  archive_read_support_format_tar(a.get());
  archive_read_support_format_zip(a.get());
  archive_read_support_format_7zip(a.get());
  if (packedOnly) archive_read_support_format_raw(a.get());
  if (archive_read_open_filename(a.get(), path.c_str(), kBlock) != ARCHIVE_OK) return failArchive(a.get(), "it cannot be unpacked", path);
  return a;
}

// "a/./b" as its parts; empty when the name leads out of the archive or cannot be a file's.
std::vector<std::string> partsOf(std::string name) {
  std::replace(name.begin(), name.end(), '\\', '/');
  if (name.starts_with('/') || (name.size() > 1 && name[1] == ':')) return {};
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('/', at), name.size());
    std::string part = name.substr(at, end - at);
    at = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == ".." || part.size() > 255 || part.find('\0') != std::string::npos || parts.size() == kMostDepth) return {};
    parts.push_back(std::move(part));
  }
  return parts;
}

// What one looks at to decide whether an entry is worth unpacking: inside gzip, if it is that.
bool mayBeTrace(std::string_view head, bool& nested) {
  nested = isZip(head) || isSevenZip(head) || isTar(head);
  if (nested) return false;
  const auto known = [](std::string_view h) { return sniffFormat(std::as_bytes(std::span(h.data(), h.size()))) != nullptr; };
  if (head.size() > 2 && begins(head, "\x1f\x8b")) {
    Inflater inflater(Inflater::Wrap::Gzip);
    std::vector<std::byte> plain(kSniffBytes);
    const auto step = inflater.inflate(std::as_bytes(std::span(head.data(), head.size())), plain);
    const std::string_view inside(reinterpret_cast<const char*>(plain.data()), step.produced);
    nested = isTar(inside);
    return !nested && (known(inside) || known(head));
  }
  return known(head);
}

class Extraction {
 public:
  Extraction(const std::string& path, const SourceOptions& options, const Job& job) : path_(path), options_(options), job_(job) {
    std::error_code ignored;
    fileBytes_ = fs::file_size(path, ignored);
  }

  Result<std::unique_ptr<Unpacked>> run(bool packed) {
    std::string folder = spillOptions().folder + "/weir-archive-XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr)
      return failIo(fmt::format("cannot be unpacked there: {}", std::strerror(errno)), folder, "set WEIR_SPILL_DIR to a folder with room");
    out_ = std::make_unique<Unpacked>(folder);
    auto a = openArchive(path_, packed);
    if (!a) return tl::make_unexpected(a.error());
    std::uint64_t told = 0;
    for (;;) {
      if (job_.stopped()) return stoppedByUser();
      archive_entry* entry = nullptr;
      const int got = archive_read_next_header(a->get(), &entry);
      if (got == ARCHIVE_EOF) break;
      if (got == ARCHIVE_RETRY) continue;
      if (got == ARCHIVE_FATAL) {
        if (seen_ == 0) return failArchive(a->get(), "it cannot be unpacked", path_);
        addNote(out_->notes, "archive is cut off or damaged: what was complete is read", path_);
        break;
      }
      if (++seen_ > kMostEntries) return fail(fmt::format("the archive holds more than {} entries", kMostEntries), path_, "unpack it by hand and open what is needed");
      if (const auto r = take(a->get(), entry, archive_format(a->get()) == ARCHIVE_FORMAT_RAW); !r) return tl::make_unexpected(r.error());
      if (archive_filter_count(a->get()) > 1)
        if (const auto r = passRest(a->get()); !r) return tl::make_unexpected(r.error());
      const auto read = static_cast<std::uint64_t>(std::max<la_int64_t>(archive_filter_bytes(a->get(), -1), 0));
      job_.add(read - std::min(read, told));
      told = std::max(told, read);
    }
    if (archive_format(a->get()) == ARCHIVE_FORMAT_ZIP && out_->notes.empty() && !hasZipDirectory())
      addNote(out_->notes, "archive is cut off or damaged: what was complete is read", path_ + ": its list of entries is missing");
    std::sort(out_->entries.begin(), out_->entries.end(), [](const UnpackedEntry& x, const UnpackedEntry& y) { return x.name < y.name; });
    if (out_->entries.empty() && encrypted_ > 0) return fail("the archive is encrypted", path_, "unpack it first");
    if (out_->entries.empty()) {
      std::string what = seen_ == 0 ? "the archive is empty" : fmt::format("the archive holds no trace ({} entries looked at)", seen_);
      if (!out_->notes.empty()) what += fmt::format("; {}: {}", out_->notes[0].kind, out_->notes[0].first.empty() ? "" : out_->notes[0].first[0]);
      return fail(std::move(what), path_, "unpack it by hand and open what is needed");
    }
    return std::move(out_);
  }

 private:
  // A .zip ends with where its list of entries is, within a comment's length of the end of the file.
  [[nodiscard]] bool hasZipDirectory() const {
    const int fd = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    constexpr std::uint64_t kTail = 22 + 65'535;
    std::string tail(std::min(kTail, fileBytes_), '\0');
    const ssize_t n = ::pread(fd, tail.data(), tail.size(), static_cast<off_t>(fileBytes_ - tail.size()));
    ::close(fd);
    return n == static_cast<ssize_t>(tail.size()) && tail.find(std::string_view("PK\5\6", 4)) != std::string::npos;
  }
  void passOver(const char* why, const std::string& name) { addNote(out_->notes, why, name); }

  Result<void> take(archive* a, archive_entry* entry, bool raw) {
    const char* given = archive_entry_pathname_utf8(entry);
    if (given == nullptr) given = archive_entry_pathname(entry);
    std::string name = given == nullptr ? "" : given;
    if (archive_entry_filetype(entry) == AE_IFDIR) return {};
    if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr) {
      passOver("link or device in the archive, left out", name);
      return {};
    }
    if (archive_entry_is_encrypted(entry) != 0) {
      ++encrypted_;
      passOver("encrypted entry of the archive, left out", name);
      return {};
    }
    std::vector<std::string> parts = raw ? std::vector<std::string>{innerName()} : partsOf(name);
    if (parts.empty()) {
      passOver("entry whose name leads out of the archive, left out", name);
      return {};
    }
    if (parts.back().starts_with(".")) return {};

    std::string head(kSniffBytes, '\0');
    std::size_t have = 0;
    while (have < head.size()) {
      const la_ssize_t n = archive_read_data(a, head.data() + have, head.size() - have);
      if (n == ARCHIVE_RETRY) continue;
      if (n < 0) {
        if (have == 0) passOver("entry of the archive that cannot be unpacked, left out", name + reason(a));
        break;
      }
      if (n == 0) break;
      have += static_cast<std::size_t>(n);
    }
    head.resize(have);
    if (head.empty()) return {};
    bool nested = false;
    if (!mayBeTrace(head, nested)) {
      if (nested) passOver("archive within the archive, left out: unpack it first", name);
      else passOver("entry of the archive that is no trace, left out", name);
      return {};
    }
    return write(a, raw ? std::string() : name, parts, head);
  }

  static std::string reason(archive* a) {
    const char* why = archive_error_string(a);
    return why == nullptr ? std::string() : std::string(": ") + why;
  }
  // "trace.json" of "trace.json.xz".
  [[nodiscard]] std::string innerName() const {
    const fs::path p = fs::path(path_).filename();
    const std::string stem = p.stem().string();
    return stem.empty() || stem.starts_with(".") ? "data" : stem;
  }

  Result<void> write(archive* a, std::string name, const std::vector<std::string>& parts, std::string_view head) {
    fs::path place = out_->folder();
    std::error_code error;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) place /= parts[i];
    fs::create_directories(place, error);
    place /= parts.back();
    const int fd = error ? -1 : ::open(place.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) {
      if (errno == EEXIST || error) {
        passOver("entry of the archive whose name stands twice, left out", name);
        return {};
      }
      return failIo(fmt::format("cannot be unpacked there: {}", std::strerror(errno)), place.string(), "set WEIR_SPILL_DIR to a folder with room");
    }
    struct Close {
      int fd;
      ~Close() { ::close(fd); }
    } close{fd};
    if (block_.empty()) block_.resize(kBlock);
    Result<void> done = put(fd, head);
    while (done) {
      if (job_.stopped()) return stoppedByUser();
      const la_ssize_t n = archive_read_data(a, block_.data(), block_.size());
      if (n == ARCHIVE_RETRY) continue;
      if (n < 0) addNote(out_->notes, "archive is cut off or damaged: what was complete is read", name + reason(a));
      if (n <= 0) break;
      done = put(fd, {block_.data(), static_cast<std::size_t>(n)});
      if (done) done = bounds();
    }
    if (!done) return done;
    out_->entries.push_back({place.string(), std::move(name)});
    return {};
  }

  // What is left of the entry in a packed stream, which has to be unpacked to get past it.
  Result<void> passRest(archive* a) {
    if (block_.empty()) block_.resize(kBlock);
    for (;;) {
      if (job_.stopped()) return stoppedByUser();
      const la_ssize_t n = archive_read_data(a, block_.data(), block_.size());
      if (n == ARCHIVE_RETRY) continue;
      if (n <= 0) return {};
      bytes_ += static_cast<std::uint64_t>(n);
      if (const auto r = bounds(); !r) return r;
    }
  }

  Result<void> put(int fd, std::string_view bytes) {
    bytes_ += bytes.size();
    while (!bytes.empty()) {
      const ssize_t n = ::write(fd, bytes.data(), bytes.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return failIo(fmt::format("cannot be unpacked: {}", std::strerror(errno)), out_->folder(), "set WEIR_SPILL_DIR to a folder with room");
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return {};
  }
  [[nodiscard]] Result<void> bounds() const {
    const bool bomb = bytes_ > options_.ratioFloor && static_cast<double>(bytes_) > options_.maxRatio * static_cast<double>(fileBytes_);
    if (!bomb && bytes_ <= options_.maxBytes) return {};
    return fail(fmt::format("it unpacks to more than {} MiB from {} KiB: stopped, as a decompression bomb would", bytes_ >> 20, fileBytes_ >> 10), path_,
                "unpack it by hand if it is a real trace");
  }

  const std::string& path_;
  const SourceOptions& options_;
  const Job& job_;
  std::unique_ptr<Unpacked> out_;
  std::vector<char> block_;
  std::uint64_t fileBytes_ = 0, bytes_ = 0;  // of the file; unpacked from it
  std::size_t seen_ = 0, encrypted_ = 0;
};

// Files in a .zip, up to two; reads its directory only.
std::size_t filesInZip(const std::string& path) {
  auto a = openArchive(path, false);
  std::size_t n = 0;
  if (!a) return 0;
  for (archive_entry* entry = nullptr; n < 2;) {
    const int got = archive_read_next_header(a->get(), &entry);
    if (got == ARCHIVE_RETRY) continue;
    if (got != ARCHIVE_OK && got != ARCHIVE_WARN) break;
    if (archive_entry_filetype(entry) == AE_IFREG) ++n;
  }
  return n;
}

}  // namespace

Unpacked::~Unpacked() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

bool isArchive(const std::string& path, const SourceOptions& options) {
  std::array<char, 512> raw{};
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return false;
  struct stat info {};
  const bool regular = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  const ssize_t n = regular ? ::read(fd, raw.data(), raw.size()) : 0;
  ::close(fd);
  if (n <= 0) return false;
  const std::string_view head(raw.data(), static_cast<std::size_t>(n));
  if (isSevenZip(head) || isPacked(head) || isTar(head)) return true;
  const auto readable = [&] { return ByteSource::open(path, options); };
  if (isZip(head)) return filesInZip(path) > 1 || !readable();
  if (!begins(head, "\x1f\x8b")) return false;
  const auto source = readable();
  return source && isTar(textOf(source->head()));
}

Result<std::unique_ptr<Unpacked>> unpackArchive(const std::string& path, const SourceOptions& options, const Job& job) {
  std::array<char, 16> raw{};
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const ssize_t n = fd >= 0 ? ::read(fd, raw.data(), raw.size()) : -1;
  if (fd >= 0) ::close(fd);
  if (n < 0) return failIo(fmt::format("cannot be read: {}", std::strerror(errno)), path);
  return Extraction(path, options, job).run(isPacked({raw.data(), static_cast<std::size_t>(n)}));
}

}  // namespace weir
