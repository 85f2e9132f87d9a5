// QueuePatience: how long those who wait for a slot are willing to, learnt from those who leave.
// Where more is offered than can be done, and clients give up after a while, a full queue is worse
// than useless: whoever gets to its front has waited for nearly as long as he ever will, and is
// gone before his verdict is there. So what would wait for longer than half of what leavers waited
// isn't taken in, and its client is told at once to come back later.
//
// It acts on nothing but clients that leave, again and again: where nobody does (a trainer that
// waits for however long it takes) a queue is as long as it may be. Clients that leave at the same
// moment are one client that ended, and count once. Those who begin after a clearly longer wait
// than that of leavers speak against it.
//
// What it knows is forgotten a while after the last one has left: while the bound holds nobody has
// a reason to leave, so that only time can tell whether it is still right. Not thread-safe.
#pragma once

#include <optional>

#include "base/clock.h"

namespace assay {

class QueuePatience {
 public:
  // A client has left whose submission had waited so long without beginning.
  void OnLeft(Nanoseconds waited, SteadyTime now) {
    last_left_ = now;
    // Of a flood that never pauses one counts now and then.
    if (last_counted_ && now - *last_counted_ < kTogether) return;
    last_counted_ = now;
    ++seen_;
    left_share_ += (1 - left_share_) / kWindow;
    const int64_t share = seen_ < kWindow ? seen_ : kWindow;
    waited_ += (waited - waited_) / share;
  }
  // One begins after that wait.
  void OnBegun(Nanoseconds waited) {
    // Not those of the same flood, who begin just before they would have left.
    if (waited > waited_ + waited_ / 4) left_share_ -= left_share_ / kWindow;
  }
  // The longest wait to let anybody in for; nothing: any.
  std::optional<Nanoseconds> Bound(SteadyTime now) {
    if (!last_left_) return std::nullopt;
    if (now - *last_left_ > kMemory) *this = {};
    if (seen_ < kWindow || left_share_ < kLeastShare) return std::nullopt;
    return waited_ / 2;
  }

 private:
  static constexpr int64_t kWindow = 16;
  static constexpr double kLeastShare = 0.25;
  static constexpr Nanoseconds kTogether = std::chrono::milliseconds(50);
  static constexpr Nanoseconds kMemory = std::chrono::minutes(10);

  int64_t seen_ = 0;
  double left_share_ = 0;  // of those that tell: who left, against who began after a longer wait
  Nanoseconds waited_{0};  // by those who left
  std::optional<SteadyTime> last_left_;
  std::optional<SteadyTime> last_counted_;
};

}  // namespace assay
