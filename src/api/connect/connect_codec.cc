#include "api/connect/connect_codec.h"

#include <google/protobuf/util/json_util.h>

#include <charconv>

#include "api/connect/connect_frames.h"
#include "base/text.h"

namespace assay {
namespace {

// Of one message, compressed or not: the calls carry commands and input, which has a bound of its
// own below this one, and a message takes many times its bytes when it is decoded.
constexpr size_t kMaxMessage = 8 << 20;

struct ContentType {
  std::string_view name;
  ConnectShape shape;
  bool json;
};
constexpr ContentType kContentTypes[] = {
    {"application/proto", ConnectShape::kUnary, false},
    {"application/json", ConnectShape::kUnary, true},
    {"application/connect+proto", ConnectShape::kStream, false},
    {"application/connect+json", ConnectShape::kStream, true},
};

Error Malformed(std::string what) {
  return {ErrorCode::kInvalidArgument, "connect.decode", 0, std::move(what)};
}

Result<std::string> Decompress(std::string_view bytes, std::string_view encoding) {
  if (encoding != "gzip") {
    return Malformed("compressed as '" + std::string(encoding) + "': send gzip or identity");
  }
  return Gunzip(bytes, kMaxMessage);
}

}  // namespace

std::optional<ConnectCodec> ConnectCodec::Of(const HttpRequest& request, ConnectShape shape) {
  std::string_view given = request.Header("content-type");
  given = TrimAsciiSpace(given.substr(0, given.find(';')));
  for (const ContentType& type : kContentTypes) {
    if (type.shape == shape && AsciiLower(given) == type.name) {
      return ConnectCodec(shape, type.json);
    }
  }
  return std::nullopt;
}

std::string_view ConnectCodec::content_type() const {
  for (const ContentType& type : kContentTypes) {
    if (type.shape == shape_ && type.json == json_) return type.name;
  }
  ASSAY_CHECK(false);
}

std::string ConnectCodec::Encode(const google::protobuf::Message& message) const {
  if (!json_) return message.SerializeAsString();
  std::string json;
  const auto status = google::protobuf::util::MessageToJsonString(message, &json);
  ASSAY_CHECK(status.ok());
  return json;
}

Status ConnectCodec::Decode(std::string_view bytes, google::protobuf::Message* message) const {
  if (bytes.size() > kMaxMessage) {
    return Malformed("a message has " + std::to_string(bytes.size()) + " bytes: at most " +
                     std::to_string(kMaxMessage) + " are taken");
  }
  if (!json_) {
    if (message->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return {};
    return Malformed("the message isn't the protobuf of this method");
  }
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  const auto status =
      google::protobuf::util::JsonStringToMessage({bytes.data(), bytes.size()}, message, options);
  if (status.ok()) return {};
  return Malformed("the message isn't the JSON of this method: " + status.ToString());
}

Status DecodeConnectRequest(const HttpRequest& request, ConnectShape shape,
                            const ConnectCodec& codec, google::protobuf::Message* message) {
  std::string_view bytes = request.body;
  std::string encoding;
  if (shape == ConnectShape::kUnary) {
    encoding = request.Header("content-encoding");
    if (encoding == "identity") encoding.clear();
  } else {
    ASSAY_ASSIGN_OR_RETURN(const auto frames, ReadConnectFrames(request.body));
    if (frames.size() != 1) {
      return Malformed("the request has " + std::to_string(frames.size()) +
                       " messages: this method takes one");
    }
    bytes = frames[0].message;
    if (frames[0].flag & kConnectCompressed) {
      encoding = request.Header("connect-content-encoding");
      if (encoding.empty()) encoding = "identity";
    }
  }
  if (encoding.empty()) return codec.Decode(bytes, message);
  ASSAY_ASSIGN_OR_RETURN(const std::string plain, Decompress(bytes, encoding));
  return codec.Decode(plain, message);
}

Result<std::optional<std::chrono::milliseconds>> ConnectTimeout(const HttpRequest& request) {
  using Milliseconds = std::chrono::milliseconds;
  const std::string_view text = request.Header("connect-timeout-ms");
  if (text.empty()) return std::optional<Milliseconds>();
  int64_t count = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), count);
  // The protocol allows ten digits.
  if (failed != std::errc() || end != text.data() + text.size() || text.size() > 10 || count < 0) {
    return Malformed("connect-timeout-ms: must be a number of at most ten digits");
  }
  return std::optional<Milliseconds>(Milliseconds(count));
}

HttpResponse UnknownConnectType(ConnectShape shape) {
  HttpResponse response;
  response.status = 415;
  std::string accepted;
  for (const ContentType& type : kContentTypes) {
    if (type.shape != shape) continue;
    if (!accepted.empty()) accepted += ", ";
    accepted += type.name;
  }
  response.body = ConnectErrorJson(
      {ConnectCode::kUnknown, "content-type: this method takes one of " + accepted});
  response.headers = {{"accept-post", std::move(accepted)}};
  return response;
}

}  // namespace assay
