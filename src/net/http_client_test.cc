#include "net/http_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

#include "net/http_server.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

// Answers with what it was sent, and where; holds what is sent to /hold.
class HttpClientTest : public ::testing::Test {
 protected:
  HttpClientTest()
      : server_({.host = "127.0.0.1", .port = 0},
                [this](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
                  if (request->path == "/hold") {
                    held_ = reply;
                    return;
                  }
                  HttpResponse response;
                  response.status = request->path == "/busy" ? 429 : 201;
                  response.headers = {{"Retry-After", "3"}};
                  response.body = request->method + " " + request->path + " " +
                                  std::string(request->Header("x-test")) + " " + request->body;
                  if (request->path != "/stream") return reply->Send(std::move(response));
                  reply->Begin({});
                  reply->Write("one,");
                  reply->Write("two");
                  reply->End();
                }) {
    EXPECT_TRUE(server_.Start().ok());
  }

  HttpCall Call(const std::string& path, std::string_view body = "") const {
    HttpCall call;
    call.url = "http://localhost:" + std::to_string(server_.port()) + path;
    call.body = body;
    return call;
  }

  HttpReplyPtr held_;
  HttpServer server_;
  HttpClient client_{HttpClientOptions{}};
};

TEST_F(HttpClientTest, GivesStatusHeadersAndBody) {
  HttpCall call = Call("/busy", "hello");
  call.headers = {{"X-Test", "yes"}};
  const auto response = client_.Send(call);
  ASSERT_TRUE(response.ok()) << response.error().ToString();
  EXPECT_EQ(response->status, 429);
  EXPECT_EQ(response->content_type, "application/json");
  EXPECT_EQ(response->body, "POST /busy yes hello");
  EXPECT_THAT(response->headers,
              ::testing::Contains(std::pair<std::string, std::string>("retry-after", "3")));
}

TEST_F(HttpClientTest, GivesAnAnswerAsItComes) {
  HttpCall call = Call("/stream");
  std::string came;
  call.sink = [&](std::string_view piece) {
    came += piece;
    return true;
  };
  const auto response = client_.Send(call);
  ASSERT_TRUE(response.ok()) << response.error().ToString();
  EXPECT_EQ(response->status, 200);
  EXPECT_EQ(response->body, "");
  EXPECT_EQ(came, "one,two");
  // A refusal isn't what the sink waits for.
  call.url = Call("/busy").url;
  EXPECT_EQ(client_.Send(call)->body, "POST /busy  ");
  EXPECT_EQ(came, "one,two");
}

TEST_F(HttpClientTest, GivesUpWhenTheSinkHasEnough) {
  HttpCall call = Call("/stream");
  call.sink = [](std::string_view) { return false; };
  HttpFailure failure;
  EXPECT_FALSE(client_.Send(call, &failure).ok());
  EXPECT_EQ(failure, HttpFailure::kCancelled);
  EXPECT_TRUE(client_.Send(Call("/x")).ok());
}

TEST_F(HttpClientTest, SendsABodyOfUnknownLength) {
  HttpCall call = Call("/x");
  call.method = "PUT";
  std::vector<std::string> pieces = {std::string(300'000, 'a'), "b", ""};
  size_t next = 0;
  call.source = [&]() -> Result<std::string> { return pieces.at(next++); };
  EXPECT_EQ(client_.Send(call)->body, "PUT /x  " + pieces[0] + "b");
  call.source = []() -> Result<std::string> {
    return Error{ErrorCode::kInvalidArgument, "test", 0, "the file is gone"};
  };
  const auto failed = client_.Send(call);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().message, "the file is gone");
}

TEST_F(HttpClientTest, KnowsOtherMethods) {
  HttpCall call = Call("/x", "body");
  call.method = "PUT";
  EXPECT_EQ(client_.Send(call)->body, "PUT /x  body");
  call.method = "GET";
  EXPECT_EQ(client_.Send(call)->body, "GET /x  ");
  EXPECT_EQ(client_.Send(Call("/x"))->body, "POST /x  ");
}

TEST_F(HttpClientTest, JoinsStreamsAndKeepsTheConnection) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(client_.Send(Call("/stream"))->body, "one,two");
    EXPECT_EQ(server_.stats().connections, 1);
  }
}

TEST_F(HttpClientTest, SendsLargeBodies) {
  const std::string body(5 << 20, 'x');
  const auto response = client_.Send(Call("/x", body));
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(response->body.size(), body.size() + std::string("POST /x  ").size());
}

TEST_F(HttpClientTest, BoundsAnswersAndTime) {
  HttpClient bounded({.ca_file = "", .max_answer_bytes = 9});
  EXPECT_TRUE(bounded.Send(Call("/x")).ok());
  const auto longer = bounded.Send(Call("/x", "y"));
  ASSERT_FALSE(longer.ok());
  EXPECT_THAT(longer.error().message, HasSubstr("longer than 9 bytes"));
  HttpCall call = Call("/hold");
  call.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
  const auto late = client_.Send(call);
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.error().code, ErrorCode::kUnavailable);
  EXPECT_FALSE(client_.Send(call).ok()) << "the deadline has passed";
}

TEST_F(HttpClientTest, GivesUpACallThatIsCancelled) {
  CancelToken cancel;
  HttpCall call = Call("/hold");
  call.cancel = &cancel;
  std::thread canceller([&cancel] { cancel.Cancel(); });
  HttpFailure failure = HttpFailure::kNone;
  const auto response = client_.Send(call, &failure);
  canceller.join();
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(response.error().message, "the call was given up");
  EXPECT_EQ(failure, HttpFailure::kCancelled);
}

