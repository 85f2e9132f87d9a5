// What the connections of one box's proxy share. Internal to the proxy. Boost.Asio is part of this
// header: include it from source files only.
//
// Confined to the I/O thread, but for what is atomic or guarded.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/mutex.h"
#include "base/work/executor.h"
#include "sessions/egress/egress_options.h"
#include "sessions/egress/egress_rules.h"

namespace assay {

class EgressConnection;

// Of all proxies.
struct EgressLoop {
  EgressOptions options;
  boost::asio::io_context io;
  std::unique_ptr<Executor> lookups;
  std::atomic<bool> ending{false};
  int connections = 0;
};

// Of one.
struct EgressShared {
  EgressLoop* loop = nullptr;

  // The rules are set from any thread; a connection asks them just before it connects.
  EgressRules Rules() const ASSAY_EXCLUDES(mutex) {
    MutexLock lock(mutex);
    return rules;
  }
  mutable Mutex mutex;
  EgressRules rules ASSAY_GUARDED_BY(mutex);

  std::unordered_set<EgressConnection*> open;
  int lookups = 0;
  bool closed = false;
  std::function<void()> on_room;  // a connection has closed

  std::atomic<int64_t> connections{0};
  std::atomic<int64_t> allowed{0};
  std::atomic<int64_t> refused{0};
  std::atomic<int64_t> failed{0};
  std::atomic<int64_t> bytes_sent{0};
  std::atomic<int64_t> bytes_received{0};
};

// What a name or an address as text leads to, and this host's own addresses at that time. `done` is
// called on the I/O thread; false: too many lookups wait.
using LookedUp =
    std::function<void(const std::vector<IpAddress>& found, const std::vector<IpAddress>& own)>;
bool LookUp(const std::shared_ptr<EgressShared>& shared, const std::string& host, LookedUp done);

}  // namespace assay
