// ConnectCodec: how the messages of a call are written, as the content type of its request says.
//
//                 unary                  stream
//   protobuf      application/proto      application/connect+proto
//   JSON          application/json       application/connect+json
//
// Pure functions on requests; what is decoded comes from strangers.
#pragma once

#include <google/protobuf/message.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "api/connect/connect_error.h"
#include "base/result.h"
#include "net/http.h"

namespace assay {

enum class ConnectShape { kUnary, kStream };

class ConnectCodec {
 public:
  // nullopt: a content type that isn't of this shape.
  static std::optional<ConnectCodec> Of(const HttpRequest& request, ConnectShape shape);

  std::string_view content_type() const;
  std::string Encode(const google::protobuf::Message& message) const;
  // What JSON has and the message doesn't know is ignored, as protobuf does with unknown fields.
  Status Decode(std::string_view bytes, google::protobuf::Message* message) const;

 private:
  ConnectCodec(ConnectShape shape, bool json) : shape_(shape), json_(json) {}

  ConnectShape shape_;
  bool json_;
};

// The one message of a request, taken out of its frame and its compression.
Status DecodeConnectRequest(const HttpRequest& request, ConnectShape shape,
                            const ConnectCodec& codec, google::protobuf::Message* message);

// How long the client waits (connect-timeout-ms); nullopt: as long as it takes.
Result<std::optional<std::chrono::milliseconds>> ConnectTimeout(const HttpRequest& request);

// The answer to a content type that is none of ours.
HttpResponse UnknownConnectType(ConnectShape shape);

}  // namespace assay
