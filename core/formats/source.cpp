#include "core/formats/source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "core/formats/inflate.h"
#include "core/run/builder.h"

namespace weir {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;
constexpr std::size_t kChunks = 4;  // being filled, full, or read
constexpr std::size_t kInput = std::size_t{1} << 20;

tl::unexpected<Error> failErrno(int error, const std::string& path) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return failIo("no such file or folder", path, "check the name");
    case EACCES:
    case EPERM:
      return failIo("no permission to read it", path, "change its permissions or copy it");
    case ENAMETOOLONG:
      return failIo("the name is too long", path);
    case ELOOP:
      return failIo("its links lead in a circle", path);
    default:
      return failIo(std::string("cannot be read: ") + std::strerror(error), path);
  }
}

}  // namespace

struct ByteSource::Impl {
  std::string path;
  SourceOptions options;
  int fd = -1;
  std::uint64_t fileBytes = 0;
  std::uint64_t expected = 0;    // decompressed, where it can be told, or a guess
  std::uint64_t readBytes = 0;   // of the file
  std::uint64_t givenBytes = 0;  // decompressed
  Packing packing = Packing::Plain;
  std::vector<std::byte> input;  // raw bytes read ahead, for compressed files
  std::size_t inputPos = 0;
  std::optional<Inflater> inflater;
  std::uint64_t storedLeft = 0;  // of a stored .zip entry
  bool ended = false;
  std::vector<std::byte> head;
  std::vector<Note> notes;

  ~Impl() {
    if (fd >= 0) ::close(fd);
  }

  Result<std::size_t> readRaw(std::byte* to, std::size_t n) {
    for (;;) {
      const ssize_t got = ::read(fd, to, n);
      if (got >= 0) {
        readBytes += static_cast<std::uint64_t>(got);
        return static_cast<std::size_t>(got);
      }
      if (errno != EINTR) return failErrno(errno, path);
    }
  }

  // Refills the empty input; false at the end of the file.
  Result<bool> refill() {
    input.resize(kInput);
    inputPos = 0;
    const auto got = readRaw(input.data(), input.size());
    if (!got) {
      input.clear();
      return tl::make_unexpected(got.error());
    }
    input.resize(*got);
    return *got > 0;
  }
  [[nodiscard]] std::size_t inputLeft() const { return input.size() - inputPos; }
  // At least n bytes of input at hand, or as many as the file has.
  Result<void> need(std::size_t n) {
    while (inputLeft() < n) {
      std::vector<std::byte> more(kInput);
      const auto got = readRaw(more.data(), more.size());
      if (!got) return tl::make_unexpected(got.error());
      if (*got == 0) break;
      input.erase(input.begin(), input.begin() + static_cast<std::ptrdiff_t>(inputPos));
      inputPos = 0;
      input.insert(input.end(), more.begin(), more.begin() + static_cast<std::ptrdiff_t>(*got));
    }
    return {};
  }

  // A gzip member ends with its size, modulo 2^32. Of several members only the last one's is known.
  void expect() {
    constexpr std::uint64_t kUsual = 12;  // times that Kineto JSON shrinks: 10 to 20
    expected = packing == Packing::Plain ? fileBytes : fileBytes * kUsual;
    std::array<unsigned char, 4> size{};
    if (packing != Packing::Gzip || fileBytes < 32) return;
    if (::pread(fd, size.data(), size.size(), static_cast<off_t>(fileBytes - size.size())) != static_cast<ssize_t>(size.size())) return;
    std::uint64_t told = size[0] | std::uint64_t{size[1]} << 8 | std::uint64_t{size[2]} << 16 | std::uint64_t{size[3]} << 24;
    while (told < fileBytes && fileBytes > (std::uint64_t{1} << 28)) told += std::uint64_t{1} << 32;
    if (told >= fileBytes && told / 64 <= fileBytes) expected = told;
  }

  void note(std::string_view kind) { addNote(notes, kind, path); }

  Result<void> begin() {
    if (const auto r = need(64); !r) return r;
    const auto at = [&](std::size_t i) { return i < inputLeft() ? std::to_integer<unsigned>(input[inputPos + i]) : 0U; };
    if (inputLeft() == 0) return failIo("the file is empty", path, "it holds no byte at all; was the profiler still writing?");
    if (at(0) == 0x1f && at(1) == 0x8b && at(2) == 8) {
      packing = Packing::Gzip;
      inflater.emplace(Inflater::Wrap::Gzip);
    } else if (at(0) == 'P' && at(1) == 'K' && at(2) == 3 && at(3) == 4) {
      packing = Packing::Zip;
      if (const auto r = beginZip(); !r) return r;
    } else if (path.size() > 3 && path.ends_with(".gz")) {
      note("named .gz but not compressed, read as it is");
    }
    head.resize(kSniffBytes);
    const auto n = fill(head.data(), head.size());
    if (!n) return tl::make_unexpected(n.error());
    head.resize(*n);
    if (head.empty()) return failIo("nothing can be decompressed from it", path, "the file is damaged from its first bytes on");
    return {};
  }

