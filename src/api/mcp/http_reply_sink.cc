#include "api/mcp/http_reply_sink.h"

#include <utility>

#include "api/mcp/rpc/rpc_message.h"

namespace assay {
namespace {

std::string Event(const std::string& message) {
  return "event: message\ndata: " + message + "\n\n";
}

}  // namespace

class HttpReplySink::One final : public McpSink {
 public:
  One(std::shared_ptr<HttpReplySink> all, std::string id)
      : all_(std::move(all)), id_(std::move(id)) {}

  void Notify(std::string message) override { all_->Notify(message); }
  void Finish(McpReply reply) override { all_->Finish(std::move(reply), id_); }

 private:
  const std::shared_ptr<HttpReplySink> all_;
  const std::string id_;
};

int StatusOfRpcError(int code) {
  switch (code) {
    case rpc_code::kParseError:
    case rpc_code::kInvalidRequest:
    case rpc_code::kInvalidParams:
    case rpc_code::kHeaderMismatch:
    case rpc_code::kUnsupportedVersion: return 400;
    case rpc_code::kMethodNotFound: return 404;
    default: return 200;
  }
}

McpSinkPtr HttpReplySink::ForMessage(std::string id) {
  return std::make_shared<One>(shared_from_this(), std::move(id));
}

void HttpReplySink::Notify(const std::string& message) {
  MutexLock lock(mutex_);
  if (!form_.events || left_ == 0) return;
  if (!std::exchange(begun_, true)) {
    HttpResponse head;
    head.content_type = "text/event-stream";
    // Proxies would keep events back otherwise.
    head.headers = {{"cache-control", "no-cache, no-transform"}, {"x-accel-buffering", "no"}};
    http_->Begin(std::move(head));
    for (const McpReply& earlier : replies_) http_->Write(Event(earlier.message));
    replies_.clear();
  }
  http_->Write(Event(message));
}

void HttpReplySink::Finish(McpReply reply, const std::string& id) {
  MutexLock lock(mutex_);
  const bool last = --left_ == 0;
  if (begun_) {
    if (!reply.message.empty()) http_->Write(Event(reply.message));
    if (last) http_->End();
    return;
  }
  if (reply.message.empty()) {
    // A body has to say something; clients don't look at the answer to what they have cancelled.
    reply.message = RpcError(id, {.code = rpc_code::kCancelled, .message = "cancelled"});
  }
  replies_.push_back(std::move(reply));
  if (!last) return;
  HttpResponse response;
  if (form_.batch) {
    response.body = "[";
    for (const McpReply& each : replies_) {
      if (response.body.size() > 1) response.body += ',';
      response.body += each.message;
    }
    response.body += "]";
  } else {
    if (form_.statuses) response.status = StatusOfRpcError(replies_.front().error);
    response.body = std::move(replies_.front().message);
  }
  http_->Send(std::move(response));
}

}  // namespace assay
