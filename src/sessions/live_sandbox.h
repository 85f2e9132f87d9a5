// LiveSandbox: the Sandbox behind the interface: its box, what runs in it, and its times.
//
// Thread-safe. The box is held by whoever is calling it; its end doesn't wait for them.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/mutex.h"
#include "sessions/egress/way_out.h"
#include "sessions/file_archive.h"
#include "sessions/process_book.h"
#include "sessions/process_run.h"
#include "sessions/session_core.h"

namespace assay {

class LiveSandbox final : public Sandbox, public std::enable_shared_from_this<LiveSandbox> {
 public:
  // Called once, when it has ended.
  using OnEnded = std::function<void(LiveSandbox&)>;
  // Makes another one for the same owner; for Fork.
  using Maker = std::function<void(SandboxRequest, std::function<void(Result<SandboxPtr>)>)>;

  LiveSandbox(SessionCore& core, std::string id, std::string tenant, SandboxRequest request,
              Maker maker, OnEnded on_ended);
  ~LiveSandbox() override;

  // Makes its box and starts what it begins with; blocks. Once. False: it has ended instead, and
  // Info says why.
  Status Open() ASSAY_EXCLUDES(mutex_);

  const std::string& id() const override { return id_; }
  const std::string& tenant() const { return tenant_; }
  const SandboxRequest& request() const { return request_; }
  SandboxState state() const ASSAY_EXCLUDES(mutex_);
  SandboxInfo Info() const override ASSAY_EXCLUDES(mutex_);
  using Sandbox::Start;
  Result<std::shared_ptr<Execution>> Start(ExecutionRequest request, bool* fresh) override
      ASSAY_EXCLUDES(mutex_);
  std::vector<std::shared_ptr<Execution>> Executions() const override ASSAY_EXCLUDES(mutex_);
  std::shared_ptr<Execution> FindPid(int pid) const override;
  std::shared_ptr<Execution> FindKey(const std::string& key) const override;
  std::shared_ptr<Execution> FindTag(const std::string& tag) const override;
  void WithFiles(std::function<void(Result<LiveFiles*>)> work) override ASSAY_EXCLUDES(mutex_);
  void Pack(std::string path, std::function<void(Result<Packed>)> done) override;
  TenantRoom::Share Memory() const override { return core_.memory.Open(tenant_); }
  void Pause(std::function<void(Status)> done) override ASSAY_EXCLUDES(mutex_);
  void Resume(std::function<void(Status)> done) override ASSAY_EXCLUDES(mutex_);
  Status SetLifetime(Nanoseconds lifetime) override ASSAY_EXCLUDES(mutex_);
  void SetEgress(EgressPolicy policy, std::function<void(Status)> done) override
      ASSAY_EXCLUDES(mutex_);
  Result<LiveUsage> Usage() const override ASSAY_EXCLUDES(mutex_);
  Result<UniqueFd> Connect(int port, SteadyTime deadline) override ASSAY_EXCLUDES(mutex_);
  void Touch() override ASSAY_EXCLUDES(mutex_);
  std::string Logs() const override ASSAY_EXCLUDES(mutex_);
  void Snapshot(std::function<void(Status)> done) override ASSAY_EXCLUDES(mutex_);
  void Recycle(std::function<void(Status)> done) override ASSAY_EXCLUDES(mutex_);
  void Fork(std::string name, std::function<void(Result<SandboxPtr>)> done) override
      ASSAY_EXCLUDES(mutex_);
  void End(SandboxEnd reason) override { Finish(reason, ""); }

 private:
  using Box = std::shared_ptr<LiveBox>;
  class LogListener;

