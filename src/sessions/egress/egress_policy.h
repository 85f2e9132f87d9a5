// EgressPolicy: whom a sandbox's programs may connect to. A plain value.
#pragma once

#include <string>
#include <vector>

namespace assay {

// Connections go through the proxy that HTTP_PROXY and HTTPS_PROXY name. Without a policy a box has
// its loopback interface and nothing else.
struct EgressPolicy {
  enum class Kind { kNone, kAllow, kDeny };
  Kind kind = Kind::kNone;
  // Of kAllow: these and no others; of kDeny: all but these. A host name, one with "*." before it
  // for all below it, "*" for all names, an address, or a network ("10.0.0.0/8"); ":443" behind any
  // of them, with brackets around an IPv6 address then.
  std::vector<std::string> hosts;

  bool operator==(const EgressPolicy&) const = default;
};

}  // namespace assay
