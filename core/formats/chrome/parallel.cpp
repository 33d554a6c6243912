#include "core/formats/chrome/parallel.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "core/formats/chrome/assemble.h"
#include "core/formats/chrome/collect.h"
#include "core/formats/chrome/document.h"
#include "core/formats/chrome/gather.h"

namespace weir::chrome {
namespace {

constexpr std::size_t kHead = std::size_t{64} << 10;    // read first, by one thread: how the file is built
constexpr std::size_t kMargin = std::size_t{16} << 10;  // read beyond a part, for the event that its end cuts
constexpr std::size_t kBack = 64;                       // looked at before a part
constexpr std::size_t kLost = std::size_t{4} << 20;     // so far behind its end, a guessed part has guessed wrongly
constexpr int kMostRestarts = 8;
constexpr std::uint64_t kNowhere = UINT64_MAX;

// How far the file has been read.
struct Cut {
  std::uint64_t at = 0;
  Document::State state;
  bool end = false;
};

struct Piece {
  Part part;
  Places places{Places::Lines::OfPart};
  std::uint64_t from = kNowhere;  // of its first event; nowhere: no beginning found, or lost
  Cut to;
  unsigned worker = 0;
  std::optional<Error> error;
};

// Reads pieces of the text, one after the other. One thread.
class Worker {
 public:
  Worker(const Text& text, unsigned number) : text_(text), number_(number), collector_(places_, {}), document_(collector_, places_) {}

  // From a place that is known, to the first event at or behind `to`.
  void read(const Cut& from, std::uint64_t to, Piece& piece, const Job& job) {
    base_ = from.at;
    have_ = 0;
    document_.goOn(from.state);
    run(0, from.at, to, false, piece, job);
  }
  // From the first event in [from, to) on, as far as one can tell.
  void guess(const Cut& as, std::uint64_t from, std::uint64_t to, Piece& piece, const Job& job) {
    const std::uint64_t back = std::min<std::uint64_t>(from, kBack);
    base_ = from - back;
    have_ = 0;
    if (!more(to - base_ + kMargin, piece)) return finish(piece);
    const char* const begin = buffer_.get();
    const char* const end = begin + have_;
    const char* const last = begin + std::min<std::uint64_t>(to - base_, have_);
    const char* p = begin + std::min<std::uint64_t>(back, have_);
    for (;; ++p) {
      p = findEventStart(p, end, begin);
      if (p >= last) return finish(piece);
      RawEvent e;
      const char* next = nullptr;
      const Parsed parsed = parseEvent(p, end, e, next);
      if (parsed == Parsed::Short || (parsed == Parsed::Good && e.ph != 0)) break;
    }
    document_.goOn(as.state);
    run(static_cast<std::size_t>(p - begin), base_ + static_cast<std::uint64_t>(p - begin), to, true, piece, job);
  }

 private:
  // At least `n` more bytes at hand, or all there are. False: an error.
  bool more(std::size_t n, Piece& piece) {
    if (have_ + n > room_) {
      std::unique_ptr<char[]> bigger(new char[have_ + n]);
      if (have_ > 0) std::memcpy(bigger.get(), buffer_.get(), have_);
      buffer_ = std::move(bigger);
      room_ = have_ + n;
    }
    const auto got = text_.read(base_ + have_, buffer_.get() + have_, n);
    if (!got) {
      piece.error = got.error();
      return false;
    }
    have_ += *got;
    atEnd_ = *got < n || base_ + have_ >= text_.size();
    return true;
  }

  void run(std::size_t skip, std::uint64_t from, std::uint64_t to, bool guessed, Piece& piece, const Job& job) {
    if (have_ == 0 && !more(to - base_ + kMargin, piece)) return finish(piece);
    for (;;) {
      const char* const begin = buffer_.get() + skip;
      const std::size_t size = have_ - skip;
      const std::uint64_t at = base_ + skip;
      const char* const until = begin + std::min<std::uint64_t>(to > at ? to - at : 0, size);
      const std::size_t done = document_.consume(begin, size, atEnd_, at, job, until);
      if (job.stopped()) {
        piece.error = stoppedByUser().value();
        return finish(piece);
      }
      base_ = at + done;
      if (document_.reached() || atEnd_) break;
      if (guessed && base_ > to + kLost) return finish(piece);
      have_ = size - done;
      std::memmove(buffer_.get(), begin + done, have_);
      skip = 0;
      if (!more(std::max(kHead, have_), piece)) return finish(piece);
    }
    piece.from = from;
    piece.to = {base_, document_.state(), !document_.reached()};
    finish(piece);
  }
  void finish(Piece& piece) {
    piece.worker = number_;
    collector_.take(piece.part);
    piece.places = std::exchange(places_, Places(Places::Lines::OfPart));
  }

