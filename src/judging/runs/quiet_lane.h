// QuietLane: lets one run have the host to itself, when its verdict hangs on a few per cent of CPU
// time.
//
// Caches and execution units are shared, so a program costs more CPU time on a busy host. Ordinary
// runs enter side by side; a quiet one waits until they have ended, while new ones wait for it.
// Quiet runs that wait together go one after the other in the same pause.
//
// A pause costs every slot, so pauses are paid for from savings: kShare of the time that passes, at
// most kMostSaved. Overdrawn, the lane refuses, and the caller does without: a flood of near-limit
// programs can't serialise the server.
//
// Thread-safe.
#pragma once

#include <cstdint>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/mutex.h"
#include "judging/runs/savings.h"

namespace assay {

class QuietLane {
 public:
  static constexpr double kShare = 0.1;
  static constexpr Nanoseconds kMostSaved{std::chrono::seconds(30)};

  explicit QuietLane(const Clock& clock);

  // An ordinary run, from construction to destruction.
  class Shared {
   public:
    explicit Shared(QuietLane& lane);
    ~Shared();
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;
    // Whether another run was under way at any moment so far.
    bool had_company() const;

   private:
    QuietLane& lane_;
    uint64_t meetings_ = 0;  // as the lane counted when this one entered
  };

  enum class Entry { kEntered, kRefused, kCancelled };
  // Waits for the lane. After kEntered, LeaveQuiet ends the pause. REQUIRES: the thread holds no
  // Shared.
  Entry EnterQuiet(const CancelToken& cancel, SteadyTime deadline) ASSAY_EXCLUDES(mutex_);
  void LeaveQuiet() ASSAY_EXCLUDES(mutex_);

 private:
  const Clock& clock_;
  mutable Mutex mutex_;
  CondVar changed_;
  int64_t running_ ASSAY_GUARDED_BY(mutex_) = 0;
  int64_t waiting_ ASSAY_GUARDED_BY(mutex_) = 0;  // quiet ones
  bool quiet_ ASSAY_GUARDED_BY(mutex_) = false;   // one runs alone
  uint64_t meetings_ ASSAY_GUARDED_BY(mutex_) = 0;
  SteadyTime pause_began_ ASSAY_GUARDED_BY(mutex_){};
  Savings savings_;
};

}  // namespace assay