  // The box of a live sandbox, with which something is about to be done.
  Result<Box> Use() ASSAY_EXCLUDES(mutex_);
  Result<Box> Live() const ASSAY_EXCLUDES(mutex_);
  Result<Box> LiveLocked() const ASSAY_REQUIRES(mutex_);
  void Finish(SandboxEnd reason, std::string message) ASSAY_EXCLUDES(mutex_);
  void SetState(SandboxState state) ASSAY_REQUIRES(mutex_);
  // Has `change` done on a thread that may block, after those that came before.
  void Change(std::function<Status(LiveSandbox&)> change, std::function<void(Status)> done)
      ASSAY_EXCLUDES(mutex_);
  // The same; an Error: it is refused.
  Status Queue(std::function<void()> change) ASSAY_REQUIRES(mutex_);
  void WorkOff() ASSAY_EXCLUDES(mutex_);
  Status Freeze() ASSAY_EXCLUDES(mutex_);
  Status Thaw() ASSAY_EXCLUDES(mutex_);
  ProcessRun::Hooks Hooks();
  void OnProcessEnded(const ProcessRun& run) ASSAY_EXCLUDES(mutex_);
  // Has ended processes forgotten in time, also after its own end.
  void ForgetLater() ASSAY_REQUIRES(mutex_);
  Status Refill(const std::shared_ptr<FileArchive>& archive) ASSAY_EXCLUDES(mutex_);
  // Looks at the times, and sees to it that they are looked at again.
  void KeepTime() ASSAY_EXCLUDES(mutex_);
  void Watch(const Box& box);
  // The one that was started with that key, or null; an Error when it is another process.
  Result<ProcessBook::RunPtr> Known(const std::string& key, const std::string& fingerprint) const
      ASSAY_REQUIRES(mutex_);

  SessionCore& core_;
  const std::string id_;
  const std::string tenant_;
  const SandboxRequest request_;  // without the two below
  const Maker maker_;
  const OnEnded on_ended_;
  WayOut way_out_;
  const WallTime created_ = std::chrono::system_clock::now();

  // Held over Freeze and Thaw and what becomes of the state, and while a box gets its way out or is
  // replaced; before mutex_.
  Mutex freezing_;
  mutable Mutex mutex_;
  // These may be large, so they aren't remembered of an ended one.
  using Environment = std::map<std::string, std::string>;
  std::shared_ptr<const Environment> environment_ ASSAY_GUARDED_BY(mutex_);  // null: ended
  std::optional<ProcessSpec> start_ ASSAY_GUARDED_BY(mutex_);  // until it has been started
  Box box_ ASSAY_GUARDED_BY(mutex_);  // null: not made yet, being replaced, or ended
  SandboxState state_ ASSAY_GUARDED_BY(mutex_) = SandboxState::kStarting;
  SandboxEnd end_ ASSAY_GUARDED_BY(mutex_) = SandboxEnd::kNot;
  std::string message_ ASSAY_GUARDED_BY(mutex_);
  WallTime changed_ ASSAY_GUARDED_BY(mutex_) = created_;
  std::optional<WallTime> ended_ ASSAY_GUARDED_BY(mutex_);
  ProcessBook processes_ ASSAY_GUARDED_BY(mutex_);
  CondVar process_ended_;
  std::string logs_ ASSAY_GUARDED_BY(mutex_);
  SteadyTime used_ ASSAY_GUARDED_BY(mutex_);
  SteadyTime expires_ ASSAY_GUARDED_BY(mutex_);
  WallTime expires_wall_ ASSAY_GUARDED_BY(mutex_);
  Timers::Ticket look_ ASSAY_GUARDED_BY(mutex_);
  Timers::Ticket forget_ ASSAY_GUARDED_BY(mutex_);
  std::deque<std::function<void()>> changes_ ASSAY_GUARDED_BY(mutex_);  // that wait
  bool changing_ ASSAY_GUARDED_BY(mutex_) = false;                      // one thread works them off
  int busy_ ASSAY_GUARDED_BY(mutex_) = 0;                               // work on files under way
  bool recycling_ ASSAY_GUARDED_BY(mutex_) = false;
  std::shared_ptr<FileArchive> snapshot_ ASSAY_GUARDED_BY(mutex_);  // null: none
};

}  // namespace assay
