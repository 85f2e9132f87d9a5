// ElderSandbox: a sandbox of the process that this one has replaced, as far as it is known here:
// what lists say of it, and why it ended. What is done in it is done there: requests that name it
// are passed on before they come so far (neighbours.h). Only what a request names inside its body
// comes here: to end it, and to read its files.
//
// Immutable; thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "sessions/sandboxes.h"

namespace assay {

class ElderSandbox final : public Sandbox {
 public:
  // The way to its process. Outlives the sandboxes' calls.
  class Way {
   public:
    virtual ~Way() = default;
    virtual void End(const SandboxInfo& sandbox) = 0;
    virtual void WithFiles(const SandboxInfo& sandbox,
                           std::function<void(Result<LiveFiles*>)> work) = 0;
    virtual TenantRoom::Share Memory(const std::string& tenant) = 0;
  };

  ElderSandbox(SandboxInfo info, std::shared_ptr<Way> way)
      : info_(std::move(info)), way_(std::move(way)) {}

  const std::string& id() const override { return info_.id; }
  SandboxInfo Info() const override { return info_; }

  Result<std::shared_ptr<Execution>> Start(ExecutionRequest, bool*) override { return Error(); }
  std::vector<std::shared_ptr<Execution>> Executions() const override { return {}; }
  std::shared_ptr<Execution> FindPid(int) const override { return nullptr; }
  std::shared_ptr<Execution> FindKey(const std::string&) const override { return nullptr; }
  std::shared_ptr<Execution> FindTag(const std::string&) const override { return nullptr; }
  void WithFiles(std::function<void(Result<LiveFiles*>)> work) override;
  void Pack(std::string, std::function<void(Result<Packed>)> done) override { done(Error()); }
  TenantRoom::Share Memory() const override { return way_->Memory(info_.tenant); }
  void Pause(std::function<void(Status)> done) override { done(Error()); }
  void Resume(std::function<void(Status)> done) override { done(Error()); }
  void SetEgress(EgressPolicy, std::function<void(Status)> done) override { done(Error()); }
  Status SetLifetime(Nanoseconds) override { return Error(); }
  Result<LiveUsage> Usage() const override { return Error(); }
  Result<UniqueFd> Connect(int, SteadyTime) override { return Error(); }
  void Touch() override {}
  std::string Logs() const override { return {}; }
  void Snapshot(std::function<void(Status)> done) override { done(Error()); }
  void Recycle(std::function<void(Status)> done) override { done(Error()); }
  void Fork(std::string, std::function<void(Result<SandboxPtr>)> done) override { done(Error()); }
  void End(SandboxEnd) override {
    if (info_.state != SandboxState::kEnded) way_->End(info_);
  }

 private:
  // Why nothing is done in it here.
  assay::Error Error() const;

  const SandboxInfo info_;
  const std::shared_ptr<Way> way_;
};

}  // namespace assay
