#include "api/connect/connect_codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/connect/connect_frames.h"
#include "api/connect/gzip_test_util.h"
#include "process_messages.pb.h"

namespace assay {
namespace {

using namespace std::string_literals;
using ::testing::HasSubstr;

HttpRequest Request(std::string type, std::string body) {
  HttpRequest request;
  request.headers = {{"content-type", std::move(type)}};
  request.body = std::move(body);
  return request;
}

TEST(ConnectFrames, AreReadAsTheyAreWritten) {
  const std::string body = ConnectFrame(0, "abc") + ConnectFrame(kConnectEnd, "");
  EXPECT_EQ(body, "\0\0\0\0\3abc\2\0\0\0\0"s);
  const auto frames = ReadConnectFrames(body);
  ASSERT_TRUE(frames.ok());
  ASSERT_EQ(frames->size(), 2u);
  EXPECT_EQ((*frames)[0].message, "abc");
  EXPECT_EQ((*frames)[1].flag, kConnectEnd);
}

TEST(ConnectFrames, WhatIsCutOffIsRefused) {
  const std::string body = ConnectFrame(0, "abc");
  for (size_t size = 1; size < body.size(); ++size) {
    EXPECT_FALSE(ReadConnectFrames(body.substr(0, size)).ok()) << size;
  }
  EXPECT_FALSE(ReadConnectFrames("\0\xff\xff\xff\xff"s).ok());
}

TEST(Gunzip, IsBounded) {
  const std::string zeros(1 << 20, '\0');
  const auto whole = Gunzip(Gzip(zeros), zeros.size());
  ASSERT_TRUE(whole.ok());
  EXPECT_EQ(*whole, zeros);
  EXPECT_THAT(Gunzip(Gzip(zeros), zeros.size() - 1).error().message, HasSubstr("larger than"));
  EXPECT_FALSE(Gunzip(Gzip("abc").substr(0, 12), 100).ok());
  size_t room = zeros.size() / 2;
  const auto take = [&](size_t more) {
    if (more > room) return false;
    room -= more;
    return true;
  };
  EXPECT_EQ(Gunzip(Gzip(zeros), zeros.size(), take).error().code, ErrorCode::kResource);
  room = zeros.size() + 1;
  EXPECT_EQ(Gunzip(Gzip(zeros), zeros.size(), take).value().size(), zeros.size());
  EXPECT_FALSE(Gunzip("no gzip", 100).ok());
}

// What is sent small grows large in memory: eight kilobytes of gzip would be gigabytes.
TEST(ConnectCodec, MessagesAreBoundedCompressedOrNot) {
  const auto codec = ConnectCodec::Of(Request("application/json", ""), ConnectShape::kUnary);
  ASSERT_TRUE(codec);
  process::ListRequest list;
  const auto refusal = [&](const HttpRequest& request) {
    const Status read = DecodeConnectRequest(request, ConnectShape::kUnary, *codec, &list);
    return read.ok() ? std::string("taken") : read.error().message;
  };
  const std::string large = "{" + std::string(8 << 20, ' ') + "}";
  HttpRequest plain = Request("application/json", large);
  EXPECT_THAT(refusal(plain), HasSubstr("at most 8388608"));
  HttpRequest packed = Request("application/json", Gzip(large));
  packed.headers.emplace_back("content-encoding", "gzip");
  EXPECT_THAT(refusal(packed), HasSubstr("larger than 8388608"));
  plain.body.resize(8 << 20);
  plain.body.back() = '}';
  EXPECT_EQ(refusal(plain), "taken");
}

TEST(ConnectCodec, IsNamedByTheContentType) {
  EXPECT_TRUE(ConnectCodec::Of(Request("application/proto", ""), ConnectShape::kUnary));
  EXPECT_TRUE(
      ConnectCodec::Of(Request("Application/JSON; charset=utf-8", ""), ConnectShape::kUnary));
  EXPECT_TRUE(ConnectCodec::Of(Request("application/connect+json", ""), ConnectShape::kStream));
  EXPECT_FALSE(ConnectCodec::Of(Request("application/proto", ""), ConnectShape::kStream));
  EXPECT_FALSE(ConnectCodec::Of(Request("text/plain", ""), ConnectShape::kUnary));
  const HttpResponse refused = UnknownConnectType(ConnectShape::kStream);
  EXPECT_EQ(refused.status, 415);
  EXPECT_EQ(refused.headers[0].second, "application/connect+proto, application/connect+json");
}

// Bytes that Prime's client sent: the numbers of the fields are the contract.
TEST(ConnectCodec, ReadsWhatPrimesClientSends) {
  const std::string sent =
      "\x0a\x17\x0a\x09/bin/bash\x12\x02-c\x12\x06"
      "echo 1\x20\x00\x2a\x04u-id"s;
  const auto request = Request("application/connect+proto", ConnectFrame(0, sent));
  const auto codec = ConnectCodec::Of(request, ConnectShape::kStream);
  process::StartRequest start;
  ASSERT_TRUE(DecodeConnectRequest(request, ConnectShape::kStream, *codec, &start).ok());
  EXPECT_EQ(start.process().cmd(), "/bin/bash");
  EXPECT_EQ(start.process().args(1), "echo 1");
  EXPECT_TRUE(start.has_stdin());
  EXPECT_FALSE(start.stdin());
  EXPECT_EQ(start.session_uuid(), "u-id");
}

TEST(ConnectCodec, JsonHasBase64AndUnknownFieldsAreIgnored) {
  const auto request = Request(
      "application/json",
      R"({"process":{"pid":7},"input":{"stdin":"YQBi"},"inputUuid":"x","newer":{"a":[1]}})");
  const auto codec = ConnectCodec::Of(request, ConnectShape::kUnary);
  process::SendInputRequest input;
  ASSERT_TRUE(DecodeConnectRequest(request, ConnectShape::kUnary, *codec, &input).ok());
  EXPECT_EQ(input.process().pid(), 7u);
  EXPECT_EQ(input.input().stdin(), "a\0b"s);
  EXPECT_EQ(input.input_uuid(), "x");

  process::EventResponse event;
  event.mutable_event()->mutable_data()->set_stdout("a\0b"s);
  EXPECT_EQ(codec->Encode(event), R"({"event":{"data":{"stdout":"YQBi"}}})");
}

TEST(ConnectCodec, TakesCompressedMessages) {
  process::ListRequest list;
  auto stream = Request("application/connect+json", ConnectFrame(kConnectCompressed, Gzip("{}")));
  const auto codec = ConnectCodec::Of(stream, ConnectShape::kStream);
  EXPECT_THAT(DecodeConnectRequest(stream, ConnectShape::kStream, *codec, &list).error().message,
              HasSubstr("send gzip"));
  stream.headers.emplace_back("connect-content-encoding", "gzip");
  EXPECT_TRUE(DecodeConnectRequest(stream, ConnectShape::kStream, *codec, &list).ok());

  auto unary = Request("application/json", Gzip("{}"));
  unary.headers.emplace_back("content-encoding", "gzip");
  const auto plain = ConnectCodec::Of(unary, ConnectShape::kUnary);
  EXPECT_TRUE(DecodeConnectRequest(unary, ConnectShape::kUnary, *plain, &list).ok());
}

TEST(ConnectCodec, WhatIsNoMessageIsRefused) {
  process::StartRequest start;
  const auto refused = [&](const char* type, const std::string& body) {
    const auto request = Request(type, body);
    const auto shape = std::string_view(type).find("connect") != std::string_view::npos
                           ? ConnectShape::kStream
                           : ConnectShape::kUnary;
    const auto codec = ConnectCodec::Of(request, shape);
    return !DecodeConnectRequest(request, shape, *codec, &start).ok();
  };
  EXPECT_TRUE(refused("application/proto", "\xff\xff"));
  EXPECT_TRUE(refused("application/json", "{"));
  EXPECT_TRUE(refused("application/json", R"({"process":7})"));
  EXPECT_TRUE(refused("application/connect+proto", ""));
  EXPECT_TRUE(refused("application/connect+proto", ConnectFrame(0, "") + ConnectFrame(0, "")));
}

TEST(ConnectTimeout, IsMilliseconds) {
  HttpRequest request;
  EXPECT_EQ(*ConnectTimeout(request), std::nullopt);
  request.headers = {{"connect-timeout-ms", "1500"}};
  EXPECT_EQ(*ConnectTimeout(request), std::chrono::milliseconds(1500));
  for (const char* wrong : {"x", "-1", "1.5", "12345678901", "9 "}) {
    request.headers = {{"connect-timeout-ms", wrong}};
    EXPECT_FALSE(ConnectTimeout(request).ok()) << wrong;
  }
}

TEST(ConnectError, HasItsStatusAndShape) {
  const HttpResponse response = ConnectErrorResponse({ConnectCode::kNotFound, "no \"x\""});
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(response.body, R"({"code":"not_found","message":"no \"x\""})");
  EXPECT_EQ(HttpStatusOf(ConnectCode::kUnauthenticated), 401);
  EXPECT_EQ(ConnectErrorOf({ErrorCode::kResource, "s", 0, "m"}).code,
            ConnectCode::kResourceExhausted);
}

}  // namespace
}  // namespace assay
