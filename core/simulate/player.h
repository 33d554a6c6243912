// A Player is the driver of one kind of workload: it feeds the engine, remembers what happened in a Transcript, and turns
// it into the Outcome and the Run.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/network/engine.h"
#include "core/run/builder.h"
#include "core/scenario/outcome.h"
#include "core/simulate/transcript.h"

namespace weir::sim {

class Player : public net::Driver {
 public:
  explicit Player(bool keepMessages) : transcript_(keepMessages) {}
  [[nodiscard]] virtual std::int64_t totalBytes() const = 0;  // over links, for the progress
  [[nodiscard]] virtual int ranks() const = 0;
  [[nodiscard]] virtual std::int64_t end() const = 0;         // of all that was played, ps; after the run
  // Nothing is left that this workload would send: what plays beside it may stop.
  [[nodiscard]] virtual bool finished() const = 0;
  // Of an average rank, computing that was played, seconds; the rest of end() is communication. Training fills it in itself.
  [[nodiscard]] virtual double computing_s() const { return 0; }
  // After the run, into the outcome of the model: what was played instead of predicted. step_s and energy are the caller's
  // unless the workload is training.
  virtual void fill(Outcome& outcome) const = 0;
  // Rank tracks, slices and collectives; also while running (`now`), of what is known then.
  virtual void write(RunBuilder& builder, std::int64_t now) const = 0;
  [[nodiscard]] virtual const Transcript& transcript() const { return transcript_; }

 protected:
  Transcript transcript_;
};

}  // namespace weir::sim
