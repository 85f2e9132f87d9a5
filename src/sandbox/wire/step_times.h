// What the steps of containment take: of making a box, of each run, of each candidate. Filled in
// whoever takes them, sent along, shown by `assay doctor --timings`.
//
// Plain values; StepTimer belongs to one thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "sandbox/wire/wire.h"

namespace assay {

enum class StepWhen {
  kBox,        // once, when a box is made
  kRun,        // for each run, by the agent
  kCandidate,  // for each run, in the new process
};
std::string_view ToString(StepWhen when);

struct StepTime {
  std::string stage;  // the name that errors of the step bear, too: "pivot_root"
  StepWhen when = StepWhen::kBox;
  Nanoseconds took{0};
};
using StepTimes = std::vector<StepTime>;

void EncodeStepTimes(const StepTimes& times, WireWriter* out);
StepTimes DecodeStepTimes(WireReader* in);

// One clock read a step. With no list to fill the clock is never read.
class StepTimer {
 public:
  StepTimer(StepTimes* times, StepWhen when);
  // The time since the last call, or since the start, was `stage`.
  void Done(std::string_view stage);
  // …or is nobody's.
  void Skip();

 private:
  StepTimes* times_;
  StepWhen when_;
  SteadyTime last_{};
};

}  // namespace assay
