// What a Study holds; shared by the files that implement its parts.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <memory>
#include <string>

#include "core/study/sqlite_error.h"
#include "core/study/study.h"

namespace weir {

struct Study::Impl {
  std::string path;
  bool readOnly = false;
  std::unique_ptr<SQLite::Database> db;

  // Who writes last leaves one file: all that was saved in it, and none beside it that a later reader could not remove.
  ~Impl();

  // One transaction around f() -> Result<T>; an error or an exception rolls back.
  template <class F>
  auto write(F f) -> decltype(f()) {
    return guarded(path, [&]() -> decltype(f()) {
      if (readOnly) return failIo("the study is read-only", {}, "save a copy elsewhere and work on that");
      SQLite::Transaction transaction(*db, SQLite::TransactionBehavior::IMMEDIATE);
      auto r = f();
      if (r) transaction.commit();
      return r;
    });
  }
  // Several reads of one state of the file.
  template <class F>
  auto read(F f) const -> decltype(f()) {
    return guarded(path, [&]() -> decltype(f()) {
      const SQLite::Transaction transaction(*db);  // rolled back at the end, nothing was written
      return f();
    });
  }
};

// A text column of the current row; bytes after a NUL are kept.
inline std::string textOf(const SQLite::Column& c) {
  return {static_cast<const char*>(c.getBlob()), static_cast<std::size_t>(c.getBytes())};
}
inline std::optional<StudyId> idOf(const SQLite::Column& c) {
  if (c.isNull()) return std::nullopt;
  return c.getInt64();
}
inline void bindId(SQLite::Statement& q, int at, std::optional<StudyId> id) {
  if (id)
    q.bind(at, static_cast<std::int64_t>(*id));
  else
    q.bind(at);
}

}  // namespace weir
