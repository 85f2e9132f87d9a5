// Methods of Connect services as routes: decodes the one message of a request, and hands the method
// something to answer with, so that methods know of messages and codes only.
//
//   AddConnectUnary<SendInputRequest>(router, "/process.Process/SendInput",
//                                     [](ConnectCall call, SendInputRequest request,
//                                        ConnectAnswer answer) { … answer.Send(Done()); });
//
// Requests that stream are taken as a whole: clients that stream their side while they read the
// answer aren't served. A stream's failures are told in its last frame, with HTTP status 200, as
// the protocol wants it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/connect/connect_codec.h"
#include "api/connect/connect_error.h"
#include "base/mutex.h"
#include "net/http.h"
#include "net/router.h"

namespace assay {

// What comes with the message.
struct ConnectCall {
  std::shared_ptr<const HttpRequest> http;
  std::vector<std::string> parameters;                    // of the route's path
  std::optional<std::chrono::milliseconds> timeout = {};  // how long the client waits
};

// Where the answer to a unary call goes: exactly one of the two is called, once, from any thread.
class ConnectAnswer {
 public:
  ConnectAnswer(HttpReplyPtr reply, ConnectCodec codec) : reply_(std::move(reply)), codec_(codec) {}

  void Send(const google::protobuf::Message& message) const;
  void Fail(const ConnectError& error) const { reply_->Send(ConnectErrorResponse(error)); }
  // As HttpReply.
  void OnDisconnect(std::function<void()> callback) const {
    reply_->OnDisconnect(std::move(callback));
  }

 private:
  HttpReplyPtr reply_;
  ConnectCodec codec_;
};

// Where the messages of a stream go. Thread-safe; after End or Fail nothing more is sent.
class ConnectStream {
 public:
  // The answer's head goes out at once, so that clients see that the call is taken.
  ConnectStream(HttpReplyPtr reply, ConnectCodec codec);

  void Send(const google::protobuf::Message& message) ASSAY_EXCLUDES(mutex_);
  void End() ASSAY_EXCLUDES(mutex_);
  void Fail(const ConnectError& error) ASSAY_EXCLUDES(mutex_);
  bool ended() const ASSAY_EXCLUDES(mutex_);
  // As HttpReply.
  void OnDisconnect(std::function<void()> callback) { reply_->OnDisconnect(std::move(callback)); }
  size_t unsent() const { return reply_->unsent(); }

 private:
  void Finish(const std::string& json) ASSAY_EXCLUDES(mutex_);

  const HttpReplyPtr reply_;
  const ConnectCodec codec_;
  mutable Mutex mutex_;
  bool ended_ ASSAY_GUARDED_BY(mutex_) = false;
};
using ConnectStreamPtr = std::shared_ptr<ConnectStream>;

namespace internal {

using MessagePtr = std::shared_ptr<google::protobuf::Message>;
void AddUnary(Router& router, const std::string& path, std::function<MessagePtr()> make,
              std::function<void(ConnectCall, const MessagePtr&, ConnectAnswer)> method);
void AddStream(Router& router, const std::string& path, std::function<MessagePtr()> make,
               std::function<void(ConnectCall, const MessagePtr&, ConnectStreamPtr)> method);

}  // namespace internal

template <typename Request>
void AddConnectUnary(Router& router, const std::string& path,
                     std::function<void(ConnectCall, const Request&, ConnectAnswer)> method) {
  internal::AddUnary(
      router, path, [] { return std::make_shared<Request>(); },
      [method = std::move(method)](ConnectCall call, const internal::MessagePtr& message,
                                   ConnectAnswer answer) {
        method(std::move(call), static_cast<const Request&>(*message), std::move(answer));
      });
}

// The answer is a stream of messages.
template <typename Request>
void AddConnectStream(Router& router, const std::string& path,
                      std::function<void(ConnectCall, const Request&, ConnectStreamPtr)> method) {
  internal::AddStream(
      router, path, [] { return std::make_shared<Request>(); },
      [method = std::move(method)](ConnectCall call, const internal::MessagePtr& message,
                                   ConnectStreamPtr stream) {
        method(std::move(call), static_cast<const Request&>(*message), std::move(stream));
      });
}

}  // namespace assay
