// McpConversation: one client, from its handshake on: a session over HTTP, or the whole of a stdio
// process. Remembers the revision that was agreed on and the calls under way, so that they can be
// cancelled; bounded.
//
// Thread-safe. Kept alive by its calls. `handler` outlives it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/mcp/call.h"
#include "api/mcp/handler.h"
#include "api/mcp/rpc/rpc_message.h"
#include "api/mcp/sink.h"
#include "base/mutex.h"

namespace assay {

class McpConversation : public std::enable_shared_from_this<McpConversation> {
 public:
  // More than any client waits for; each is a program in the queue.
  static constexpr size_t kMostCalls = 256;

  // `owner`: whose it is, where clients are told apart.
  explicit McpConversation(const McpHandler& handler, std::string owner = "")
      : handler_(handler), owner_(std::move(owner)) {}

  const std::string& owner() const { return owner_; }

  // Answers `initialize`, which may come again. REQUIRES: that request.
  McpReply Greet(const RpcMessage& request) ASSAY_EXCLUDES(mutex_);
  // Why messages can't be taken as they came; empty when they can.
  std::string WhyNotTogether(const RpcInput& input) const ASSAY_EXCLUDES(mutex_);
  // Each message in turn; `sink_of` is asked for one for each that is answered, by the JSON of its
  // id. Returns the calls that have begun. REQUIRES: WhyNotTogether is empty.
  std::vector<std::weak_ptr<McpCall>> Take(
      const RpcInput& input, const std::function<McpSinkPtr(const std::string& id)>& sink_of)
      ASSAY_EXCLUDES(mutex_);
  void CancelAll() ASSAY_EXCLUDES(mutex_);

  // Null before the handshake.
  const McpVersion* version() const ASSAY_EXCLUDES(mutex_);
  size_t calls_under_way() const ASSAY_EXCLUDES(mutex_);

 private:
  class Tracked;
  struct Entry {
    std::shared_ptr<McpCall> call = {};  // null while it is being started
    bool cancelled = false;              // meanwhile
  };

  std::shared_ptr<McpCall> TakeRequest(const RpcMessage& request, const McpSinkPtr& sink)
      ASSAY_EXCLUDES(mutex_);
  void Notice(const RpcMessage& notification) ASSAY_EXCLUDES(mutex_);
  // Why it can't be taken; a code of 0: it can, and is registered. `version`: the one it names
  // itself, or null, which becomes the one agreed on.
  RpcFault Register(const RpcMessage& request, const McpVersion** version) ASSAY_EXCLUDES(mutex_);
  void OnFinished(const std::string& id) ASSAY_EXCLUDES(mutex_);

  const McpHandler& handler_;
  const std::string owner_;
  mutable Mutex mutex_;
  const McpVersion* version_ ASSAY_GUARDED_BY(mutex_) = nullptr;
  std::map<std::string, Entry> calls_ ASSAY_GUARDED_BY(mutex_);  // by the JSON of their ids
};

// How many of the messages are answered.
size_t AnswersDue(const RpcInput& input);

}  // namespace assay
