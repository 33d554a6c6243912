#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include "core/formats/open.h"

namespace weir {
namespace {

std::string endings() {
  std::string s = ".weir";
  for (const FormatWriter& w : writers())
    for (const std::string_view e : w.endings) s += ", " + std::string(e);
  return s;
}

const FormatWriter* writerFor(std::string_view path) {
  const FormatWriter* best = nullptr;
  std::size_t length = 0;
  for (const FormatWriter& w : writers())
    for (const std::string_view e : w.endings)
      if (path.ends_with(e) && e.size() > length) {
        best = &w;
        length = e.size();
      }
  return best;
}

// A file written beside its final place; gone unless renamed.
class Output {
 public:
  explicit Output(const std::string& path) : path_(path), name_(path + ".part-XXXXXX") { fd_ = ::mkostemp(name_.data(), O_CLOEXEC); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() {
    if (fd_ >= 0) ::close(fd_);
    if (fd_ >= 0 && !kept_) ::unlink(name_.c_str());
  }
  [[nodiscard]] Result<void> opened() const { return fd_ >= 0 ? Result<void>{} : failed(); }
  [[nodiscard]] Result<void> write(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return failed();
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return {};
  }
  [[nodiscard]] Result<void> keep() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(fd_, 0666 & ~mask);
    if (::rename(name_.c_str(), path_.c_str()) != 0) return failed();
    kept_ = true;
    return {};
  }

 private:
  [[nodiscard]] tl::unexpected<Error> failed() const {
    return failIo(errno == ENOSPC ? "the disk is full" : std::string("cannot be written: ") + std::strerror(errno), path_,
                  "choose another place");
  }
  std::string path_, name_;
  int fd_ = -1;
  bool kept_ = false;
};

class Deflater {
 public:
  Deflater() { ok_ = ::deflateInit2(&stream_, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK; }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater() {
    if (ok_) ::deflateEnd(&stream_);
  }
  Result<void> write(std::string_view bytes, bool last, const Output& out) {
    if (!ok_) return failIo("cannot be packed: not enough memory", {});
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      ::deflate(&stream_, last ? Z_FINISH : Z_NO_FLUSH);
      if (const auto r = out.write({buffer_.data(), buffer_.size() - stream_.avail_out}); !r) return r;
    } while (stream_.avail_out == 0);
    return {};
  }

 private:
  z_stream stream_{};
  bool ok_ = false;
  std::string buffer_ = std::string(256 << 10, '\0');
};

}  // namespace

Result<void> writeRunFile(const Run& run, const std::string& path, const Job& job) {
  const FormatWriter* writer = writerFor(path);
  if (writer == nullptr) return fail("no format is written to a name that ends like this", path, "end it in one of " + endings());
  Output out(path);
  if (const auto r = out.opened(); !r) return r;
  std::unique_ptr<Deflater> deflater = path.ends_with(".gz") ? std::make_unique<Deflater>() : nullptr;
  constexpr std::size_t kMost = std::size_t{1} << 28;  // zlib counts in 32 bits
  const auto sink = [&](std::string_view bytes) -> Result<void> {
    if (!deflater) return out.write(bytes);
    for (; bytes.size() > kMost; bytes.remove_prefix(kMost))
      if (const auto r = deflater->write(bytes.substr(0, kMost), false, out); !r) return r;
    return deflater->write(bytes, false, out);
  };
  if (const auto r = writer->write(run, sink, job); !r) return r;
  if (deflater)
    if (const auto r = deflater->write({}, true, out); !r) return r;
  return out.keep();
}

}  // namespace weir
