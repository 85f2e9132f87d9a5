// McpSessions: the conversations of clients over HTTP, by names that nobody can guess. Bounded in
// number, and each ends after an hour without a request; one whose calls are under way does
// neither.
//
// Thread-safe. There is no thread: those that are over go when somebody looks.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "api/mcp/conversation.h"
#include "base/clock.h"
#include "base/lru_cache.h"
#include "base/mutex.h"

namespace assay {

struct McpSessionBounds {
  int64_t most = 1024;
  Nanoseconds idle = std::chrono::hours(1);
};

class McpSessions {
 public:
  // `clock` outlives the sessions. `prefix` is what all their names begin with.
  explicit McpSessions(const Clock& clock, McpSessionBounds bounds = {}, std::string prefix = "")
      : clock_(clock), bounds_(bounds), prefix_(std::move(prefix)) {}

  // The name of the new session; empty when all there may be are busy.
  std::string Open(std::shared_ptr<McpConversation> conversation) ASSAY_EXCLUDES(mutex_);
  // Null when there is none (any more). Counts as its use.
  std::shared_ptr<McpConversation> Find(const std::string& name) ASSAY_EXCLUDES(mutex_);
  // Takes it out, with its calls still under way; null when there is none.
  std::shared_ptr<McpConversation> Close(const std::string& name) ASSAY_EXCLUDES(mutex_);
  int64_t size() const ASSAY_EXCLUDES(mutex_);

 private:
  struct Session {
    std::shared_ptr<McpConversation> conversation;
    SteadyTime used;
  };
  void DropOver(SteadyTime now) ASSAY_REQUIRES(mutex_);

  const Clock& clock_;
  const McpSessionBounds bounds_;
  const std::string prefix_;
  mutable Mutex mutex_;
  LruList<std::string, Session> sessions_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
