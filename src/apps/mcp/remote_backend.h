// RemoteBackend: the routes of a running server, asked over HTTP or HTTPS.
//
// Thread-safe. A few threads wait for answers; what they can't take up at once waits in a bounded
// queue, and what doesn't fit there is answered as overload. The destructor gives everything up.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "api/mcp/backend.h"
#include "base/mutex.h"
#include "base/result.h"
#include "base/work/executor.h"
#include "net/http_client.h"

namespace assay {

struct RemoteServer {
  std::string url;      // "https://host:port", without a path
  std::string ca_file;  // as service::ServerAddress has it
  std::string token;    // sent as a bearer token; empty: none
};

class RemoteBackend final : public McpBackend {
 public:
  explicit RemoteBackend(const RemoteServer& server);
  ~RemoteBackend() override;

  std::weak_ptr<Pending> Ask(McpQuestion question, Done done) override;

 private:
  class Waiting;
  McpAnswer Send(const McpQuestion& question, const CancelToken& cancel);

  const RemoteServer server_;
  HttpClient http_;
  Mutex mutex_;
  std::set<std::shared_ptr<Waiting>> waiting_ ASSAY_GUARDED_BY(mutex_);
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  Executor threads_;  // last: its jobs use the rest
};

// kInvalidArgument says what is wrong with the URL or the file, in the words of the options --url,
// --cacert and --token-file. `token_file` may be empty.
Result<RemoteServer> ReadRemoteServer(const std::string& url, const std::string& ca_file,
                                      const std::string& token_file);

}  // namespace assay