  // Places the input at the first entry that is no folder.
  Result<void> beginZip() {
    for (int entry = 0; entry < 64; ++entry) {
      if (const auto r = need(30 + 2 * 65536); !r) return r;
      const auto u16 = [&](std::size_t i) {
        return std::to_integer<unsigned>(input[inputPos + i]) | std::to_integer<unsigned>(input[inputPos + i + 1]) << 8;
      };
      const auto u32 = [&](std::size_t i) { return u16(i) | u16(i + 2) << 16; };
      if (inputLeft() < 30 || u32(0) != 0x04034b50) break;
      const unsigned flags = u16(6);
      const unsigned method = u16(8);
      const std::size_t headBytes = 30 + u16(26) + u16(28);
      if (inputLeft() < headBytes) break;
      const bool folder = u16(26) > 0 && input[inputPos + 30 + u16(26) - 1] == std::byte{'/'};
      const std::uint64_t packed = u32(18);
      if (flags & 1) return fail("the .zip is encrypted", path, "unpack it first");
      inputPos += headBytes;
      if (folder && packed == 0) continue;
      if (method == 8) {
        inflater.emplace(Inflater::Wrap::Raw);
        return {};
      }
      if (method == 0 && !(flags & 8)) {
        storedLeft = packed;
        return {};
      }
      return fail("the .zip uses a packing that is not supported", path, "unpack it first");
    }
    return fail("the .zip holds no file", path, "unpack it first");
  }

  // Decompressed bytes into to[0, n): fewer only at the end.
  Result<std::size_t> fill(std::byte* to, std::size_t n) {
    std::size_t done = 0;
    while (done < n && !ended) {
      const auto got = fillSome(to + done, n - done);
      if (!got) return got;
      done += *got;
      givenBytes += *got;
      const bool bomb = givenBytes > options.ratioFloor && readBytes > 0 && packing != Packing::Plain &&
                        static_cast<double>(givenBytes) > options.maxRatio * static_cast<double>(readBytes);
      if (bomb || (packing != Packing::Plain && givenBytes > options.maxBytes))
        return fail("it unpacks to more than " + std::to_string(givenBytes >> 20) + " MiB from " +
                        std::to_string(readBytes >> 10) + " KiB: stopped, as a decompression bomb would",
                    path, "unpack it by hand if it is a real trace");
    }
    return done;
  }

  Result<std::size_t> fillSome(std::byte* to, std::size_t n) {
    if (packing == Packing::Plain || (packing == Packing::Zip && !inflater)) return fillPlain(to, n);
    if (inputLeft() == 0) {
      const auto more = refill();
      if (!more) return tl::make_unexpected(more.error());
      if (!*more) {
        ended = true;
        note(packing == Packing::Gzip ? "compressed stream is cut off" : ".zip entry is cut off");
        return inflater->flush(to, n);
      }
    }
    const auto step = inflater->inflate(std::span(input).subspan(inputPos), {to, n});
    inputPos += step.consumed;
    if (step.state == Inflater::State::Damaged) {
      ended = true;
      note("compressed stream is damaged");
    } else if (step.state == Inflater::State::MemberEnd) {
      if (const auto r = nextMember(); !r) return tl::make_unexpected(r.error());
    }
    return step.produced;
  }

  // After one gzip member: another one, padding, or the end.
  Result<void> nextMember() {
    if (packing == Packing::Zip) {
      ended = true;
      if (const auto r = need(16 + 4); !r) return r;
      return {};
    }
    if (const auto r = need(3); !r) return r;
    const auto at = [&](std::size_t i) { return i < inputLeft() ? std::to_integer<unsigned>(input[inputPos + i]) : 0U; };
    if (at(0) == 0x1f && at(1) == 0x8b && at(2) == 8) {
      inflater->reset();
      return {};
    }
    ended = true;
    const bool padding = std::all_of(input.begin() + static_cast<std::ptrdiff_t>(inputPos), input.end(),
                                     [](std::byte b) { return b == std::byte{0}; });
    if (!padding) note("bytes after the end of the compressed stream, ignored");
    return {};
  }

