#include "api/connect/connect_routes.h"

#include "api/connect/connect_frames.h"

namespace assay {

void ConnectAnswer::Send(const google::protobuf::Message& message) const {
  HttpResponse response;
  response.content_type = codec_.content_type();
  response.body = codec_.Encode(message);
  reply_->Send(std::move(response));
}

ConnectStream::ConnectStream(HttpReplyPtr reply, ConnectCodec codec)
    : reply_(std::move(reply)), codec_(codec) {
  HttpResponse head;
  head.content_type = codec_.content_type();
  reply_->Begin(std::move(head));
}

void ConnectStream::Send(const google::protobuf::Message& message) {
  std::string frame = ConnectFrame(0, codec_.Encode(message));
  MutexLock lock(mutex_);
  if (!ended_) reply_->Write(std::move(frame));
}

void ConnectStream::End() {
  Finish("{}");
}

void ConnectStream::Fail(const ConnectError& error) {
  Finish("{\"error\":" + ConnectErrorJson(error) + "}");
}

void ConnectStream::Finish(const std::string& json) {
  MutexLock lock(mutex_);
  if (ended_) return;
  ended_ = true;
  reply_->Write(ConnectFrame(kConnectEnd, json));
  reply_->End();
}

bool ConnectStream::ended() const {
  MutexLock lock(mutex_);
  return ended_;
}

namespace internal {
namespace {

// The call of a request whose message is decoded into `message`.
Result<ConnectCall> TakeCall(std::shared_ptr<const HttpRequest> request,
                             const std::vector<std::string>& parameters, ConnectShape shape,
                             const ConnectCodec& codec, google::protobuf::Message* message) {
  ConnectCall call{std::move(request), parameters};
  ASSAY_ASSIGN_OR_RETURN(call.timeout, ConnectTimeout(*call.http));
  ASSAY_RETURN_IF_ERROR(DecodeConnectRequest(*call.http, shape, codec, message));
  return call;
}

}  // namespace

void AddUnary(Router& router, const std::string& path, std::function<MessagePtr()> make,
              std::function<void(ConnectCall, const MessagePtr&, ConnectAnswer)> method) {
  router.Add("POST", path,
             [make = std::move(make), method = std::move(method)](
                 std::shared_ptr<const HttpRequest> request,
                 const std::vector<std::string>& parameters, HttpReplyPtr reply) {
               const auto codec = ConnectCodec::Of(*request, ConnectShape::kUnary);
               if (!codec) return reply->Send(UnknownConnectType(ConnectShape::kUnary));
               const MessagePtr message = make();
               auto call = TakeCall(std::move(request), parameters, ConnectShape::kUnary, *codec,
                                    message.get());
               ConnectAnswer answer(std::move(reply), *codec);
               if (!call.ok()) return answer.Fail(ConnectErrorOf(call.error()));
               method(std::move(*call), message, std::move(answer));
             });
}

void AddStream(Router& router, const std::string& path, std::function<MessagePtr()> make,
               std::function<void(ConnectCall, const MessagePtr&, ConnectStreamPtr)> method) {
  router.Add("POST", path,
             [make = std::move(make), method = std::move(method)](
                 std::shared_ptr<const HttpRequest> request,
                 const std::vector<std::string>& parameters, HttpReplyPtr reply) {
               const auto codec = ConnectCodec::Of(*request, ConnectShape::kStream);
               if (!codec) return reply->Send(UnknownConnectType(ConnectShape::kStream));
               const MessagePtr message = make();
               auto call = TakeCall(std::move(request), parameters, ConnectShape::kStream, *codec,
                                    message.get());
               auto stream = std::make_shared<ConnectStream>(std::move(reply), *codec);
               if (!call.ok()) return stream->Fail(ConnectErrorOf(call.error()));
               method(std::move(*call), message, std::move(stream));
             });
}

}  // namespace internal
}  // namespace assay