TEST_F(HttpClientTest, TellsKindsOfFailuresApart) {
  const auto kind = [&](const HttpCall& call) {
    HttpFailure failure = HttpFailure::kNone;
    const bool ok = client_.Send(call, &failure).ok();
    EXPECT_EQ(ok, failure == HttpFailure::kNone);
    return failure;
  };
  EXPECT_EQ(kind(Call("/x")), HttpFailure::kNone);
  HttpCall call;
  call.url = "http://127.0.0.1:1/";
  EXPECT_EQ(kind(call), HttpFailure::kConnect);
  call.url = "http://nowhere.invalid/";
  EXPECT_EQ(kind(call), HttpFailure::kName);
  call.url = "https://127.0.0.1:" + std::to_string(server_.port()) + "/";
  EXPECT_EQ(kind(call), HttpFailure::kTls);
  call = Call("/hold");
  call.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
  EXPECT_EQ(kind(call), HttpFailure::kDeadline);
  HttpClient bounded({.ca_file = "", .max_answer_bytes = 1});
  HttpFailure failure = HttpFailure::kNone;
  EXPECT_FALSE(bounded.Send(Call("/x"), &failure).ok());
  EXPECT_EQ(failure, HttpFailure::kTooLong);
}

TEST_F(HttpClientTest, SaysWhyThereIsNoAnswer) {
  const auto why = [&](const std::string& url) {
    HttpCall call;
    call.url = url;
    const auto response = client_.Send(call);
    EXPECT_FALSE(response.ok());
    return response.ok() ? "" : response.error().message;
  };
  EXPECT_EQ(why("http://127.0.0.1:1/"), "no server answers at 127.0.0.1:1: Connection refused");
  EXPECT_EQ(why("http://nowhere.invalid/"), "the name nowhere.invalid is not found");
  EXPECT_THAT(why("https://127.0.0.1:" + std::to_string(server_.port()) + "/"),
              HasSubstr("no TLS with 127.0.0.1:"));
}

TEST(HttpClient, AsksOnAUnixSocket) {
  const std::string path = ::testing::TempDir() + "http_client_" + std::to_string(::getpid());
  HttpServerOptions options{.host = "127.0.0.1", .port = 0};
  options.unix_path = path;
  HttpServer server(options, [](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
    HttpResponse response;
    response.body = request->path + "?" + request->query + " " +
                    std::string(request->Header("host")) + " " + request->body;
    reply->Send(std::move(response));
  });
  ASSERT_TRUE(server.Start().ok());
  HttpClient client{HttpClientOptions{.ca_file = "", .environment_proxies = true}};
  HttpCall call;
  call.body = "hello";
  for (int i = 0; i < 2; ++i) {
    call.url = "unix:" + path + ":/v1/verify?a=b:c";
    const auto response = client.Send(call);
    ASSERT_TRUE(response.ok()) << response.error().ToString();
    EXPECT_EQ(response->body, "/v1/verify?a=b:c localhost hello");
  }
  // The handle that is used again forgets where it asked before.
  call.url = "http://127.0.0.1:" + std::to_string(server.port()) + "/x";
  const auto response = client.Send(call);
  ASSERT_TRUE(response.ok()) << response.error().ToString();
  EXPECT_THAT(response->body, HasSubstr("/x? 127.0.0.1:"));
  call.url = "unix:" + path + ".gone:/";
  HttpFailure failure = HttpFailure::kNone;
  const auto nobody = client.Send(call, &failure);
  ASSERT_FALSE(nobody.ok());
  EXPECT_EQ(nobody.error().message,
            "no server answers at unix:" + path + ".gone: No such file or directory");
  EXPECT_EQ(failure, HttpFailure::kConnect);
}

TEST(ParseUnixUrl, TakesApartWhatIsOne) {
  EXPECT_EQ(ParseUnixUrl("unix:/run/a.sock")->path, "/run/a.sock");
  EXPECT_EQ(ParseUnixUrl("unix:/run/a.sock")->target, "");
  EXPECT_EQ(ParseUnixUrl("unix:a:/v1/x:y")->path, "a");
  EXPECT_EQ(ParseUnixUrl("unix:a:/v1/x:y")->target, "/v1/x:y");
  for (const char* none : {"", "unix:", "unix::/x", "unix:/a:x", "http://a", "/run/a.sock"}) {
    EXPECT_FALSE(ParseUnixUrl(none).has_value()) << none;
  }
}

TEST(ParseHttpUrl, TakesApartWhatIsOne) {
  const auto url = ParseHttpUrl("https://[::1]:8443/v1");
  ASSERT_TRUE(url.has_value());
  EXPECT_EQ(url->scheme + " " + url->host + " " + url->port + " " + url->path,
            "https [::1] 8443 /v1");
  EXPECT_TRUE(url->bare);
  EXPECT_EQ(ParseHttpUrl("http://a")->port, "80");
  EXPECT_EQ(ParseHttpUrl("http://a")->path, "/");
  for (const char* more : {"http://u@a/", "http://a/?q", "http://a/#f"}) {
    EXPECT_FALSE(ParseHttpUrl(more)->bare) << more;
  }
  for (const char* none : {"", "a", "a:80", "http://", "http://:80", "ftp://a", "http://a:b"}) {
    EXPECT_FALSE(ParseHttpUrl(none).has_value()) << none;
  }
}

}  // namespace
}  // namespace assay
