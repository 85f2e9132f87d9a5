// What a program asks of the proxy: the head of one HTTP request, CONNECT or with an absolute URL.
// Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

inline constexpr size_t kMaxProxyHead = 32 << 10;

struct ProxyRequest {
  bool connect = false;
  std::string host;  // normalised: a name, or an address without brackets
  int port = 0;
  // Of one that isn't CONNECT: its head as the server gets it. Host is the URL's, whatever the
  // program says, and the connection is for this request only, so that no other follows it.
  std::string head;
};

// `head`: up to and with the empty line. kInvalidArgument with a sentence for the program.
Result<ProxyRequest> ParseProxyRequest(std::string_view head);

}  // namespace assay
