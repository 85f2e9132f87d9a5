// WayOut: a sandbox's egress policy, and the proxy in its present box that keeps to it. Where the
// operator allows no way out there is none, whatever is asked for.
//
// The proxy is opened with the first policy that lets anybody out, and again in each box that
// replaces the one before. Thread-safe; Open and Set wait for the box, seconds at worst, and nobody
// else waits for them.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "base/mutex.h"
#include "runner/live_box.h"
#include "sessions/egress/egress_policy.h"
#include "sessions/egress/egress_proxy.h"

namespace assay {

// Of the box's own loopback interface, where its programs find the proxy.
inline constexpr int kProxyPort = 3128;

class WayOut {
 public:
  // `proxies` outlives it; null: the operator allows none.
  WayOut(EgressProxies* proxies, EgressPolicy policy)
      : proxies_(proxies), policy_(std::move(policy)) {}

  // In the box that the sandbox has from now on; the one before is closed.
  Status Open(LiveBox& box) ASSAY_EXCLUDES(mutex_);
  // kInvalidArgument with the field: the policy is at fault, or none is allowed.
  Status Set(EgressPolicy policy, LiveBox& box) ASSAY_EXCLUDES(mutex_);
  void Close() ASSAY_EXCLUDES(mutex_);

  EgressPolicy policy() const ASSAY_EXCLUDES(mutex_);
  // What programs find the proxy by. The same at all times, so that a process that is asked for
  // twice is the same one.
  std::map<std::string, std::string> Environment() const;

 private:
  Status OpenIn(LiveBox& box, const EgressPolicy& policy) ASSAY_REQUIRES(opening_)
      ASSAY_EXCLUDES(mutex_);

  EgressProxies* const proxies_;
  Mutex opening_;  // held over the wait for the box; before mutex_
  mutable Mutex mutex_;
  EgressPolicy policy_ ASSAY_GUARDED_BY(mutex_);
  std::unique_ptr<EgressProxy> proxy_ ASSAY_GUARDED_BY(mutex_);
  bool closed_ ASSAY_GUARDED_BY(mutex_) = false;
};

// Whether a policy can be asked for. `allowed`: by the operator. The field is "egress" or below it.
Status CheckEgress(const EgressPolicy& policy, bool allowed);

}  // namespace assay