  Result<std::size_t> fillPlain(std::byte* to, std::size_t n) {
    if (packing == Packing::Zip) n = static_cast<std::size_t>(std::min<std::uint64_t>(n, storedLeft));
    std::size_t got = std::min(n, inputLeft());
    if (got > 0) {
      std::memcpy(to, input.data() + inputPos, got);
      inputPos += got;
    } else if (n > 0) {
      const auto read = readRaw(to, n);
      if (!read) return read;
      got = *read;
    }
    if (packing == Packing::Zip) storedLeft -= got;
    if (got == 0) ended = true;
    return got;
  }
};

ByteSource::ByteSource(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ByteSource::ByteSource(ByteSource&&) noexcept = default;
ByteSource& ByteSource::operator=(ByteSource&&) noexcept = default;
ByteSource::~ByteSource() = default;

Result<ByteSource> ByteSource::open(const std::string& path, const SourceOptions& options) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return failErrno(errno, path);
  if (S_ISDIR(info.st_mode)) return failIo("is a folder, not a file", path);
  if (!S_ISREG(info.st_mode)) return failIo("is a device or a pipe, not a file", path, "copy what it gives into a file first");
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  impl->options = options;
  impl->fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (impl->fd < 0) return failErrno(errno, path);
  (void)::posix_fadvise(impl->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
  impl->fileBytes = static_cast<std::uint64_t>(info.st_size);
  if (const auto r = impl->begin(); !r) return tl::make_unexpected(r.error());
  impl->expect();
  return ByteSource(std::move(impl));
}

ByteSpan ByteSource::head() const { return impl_->head; }
ByteSource::Packing ByteSource::packing() const { return impl_->packing; }
std::uint64_t ByteSource::fileBytes() const { return impl_->fileBytes; }
std::uint64_t ByteSource::expectedBytes() const { return impl_->expected; }
const std::vector<Note>& ByteSource::notes() const { return impl_->notes; }

namespace {

// Chunks on their way from the thread that reads and unpacks to the one that parses.
struct Chunk {
  std::vector<std::byte> bytes;
  std::size_t have = 0;
  bool last = false;
  std::uint64_t readBytes = 0;  // of the file, with this chunk
  std::optional<Error> error;
};

class Belt {
 public:
  // The next chunk to fill; null when nobody wants more.
  Chunk* toFill() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return over_ || filled_ - taken_ < kChunks; });
    return over_ ? nullptr : &chunks_[filled_ % kChunks];
  }
  void filled() {
    const std::scoped_lock lock(mutex_);
    ++filled_;
    changed_.notify_all();
  }
  Chunk& toTake() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return filled_ > taken_; });
    return chunks_[taken_ % kChunks];
  }
  void taken() {
    const std::scoped_lock lock(mutex_);
    ++taken_;
    changed_.notify_all();
  }
  void end() {
    const std::scoped_lock lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<Chunk, kChunks> chunks_;
  std::size_t filled_ = 0, taken_ = 0;
  bool over_ = false;
};

}  // namespace

Result<void> ByteSource::stream(const Sink& sink, const Job& job) {
  Impl& s = *impl_;
  std::uint64_t told = 0;
  const auto give = [&](const Chunk& c) -> Result<void> {
    if (job.stopped()) return stoppedByUser();
    if (c.error) return tl::make_unexpected(*c.error);
    job.add(c.readBytes - told);
    told = c.readBytes;
    return sink({c.bytes.data(), c.have}, c.last);
  };
  const auto fill = [&](Chunk& c) {
    c.bytes.resize(std::max(kChunk, s.head.size()));
    const auto got = s.fill(c.bytes.data() + c.have, c.bytes.size() - c.have);
    if (got)
      c.have += *got;
    else
      c.error = got.error();
    c.last = s.ended;
    c.readBytes = s.readBytes;
    return !c.error && !c.last;
  };
  Chunk first;
  first.bytes = s.head;
  first.have = s.head.size();
  const bool more = fill(first);
  if (!more) return give(first);

  Belt belt;
  std::exception_ptr thrown;
  Result<void> result;
  {
    std::jthread unpacking([&] {
      try {
        for (Chunk* c = belt.toFill(); c != nullptr; c = belt.toFill()) {
          c->have = 0;
          const bool on = fill(*c);
          belt.filled();
          if (!on) return;
        }
      } catch (...) {
        thrown = std::current_exception();
        if (Chunk* c = belt.toFill()) {
          c->error = Error{Error::Kind::Internal, "reading failed", s.path, {}};
          belt.filled();
        }
      }
    });
    try {
      result = give(first);
      first = {};
      for (bool last = false; result && !last; belt.taken()) {
        const Chunk& c = belt.toTake();
        last = c.last;
        result = give(c);
      }
    } catch (...) {
      belt.end();
      throw;
    }
    belt.end();
  }
  if (thrown) std::rethrow_exception(thrown);
  return result;
}

}  // namespace weir
