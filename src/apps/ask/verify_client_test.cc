#include "apps/ask/verify_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace assay {
namespace {

using ::testing::HasSubstr;

// Hands the bytes out in pieces of `step`, then ends.
std::function<bool(std::string*)> Stream(std::string bytes, size_t step) {
  auto at = std::make_shared<size_t>(0);
  return [bytes = std::move(bytes), step, at](std::string* buffer) {
    if (*at >= bytes.size()) return false;
    buffer->append(bytes, *at, step);
    *at += step;
    return true;
  };
}

TEST(ReadHttpResponse, ReadsALengthHoweverItIsCut) {
  const std::string bytes =
      "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 3\r\nContent-Length: 5\r\n\r\nhellomore";
  for (size_t step = 1; step <= bytes.size(); ++step) {
    const auto response = ReadHttpResponse(Stream(bytes, step));
    ASSERT_TRUE(response.ok()) << step;
    EXPECT_EQ(response->status, 429);
    EXPECT_EQ(response->body, "hello");
    EXPECT_EQ(response->headers[0], (std::pair<std::string, std::string>{"retry-after", "3"}));
  }
}

TEST(ReadHttpResponse, JoinsChunksAndSkipsTrailers) {
  const auto response =
      ReadHttpResponse(Stream("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                              "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nx: y\r\n\r\n",
                              7));
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(response->body, "abc0123456789");
}

TEST(ReadHttpResponse, SkipsInterimAnswersAndReadsToTheEnd) {
  const auto response = ReadHttpResponse(
      Stream("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 200 OK\r\nA: b\r\n\r\nall of it", 4));
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(response->status, 200);
  EXPECT_EQ(response->body, "all of it");
}

TEST(ReadHttpResponse, ReportsWhatIsBroken) {
  for (const char* bytes :
       {"", "SSH-2.0-OpenSSH_9\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort",
        "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"}) {
    EXPECT_FALSE(ReadHttpResponse(Stream(bytes, 3)).ok()) << bytes;
  }
}

TEST(MakeRemoteClient, ChecksTheUrl) {
  for (const char* url : {"http://127.0.0.1:8080", "http://localhost", "http://[::1]:80/",
                          "http://node-3.example:1/"}) {
    EXPECT_TRUE(MakeRemoteClient(url).ok()) << url;
  }
  for (const char* url :
       {"https://a", "a:80", "http://", "http://:80", "http://a:b", "http://a/b"}) {
    const auto client = MakeRemoteClient(url);
    ASSERT_FALSE(client.ok()) << url;
    EXPECT_THAT(client.error().message, HasSubstr("--url"));
  }
}

TEST(RemoteClient, SaysWhenNobodyAnswers) {
  auto client = MakeRemoteClient("http://127.0.0.1:1");
  ASSERT_TRUE(client.ok());
  const auto response = client.value()->Post("/v1/verify", "{}");
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(response.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(response.error().message, HasSubstr("no server answers at 127.0.0.1:1"));
}

TEST(LocalClient, WaitsForAnswersFromOtherThreads) {
  Router router;
  std::thread worker;
  router.Add("POST", "/v1/verify",
             [&](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
               worker = std::thread([request, reply] {
                 reply->Begin({});
                 reply->Write("got ");
                 reply->Write(request->body);
                 reply->End();
               });
             });
  const auto client = MakeLocalClient(router);
  const auto response = client->Post("/v1/verify", "this");
  worker.join();
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(response->body, "got this");
}

}  // namespace
}  // namespace assay
