// ServiceTime: what a submission has lately cost, as moving averages over those that ran: time of
// slots, from which the wait of a new one follows, and time from its first dispatch to its verdict.
//
// An estimate, for refusing what has no chance and for metrics; no verdict follows from it. It
// counts what was used instead of what finished in a second, so that a burst after a quiet hour
// finds no false memory of an idle server. Not thread-safe: the owner's mutex guards it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/clock.h"

namespace assay {

class ServiceTime {
 public:
  // A submission that ran to its end is over (of one that was cancelled the rest is missing): how
  // much time of slots its tasks took, and how long it was under way.
  void OnFinished(Nanoseconds slot_time, Nanoseconds under_way) {
    // The first ones are a plain mean, so that none of them counts for sixteen.
    const int64_t share = std::min(++seen_, kWindow);
    slot_time_ += (slot_time - slot_time_) / share;
    under_way_ += (under_way - under_way_) / share;
  }

  // Of one more behind `queued` submissions, those that run included. Zero before any has finished.
  Nanoseconds Wait(int64_t queued, int slots) const { return slot_time_ * queued / slots; }
  Nanoseconds under_way() const { return under_way_; }

 private:
  static constexpr int64_t kWindow = 16;

  int64_t seen_ = 0;
  Nanoseconds slot_time_{0};
  Nanoseconds under_way_{0};
};

}  // namespace assay
