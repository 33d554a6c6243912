// Result<T>: every fallible call of the core returns one. An Error says what went wrong, where, and what to do.
// "Stopped by the user" is an outcome of its own, never an error message.
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace weir {

struct Error {
  enum class Kind { Input, Io, Stopped, Internal };
  Kind kind = Kind::Input;
  std::string what;   // "the link has no unit"
  std::string where;  // "job.json, line 12, machine.network.link.bandwidth"; empty where unknown
  std::string todo;   // "write it as \"200Gbps\""; empty where nothing helps

  // One line: "where: what (todo)".
  [[nodiscard]] std::string line() const {
    std::string s = where.empty() ? what : where + ": " + what;
    if (!todo.empty()) s += " (" + todo + ")";
    return s;
  }
  [[nodiscard]] bool stopped() const { return kind == Kind::Stopped; }
};

template <class T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(std::string what, std::string where = {}, std::string todo = {}) {
  return tl::make_unexpected(Error{Error::Kind::Input, std::move(what), std::move(where), std::move(todo)});
}
[[nodiscard]] inline tl::unexpected<Error> failIo(std::string what, std::string where = {}, std::string todo = {}) {
  return tl::make_unexpected(Error{Error::Kind::Io, std::move(what), std::move(where), std::move(todo)});
}
[[nodiscard]] inline tl::unexpected<Error> stoppedByUser() {
  return tl::make_unexpected(Error{Error::Kind::Stopped, "stopped", {}, {}});
}

}  // namespace weir
