// What the sessions' tests share: sandboxes on boxes of this machine, a listener that remembers,
// and a clock that is set by hand. Test-only.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>

#include "base/mutex.h"
#include "sessions/host_box_test_util.h"
#include "sessions/sandboxes.h"

namespace assay {

// Real time and what a test adds to it.
class MovableClock final : public Clock {
 public:
  SteadyTime Now() const override {
    return std::chrono::steady_clock::now() + Nanoseconds(added_.load());
  }
  void Advance(Nanoseconds time) { added_ += time.count(); }

 private:
  std::atomic<int64_t> added_{0};
};

// Whether it becomes true before a long time is over, looked at often.
inline bool Becomes(const std::function<bool()>& what) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!what()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

class RememberingListener final : public ExecutionListener {
 public:
  void OnStart(int) override { ++starts; }
  void OnOutput(OutputStream, const std::string& bytes) override {
    MutexLock lock(mutex_);
    output_ += bytes;
  }
  void OnEnd(const Result<ExecutionEnd>& end) override {
    {
      MutexLock lock(mutex_);
      end_ = end;
    }
    ++ends;
  }
  std::string output() const {
    MutexLock lock(mutex_);
    return output_;
  }
  // Waits for it.
  Result<ExecutionEnd> end() const {
    if (!Becomes([this] { return ends > 0; })) return Error{};
    MutexLock lock(mutex_);
    return *end_;
  }

  std::atomic<int> starts{0}, ends{0};

 private:
  mutable Mutex mutex_;
  std::string output_ ASSAY_GUARDED_BY(mutex_);
  std::optional<Result<ExecutionEnd>> end_ ASSAY_GUARDED_BY(mutex_);
};

class SessionsFixture : public ::testing::Test {
 protected:
  SessionsFixture() { Make({}); }
  void Make(const SandboxPolicy& policy) {
    sandboxes_.reset();
    sandboxes_ = MakeSandboxes(host_, policy, clock_, &counts_);
  }

  Result<SandboxPtr> Create(SandboxRequest request = {}, const std::string& tenant = "t") {
    std::promise<Result<SandboxPtr>> made;
    sandboxes_->Create(tenant, std::move(request),
                       [&](Result<SandboxPtr> sandbox) { made.set_value(std::move(sandbox)); });
    return made.get_future().get();
  }
  static ExecutionRequest Shell(const std::string& command) {
    ExecutionRequest request;
    request.process.argv = {"/bin/sh", "-c", command};
    return request;
  }
  static std::shared_ptr<RememberingListener> Listen(const std::shared_ptr<Execution>& execution) {
    auto listener = std::make_shared<RememberingListener>();
    execution->Attach(listener);
    return listener;
  }
  // What it wrote, when it has ended.
  static std::string Run(const SandboxPtr& sandbox, const std::string& command) {
    const auto started = sandbox->Start(Shell(command));
    if (!started.ok()) return started.error().message;
    const auto listener = Listen(*started);
    const auto end = listener->end();
    return end.ok() ? listener->output() : end.error().message;
  }

  // Waits for what it is told.
  static Status Told(const std::function<void(std::function<void(Status)>)>& asks) {
    std::promise<Status> told;
    asks([&](Status done) { told.set_value(std::move(done)); });
    return told.get_future().get();
  }
  static Status Pause(const SandboxPtr& sandbox) {
    return Told([&](auto done) { sandbox->Pause(std::move(done)); });
  }
  static Status Resume(const SandboxPtr& sandbox) {
    return Told([&](auto done) { sandbox->Resume(std::move(done)); });
  }
  static Status SetEgress(const SandboxPtr& sandbox, const EgressPolicy& policy) {
    return Told([&](auto done) { sandbox->SetEgress(policy, std::move(done)); });
  }

  class Counts final : public SandboxObserver {
   public:
    void OnCreated(bool runs, Nanoseconds) override { ++(runs ? created : failed); }
    void OnExecution() override { ++executions; }
    void OnEnded(SandboxEnd reason) override { ++ended[static_cast<size_t>(reason)]; }

    std::atomic<int> created{0}, failed{0}, executions{0};
    std::atomic<int> ended[8]{};
  };

  MovableClock clock_;
  HostBoxes host_;
  Counts counts_;
  std::unique_ptr<Sandboxes> sandboxes_;
};

}  // namespace assay
