// UpstreamAddress: where the peer is and how it wants to be addressed, from the URL that the user
// gives. A plain value.
#pragma once

#include <string>

#include "base/result.h"

namespace assay::shadow {

struct UpstreamAddress {
  bool tls = false;
  std::string host;       // a name or an address, without brackets
  std::string port;       // "8080"
  std::string authority;  // what clients send as Host: "sandbox:8080", no default port
  std::string prefix;     // of every path: "/sandbox"; empty: none
  std::string url;        // for people: "http://sandbox:8080/sandbox"
};

// An error's field is "against".
Result<UpstreamAddress> ParseUpstream(const std::string& url);

}  // namespace assay::shadow
