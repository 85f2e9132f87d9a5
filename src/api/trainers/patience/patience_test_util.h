// What tests of patience share: a clock that stands still until told, and timers that ring when the
// test says so.
#pragma once

#include "api/testing.h"
#include "base/work/timers.h"

namespace assay {

class StillClock final : public Clock {
 public:
  SteadyTime Now() const override { return now_; }
  void Advance(Nanoseconds by) { now_ += by; }

 private:
  SteadyTime now_{std::chrono::seconds(1)};
};

struct PatienceFixture {
  void Pass(Nanoseconds time) {
    clock.Advance(time);
    timers.RunDue();
  }

  StillClock clock;
  Timers timers{clock, Timers::By::kCaller};
  FakeSink sink;
  std::atomic<bool> draining{false};
};

inline SubmissionResult ResultOf(Verdict verdict, Cause cause = Cause::kCandidate) {
  SubmissionResult result;
  result.verdict = verdict;
  result.cause = cause;
  if (cause == Cause::kCandidate) result.score = verdict == Verdict::kAccepted ? 1 : 0;
  return result;
}

}  // namespace assay
