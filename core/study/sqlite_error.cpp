#include "core/study/sqlite_error.h"

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <system_error>

namespace weir {

Error errorFrom(const SQLite::Exception& e, const std::string& path) {
  using Kind = Error::Kind;
  constexpr std::uintmax_t kNoRoom = 1 << 16;  // SQLite's log beside the file needs a map of 32 kB, and says only "I/O error"
  std::error_code ec;
  switch (e.getErrorCode() & 0xff) {
    case SQLITE_NOTADB:
      return {Kind::Input, "is not a Weir study", path, "open a file that Weir saved (*.weir)"};
    case SQLITE_CORRUPT:
      return {Kind::Input, std::string("the study is damaged or cut short (") + e.what() + ")", path,
              "use a copy of it, or save it anew"};
    case SQLITE_FULL:
      return {Kind::Io, "the disk is full", path, "free some space or save elsewhere; what was saved before is kept"};
    case SQLITE_READONLY:
      return {Kind::Io, "the study is read-only", path, "save a copy elsewhere and work on that"};
    case SQLITE_CANTOPEN:
      return {Kind::Io, "cannot be opened or made", path, "check that the folder exists and that you may write there"};
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return {Kind::Io, "permission denied", path, "ask its owner for access"};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {Kind::Io, "another program is writing to the study", path, "wait for it to finish and try again"};
    case SQLITE_IOERR:
      if (const auto room = std::filesystem::space(std::filesystem::path(path).parent_path().empty() ? "." : std::filesystem::path(path).parent_path(), ec);
          !ec && room.available < kNoRoom)
        return {Kind::Io, "the disk is full", path, "free some space or save elsewhere; what was saved before is kept"};
      return {Kind::Io, std::string("reading or writing failed (") + e.what() + ")", path, "check the disk"};
    case SQLITE_TOOBIG:
      return {Kind::Io, "a value is too large for the study", path, {}};
    case SQLITE_NOMEM:
      return {Kind::Io, "out of memory", path, "close other programs and try again"};
    case SQLITE_ERROR:
      return {Kind::Input, std::string("the study's tables are not as expected (") + e.what() + ")", path, "use a copy of it"};
    default:
      return {Kind::Internal, std::string("the study cannot be used (") + e.what() + ")", path, "please report it"};
  }
}

}  // namespace weir
