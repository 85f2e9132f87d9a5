#include "api/trainers/patience/timers.h"

#include <algorithm>
#include <utility>

namespace assay {
namespace {

// Waits follow the real clock, what is due the one given. Waking this often keeps them together
// when they differ.
constexpr Nanoseconds kWaitSlice{std::chrono::milliseconds(50)};

}  // namespace

Timers::Timers(const Clock& clock, By by) : clock_(clock) {
  if (by == By::kThread) timekeeper_ = std::thread([this] { KeepTime(); });
}

Timers::~Timers() {
  {
    MutexLock lock(mutex_);
    ending_ = true;
    changed_.NotifyAll();
  }
  if (timekeeper_.joinable()) timekeeper_.join();
}

void Timers::After(Nanoseconds time, std::function<void()> work) {
  MutexLock lock(mutex_);
  due_.emplace(clock_.Now() + time, std::move(work));
  changed_.NotifyOne();
}

void Timers::RunDue() {
  std::vector<std::function<void()>> now_due;
  {
    MutexLock lock(mutex_);
    const auto end = due_.upper_bound(clock_.Now());
    for (auto it = due_.begin(); it != end; ++it) now_due.push_back(std::move(it->second));
    due_.erase(due_.begin(), end);
  }
  for (const auto& work : now_due) work();
}

void Timers::KeepTime() {
  while (true) {
    {
      MutexLock lock(mutex_);
      while (!ending_ && (due_.empty() || due_.begin()->first > clock_.Now())) {
        if (due_.empty()) {
          changed_.Wait(mutex_);
        } else {
          const Nanoseconds left = due_.begin()->first - clock_.Now();
          changed_.WaitUntil(mutex_, std::chrono::steady_clock::now() + std::min(left, kWaitSlice));
        }
      }
      if (ending_) return;
    }
    RunDue();
  }
}

}  // namespace assay
