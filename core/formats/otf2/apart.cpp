#include "core/formats/otf2/apart.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>

#include "core/formats/otf2/wire.h"

namespace weir::otf2 {
namespace {

constexpr double kIdleCpu_s = 20;    // computing without telling anything
constexpr double kIdleWall_s = 300;  // or waiting for a dead file system

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;  // these reserve terabytes of address space
#else
constexpr bool kSanitized = false;
#endif

// Past everything that would look back at the program this process was split from: exit handlers, and the sanitizers' own
// last looks, which know threads that only exist over there.
[[noreturn]] void leave(int code) {
  ::syscall(SYS_exit_group, code);
  __builtin_unreachable();
}

[[noreturn]] void tell(const std::string& anchor, bool markers, int fd) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int s : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM, SIGINT, SIGPIPE, SIGHUP}) std::signal(s, SIG_DFL);
  const int nothing = ::open("/dev/null", O_RDWR);
  for (int i = 0; i < 3; ++i) ::dup2(nothing, i);  // the library prints
  if (fd > 3) ::close_range(3, static_cast<unsigned>(fd) - 1, 0);
  ::close_range(static_cast<unsigned>(fd) + 1, ~0U, 0);
  const rlimit noCore{0, 0};
  ::setrlimit(RLIMIT_CORE, &noCore);
  // 8 GiB more than what came along from the program itself.
  unsigned long long pages = 0;
  if (FILE* f = kSanitized ? nullptr : std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(f, "%*u %*u %*u %*u %*u %llu", &pages) != 1) pages = 0;
    std::fclose(f);
  }
  if (pages > 0) {
    rlimit data{};
    ::getrlimit(RLIMIT_DATA, &data);
    data.rlim_cur = std::min<rlim_t>(data.rlim_max, pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + (rlim_t{8} << 30));
    ::setrlimit(RLIMIT_DATA, &data);
  }
  try {
    tellArchive(anchor, markers, fd);
  } catch (...) {
    leave(4);
  }
  leave(0);
}

double cpuOf(pid_t pid) {
  clockid_t clock{};
  timespec t{};
  if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &t) != 0) return 0;
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// The other process; gone with this, however that goes.
class Other {
 public:
  Other(pid_t pid, int fd) : pid_(pid), fd_(fd) {}
  Other(const Other&) = delete;
  Other& operator=(const Other&) = delete;
  ~Other() {
    ::close(fd_);
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      (void)wait();
    }
  }
  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] pid_t pid() const { return pid_; }
  // How it ended; "" by itself.
  std::string wait() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {}
    pid_ = -1;
    if (WIFSIGNALED(status)) return ::strsignal(WTERMSIG(status));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "" : fmt::format("exit code {}", WEXITSTATUS(status));
  }

 private:
  pid_t pid_;
  int fd_;
};

}  // namespace

Result<std::string> listen(const std::string& anchor, bool markers, const std::function<Result<void>(std::string_view)>& sink,
                           const Job& job) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return failIo(fmt::format("no pipe: {}", std::strerror(errno)), anchor, "close other programs");
  const pid_t pid = ::fork();
  if (pid < 0) {
    const int e = errno;
    ::close(ends[0]);
    ::close(ends[1]);
    return failIo(fmt::format("no process for the OTF2 library: {}", std::strerror(e)), anchor, "close other programs");
  }
  if (pid == 0) tell(anchor, markers, ends[1]);
  ::close(ends[1]);
  Other other(pid, ends[0]);
  std::vector<char> buffer(1U << 20);
  double cpu = 0;
  auto last = std::chrono::steady_clock::now();
  while (true) {
    if (job.stopped()) return stoppedByUser();
    pollfd p{other.fd(), POLLIN, 0};
    const int ready = ::poll(&p, 1, 100);
    if (ready < 0 && errno != EINTR) return failIo(fmt::format("cannot wait: {}", std::strerror(errno)), anchor);
    const auto now = std::chrono::steady_clock::now();
    if (ready <= 0) {
      const double idle = std::chrono::duration<double>(now - last).count();
      const double used = cpuOf(other.pid());
      if (used - cpu > kIdleCpu_s) return fmt::format("no progress for {:.0f} s of computing", used - cpu);
      if (idle > kIdleWall_s) return fmt::format("no progress for {:.0f} s", idle);
      continue;
    }
    const ssize_t n = ::read(other.fd(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    if (const auto r = sink(std::string_view(buffer.data(), static_cast<std::size_t>(n))); !r) return tl::make_unexpected(r.error());
    last = now;
    cpu = cpuOf(other.pid());
  }
  return other.wait();
}

}  // namespace weir::otf2
