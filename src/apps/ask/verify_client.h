// VerifyClient: where `assay run` sends a request of the native API: to a running server over HTTP,
// or to the same routes inside this process. One door for both, so that the shell and the network
// give the same answers.
//
// Thread-safe: Post may be called from several threads at once.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "net/http.h"
#include "net/router.h"

namespace assay {

class VerifyClient {
 public:
  virtual ~VerifyClient() = default;
  // Blocks until the whole answer is there. An Error means that there was none (connection refused,
  // broken off); any HTTP status is a response.
  virtual Result<HttpResponse> Post(const std::string& path, std::string body) = 0;
};

// `url`: "http://host:port" or "https://host:port", IPv6 addresses in brackets. `ca_file` names the
// authorities that may vouch for the server; empty: the system's. kInvalidArgument says what is
// wrong with either.
Result<std::unique_ptr<VerifyClient>> MakeRemoteClient(const std::string& url,
                                                       const std::string& ca_file);
// `router` outlives the client.
std::unique_ptr<VerifyClient> MakeLocalClient(const Router& router);

}  // namespace assay
