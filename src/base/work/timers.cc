#include "base/work/timers.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "base/mutex.h"

namespace assay {
namespace {

// Waits follow the real clock, what is due the one given. Waking this often keeps them together
// when they differ. What is due later than that wakes nobody when it is added.
constexpr Nanoseconds kWaitSlice{std::chrono::milliseconds(50)};

}  // namespace

struct Timers::Book {
  using Key = std::pair<SteadyTime, uint64_t>;  // when, and which of that time

  Key Add(SteadyTime time, std::function<void()> work, SteadyTime now) ASSAY_EXCLUDES(mutex) {
    MutexLock lock(mutex);
    const Key key = {time, last++};
    due.emplace(key, std::move(work));
    const bool first = due.begin()->first == key;
    if (dozing || (first && time - now < kWaitSlice)) changed.NotifyOne();
    return key;
  }

  // What is due first, if it is due by `now`; null: nothing.
  std::function<void()> Take(SteadyTime now) ASSAY_EXCLUDES(mutex) {
    MutexLock lock(mutex);
    if (due.empty() || due.begin()->first.first > now) return nullptr;
    std::function<void()> work = std::move(due.begin()->second);
    due.erase(due.begin());
    return work;
  }

  // Until something is due; false: there is an end.
  bool WaitForDue(const Clock& clock) ASSAY_EXCLUDES(mutex) {
    MutexLock lock(mutex);
    while (!ending && (due.empty() || due.begin()->first.first > clock.Now())) {
      if (due.empty()) {
        dozing = true;
        changed.Wait(mutex);
        dozing = false;
      } else {
        const Nanoseconds left = due.begin()->first.first - clock.Now();
        changed.WaitUntil(mutex, std::chrono::steady_clock::now() + std::min(left, kWaitSlice));
      }
    }
    return !ending;
  }

  Mutex mutex;
  CondVar changed;
  std::map<Key, std::function<void()>> due ASSAY_GUARDED_BY(mutex);
  uint64_t last ASSAY_GUARDED_BY(mutex) = 0;
  bool dozing ASSAY_GUARDED_BY(mutex) = false;  // the thread waits without an end
  bool ending ASSAY_GUARDED_BY(mutex) = false;
};

Timers::Timers(const Clock& clock, By by) : clock_(clock), book_(std::make_shared<Book>()) {
  if (by == By::kThread) timekeeper_ = std::thread([this] { KeepTime(); });
}

Timers::~Timers() {
  std::map<Book::Key, std::function<void()>> dropped;  // destroyed without the lock
  {
    MutexLock lock(book_->mutex);
    book_->ending = true;
    book_->changed.NotifyAll();
  }
  if (timekeeper_.joinable()) timekeeper_.join();
  MutexLock lock(book_->mutex);
  dropped.swap(book_->due);
}

void Timers::After(Nanoseconds time, std::function<void()> work) {
  const SteadyTime now = clock_.Now();
  book_->Add(now + time, std::move(work), now);
}

Timers::Ticket Timers::At(SteadyTime time, std::function<void()> work) {
  const Book::Key key = book_->Add(time, std::move(work), clock_.Now());
  return {book_.get(), [book = book_, key](void*) {
            std::function<void()> gone;  // destroyed without the lock
            MutexLock lock(book->mutex);
            const auto found = book->due.find(key);
            if (found == book->due.end()) return;
            gone = std::move(found->second);
            book->due.erase(found);
          }};
}

void Timers::RunDue() {
  const SteadyTime now = clock_.Now();
  while (const std::function<void()> work = book_->Take(now)) work();
}

void Timers::KeepTime() {
  while (book_->WaitForDue(clock_)) RunDue();
}

}  // namespace assay
