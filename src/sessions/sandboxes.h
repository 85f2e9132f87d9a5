// Sandboxes: all sandboxes of a server, from their creation to their end, and who owns them. What
// every door to them stands on.
//
// A sandbox belongs to the tenant that made it: another tenant is told that there is none. It ends
// when it is deleted, when its time is over or nobody uses it; what is known of ended ones is kept
// for a while, so that a client learns why. Idle and total lifetimes are always bounded: a client
// that was killed leaves nothing behind after them.
//
// Interfaces, so that doors are tested without a host; MakeSandboxes gives the real ones.
// Thread-safe. Callbacks come from threads of the sessions and must not block, except where it
// says so.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/fd.h"
#include "base/result.h"
#include "base/work/tenant_room.h"
#include "base/work/tenant_table.h"
#include "runner/live_box.h"
#include "sessions/execution.h"
#include "sessions/request.h"

namespace assay {

class FileArchive;
class Sandbox;
using SandboxPtr = std::shared_ptr<Sandbox>;

// One sandbox. After its end every call but those that only read says kUnavailable, with the reason
// in the message. Each call that does something counts as use of it, and so does a running process
// that somebody is attached to.
class Sandbox {
 public:
  virtual ~Sandbox() = default;

  virtual const std::string& id() const = 0;
  virtual SandboxInfo Info() const = 0;

  // At once; the caller attaches to what it gets. A sandbox that is paused, or about to be, is
  // resumed for it meanwhile, and its process starts to run then; it ends with an Error where the
  // sandbox can't be resumed.
  // `fresh`, where given, says whether this call made it, or an earlier one with its key.
  virtual Result<std::shared_ptr<Execution>> Start(ExecutionRequest request, bool* fresh) = 0;
  Result<std::shared_ptr<Execution>> Start(ExecutionRequest request) {
    return Start(std::move(request), nullptr);
  }
  // Running ones, and ended ones that are still known. Null: unknown.
  virtual std::vector<std::shared_ptr<Execution>> Executions() const = 0;
  virtual std::shared_ptr<Execution> FindPid(int pid) const = 0;
  virtual std::shared_ptr<Execution> FindKey(const std::string& key) const = 0;
  virtual std::shared_ptr<Execution> FindTag(const std::string& tag) const = 0;  // the newest

  // Does `work` with its files on a thread that may block, for one owner in the order of arrival as
  // threads come free, of which no owner takes more than half; an Error instead of the files when
  // the sandbox has ended, or too many wait.
  virtual void WithFiles(std::function<void(Result<LiveFiles*>)> work) = 0;
  // A file or folder with all below it as a tar that the server keeps until nobody holds it, on its
  // way to a client: what waits for that client holds no thread. `done` as `work` of WithFiles.
  // kResource: too many of them, or too much, for one owner or for all; kInvalidArgument with
  // EFBIG: it alone is more than there ever is room for.
  using Packed = std::shared_ptr<const FileArchive>;
  virtual void Pack(std::string path, std::function<void(Result<Packed>)> done) = 0;
  // What the server's memory holds for its owner because of it, and nothing else bounds: an empty
  // share of that, to be grown.
  virtual TenantRoom::Share Memory() const = 0;

  // These three wait for the box, for seconds where its programs want it so: on a thread of the
  // sessions' own, one after another as they came. `done` when it is so, or at once when the
  // sandbox has ended or too many wait (kResource).
  virtual void Pause(std::function<void(Status)> done) = 0;
  virtual void Resume(std::function<void(Status)> done) = 0;
  virtual void SetEgress(EgressPolicy policy, std::function<void(Status)> done) = 0;

  // From now on. kInvalidArgument beyond the operator's longest.
  virtual Status SetLifetime(Nanoseconds lifetime) = 0;
  // What the kernel has counted; doesn't wait for the box.
  virtual Result<LiveUsage> Usage() const = 0;
  // A connection to a port of it, for gateways. On a thread that may block.
  virtual Result<UniqueFd> Connect(int port, SteadyTime deadline) = 0;
  // A connection to it is being used, which counts as use of it.
  virtual void Touch() = 0;
  // The end of what its start command wrote, at most 64 KiB.
  virtual std::string Logs() const = 0;

