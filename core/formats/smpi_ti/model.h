// Lines of time-independent traces to a Run.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/smpi_ti/actions.h"
#include "core/run/builder.h"

namespace weir::smpi_ti {

class Model {
 public:
  Model() : builder_("smpi-ti", Truth::Measured) {}
  void take(std::string_view line, std::uint64_t number);
  [[nodiscard]] std::size_t bytes() const { return steps_.size() * sizeof(Step) + args_.size() * 8; }
  [[nodiscard]] bool empty() const { return steps_.empty(); }
  void note(std::string_view kind, std::string_view place) { builder_.note(kind, place); }
  [[nodiscard]] Run finish();

 private:
  struct Step {
    std::uint64_t args = 0;  // first of them in args_
    std::int32_t rank = 0;
    std::uint16_t count = 0;
    Action action = Action::Init;
  };
  struct Rank {
    TrackIndex track = 0;
    std::vector<std::uint32_t> steps;
    std::int64_t elementBytes = 1;
  };
  struct Message {
    SliceIndex slice = 0;
    std::int64_t start = 0, end = 0, bytes = kUnknownBytes;
  };
  struct Queue {
    std::vector<Message> sends, receives;
  };

  void rank(std::int32_t id, Rank& r);
  void pointToPoint(const Step& s, std::int32_t id, std::int64_t elementBytes, std::int64_t at, std::int64_t width);
  void give();

  RunBuilder builder_;
  std::vector<Step> steps_;
  std::vector<double> args_;
  std::map<std::int32_t, Rank> ranks_;
  std::map<std::array<std::int64_t, 3>, Queue> queues_;  // sender, receiver, tag
  std::array<std::uint64_t, static_cast<std::size_t>(Action::Count)> counts_{};
  std::uint64_t lines_ = 0;
  std::int32_t size_ = -1;
  bool untagged_ = false;
  double flops_ = 0, elements_ = 0;
};

}  // namespace weir::smpi_ti