  const Text& text_;
  unsigned number_;
  Places places_{Places::Lines::OfPart};
  Collector collector_;
  Document document_;
  std::unique_ptr<char[]> buffer_;
  std::size_t have_ = 0, room_ = 0;
  std::uint64_t base_ = 0;  // of the buffer in the text
  bool atEnd_ = false;
};

// What has been read so far, in order.
struct Whole {
  Gather gather;
  Places places;
  Cut cut;
};

void join(Whole& whole, Piece& piece, const Job& job) {
  whole.gather.append(piece.part, piece.worker);
  whole.places.append(std::move(piece.places));
  job.add(piece.to.at - whole.cut.at);
  whole.cut = piece.to;
}

// Goes on from whole.cut with several threads, until the end or a wrong guess.
class Session {
 public:
  Session(const Text& text, const InParts& how, std::uint64_t memoryLimit, Whole& whole, const Job& job)
      : text_(text), how_(how), memoryLimit_(memoryLimit), whole_(whole), start_(whole.cut), job_(job) {
    const std::uint64_t bytes = text.size() > start_.at ? text.size() - start_.at : 0;
    parts_ = std::max<std::uint64_t>(1, (bytes + how.partBytes - 1) / how.partBytes);
  }

  Result<void> run() {
    whole_.gather.forgetCollectors();
    {
      std::vector<std::jthread> helpers;
      for (unsigned i = 1; i < std::min<std::uint64_t>(how_.threads, parts_); ++i) helpers.emplace_back([this, i] { work(i); });
      work(0);
    }
    if (thrown_) std::rethrow_exception(thrown_);
    if (error_) return tl::make_unexpected(*error_);
    return {};
  }

 private:
  [[nodiscard]] std::uint64_t begin(std::uint64_t part) const { return start_.at + part * how_.partBytes; }

  void work(unsigned number) {
    try {
      Worker worker(text_, number);
      std::unique_lock lock(mutex_);
      for (;;) {
        // Not too far ahead of what is joined: what waits is memory.
        changed_.wait(lock, [&] { return over_ || next_ >= parts_ || next_ < joined_ + 2 * how_.threads + 2; });
        if (over_ || next_ >= parts_) return;
        const std::uint64_t k = next_++;
        Piece piece;
        if (!spare_.empty()) {
          piece.part = std::move(spare_.back());
          spare_.pop_back();
        }
        lock.unlock();
        if (k == 0)
          worker.read(start_, begin(1), piece, job_);
        else
          worker.guess(start_, begin(k), begin(k + 1), piece, job_);
        lock.lock();
        waiting_.emplace(k, std::move(piece));
        joinWaiting(lock);
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!thrown_) thrown_ = std::current_exception();
      over_ = true;
      changed_.notify_all();
    }
  }

  // Joins what is next in the file, as far as it is there; one thread at a time.
  void joinWaiting(std::unique_lock<std::mutex>& lock) {
    if (joining_) return;
    joining_ = true;
    while (!over_ && !waiting_.empty() && waiting_.begin()->first == joined_) {
      Piece piece = std::move(waiting_.extract(waiting_.begin()).mapped());
      const std::uint64_t k = joined_;
      lock.unlock();
      const bool goesOn = accept(k, piece);
      lock.lock();
      spare_.push_back(std::move(piece.part));
      ++joined_;
      over_ = over_ || !goesOn;
      changed_.notify_all();
    }
    joining_ = false;
  }

  // False: nothing more is to be read in this session.
  bool accept(std::uint64_t k, Piece& piece) {
    if (piece.error) {
      error_ = piece.error;
      return false;
    }
    if (k > 0) {
      const Cut& cut = whole_.cut;
      if (piece.from == kNowhere && cut.at >= begin(k + 1)) return true;  // an event longer than a part
      if (piece.from != cut.at || !start_.state.goesOnAs(cut.state)) return false;
    }
    join(whole_, piece, job_);
    if (memoryLimit_ > 0 && whole_.gather.bytes() > memoryLimit_) {
      error_ = Error{Error::Kind::Input, fmt::format("the trace needs more than {} MiB of memory", memoryLimit_ >> 20),
                     fmt::format("byte {}", whole_.cut.at), "open fewer files at once, or a shorter trace"};
      return false;
    }
    return !whole_.cut.end;
  }

