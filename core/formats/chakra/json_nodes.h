// The nodes of a JSON execution graph, one text at a time, from chunks of any size: the objects of a list called "nodes" or
// "workload_graph", or, when `sequence`, objects one after the other. What stands beside them is told as members.
// Damage: what was complete is given, the rest is said in `damage`.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace weir::chakra {

class JsonNodes {
 public:
  using OnNode = std::function<void(std::string_view object, std::uint64_t at)>;
  using OnMember = std::function<void(std::string_view key, std::string_view value)>;  // value as it stands, strings quoted
  using OnDamage = std::function<void(std::string_view what, std::uint64_t at)>;

  JsonNodes(OnNode node, OnMember member, OnDamage damage)
      : node_(std::move(node)), member_(std::move(member)), damage_(std::move(damage)) {}
  // Every text given to `node` is followed by at least kPadding readable bytes (what simdjson asks for).
  void feed(std::string_view chunk, bool last);
  [[nodiscard]] std::uint64_t held() const { return size_; }
  static constexpr std::size_t kPadding = 64;

 private:
  enum class In : std::uint8_t { Start, Root, List, After, Lost };
  std::size_t consume(bool last);
  bool sequence_ = false;
  In in_ = In::Start;
  std::string buffer_;       // size_ bytes, then padding
  std::size_t size_ = 0, retryAt_ = 0;
  std::uint64_t offset_ = 0;  // of buffer_ in the file
  OnNode node_;
  OnMember member_;
  OnDamage damage_;
};

}  // namespace weir::chakra
