// Timers: work that is to be done at a time, by one thread of their own.
//
// For what a request waits for beside the engine: its deadline, its client's patience, and the
// pause before a failure of ours is tried again. Work is short: it may take locks and submit, and
// never waits. Nothing wakes while nothing is due.
//
// Thread-safe. The destructor drops what isn't due yet; tickets may outlive it.
#pragma once

#include <functional>
#include <memory>
#include <thread>

#include "base/clock.h"

namespace assay {

class Timers {
 public:
  // Who does what is due: a thread, or only whoever calls RunDue (for tests).
  enum class By { kThread, kCaller };
  // Without it the work is not begun any more, but it may be under way.
  using Ticket = std::shared_ptr<void>;

  // `clock` outlives the timers.
  explicit Timers(const Clock& clock, By by = By::kThread);
  ~Timers();
  Timers(const Timers&) = delete;
  Timers& operator=(const Timers&) = delete;

  void After(Nanoseconds time, std::function<void()> work);
  [[nodiscard]] Ticket At(SteadyTime time, std::function<void()> work);
  // Does all that is due by the clock, in its order. The thread does so in time.
  void RunDue();

 private:
  struct Book;

  void KeepTime();

  const Clock& clock_;
  const std::shared_ptr<Book> book_;  // tickets hold it, too
  std::thread timekeeper_;            // of By::kThread
};

}  // namespace assay
