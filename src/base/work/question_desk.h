// QuestionDesk: slow questions (to a judge model, above all) that a few threads put one after the
// other, each of them once at a time and, once answered, once in as long as the answer is kept.
//
// Whoever asks says until when an answer is of use. A question that nobody waits for any more is
// not put, and one whose time is over is answered with what the owner has for that; when it was put
// for somebody who had less time than others who wait for the same, it is put again for those.
//
// Thread-safe. Callbacks run on the desk's threads, or in Ask for what is known already and what
// there is no room for. The destructor waits for the questions under way, which the owner may end,
// and answers every other one with `unanswered`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/lru_cache.h"
#include "base/mutex.h"

namespace assay {

template <typename Answer>
class QuestionDesk {
 public:
  struct Options {
    int threads = 8;
    size_t kept_answers = 1 << 16;
    // Questions that wait; beyond, they are answered with `unanswered` at once.
    size_t most_waiting = 1 << 20;
  };
  // Puts the question; called on a thread of the desk, and returns by the deadline.
  using Put = std::function<Answer(SteadyTime deadline)>;
  // Asked before a question is put: whether nobody waits for it any more.
  using Abandoned = std::function<bool()>;
  using Callback = std::function<void(const Answer&)>;

  // `keep`: whether an answer holds for whoever asks the same later.
  QuestionDesk(Options options, Answer unanswered, std::function<bool(const Answer&)> keep)
      : options_(options), unanswered_(std::move(unanswered)), keep_(std::move(keep)) {}
  ~QuestionDesk();
  QuestionDesk(const QuestionDesk&) = delete;
  QuestionDesk& operator=(const QuestionDesk&) = delete;

  // Equal keys are equal questions.
  void Ask(std::string key, SteadyTime deadline, Put put, Abandoned abandoned, Callback callback)
      ASSAY_EXCLUDES(mutex_);

 private:
  struct Waiter {
    SteadyTime deadline;
    Abandoned abandoned;
    Callback callback;
  };
  struct Question {
    Put put;
    std::vector<Waiter> waiters;
  };

  void Work() ASSAY_EXCLUDES(mutex_);
  // The next question, with its waiters out of the way when it isn't worth putting. False: the end.
  bool Take(std::string* key, Put* put, SteadyTime* deadline, std::vector<Waiter>* idle)
      ASSAY_EXCLUDES(mutex_);
  // Who is to be told; the others wait on, and the question with them.
  std::vector<Waiter> Settle(const std::string& key, const Answer& answer, SteadyTime deadline)
      ASSAY_EXCLUDES(mutex_);

  const Options options_;
  const Answer unanswered_;
  const std::function<bool(const Answer&)> keep_;
  Mutex mutex_;
  CondVar changed_;
  std::deque<std::string> waiting_ ASSAY_GUARDED_BY(mutex_);  // keys of questions not yet put
  std::map<std::string, Question> open_ ASSAY_GUARDED_BY(mutex_);
  LruList<std::string, Answer> known_ ASSAY_GUARDED_BY(mutex_);
  std::vector<std::thread> threads_ ASSAY_GUARDED_BY(mutex_);
  bool stopping_ ASSAY_GUARDED_BY(mutex_) = false;
};

template <typename Answer>
QuestionDesk<Answer>::~QuestionDesk() {
  std::vector<std::thread> threads;
  {
    MutexLock lock(mutex_);
    stopping_ = true;
    threads.swap(threads_);
    changed_.NotifyAll();
  }
  for (std::thread& thread : threads) thread.join();
  std::map<std::string, Question> open;
  {
    MutexLock lock(mutex_);
    open.swap(open_);
  }
  for (auto& [key, question] : open) {
    for (Waiter& waiter : question.waiters) waiter.callback(unanswered_);
  }
}

template <typename Answer>
void QuestionDesk<Answer>::Ask(std::string key, SteadyTime deadline, Put put, Abandoned abandoned,
                               Callback callback) {
  Answer answer = unanswered_;
  {
    MutexLock lock(mutex_);
    if (const Answer* known = known_.Find(key)) {
      answer = *known;
    } else if (const auto open = open_.find(key); open != open_.end()) {
      open->second.waiters.push_back({deadline, std::move(abandoned), std::move(callback)});
      return;
    } else if (!stopping_ && waiting_.size() < options_.most_waiting) {
      Question& question = open_[key];
      question.put = std::move(put);
      question.waiters.push_back({deadline, std::move(abandoned), std::move(callback)});
      waiting_.push_back(std::move(key));
      if (threads_.empty()) {
        for (int i = 0; i < options_.threads; ++i) threads_.emplace_back([this] { Work(); });
      }
      changed_.NotifyOne();
      return;
    }
  }
  callback(answer);
}

template <typename Answer>
void QuestionDesk<Answer>::Work() {
  std::string key;
  Put put;
  SteadyTime deadline;
  std::vector<Waiter> waiters;
  while (Take(&key, &put, &deadline, &waiters)) {
    Answer answer = unanswered_;
    if (waiters.empty()) {
      answer = put(deadline);
      waiters = Settle(key, answer, deadline);
    }
    for (Waiter& waiter : waiters) waiter.callback(answer);
    waiters.clear();
  }
}

template <typename Answer>
bool QuestionDesk<Answer>::Take(std::string* key, Put* put, SteadyTime* deadline,
                                std::vector<Waiter>* idle) {
  MutexLock lock(mutex_);
  while (waiting_.empty() && !stopping_) changed_.Wait(mutex_);
  if (stopping_) return false;
  *key = std::move(waiting_.front());
  waiting_.pop_front();
  const auto open = open_.find(*key);
  const std::vector<Waiter>& waiters = open->second.waiters;
  const bool abandoned = std::all_of(waiters.begin(), waiters.end(),
                                     [](const Waiter& waiter) { return waiter.abandoned(); });
  if (abandoned) {
    *idle = std::move(open->second.waiters);
    open_.erase(open);
    return true;
  }
  *put = open->second.put;
  *deadline = waiters.front().deadline;
  return true;
}

template <typename Answer>
auto QuestionDesk<Answer>::Settle(const std::string& key, const Answer& answer, SteadyTime deadline)
    -> std::vector<Waiter> {
  MutexLock lock(mutex_);
  const auto open = open_.find(key);
  std::vector<Waiter> told = std::move(open->second.waiters);
  if (keep_(answer)) {
    known_.Put(key, answer, 1);
    if (known_.size() > static_cast<int64_t>(options_.kept_answers)) known_.TakeOldest();
  } else if (const SteadyTime now = std::chrono::steady_clock::now(); now >= deadline) {
    // Its time was the first one's; the others may have more.
    const auto later = std::stable_partition(
        told.begin(), told.end(), [&](const Waiter& waiter) { return waiter.deadline <= now; });
    if (later != told.end()) {
      open->second.waiters.assign(std::make_move_iterator(later),
                                  std::make_move_iterator(told.end()));
      told.erase(later, told.end());
      waiting_.push_back(key);
      changed_.NotifyOne();
      return told;
    }
  }
  open_.erase(open);
  return told;
}

}  // namespace assay
