// RemoteBackend: the routes of a running server, asked over HTTP or HTTPS.
//
// Thread-safe. A few threads wait for answers; what they can't take up at once waits in a bounded
// queue, and what doesn't fit there is answered as overload. The destructor gives everything up.
#pragma once

#include <memory>
#include <set>

#include "api/mcp/backend.h"
#include "base/mutex.h"
#include "base/work/executor.h"
#include "net/http_client.h"
#include "service/remote_judge.h"

namespace assay {

class RemoteBackend final : public McpBackend {
 public:
  explicit RemoteBackend(const service::RemoteServer& server);
  ~RemoteBackend() override;

  std::weak_ptr<Pending> Ask(McpQuestion question, Done done) override;

 private:
  class Waiting;
  McpAnswer Send(const McpQuestion& question, const CancelToken& cancel);

  const service::RemoteServer server_;
  HttpClient http_;
  Mutex mutex_;
  std::set<std::shared_ptr<Waiting>> waiting_ ASSAY_GUARDED_BY(mutex_);
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  Executor threads_;  // last: its jobs use the rest
};

}  // namespace assay
