#include "api/mcp/conversation.h"

#include <algorithm>
#include <utility>

#include "api/mcp/rpc/envelope.h"

namespace assay {
namespace {

// More than any client sends at once.
constexpr size_t kMostMessages = 64;

using Kind = RpcMessage::Kind;

McpReply Faulty(const std::string& id, const RpcFault& fault) {
  return {.message = RpcError(id, fault), .error = fault.code};
}

}  // namespace

// Passes on, and tells the conversation when its request is over.
class McpConversation::Tracked final : public McpSink {
 public:
  Tracked(McpSinkPtr inner, std::shared_ptr<McpConversation> conversation, std::string id)
      : inner_(std::move(inner)), conversation_(std::move(conversation)), id_(std::move(id)) {}

  void Notify(std::string message) override { inner_->Notify(std::move(message)); }
  void Finish(McpReply reply) override {
    // First, so that a client which has the answer finds its id free again.
    conversation_->OnFinished(id_);
    inner_->Finish(std::move(reply));
  }

 private:
  const McpSinkPtr inner_;
  const std::shared_ptr<McpConversation> conversation_;
  const std::string id_;
};

McpReply McpConversation::Greet(const RpcMessage& request) {
  const JsonValue wanted = request.params.Find("protocolVersion");
  if (!wanted.Is(JsonType::kString)) {
    return Faulty(request.id,
                  {rpc_code::kInvalidParams,
                   "protocolVersion: is a string; this server speaks " + McpVersionNames()});
  }
  const McpVersion& agreed = AgreeOnMcpVersion(wanted.String());
  MutexLock lock(mutex_);
  version_ = &agreed;
  return {.message = McpHandler::Greet(request, agreed)};
}

RpcFault McpConversation::Register(const RpcMessage& request, const McpVersion** version) {
  MutexLock lock(mutex_);
  if (*version == nullptr) *version = version_;
  if (*version == nullptr) {
    if (request.method != "ping") {
      return {rpc_code::kInvalidRequest, "send 'initialize' first"};
    }
    *version = &AgreeOnMcpVersion("");  // allowed before the handshake
  }
  if (calls_.size() >= kMostCalls) {
    return {rpc_code::kBusy, "there are " + std::to_string(kMostCalls) +
                                 " requests under way already; wait for one of them"};
  }
  if (!calls_.try_emplace(request.id).second) {
    return {rpc_code::kInvalidRequest, "id: belongs to a request that is under way"};
  }
  return {};
}

std::string McpConversation::WhyNotTogether(const RpcInput& input) const {
  if (!input.batch) return "";
  const McpVersion* const agreed = version();
  if (agreed == nullptr) return "send 'initialize' first, alone";
  if (!agreed->batches) {
    return "revision " + std::string(agreed->name) + " has no batches: send one message at a time";
  }
  if (input.messages.empty()) return "the batch is empty";
  if (input.messages.size() > kMostMessages) {
    return "the batch has more than " + std::to_string(kMostMessages) + " messages: send several";
  }
  for (const RpcMessage& message : input.messages) {
    if (message.method == "initialize") return "'initialize' comes alone";
  }
  return "";
}

std::vector<std::weak_ptr<McpCall>> McpConversation::Take(
    const RpcInput& input, const std::function<McpSinkPtr(const std::string& id)>& sink_of) {
  std::vector<std::weak_ptr<McpCall>> calls;
  for (const RpcMessage& message : input.messages) {
    switch (message.kind) {
      case Kind::kRequest:
        if (message.method == "initialize") {
          sink_of(message.id)->Finish(Greet(message));
        } else if (const auto call = TakeRequest(message, sink_of(message.id))) {
          calls.push_back(call);
        }
        break;
      case Kind::kInvalid:
        sink_of(message.id)->Finish(Faulty(message.id, {rpc_code::kInvalidRequest, message.fault}));
        break;
      case Kind::kNotification: Notice(message); break;
      case Kind::kResponse: break;  // this server asks clients for nothing
    }
  }
  return calls;
}

std::shared_ptr<McpCall> McpConversation::TakeRequest(const RpcMessage& request,
                                                      const McpSinkPtr& sink) {
  const McpVersion* version = nullptr;
  if (HasEnvelope(request)) {
    const Envelope envelope = ReadEnvelope(request, nullptr);
    if (envelope.version == nullptr) {
      sink->Finish(Faulty(request.id, envelope.fault));
      return nullptr;
    }
    version = envelope.version;
  }
  if (const RpcFault fault = Register(request, &version); fault.code != 0) {
    sink->Finish(Faulty(request.id, fault));
    return nullptr;
  }
  auto call = handler_.Handle(request, *version,
                              std::make_shared<Tracked>(sink, shared_from_this(), request.id));
  if (call == nullptr) return nullptr;
  bool cancelled = false;
  {
    MutexLock lock(mutex_);
    const auto found = calls_.find(request.id);
    if (found == calls_.end()) return nullptr;  // it is over
    found->second.call = call;
    cancelled = found->second.cancelled;
  }
  if (cancelled) call->Cancel();
  return call;
}

void McpConversation::Notice(const RpcMessage& notification) {
  // 'notifications/initialized' needs nothing, and of others this server knows none.
  if (notification.method != "notifications/cancelled") return;
  const JsonValue id = notification.params.Find("requestId");
  if (!id) return;
  std::shared_ptr<McpCall> call;
  {
    MutexLock lock(mutex_);
    const auto found = calls_.find(std::string(id.raw()));
    if (found == calls_.end()) return;
    found->second.cancelled = true;
    call = found->second.call;
  }
  if (call != nullptr) call->Cancel();
}

void McpConversation::CancelAll() {
  std::vector<std::shared_ptr<McpCall>> calls;
  {
    MutexLock lock(mutex_);
    for (auto& [id, entry] : calls_) {
      entry.cancelled = true;
      if (entry.call != nullptr) calls.push_back(entry.call);
    }
  }
  for (const auto& call : calls) call->Cancel();
}

const McpVersion* McpConversation::version() const {
  MutexLock lock(mutex_);
  return version_;
}

size_t McpConversation::calls_under_way() const {
  MutexLock lock(mutex_);
  return calls_.size();
}

void McpConversation::OnFinished(const std::string& id) {
  MutexLock lock(mutex_);
  calls_.erase(id);
}

size_t AnswersDue(const RpcInput& input) {
  return static_cast<size_t>(
      std::count_if(input.messages.begin(), input.messages.end(), [](const RpcMessage& message) {
        return message.kind == Kind::kRequest || message.kind == Kind::kInvalid;
      }));
}

}  // namespace assay
