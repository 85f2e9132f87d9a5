// Kernels: all kernels of a server, by their owners. What the doors to kernels stand on.
//
// A kernel lives in a sandbox: one of its own, which is made for it and ends with it, or one that
// somebody else made, with other kernels beside it. A named kernel is made at its first use: two
// requests for it at once get the same one. A kernel of its own sandbox ends when nobody has used
// it for its idle time; so that a client which never says goodbye leaves nothing behind.
//
// Thread-safe. Callbacks come from threads of the sessions or our own, and must not block.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/work/executor.h"
#include "base/work/timers.h"
#include "kernels/kernel.h"
#include "sessions/sandboxes.h"

namespace assay {

// Whose it is and by which name. Names of a kind are one owner's; different doors use different
// kinds, so that their names don't meet.
struct KernelName {
  std::string tenant;
  std::string kind;
  std::string name;  // empty: it has none, and is found by its id

  auto operator<=>(const KernelName&) const = default;
};

struct KernelEntry {
  KernelName name;
  KernelPtr kernel;
  bool owns_sandbox = false;
};

class Kernels {
 public:
  static constexpr int kMostInASandbox = 16;

  // `created`: nobody had it before.
  using Opened = std::function<void(Result<KernelPtr> kernel, bool created)>;

  // `sandboxes` and `clock` outlive it.
  Kernels(Sandboxes& sandboxes, const Clock& clock);
  ~Kernels();
  Kernels(const Kernels&) = delete;
  Kernels& operator=(const Kernels&) = delete;

  // The kernel of that name, or a new one in a sandbox of its own; without a name a new one each
  // time. Errors as of Sandboxes::Create, and when it doesn't start.
  void Open(const KernelName& name, SandboxRequest sandbox, std::string directory, Opened opened)
      ASSAY_EXCLUDES(mutex_);
  // …in this sandbox.
  void OpenIn(const KernelName& name, SandboxPtr sandbox, std::string directory, Opened opened)
      ASSAY_EXCLUDES(mutex_);

  // Null: there is none, it has ended, or it is another tenant's.
  KernelPtr Find(const std::string& tenant, const std::string& id) ASSAY_EXCLUDES(mutex_);
  KernelPtr FindNamed(const KernelName& name) ASSAY_EXCLUDES(mutex_);
  // Whether there is one of that name, or it is being made.
  bool Has(const KernelName& name) ASSAY_EXCLUDES(mutex_);
  // Of all owners; without a kernel yet those that are being made.
  std::vector<KernelEntry> All() ASSAY_EXCLUDES(mutex_);
  // Those of a kind, the oldest first.
  std::vector<KernelEntry> List(const std::string& tenant, const std::string& kind)
      ASSAY_EXCLUDES(mutex_);
  // Ends it, with its sandbox when that is its own. False: there was none.
  bool Close(const std::string& tenant, const std::string& id) ASSAY_EXCLUDES(mutex_);

  Sandboxes& sandboxes() { return sandboxes_; }
  Timers& timers() { return timers_; }

 private:
  struct Held {
    KernelEntry entry;
    Nanoseconds idle{0};
    bool started = false;
    std::vector<Opened> waiters;  // until it runs
  };
  using HeldPtr = std::shared_ptr<Held>;

  // A new one for the caller to make; null: there is one or it is being made, and `opened` is told.
  HeldPtr Claim(const KernelName& name, Opened opened) ASSAY_EXCLUDES(mutex_);
  void StartIn(const HeldPtr& held, SandboxPtr sandbox, std::string directory)
      ASSAY_EXCLUDES(mutex_);
  void Tell(const HeldPtr& held, const Status& status) ASSAY_EXCLUDES(mutex_);
  void EndHeld(const HeldPtr& held, const Error& why, SandboxEnd reason) ASSAY_EXCLUDES(mutex_);
  void LookWhetherIdle(const std::weak_ptr<Held>& weak) ASSAY_EXCLUDES(mutex_);
  void LookAgain(const HeldPtr& held, SteadyTime when);
  void ForgetEnded() ASSAY_REQUIRES(mutex_);

  Sandboxes& sandboxes_;
  Mutex mutex_;
  std::vector<HeldPtr> held_ ASSAY_GUARDED_BY(mutex_);  // the oldest first
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  // What is done later looks here whether there is still somebody to do it for.
  struct Gate {
    Mutex mutex;
    Kernels* kernels ASSAY_GUARDED_BY(mutex) = nullptr;
  };
  const std::shared_ptr<Gate> gate_ = std::make_shared<Gate>();
  // Last, so that they end first: work uses the timers.
  Timers timers_;
  Executor work_;
};

}  // namespace assay
