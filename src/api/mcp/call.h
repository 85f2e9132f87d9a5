// McpCall: one request that a judging route answers, from its question to the reply. Tells the
// client about its progress where that was asked for, and can be cancelled.
//
// Thread-safe. Kept alive by the question that is under way. The sink is finished exactly once: by
// the answer or by Cancel, whichever comes first.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "api/mcp/backend.h"
#include "api/mcp/sink.h"
#include "base/clock.h"
#include "base/mutex.h"

namespace assay {

class McpCall : public std::enable_shared_from_this<McpCall> {
 public:
  using Render = std::function<McpReply(const McpAnswer&)>;

  // `progress_token`: JSON, as the client gave it; empty: it wants no progress.
  McpCall(Render render, McpSinkPtr sink, std::string progress_token, SteadyTime started);

  // Once.
  void Start(McpBackend& backend, McpQuestion question);
  void Cancel();
  bool wants_progress() const { return !progress_token_.empty(); }
  // Sends how long it has taken so far. Returns whether the call is still under way.
  bool Beat(SteadyTime now);

 private:
  void OnAnswer(const McpAnswer& answer);

  const Render render_;
  const std::string progress_token_;
  const SteadyTime started_;
  Mutex mutex_;
  McpSinkPtr sink_ ASSAY_GUARDED_BY(mutex_);  // null: finished
  std::weak_ptr<McpBackend::Pending> pending_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
