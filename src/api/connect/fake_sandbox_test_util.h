// A sandbox for tests of doors, whose processes do what the test says. Not thread-safe, but for
// what the timers of a service do to an execution.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sessions/sandboxes.h"

namespace assay {

class FakeExecution final : public Execution {
 public:
  explicit FakeExecution(ExecutionRequest request, int pid)
      : request_(std::make_shared<const ExecutionRequest>(std::move(request))), pid_(pid) {}

  void Attach(std::shared_ptr<ExecutionListener> listener) override {
    listener->OnStart(pid_);
    if (end) {
      listener->OnEnd(*end);
    } else {
      listeners.push_back(std::move(listener));
    }
  }
  void AttachOwn(std::shared_ptr<ExecutionListener> listener) override {
    Attach(std::move(listener));
  }
  void Detach(const ExecutionListener* listener) override {
    std::erase_if(listeners, [&](const auto& other) { return other.get() == listener; });
  }
  Status Write(std::string bytes) override {
    if (full-- > 0) return Error{ErrorCode::kResource, "fake", 0, "full"};
    written += bytes;
    return {};
  }
  void CloseInput() override { closed = true; }
  void Signal(int signal) override { signals.push_back(signal); }
  void Resize(int rows, int columns) override { size = {rows, columns}; }
  std::shared_ptr<const ExecutionRequest> request() const override { return request_; }
  std::optional<int> pid() const override { return pid_; }
  bool ended() const override { return end.has_value(); }

  void Say(OutputStream stream, const std::string& bytes) {
    for (const auto& listener : listeners) listener->OnOutput(stream, bytes);
  }
  void End(const Result<ExecutionEnd>& how) {
    end = how;
    for (const auto& listener : std::exchange(listeners, {})) listener->OnEnd(how);
  }

  std::vector<std::shared_ptr<ExecutionListener>> listeners;
  std::string written;
  std::vector<int> signals;
  std::pair<int, int> size;
  bool closed = false;
  std::atomic<int> full{0};  // how many writes find no room
  std::optional<Result<ExecutionEnd>> end;

 private:
  const std::shared_ptr<const ExecutionRequest> request_;
  const int pid_;
};

class FakeSandbox final : public Sandbox {
 public:
  explicit FakeSandbox(std::string id) { info.id = std::move(id); }

  const std::string& id() const override { return info.id; }
  SandboxInfo Info() const override { return info; }
  using Sandbox::Start;
  Result<std::shared_ptr<Execution>> Start(ExecutionRequest request, bool* fresh) override {
    if (refuse) return *refuse;
    auto known = FindKey(request.key);
    if (fresh != nullptr) *fresh = known == nullptr;
    if (known != nullptr) return known;
    started.push_back(std::make_shared<FakeExecution>(std::move(request),
                                                      100 + static_cast<int>(started.size())));
    return std::shared_ptr<Execution>(started.back());
  }
  std::vector<std::shared_ptr<Execution>> Executions() const override {
    return {started.begin(), started.end()};
  }
  std::shared_ptr<Execution> FindPid(int pid) const override {
    return FindIf([&](const Execution& one) { return one.pid() == pid; });
  }
  std::shared_ptr<Execution> FindKey(const std::string& key) const override {
    return FindIf([&](const Execution& one) { return !key.empty() && one.request()->key == key; });
  }
  std::shared_ptr<Execution> FindTag(const std::string& tag) const override {
    return FindIf([&](const Execution& one) { return one.request()->tag == tag; });
  }
  void WithFiles(std::function<void(Result<LiveFiles*>)> work) override {
    if (with_files) return with_files(std::move(work));
    work(None());
  }
  void Pack(std::string, std::function<void(Result<Packed>)> done) override { done(None()); }
  TenantRoom::Share Memory() const override { return memory ? memory() : TenantRoom::Share(); }
  void Pause(std::function<void(Status)> done) override { done(None()); }
  void Resume(std::function<void(Status)> done) override { done(None()); }
  Status SetLifetime(Nanoseconds) override { return None(); }
  void SetEgress(EgressPolicy, std::function<void(Status)> done) override { done(None()); }
  Result<LiveUsage> Usage() const override { return None(); }
  Result<UniqueFd> Connect(int, SteadyTime) override { return None(); }
  void Touch() override {}
  std::string Logs() const override { return {}; }
  void Snapshot(std::function<void(Status)> done) override { done(None()); }
  void Recycle(std::function<void(Status)> done) override { done(None()); }
  void Fork(std::string, std::function<void(Result<SandboxPtr>)> done) override { done(None()); }
  void End(SandboxEnd reason) override {
    info.state = SandboxState::kEnded;
    info.end = reason;
  }

  SandboxInfo info;
  std::vector<std::shared_ptr<FakeExecution>> started;
  std::optional<Error> refuse;
  std::function<void(std::function<void(Result<LiveFiles*>)>)> with_files;
  std::function<TenantRoom::Share()> memory;

 private:
  template <typename Is>
  std::shared_ptr<Execution> FindIf(const Is& is) const {
    for (const auto& one : started) {
      if (is(*one)) return one;
    }
    return nullptr;
  }
  static Error None() { return {ErrorCode::kUnsupported, "fake", 0, "a fake has none"}; }
};

}  // namespace assay
