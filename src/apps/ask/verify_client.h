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

// `url`: "http://host:port", IPv6 addresses in brackets. kInvalidArgument when it is something
// else.
Result<std::unique_ptr<VerifyClient>> MakeRemoteClient(const std::string& url);
// `router` outlives the client.
std::unique_ptr<VerifyClient> MakeLocalClient(const Router& router);

// Reads one HTTP/1.1 response (content-length, chunked, or ended by closing) from the bytes that
// `read` appends to its argument; `read` returns false at the end or on error. For tests.
Result<HttpResponse> ReadHttpResponse(const std::function<bool(std::string*)>& read);

}  // namespace assay