  const Text& text_;
  InParts how_;
  std::uint64_t memoryLimit_;
  Whole& whole_;  // of whom joins
  const Cut start_;
  const Job& job_;
  std::uint64_t parts_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_ = 0, joined_ = 0;
  std::map<std::uint64_t, Piece> waiting_;
  std::vector<Part> spare_;
  bool joining_ = false, over_ = false;
  std::optional<Error> error_;
  std::exception_ptr thrown_;
};

// Goes on with one thread up to the first event behind `to`.
Result<void> readOn(Worker& worker, Whole& whole, std::uint64_t to, const Job& job) {
  Piece piece;
  worker.read(whole.cut, to, piece, job);
  if (piece.error) return tl::make_unexpected(*piece.error);
  join(whole, piece, job);
  return {};
}

// Looks here and there how much of the text becomes slices and arguments, and makes room for it: growing later would
// copy, and for a moment need twice the memory.
void makeRoom(const Text& text, Whole& whole, const Job& job) {
  constexpr std::uint64_t kLooks = 12;
  constexpr std::size_t kLook = std::size_t{8} << 10;
  const std::uint64_t left = text.size() - std::min(text.size(), whole.cut.at);
  std::uint64_t slices = 0;
  std::uint64_t args = 0;
  std::uint64_t seen = 0;
  Worker worker(text, 0);
  Piece piece;
  for (std::uint64_t i = 0; i < kLooks; ++i) {
    const std::uint64_t from = whole.cut.at + (left * i + left / 2) / kLooks;
    worker.guess(whole.cut, from, std::min(from + kLook, text.size()), piece, job);
    if (piece.error) return;
    if (piece.from != kNowhere) seen += piece.to.at - piece.from;
    slices += piece.part.events.slices.size();
    args += piece.part.events.argsText.size();
    piece.from = kNowhere;
  }
  if (seen == 0) return;
  const double scale = 1.1 * static_cast<double>(left) / static_cast<double>(seen);
  whole.gather.reserve(static_cast<std::size_t>(static_cast<double>(slices) * scale) + 4096,
                       static_cast<std::size_t>(static_cast<double>(args) * scale) + (std::size_t{64} << 10));
}

class FileText final : public Text {
 public:
  FileText(std::string path, int fd, std::uint64_t size) : path_(std::move(path)), fd_(fd), size_(size) {}
  ~FileText() override { ::close(fd_); }
  [[nodiscard]] std::uint64_t size() const override { return size_; }
  [[nodiscard]] Result<std::size_t> read(std::uint64_t at, char* to, std::size_t n) const override {
    std::size_t done = 0;
    while (done < n) {
      const ssize_t got = ::pread(fd_, to + done, n - done, static_cast<off_t>(at + done));
      if (got == 0) break;
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return failIo(std::string("cannot be read: ") + std::strerror(errno), path_);
      done += static_cast<std::size_t>(got);
    }
    return done;
  }

 private:
  std::string path_;
  int fd_;
  std::uint64_t size_;
};

}  // namespace

Result<Run> readInParts(const Text& text, const InParts& how, std::uint64_t memoryLimit, const Job& job) {
  Whole whole;
  {
    Worker worker(text, 0);
    do {
      if (const auto r = readOn(worker, whole, whole.cut.at + std::min(kHead, how.partBytes), job); !r) return tl::make_unexpected(r.error());
    } while (!whole.cut.end && (whole.cut.state.where != Document::Where::Events || whole.cut.state.events < 2));
  }
  if (!whole.cut.end) makeRoom(text, whole, job);
  for (int restarts = 0; !whole.cut.end && restarts <= kMostRestarts && how.threads > 1; ++restarts) {
    Session session(text, how, memoryLimit, whole, job);
    if (const auto r = session.run(); !r) return tl::make_unexpected(r.error());
  }
  if (!whole.cut.end) {
    // Guesses are of no use here.
    whole.gather.forgetCollectors();
    Worker worker(text, 0);
    while (!whole.cut.end)
      if (const auto r = readOn(worker, whole, whole.cut.at + how.partBytes, job); !r) return tl::make_unexpected(r.error());
  }
  return assemble(whole.gather.events(), whole.places, job);
}

Result<Run> readPlainFile(const std::string& path, const ReaderContext& context, const Job& job) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return failIo(std::string("cannot be read: ") + std::strerror(errno), path);
  struct stat info {};
  const bool known = ::fstat(fd, &info) == 0;
  const FileText text(path, fd, known ? static_cast<std::uint64_t>(info.st_size) : 0);
  if (!known) return failIo(std::string("cannot be read: ") + std::strerror(errno), path);
  (void)::posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
  InParts how;
  how.threads = std::max(1U, context.threads);
  return readInParts(text, how, context.memoryLimit, job);
}

}  // namespace weir::chrome
