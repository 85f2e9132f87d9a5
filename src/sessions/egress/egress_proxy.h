// EgressProxy: a box's way out. It takes the connections that a box's programs make to a port of
// their own loopback interface (LiveBox::ListenInside), hears whom they want (HTTP CONNECT, or a
// request with an absolute URL), and if the policy allows that, connects there and passes bytes on.
//
// Whoever is in the box is hostile, and so is whoever answers for a name:
// - A name is looked up here, once; the addresses that come back are checked, and one of those that
//   were checked is connected to.
// - Where a name is allowed for port 443, what follows has to be TLS that names the same server, so
//   that a name isn't a way to all that its address serves. What is inside TLS isn't looked at.
// - Everything has a bound: connections of a box and of all, bytes that wait (one buffer a way),
//   lookups, the time for a request, for reaching the server, and without any byte moving. A box
//   that uses up its share makes only its own programs wait.
//
// Threading: EgressProxies has one thread that serves all sockets and a few that look names up.
// Everything here is thread-safe; nothing blocks.
#pragma once

#include <memory>

#include "base/fd.h"
#include "base/result.h"
#include "sessions/egress/egress_options.h"
#include "sessions/egress/egress_policy.h"

namespace assay {

// Of one box. Its end closes the listener and all connections.
class EgressProxy {
 public:
  virtual ~EgressProxy() = default;
  // From now on for new connections, and at once for those there are: what isn't allowed any more
  // is closed. Errors as of EgressProxies::Open, which change nothing.
  virtual Status SetPolicy(const EgressPolicy& policy) = 0;
  virtual EgressCounters counters() const = 0;
};

class EgressProxies {
 public:
  explicit EgressProxies(EgressOptions options = {});
  // REQUIRES: all proxies are gone. Waits for lookups under way.
  ~EgressProxies();
  EgressProxies(const EgressProxies&) = delete;
  EgressProxies& operator=(const EgressProxies&) = delete;

  // `listener`: a listening TCP socket. kInvalidArgument with the field: the policy is at fault.
  Result<std::unique_ptr<EgressProxy>> Open(const EgressPolicy& policy, UniqueFd listener);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
