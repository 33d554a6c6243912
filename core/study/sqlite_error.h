// The border to SQLite: its exceptions become Errors that say what happened to the file and what to do.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <exception>
#include <string>

#include "core/base/result.h"

namespace weir {

[[nodiscard]] Error errorFrom(const SQLite::Exception& e, const std::string& path);

// Calls f() -> Result<T> and turns what SQLite throws into an Error about `path`; an Error without a place gets it.
template <class F>
auto guarded(const std::string& path, F f) -> decltype(f()) {
  try {
    auto r = f();
    if (!r && !r.error().stopped()) {
      std::string& where = r.error().where;
      if (where.empty())
        where = path;
      else if (!where.starts_with(path))
        where = path + ", " + where;
    }
    return r;
  } catch (const SQLite::Exception& e) {
    return tl::make_unexpected(errorFrom(e, path));
  } catch (const std::exception& e) {
    return tl::make_unexpected(
        Error{Error::Kind::Internal, std::string("internal error: ") + e.what(), path, "please report it"});
  }
}

}  // namespace weir
