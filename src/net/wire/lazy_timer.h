// LazyTimer: one deadline that is moved all the time and hardly ever met, as a connection has: the
// timer beneath is only touched for one that is earlier than what it is set for.
//
// Confined to its executor's thread. The handler keeps the owner alive until the timer is cancelled
// or has gone off.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <utility>

#include "base/clock.h"

namespace assay {

class LazyTimer {
 public:
  static constexpr SteadyTime kNever = SteadyTime::max();

  explicit LazyTimer(const boost::asio::any_io_executor& thread) : timer_(thread) {}

  // `handler` is called when the deadline set last has come, unless that was taken back. It's
  // asked for only where the timer has to be set.
  template <typename MakeHandler>
  void Set(SteadyTime deadline, MakeHandler make_handler) {
    deadline_ = deadline;
    if (deadline < set_for_) Arm(deadline, make_handler());
  }
  void TakeBack() { deadline_ = kNever; }
  // Nothing is called any more.
  void Cancel() {
    deadline_ = kNever;
    set_for_ = kNever;
    timer_.cancel();
  }

 private:
  void Arm(SteadyTime deadline, std::function<void()> handler) {
    set_for_ = deadline;
    timer_.expires_at(deadline);
    timer_.async_wait(
        [this, deadline, handler = std::move(handler)](boost::system::error_code ec) mutable {
          // Another one was set before this, or it was cancelled.
          if (ec || set_for_ != deadline) return;
          set_for_ = kNever;
          const SteadyTime due = std::exchange(deadline_, kNever);
          if (due == kNever) return;
          if (due <= std::chrono::steady_clock::now()) return handler();
          deadline_ = due;
          Arm(due, std::move(handler));
        });
  }

  boost::asio::steady_timer timer_;
  SteadyTime set_for_ = kNever;   // when it wakes us
  SteadyTime deadline_ = kNever;  // of what is under way
};

}  // namespace assay
