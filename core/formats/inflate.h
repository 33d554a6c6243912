// zlib's inflate as a value: bytes in, bytes out, no exceptions. One thread at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace weir {

class Inflater {
 public:
  enum class Wrap { Gzip, Raw };
  enum class State { Going, MemberEnd, Damaged };
  struct Step {
    std::size_t consumed = 0, produced = 0;
    State state = State::Going;
  };

  explicit Inflater(Wrap wrap);
  Inflater(Inflater&&) noexcept;
  Inflater& operator=(Inflater&&) noexcept;
  ~Inflater();

  [[nodiscard]] Step inflate(std::span<const std::byte> in, std::span<std::byte> out);
  // What is still inside when the input broke off.
  [[nodiscard]] std::size_t flush(std::byte* to, std::size_t n);
  void reset();  // before the next member

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

}  // namespace weir
