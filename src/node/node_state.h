// NodeState: who this server is among others, and whether it takes new work. An operator drains a
// node to take it out of service without losing anything, and takes that back; a server that ends
// drains for good.
//
// Draining refuses new work only: what was taken runs to its end, and reading (results, metrics,
// files of sandboxes) goes on.
//
// Thread-safe. What listens is called by the thread that changes the state, one change at a time,
// and must not change it.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"

namespace assay {

class NodeState {
 public:
  // Told what holds now; the reason is empty where nothing drains.
  using Listener = std::function<void(bool draining, const std::string& reason)>;

  // `clock` outlives it. An empty name becomes the host's.
  NodeState(std::string name, const Clock& clock);

  const std::string& name() const { return name_; }
  // Differs from every other server's and from every start's: how a node knows itself in a list of
  // addresses.
  const std::string& instance() const { return instance_; }
  Nanoseconds uptime() const { return clock_.Now() - started_; }

  // Why no new work is taken; nothing: it is taken.
  std::optional<std::string> draining() const ASSAY_EXCLUDES(mutex_);
  // The same, without a lock for those that only ask whether.
  bool refuses() const { return refuses_.load(std::memory_order_relaxed); }

  // Both may be called again: a second drain only changes the reason. False: the server ends, and
  // nothing changes that.
  bool Drain(std::string reason) ASSAY_EXCLUDES(change_, mutex_);
  bool Undrain() ASSAY_EXCLUDES(change_, mutex_);
  // Drains for good.
  void End(std::string reason) ASSAY_EXCLUDES(change_, mutex_);

  // From now on, for every change. Before serving.
  void OnChange(Listener listener) { listeners_.push_back(std::move(listener)); }

 private:
  bool Change(const std::optional<std::string>& reason, bool ends) ASSAY_EXCLUDES(change_, mutex_);

  const std::string name_;
  const std::string instance_;
  const Clock& clock_;
  const SteadyTime started_ = clock_.Now();
  std::vector<Listener> listeners_;

  Mutex change_;  // held while listeners are told, so that they hear of changes in their order
  mutable Mutex mutex_;
  std::optional<std::string> draining_ ASSAY_GUARDED_BY(mutex_);
  bool ends_ ASSAY_GUARDED_BY(mutex_) = false;
  std::atomic<bool> refuses_{false};
};

// "this server is draining: ..." for answers; the reason of a drain may be empty.
std::string DrainingText(const std::string& reason);

// The name of this host, as far as it is known.
std::string HostName();

}  // namespace assay
