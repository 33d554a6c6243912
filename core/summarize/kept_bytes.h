// An answer that took long to work out as bytes, to be kept beside its run in a study, and back. For Weir alone: compact, and
// refused by the reader whenever anything is not as it was written: other bytes (a checksum), another revision, another run.
// Pure, any thread.
//
// A struct says what it holds by naming all its members, once for both ways:
//   template <class A, kept::Is<IoSums> T>
//   void fields(A& a, T& v) {
//     auto& [read, written] = v;
//     a(read, written);
//   }
// A member more no longer compiles there: name it, and raise the answer's revision. Enumerations say their last value:
//   constexpr PathKind keptLast(PathKind) { return PathKind::Start; }
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/run/run.h"
#include "core/summarize/intervals.h"

namespace weir::kept {

// What is larger is not kept: a study is not to grow by its answers as by its runs.
inline constexpr std::size_t kMostBytes = 16'000'000;

template <class T, class U>
concept Is = std::same_as<std::remove_const_t<T>, U>;

class Writer {
 public:
  // `what`: the answer's own word, with its revision.
  Writer(std::string_view what, int revision, const Run& run);
  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  [[nodiscard]] bool full() const { return out_.size() > kMostBytes; }  // what follows is in vain
  // Empty where it would be larger than kMostBytes.
  [[nodiscard]] std::string finish();

 private:
  void number(std::uint64_t v);
  void bytes(std::string_view text);
  void put(const std::string& v) { number(v.size()), bytes(v); }
  void put(double v);
  template <std::integral T>
  void put(T v) {
    if constexpr (std::is_signed_v<T>) number((static_cast<std::uint64_t>(v) << 1U) ^ static_cast<std::uint64_t>(static_cast<std::int64_t>(v) >> 63));
    else number(v);
  }
  template <class T>
    requires std::is_enum_v<T>
  void put(T v) {
    number(static_cast<std::uint64_t>(v));
  }
  template <class T>
  void put(const std::optional<T>& v) {
    put(v.has_value());
    if (v) put(*v);
  }
  template <class T>
  void put(const std::vector<T>& v) {
    number(v.size());
    for (const T& e : v)
      if (!full()) put(e);
  }
  template <class T, std::size_t N>
  void put(const std::array<T, N>& v) {
    for (const T& e : v) put(e);
  }
  template <class T, class U>
  void put(const std::pair<T, U>& v) {
    put(v.first), put(v.second);
  }
  template <class T>
    requires std::is_class_v<T>
  void put(const T& v) {
    fields(*this, v);
  }
  std::string out_;
};

class Reader {
 public:
  Reader(std::string_view bytes, std::string_view what, int revision, const Run& run);
  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  // A value that cannot be: an index beyond the run's, say.
  void expect(bool holds) { good_ = good_ && holds; }
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] std::size_t left() const { return left_.size(); }  // bytes
  [[nodiscard]] bool done() const { return good_ && left_.empty(); }  // all of it was read, and all of it was right

 private:
  [[nodiscard]] std::uint64_t number();
  [[nodiscard]] std::string_view bytes(std::uint64_t n);
  [[nodiscard]] std::size_t count();
  void get(std::string& v) { v = bytes(number()); }
  void get(double& v);
  template <std::integral T>
  void get(T& v) {
    const std::uint64_t n = number();
    if constexpr (std::is_same_v<T, bool>) {
      expect(n <= 1);
      v = n == 1;
    } else if constexpr (std::is_signed_v<T>) {
      const auto s = static_cast<std::int64_t>((n >> 1U) ^ (~(n & 1U) + 1U));
      expect(std::in_range<T>(s));
      v = static_cast<T>(s);
    } else {
      expect(std::in_range<T>(n));
      v = static_cast<T>(n);
    }
  }
  template <class T>
    requires std::is_enum_v<T>
  void get(T& v) {
    const std::uint64_t n = number();
    expect(n <= static_cast<std::uint64_t>(keptLast(T{})));
    v = good_ ? static_cast<T>(n) : T{};
  }
  template <class T>
  void get(std::optional<T>& v) {
    bool has = false;
    get(has);
    v.reset();
    if (has) get(v.emplace());
  }
  template <class T>
  void get(std::vector<T>& v) {
    v.clear();
    for (std::size_t n = count(); n > 0 && good_; --n) get(v.emplace_back());
  }
  template <class T, std::size_t N>
  void get(std::array<T, N>& v) {
    for (T& e : v) get(e);
  }
  template <class T, class U>
  void get(std::pair<T, U>& v) {
    get(v.first), get(v.second);
  }
  template <class T>
    requires std::is_class_v<T>
  void get(T& v) {
    fields(*this, v);
  }
  std::string_view left_;
  bool good_ = true;
};

// An answer as its bytes ("" = too large to keep), and back: none where they are damaged, of another kind, revision or run, or
// where the answer does not hold together by the asker's own rules.
template <class T>
[[nodiscard]] std::string written(const T& value, std::string_view what, int revision, const Run& run) {
  Writer w(what, revision, run);
  w(value);
  return w.finish();
}
template <class T, class Holds>
[[nodiscard]] std::optional<T> read(std::string_view bytes, std::string_view what, int revision, const Run& run, const Holds& holds) {
  Reader r(bytes, what, revision, run);
  T out;
  r(out);
  return r.done() && holds(out) ? std::optional(std::move(out)) : std::nullopt;
}

// Parts of the key that an answer is kept under, which names all that it depends on.
[[nodiscard]] std::string keyOf(const std::optional<TimeRange>& range);       // "" = none
[[nodiscard]] std::string keyOf(const std::vector<TimeRange>& stepsByHand);  // "" = none: those found in the trace

}  // namespace weir::kept

namespace weir {

template <class A, kept::Is<TimeRange> T>
void fields(A& a, T& v) {
  auto& [from, to] = v;
  a(from, to);
}

}  // namespace weir
