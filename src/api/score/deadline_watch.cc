#include "api/score/deadline_watch.h"

#include <cstdint>
#include <map>
#include <utility>

#include "base/mutex.h"

namespace assay {

struct DeadlineWatch::Book {
  using Key = std::pair<SteadyTime, uint64_t>;

  Mutex mutex;
  CondVar changed;
  std::map<Key, std::function<void()>> callbacks ASSAY_GUARDED_BY(mutex);
  uint64_t next ASSAY_GUARDED_BY(mutex) = 0;
  bool stopping ASSAY_GUARDED_BY(mutex) = false;
  std::thread thread ASSAY_GUARDED_BY(mutex);  // starts with the first callback
};

DeadlineWatch::DeadlineWatch() : book_(std::make_shared<Book>()) {}

DeadlineWatch::~DeadlineWatch() {
  std::thread thread;
  {
    MutexLock lock(book_->mutex);
    book_->stopping = true;
    thread.swap(book_->thread);
    book_->changed.NotifyAll();
  }
  if (thread.joinable()) thread.join();
}

DeadlineWatch::Ticket DeadlineWatch::Add(SteadyTime time, std::function<void()> callback) {
  Book* const book = book_.get();
  MutexLock lock(book->mutex);
  const Book::Key key = {time, book->next++};
  book->callbacks.emplace(key, std::move(callback));
  if (!book->thread.joinable() && !book->stopping) {
    book->thread = std::thread([book] { Work(book); });
  }
  book->changed.NotifyAll();
  return {book, [held = book_, key](void*) {
            std::function<void()> gone;  // destroyed without the lock
            MutexLock relock(held->mutex);
            const auto found = held->callbacks.find(key);
            if (found == held->callbacks.end()) return;
            gone = std::move(found->second);
            held->callbacks.erase(found);
          }};
}

void DeadlineWatch::Work(Book* book) {
  while (true) {
    std::function<void()> callback;
    {
      MutexLock lock(book->mutex);
      while (!book->stopping) {
        if (book->callbacks.empty()) {
          book->changed.Wait(book->mutex);
          continue;
        }
        const SteadyTime next = book->callbacks.begin()->first.first;
        if (next <= std::chrono::steady_clock::now()) break;
        book->changed.WaitUntil(book->mutex, next);
      }
      if (book->stopping) return;
      callback = std::move(book->callbacks.begin()->second);
      book->callbacks.erase(book->callbacks.begin());
    }
    callback();
  }
}

}  // namespace assay
