#include "core/base/file_head.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace weir {

std::string headOf(const std::string& path, std::size_t most) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return {};
  struct stat info {};
  std::string head;
  if (::fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) {
    head.resize(most);
    std::size_t have = 0;
    while (have < most) {
      const ssize_t n = ::read(fd, head.data() + have, most - have);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) break;
      have += static_cast<std::size_t>(n);
    }
    head.resize(have);
  }
  ::close(fd);
  return head;
}

}  // namespace weir
