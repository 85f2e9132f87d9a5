#include "judging/runs/quiet_lane.h"

#include "base/check.h"

namespace assay {
namespace {

// How often a waiting quiet run looks whether it is still wanted.
constexpr Nanoseconds kLook{std::chrono::milliseconds(20)};

}  // namespace

QuietLane::QuietLane(const Clock& clock) : clock_(clock), savings_(clock, kShare, kMostSaved) {}

QuietLane::Shared::Shared(QuietLane& lane) : lane_(lane) {
  MutexLock lock(lane_.mutex_);
  while (lane_.quiet_ || lane_.waiting_ > 0) lane_.changed_.Wait(lane_.mutex_);
  meetings_ = lane_.meetings_;
  if (++lane_.running_ > 1) ++lane_.meetings_;
}

QuietLane::Shared::~Shared() {
  MutexLock lock(lane_.mutex_);
  if (--lane_.running_ == 0) lane_.changed_.NotifyAll();
}

bool QuietLane::Shared::had_company() const {
  MutexLock lock(lane_.mutex_);
  return lane_.meetings_ != meetings_;
}

QuietLane::Entry QuietLane::EnterQuiet(const CancelToken& cancel, SteadyTime deadline) {
  MutexLock lock(mutex_);
  if (!savings_.left()) return Entry::kRefused;
  if (waiting_++ == 0 && !quiet_) pause_began_ = clock_.Now();
  while (running_ > 0 || quiet_) {
    changed_.WaitUntil(mutex_, std::chrono::steady_clock::now() + kLook);
    if (!cancel.cancelled() && clock_.Now() < deadline) continue;
    --waiting_;
    changed_.NotifyAll();
    return Entry::kCancelled;
  }
  --waiting_;
  quiet_ = true;
  return Entry::kEntered;
}

void QuietLane::LeaveQuiet() {
  MutexLock lock(mutex_);
  ASSAY_CHECK(quiet_);
  quiet_ = false;
  const SteadyTime now = clock_.Now();
  savings_.Spend(now - pause_began_);
  pause_began_ = now;
  changed_.NotifyAll();
}

}  // namespace assay
