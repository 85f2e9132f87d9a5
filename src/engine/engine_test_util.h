// What the engine's tests share beside judging's: a Runner that plays programs described by their
// input, and a sink for results. Test-only.
#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/eventfd.h>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/mutex.h"
#include "engine/engine.h"
#include "judging/testing.h"

namespace assay {

constexpr Verdict kAC = Verdict::kAccepted;
constexpr Verdict kWA = Verdict::kWrongAnswer;
constexpr Verdict kIE = Verdict::kInternalError;
constexpr Verdict kSkip = Verdict::kSkipped;

// Closed until opened; a wait ends early when the token fires.
class Gate {
 public:
  void Open() {
    const uint64_t one = 1;
    ASSAY_CHECK(::write(event_.get(), &one, sizeof one) == sizeof one);
  }
  // False when cancelled.
  bool Wait(const CancelToken* cancel) const {
    pollfd waits[2] = {{event_.get(), POLLIN, 0},
                       {cancel != nullptr ? cancel->fd() : -1, POLLIN, 0}};
    ASSAY_CHECK(::poll(waits, 2, 120'000) > 0);
    return waits[0].revents != 0;
  }

 private:
  UniqueFd event_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
};

// Plays what stdin says: "crash", "cpu" (limit), "error" (of ours), "block NAME" (until the gate of
// that name opens, then as an echo); anything else is echoed. Compiles succeed with one artifact.
// A handler can replace any of this by returning a result. Pairs are played by a handler of their
// own.
class FakeRunner : public Runner {
 public:
  using Handler =
      std::function<std::optional<Result<RunResult>>(const RunRequest&, const CancelToken*)>;
  using PairHandler = std::function<Result<PairResult>(const PairRequest&, const CancelToken*)>;
  struct Call {
    std::string purpose;
    std::string input;
    RunRequest request;
  };

  explicit FakeRunner(int slots) : slots_(slots) {}

  Result<RunResult> Run(const RunRequest& request, const CancelToken* cancel) override {
    const std::string input(request.stdin_bytes ? request.stdin_bytes->view() : "");
    {
      MutexLock lock(mutex_);
      calls_.push_back({request.purpose, input, request});
      most_running_ = std::max(most_running_, ++running_);
      changed_.NotifyAll();
    }
    Result<RunResult> result = Play(request, input, cancel);
    MutexLock lock(mutex_);
    --running_;
    ++ended_;
    changed_.NotifyAll();
    return result;
  }
  Result<PairResult> RunPair(const PairRequest& request, const CancelToken* cancel) override {
    {
      MutexLock lock(mutex_);
      calls_.push_back({"pair", "", request.candidate});
      most_running_ = std::max(most_running_, ++running_);
    }
    ASSAY_CHECK(pair_handler_ != nullptr);
    Result<PairResult> result = pair_handler_(request, cancel);
    MutexLock lock(mutex_);
    --running_;
    ++ended_;
    changed_.NotifyAll();
    return result;
  }
  int slots() const override { return slots_; }
  std::string tier() const override { return "fake"; }

  void set_pair_handler(PairHandler handler) { pair_handler_ = std::move(handler); }
  void set_handler(Handler handler) { handler_ = std::move(handler); }  // before any run
  Gate& gate(const std::string& name) {
    MutexLock lock(mutex_);
    return gates_[name];
  }

  std::vector<Call> calls() const {
    MutexLock lock(mutex_);
    return calls_;
  }
  std::vector<std::string> inputs() const {
    std::vector<std::string> inputs;
    for (const Call& call : calls()) inputs.push_back(call.input);
    return inputs;
  }
  int Count(const std::string& purpose) const {
    int count = 0;
    for (const Call& call : calls()) count += call.purpose == purpose;
    return count;
  }
  int most_running() const {
    MutexLock lock(mutex_);
    return most_running_;
  }
  // Until so many calls have begun.
  void AwaitCalls(size_t count) {
    MutexLock lock(mutex_);
    while (calls_.size() < count) ASSAY_CHECK(changed_.WaitUntil(mutex_, Generous()));
  }
  // Until so many calls have returned.
  void AwaitEnds(size_t count) {
    MutexLock lock(mutex_);
    while (ended_ < count) ASSAY_CHECK(changed_.WaitUntil(mutex_, Generous()));
  }

 private:
  Result<RunResult> Play(const RunRequest& request, const std::string& input,
                         const CancelToken* cancel) {
    if (handler_) {
      if (auto result = handler_(request, cancel)) return std::move(*result);
    }
    if (request.purpose == "compile" || request.purpose == "checker-compile") {
      RunResult run = Exited(0);
      run.files["main"] = Blob::FromString("ELF");
      return run;
    }
    if (input == "crash") return Exited(1);
    if (input == "cpu") return Ended(RunStatus::kCpuLimit);
    if (input == "error") return Broken();
    if (input.rfind("block ", 0) == 0 && !gate(input.substr(6)).Wait(cancel)) {
      return Ended(RunStatus::kCancelled);
    }
    return Exited(0, input);
  }

  const int slots_;
  Handler handler_;
  PairHandler pair_handler_;
  mutable Mutex mutex_;
  CondVar changed_;
  std::vector<Call> calls_ ASSAY_GUARDED_BY(mutex_);
  std::map<std::string, Gate> gates_ ASSAY_GUARDED_BY(mutex_);
  size_t ended_ ASSAY_GUARDED_BY(mutex_) = 0;
  int running_ ASSAY_GUARDED_BY(mutex_) = 0;
  int most_running_ ASSAY_GUARDED_BY(mutex_) = 0;
};

// Collects results by the name given to Done; counts callbacks.
class Sink {
 public:
  Engine::Done Done(const std::string& name) {
    return [this, name](SubmissionResult result) {
      MutexLock lock(mutex_);
      ++calls_;
      order_.push_back(name);
      const bool first = results_.emplace(name, std::move(result)).second;
      ASSAY_CHECK(first);
      changed_.NotifyAll();
    };
  }
  SubmissionResult Await(const std::string& name) {
    MutexLock lock(mutex_);
    while (!results_.count(name)) ASSAY_CHECK(changed_.WaitUntil(mutex_, Generous()));
    return results_.at(name);
  }
  int calls() const {
    MutexLock lock(mutex_);
    return calls_;
  }
  std::vector<std::string> order() const {
    MutexLock lock(mutex_);
    return order_;
  }

 private:
  mutable Mutex mutex_;
  CondVar changed_;
  int calls_ ASSAY_GUARDED_BY(mutex_) = 0;
  std::vector<std::string> order_ ASSAY_GUARDED_BY(mutex_);
  std::map<std::string, SubmissionResult> results_ ASSAY_GUARDED_BY(mutex_);
};

inline std::vector<Verdict> Verdicts(const SubmissionResult& result) {
  std::vector<Verdict> verdicts;
  for (const TestResult& test : result.tests) verdicts.push_back(test.verdict);
  return verdicts;
}

}  // namespace assay
