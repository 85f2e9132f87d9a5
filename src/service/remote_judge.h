// RemoteJudge: a running server, asked over HTTP or HTTPS. Thread-safe.
#pragma once

#include <memory>
#include <string>

#include "service/judge.h"

namespace assay::service {

// The server that `url` names, so that a target of HTTP behind it makes an HttpCall's URL:
// "scheme://host:port", or "unix:PATH:". `url`: "http://host:port" or "https://host:port", IPv6
// addresses in brackets; or "unix:PATH". `ca_file` names the authorities that may vouch
// for the server; empty: the system's. kInvalidArgument says what is wrong with either, in the
// words of the options --url and --cacert.
Result<std::string> ServerAddress(const std::string& url, const std::string& ca_file);

struct RemoteServer {
  std::string url;           // what ServerAddress gives
  std::string ca_file = {};  // as it has it
  std::string token = {};    // sent as a bearer token; empty: none
};

std::unique_ptr<Judge> MakeRemoteJudge(const RemoteServer& server);

}  // namespace assay::service
