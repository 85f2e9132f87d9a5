// PairClock: whose time passes in a conversation, and whether it has come to a halt. Pure
// bookkeeping over samples of both sides; not thread-safe.
//
// A side is charged with the time it computes, and with time in which its partner waits for it. So
// a slow interactor doesn't run out the candidate's limit, nor the other way round, and the way of
// messages between them is at nobody's expense.
#pragma once

#include <cstdint>
#include <optional>

#include "base/clock.h"
#include "sandbox/wire/protocol.h"

namespace assay {

class PairClock {
 public:
  // Both sides have waited for each other for at least this long when it is called a halt: at so
  // many samples in a row, with nothing said for that time.
  static constexpr Nanoseconds kHalt{std::chrono::milliseconds(750)};
  static constexpr int kHaltSamples = 4;

  struct Sample {
    SteadyTime at{};
    int64_t moved_bytes = 0;               // by both relays so far
    std::optional<RunProgress> candidate;  // null: it has ended
    std::optional<RunProgress> interactor;
  };
  // In order of time. The first one is the start: no progress yet.
  void Add(const Sample& sample);

  Nanoseconds candidate_time() const { return candidate_time_; }
  Nanoseconds interactor_time() const { return interactor_time_; }
  bool halted() const { return halted_; }

 private:
  std::optional<Sample> last_;
  SteadyTime moved_at_{};
  int waiting_samples_ = 0;
  bool halted_ = false;
  Nanoseconds candidate_time_{0};
  Nanoseconds interactor_time_{0};
};

}  // namespace assay