  // Remembers its files as they are, for Recycle and Fork. `done` as of Create; of this and of Fork
  // kInvalidArgument with EFBIG as of Pack.
  virtual void Snapshot(std::function<void(Status)> done) = 0;
  // Ends all its processes and gives it the files of its last snapshot, or of its beginning.
  virtual void Recycle(std::function<void(Status)> done) = 0;
  // Another sandbox of the same owner with this one's files as they are now. What runs isn't
  // forked.
  virtual void Fork(std::string name, std::function<void(Result<SandboxPtr>)> done) = 0;

  // Everything in it is gone when this returns, or about to be; ended for `reason` from now on.
  virtual void End(SandboxEnd reason) = 0;
};

struct SandboxFilter {
  std::optional<SandboxState> state;
  bool only_live = false;                     // not ended
  std::map<std::string, std::string> labels;  // all of these
};

// What the operator allows.
struct SandboxPolicy {
  // Where there are several: the name of this one, which sandboxes' ids carry. Of letters, digits,
  // '.', '_' and '-'; empty: they carry none.
  std::string node = {};
  int max_sandboxes = 256;  // at once, of all owners
  int max_per_tenant = 0;   // 0: no bound but that
  // What single tenants may have; null: nothing of their own. Outlives the sandboxes.
  TenantTable* tenants = nullptr;
  Nanoseconds default_lifetime = std::chrono::hours(1);
  Nanoseconds max_lifetime = std::chrono::hours(24);
  Nanoseconds default_idle = std::chrono::minutes(15);
  LiveLimits max_limits;  // of one; a request above it is refused
  bool egress = false;    // whether any may be asked for
  Nanoseconds keep_ended = std::chrono::minutes(10);
  // What snapshots and forks under way may take on the server's disk (/var/tmp) together.
  int64_t max_snapshot_bytes = 16LL << 30;
  // The same of archives on their way to clients; a quarter of it for one owner.
  int64_t max_download_bytes = 16LL << 30;
  // What the server's memory holds of output that is collected and uploads that are unpacked; half
  // of it for one owner.
  int64_t max_held_bytes = 1LL << 30;
};

// Counts what happens. From any thread, perhaps with a lock held: must not call back.
class SandboxObserver {
 public:
  virtual ~SandboxObserver() = default;
  // `took`: from the request until it ran, or couldn't be made.
  virtual void OnCreated(bool /*runs*/, Nanoseconds /*took*/) {}
  virtual void OnExecution() {}
  virtual void OnEnded(SandboxEnd /*reason*/) {}
};

class Sandboxes {
 public:
  virtual ~Sandboxes() = default;  // ends all
  using Done = std::function<void(Result<SandboxPtr>)>;

  // `done` once it runs, or can't: kInvalidArgument with the field; kResource: no room (the same
  // request may be taken later, or by another server); kUnavailable and others: our failure.
  // Created at once when a warm box is there. Many at a time are made a few at a time.
  virtual void Create(const std::string& tenant, SandboxRequest request, Done done) = 0;
  // Null: there is none, or it is another tenant's.
  virtual SandboxPtr Find(const std::string& tenant, const std::string& id) const = 0;
  // Of those that live; tenants without any are left out.
  virtual std::map<std::string, int> CountByTenant() const = 0;
  // Newest first.
  virtual std::vector<SandboxPtr> List(const std::string& tenant,
                                       const SandboxFilter& filter) const = 0;
  // Of all owners, ended ones that are still known among them.
  virtual std::vector<SandboxPtr> All() const { return {}; }
  // Whether one of this name is known, whoever owns it.
  virtual bool Has(const std::string& /*id*/) const { return false; }
  // Those that a sandbox may begin with. `done` as of Create, at once where too many wait
  // (kResource): the list is read from a disk.
  virtual void Images(std::function<void(Result<std::vector<BoxImage>>)> done) = 0;
  // Of all owners.
  virtual int Count(SandboxState state) const = 0;
  // Of all owners: those that live and whose process is being replaced.
  virtual int CountDraining() const { return 0; }
  // Another process takes this one's place: from now on those that are there say that they drain.
  virtual void StartDraining() {}
  // Ends all, and no new ones are made.
  virtual void Close() = 0;
  virtual const SandboxPolicy& policy() const = 0;
  virtual LiveBoxHost& host() = 0;
};

// `host`, `clock` and `observer` outlive them; without an observer nothing is counted.
// REQUIRES: when they go, nobody asks anything of a sandbox of theirs any more.
std::unique_ptr<Sandboxes> MakeSandboxes(LiveBoxHost& host, const SandboxPolicy& policy,
                                         const Clock& clock, SandboxObserver* observer = nullptr);

}  // namespace assay
