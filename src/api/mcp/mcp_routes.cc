#include "api/mcp/mcp_routes.h"

#include <memory>
#include <utility>

#include "api/mcp/http_reply_sink.h"
#include "api/mcp/rpc/envelope.h"
#include "api/mcp/rpc/rpc_message.h"
#include "text/excerpt.h"

namespace assay {
namespace {

constexpr char kSessionHeader[] = "mcp-session-id";
using Kind = RpcMessage::Kind;

void SendFault(const HttpReplyPtr& reply, int status, const std::string& id,
               const RpcFault& fault) {
  HttpResponse response;
  response.status = status;
  response.body = RpcError(id, fault);
  reply->Send(std::move(response));
}

void SendFault(const HttpReplyPtr& reply, int status, const std::string& id, std::string message) {
  SendFault(reply, status, id, {rpc_code::kInvalidRequest, std::move(message)});
}

void SendNothing(const HttpReplyPtr& reply, int status) {
  HttpResponse response;
  response.status = status;
  response.content_type.clear();
  reply->Send(std::move(response));
}

bool ReadsEvents(const HttpRequest& http) {
  const std::string_view accept = http.Header("accept");
  return accept.find("text/event-stream") != accept.npos || accept.find("*/*") != accept.npos;
}

// The request came without a session, and says which revision it is, or nothing that has sessions.
bool IsSessionless(const HttpRequest& http, const RpcMessage& message) {
  if (HasEnvelope(message)) return true;
  const std::string_view header = http.Header(kMcpVersionHeader);
  if (header.empty() || !http.Header(kSessionHeader).empty()) return false;
  const McpVersion* const version = FindMcpVersion(header);
  return message.method != "initialize" && (version == nullptr || !version->handshake);
}

void HandleSessionless(const McpRoutesDeps& deps, const HttpRequest& http,
                       const RpcMessage& message, const HttpReplyPtr& reply) {
  if (message.kind != Kind::kRequest) {
    // There is no notification that would mean anything here: closing the connection cancels.
    const std::string header(http.Header(kMcpVersionHeader));
    if (FindMcpVersion(header) == nullptr) {
      return SendFault(reply, 400, "null", UnsupportedVersion(header));
    }
    return SendNothing(reply, 202);
  }
  const Envelope envelope = ReadEnvelope(message, &http);
  if (envelope.version == nullptr) {
    return SendFault(reply, StatusOfRpcError(envelope.fault.code), message.id, envelope.fault);
  }
  const auto sinks = std::make_shared<HttpReplySink>(
      reply, McpReplyForm{.events = ReadsEvents(http), .statuses = true}, 1);
  const auto call = deps.handler.Handle(message, *envelope.version, sinks->ForMessage(message.id));
  if (call == nullptr) return;
  reply->OnDisconnect([weak = std::weak_ptr<McpCall>(call)] {
    if (const auto left = weak.lock()) left->Cancel();
  });
}

// Whose sessions the client may use: those of its tenant.
std::string OwnerOf(const std::shared_ptr<const Caller>& caller) {
  return caller == nullptr ? "" : caller->tenant;
}

void OpenSession(const McpRoutesDeps& deps, const RpcMessage& message, const HttpReplyPtr& reply) {
  const auto conversation =
      std::make_shared<McpConversation>(deps.handler, OwnerOf(message.caller));
  McpReply greeting = conversation->Greet(message);
  HttpResponse response;
  response.body = std::move(greeting.message);
  if (greeting.error == 0) {
    const std::string name = deps.sessions.Open(conversation);
    if (name.empty()) {
      response.status = 503;
      response.headers = {{"retry-after", "1"}};
      response.body = RpcError(
          message.id, {.code = rpc_code::kBusy, .message = "all sessions are busy; try again"});
    } else {
      response.headers = {{kSessionHeader, name}};
    }
  }
  reply->Send(std::move(response));
}

void HandleInSession(McpConversation& conversation, const HttpRequest& http, const RpcInput& input,
                     const HttpReplyPtr& reply) {
  if (std::string why = conversation.WhyNotTogether(input); !why.empty()) {
    return SendFault(reply, 400, "null", std::move(why));
  }
  const size_t due = AnswersDue(input);
  if (due == 0) {
    conversation.Take(input, nullptr);
    return SendNothing(reply, 202);
  }
  const auto sinks = std::make_shared<HttpReplySink>(
      reply, McpReplyForm{.events = ReadsEvents(http), .batch = input.batch}, due);
  auto calls =
      conversation.Take(input, [&sinks](const std::string& id) { return sinks->ForMessage(id); });
  if (calls.empty()) return;
  // Streams can't be resumed here, so that nobody could fetch these answers any more.
  reply->OnDisconnect([calls = std::move(calls)] {
    for (const auto& weak : calls) {
      if (const auto left = weak.lock()) left->Cancel();
    }
  });
}

void Post(const McpRoutesDeps& deps, const HttpRequest& http, const HttpReplyPtr& reply) {
  JsonError error;
  const auto document = JsonDocument::Parse(http.body, &error);
  if (!document) {
    return SendFault(reply, 400, "null",
                     {rpc_code::kParseError, "the body is no JSON: " + error.message + " at byte " +
                                                 std::to_string(error.offset)});
  }
  RpcInput input = ReadRpc(document->root());
  for (RpcMessage& message : input.messages) {
    message.caller = http.caller;
    message.trace = http.trace;
  }
  const std::string session(http.Header(kSessionHeader));
  if (!input.batch) {
    const RpcMessage& message = input.messages.front();
    if (message.kind == Kind::kInvalid) return SendFault(reply, 400, message.id, message.fault);
    if (IsSessionless(http, message)) return HandleSessionless(deps, http, message, reply);
    if (message.kind == Kind::kRequest && message.method == "initialize" && session.empty()) {
      return OpenSession(deps, message, reply);
    }
  }
  const std::string id = input.batch ? "null" : input.messages.front().id;
  const std::string header(http.Header(kMcpVersionHeader));
  if (!header.empty() && FindMcpVersion(header) == nullptr) {
    return SendFault(
        reply, 400, id,
        "MCP-Protocol-Version: '" + Excerpt(header) + "' is none of " + McpVersionNames());
  }
  if (session.empty()) {
    return SendFault(reply, 400, id,
                     "Mcp-Session-Id is missing: send 'initialize' first, and its answer's header "
                     "with every request; or send requests of revision 2026-07-28, which has no "
                     "sessions");
  }
  const auto conversation = deps.sessions.Find(session);
  if (conversation == nullptr || conversation->owner() != OwnerOf(http.caller)) {
    return SendFault(
        reply, 404, id,
        "Mcp-Session-Id: there is no such session (any more): send 'initialize' again");
  }
  HandleInSession(*conversation, http, input, reply);
}

void Delete(const McpRoutesDeps& deps, const HttpRequest& http, const HttpReplyPtr& reply) {
  const std::string session(http.Header(kSessionHeader));
  if (session.empty()) return SendFault(reply, 400, "null", "Mcp-Session-Id is missing");
  const auto conversation = deps.sessions.Find(session);
  if (conversation == nullptr || conversation->owner() != OwnerOf(http.caller)) {
    return SendFault(reply, 404, "null", "Mcp-Session-Id: there is no such session (any more)");
  }
  deps.sessions.Close(session);
  conversation->CancelAll();
  SendNothing(reply, 200);
}

}  // namespace

void RegisterMcpRoutes(Router& router, const McpRoutesDeps& deps) {
  router.Add("POST", "/mcp", [deps](std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply) {
    Post(deps, *http, reply);
  });
  router.Add("DELETE", "/mcp", [deps](std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply) {
    Delete(deps, *http, reply);
  });
}

}  // namespace assay
