#include "api/mcp/call.h"

#include <utility>

#include "api/mcp/rpc/rpc_message.h"
#include "text/json_writer.h"

namespace assay {

McpCall::McpCall(Render render, McpSinkPtr sink, std::string progress_token, SteadyTime started)
    : render_(std::move(render)),
      progress_token_(std::move(progress_token)),
      started_(started),
      sink_(std::move(sink)) {}

void McpCall::Start(McpBackend& backend, McpQuestion question) {
  const std::weak_ptr<McpBackend::Pending> pending =
      backend.Ask(std::move(question),
                  [self = shared_from_this()](const McpAnswer& answer) { self->OnAnswer(answer); });
  {
    MutexLock lock(mutex_);
    pending_ = pending;
    if (sink_ != nullptr) return;
  }
  // It was cancelled before there was anything to cancel, or has been answered.
  if (const auto started = pending.lock()) started->Cancel();
}

void McpCall::Cancel() {
  McpSinkPtr sink;
  std::shared_ptr<McpBackend::Pending> pending;
  {
    MutexLock lock(mutex_);
    sink = std::exchange(sink_, nullptr);
    pending = pending_.lock();
  }
  if (sink == nullptr) return;
  if (pending != nullptr) pending->Cancel();
  sink->Finish({});
}

bool McpCall::Beat(SteadyTime now) {
  const double elapsed = static_cast<double>(
      std::chrono::duration_cast<std::chrono::milliseconds>(now - started_).count());
  JsonWriter params;
  params.BeginObject().Key("progressToken").Raw(progress_token_);
  params.Key("progress").Double(elapsed / 1000);
  params.Key("message").String("seconds so far; waiting for a slot or running").EndObject();
  // Under the lock, so that no progress follows the answer.
  MutexLock lock(mutex_);
  if (sink_ == nullptr) return false;
  sink_->Notify(RpcNotification("notifications/progress", params.text()));
  return true;
}

void McpCall::OnAnswer(const McpAnswer& answer) {
  McpReply reply = render_(answer);
  McpSinkPtr sink;
  {
    MutexLock lock(mutex_);
    sink = std::exchange(sink_, nullptr);
  }
  if (sink != nullptr) sink->Finish(std::move(reply));
}

}  // namespace assay
