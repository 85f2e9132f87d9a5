#include "net/http_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "net/raw_socket_test_util.h"
#include "net/router.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Client : RawSocket {
  explicit Client(int port) : RawSocket(ConnectTo(port)) {}
};

// The routes these tests need, on a free port.
class HttpServerTest : public ::testing::Test {
 protected:
  void StartServer(HttpServerOptions options = {}) {
    router_.Add("POST", "/echo", [](auto request, HttpReplyPtr reply) {
      HttpResponse response;
      response.content_type = "text/plain";
      response.body = request->body;
      reply->Send(std::move(response));
    });
    router_.Add("GET", "/where", [](auto request, HttpReplyPtr reply) {
      HttpResponse response;
      response.body =
          request->path + "|" + request->query + "|" + std::string(request->Header("x-test"));
      reply->Send(std::move(response));
    });
    router_.Add("GET", "/stream", [](auto, HttpReplyPtr reply) {
      reply->Begin({});
      reply->Write("one,");
      reply->Write("");
      reply->Write("two");
      reply->End();
    });
    router_.Add("GET", "/hold", [this](auto, HttpReplyPtr reply) { held_.set_value(reply); });
    router_.Add("GET", "/drop", [](auto, HttpReplyPtr) {});
    options.port = 0;
    server_ = std::make_unique<HttpServer>(
        options, [this](auto request, auto reply) { router_.Handle(request, reply); }, gate_);
    const Status started = server_->Start();
    ASSERT_TRUE(started.ok()) << started.error().ToString();
    ASSERT_GT(server_->port(), 0);
  }

  Router router_;
  HttpGate gate_;
  std::promise<HttpReplyPtr> held_;
  std::unique_ptr<HttpServer> server_;
};

std::string Post(std::string_view body, std::string_view extra = "") {
  return "POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: " + std::to_string(body.size()) +
         "\r\n" + std::string(extra) + "\r\n" + std::string(body);
}

TEST_F(HttpServerTest, KeepsTheConnectionForTheNextRequest) {
  StartServer();
  Client client(server_->port());
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(client.Send(Post("hello")));
    const std::string answer = client.ReadUntil("hello");
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_THAT(answer, HasSubstr("connection: keep-alive"));
  }
  EXPECT_EQ(server_->stats().connections, 1);
}

TEST_F(HttpServerTest, AnswersPipelinedRequestsInOrder) {
  StartServer();
  Client client(server_->port());
  ASSERT_TRUE(
      client.Send(Post("first.") + Post("second.") + Post("third.", "connection: close\r\n")));
  const std::string all = client.ReadAll();
  const size_t first = all.find("first."), second = all.find("second."), third = all.find("third.");
  ASSERT_NE(third, std::string::npos) << all;
  EXPECT_LT(first, second);
  EXPECT_LT(second, third);
  EXPECT_THAT(all, HasSubstr("connection: close"));
}

TEST_F(HttpServerTest, ReadsChunkedBodiesAndPaths) {
  StartServer();
  Client client(server_->port());
  ASSERT_TRUE(
      client.Send("POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"
                  "5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n"));
  EXPECT_THAT(client.ReadUntil("hello world"), HasSubstr("content-length: 11"));
  ASSERT_TRUE(client.Send("GET /w%68ere?a=%20b HTTP/1.1\r\nhost: x\r\nX-Test: Yes\r\n\r\n"));
  EXPECT_THAT(client.ReadUntil("Yes"), HasSubstr("/where|a=%20b|Yes"));
}

TEST_F(HttpServerTest, AnEmptyChunkedBodyComesByteByByte) {
  StartServer();
  Client client(server_->port());
  ASSERT_TRUE(client.Send("POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"));
  for (const char c : std::string_view("0\r\n\r\n")) {
    ASSERT_TRUE(client.Send({&c, 1}));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));  // so that it is read alone
  }
  EXPECT_THAT(client.ReadUntil("\r\n\r\n"), HasSubstr("content-length: 0"));
}

TEST_F(HttpServerTest, LargeBodiesArriveWhole) {
  StartServer();
  Client client(server_->port());
  std::string body(5 << 20, 'x');
  for (size_t i = 0; i < body.size(); i += 4096) body[i] = static_cast<char>('a' + i / 4096 % 26);
  std::thread sender([&] { client.Send(Post(body, "connection: close\r\n")); });
  const std::string answer = client.ReadAll();
  sender.join();
  EXPECT_EQ(answer.substr(answer.find("\r\n\r\n") + 4), body);
  EXPECT_EQ(server_->stats().buffered_request_bytes, 0);
}

TEST_F(HttpServerTest, StreamsInChunks) {
  StartServer();
  Client client(server_->port());
  ASSERT_TRUE(client.Send("GET /stream HTTP/1.1\r\nhost: x\r\n\r\n"));
  const std::string answer = client.ReadUntil("0\r\n\r\n");
  EXPECT_THAT(answer, HasSubstr("transfer-encoding: chunked"));
  EXPECT_THAT(answer, HasSubstr("\r\n\r\n4\r\none,\r\n3\r\ntwo\r\n0\r\n\r\n"));
  // HTTP/1.0 knows no chunks: the end of the connection is the end of the answer.
  Client old(server_->port());
  ASSERT_TRUE(old.Send("GET /stream HTTP/1.0\r\n\r\n"));
  EXPECT_THAT(old.ReadAll(), HasSubstr("\r\n\r\none,two"));
}

TEST_F(HttpServerTest, AnAnswerIsUnsentUntilItsClientTakesIt) {
  StartServer();
  Client client(server_->port());
  ASSERT_TRUE(client.Send("GET /hold HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"));
  const HttpReplyPtr reply = held_.get_future().get();
  HttpResponse response;
  response.body.assign(64 << 20, 'a');  // more than sockets hold
  reply->Send(std::move(response));
  EXPECT_GT(reply->unsent(), size_t{32} << 20);
  EXPECT_THAT(client.ReadAll(), StartsWith("HTTP/1.1 200 OK"));
  EXPECT_EQ(reply->unsent(), 0u);
}

TEST_F(HttpServerTest, HeadHasNoBody) {
  StartServer();
  Client client(server_->port());
  ASSERT_TRUE(client.Send("HEAD /where HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"));
  const std::string answer = client.ReadAll();
  EXPECT_THAT(answer, HasSubstr("content-length: 8\r\n"));
  EXPECT_THAT(answer, testing::EndsWith("\r\n\r\n"));
}

TEST_F(HttpServerTest, TellsTheClientToContinue) {
  StartServer();
  Client client(server_->port());
  ASSERT_TRUE(client.Send(
      "POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\nexpect: 100-continue\r\n\r\n"));
  EXPECT_THAT(client.ReadUntil("\r\n\r\n"), StartsWith("HTTP/1.1 100 Continue"));
  ASSERT_TRUE(client.Send("body"));
  EXPECT_THAT(client.ReadUntil("body"), StartsWith("HTTP/1.1 200"));
}

TEST_F(HttpServerTest, AsksTheGateBeforeABodyIsReadOrWaitedFor) {
  std::atomic<int> asked{0};
  gate_ = [&asked](HttpRequest* head, const std::string& peer) -> std::optional<HttpResponse> {
    ++asked;
    EXPECT_EQ(peer, "127.0.0.1");
    EXPECT_TRUE(head->body.empty());
    if (head->Header("x-test") != "let me in") return HttpResponse{401, "text/plain", {}, "who?"};
    head->path = "/echo";  // what it makes of the head is what is routed
    return std::nullopt;
  };
  StartServer();
  for (const char* framing :
       {"content-length: 100000000\r\nexpect: 100-continue\r\n\r\n",
        "content-length: 100000000\r\n\r\nabc", "transfer-encoding: chunked\r\n\r\n800000\r\nabc",
        "content-length: 3\r\n\r\nabcGET /where HTTP/1.1\r\n\r\n", "\r\n"}) {
    Client client(server_->port());
    ASSERT_TRUE(client.Send(std::string("POST /echo HTTP/1.1\r\nhost: x\r\n") + framing));
    const std::string answer = client.ReadAll();  // the connection ends
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 401")) << framing;
    EXPECT_THAT(answer, HasSubstr("who?"));
    EXPECT_EQ(answer.find("HTTP/1.1", 1), std::string::npos) << answer;
  }
  EXPECT_EQ(asked, 5);
  Client client(server_->port());
  for (const char* body : {"hello", ""}) {
    std::string request = Post(body, "x-test: let me in\r\n");
    request.replace(request.find("/echo"), 5, "/any");
    ASSERT_TRUE(client.Send(request));
    EXPECT_THAT(client.ReadUntil("\r\n\r\n" + std::string(body)), StartsWith("HTTP/1.1 200"));
  }
  EXPECT_EQ(asked, 7);
}

TEST_F(HttpServerTest, RefusesLargeBodiesWhileTheyAreStillComing) {
  HttpServerOptions options;
  options.max_body_bytes = 1 << 20;
  StartServer(options);
  for (const char* framing :
       {"content-length: 8388608\r\n\r\n", "transfer-encoding: chunked\r\n\r\n800000\r\n"}) {
    Client client(server_->port());
    ASSERT_TRUE(client.Send(std::string("POST /echo HTTP/1.1\r\nhost: x\r\n") + framing));
    // As clients do which send everything before they look for an answer.
    EXPECT_TRUE(client.Send(std::string(8 << 20, 'x')));
    const std::string answer = client.ReadUntil("}");
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 413"));
    EXPECT_THAT(answer, HasSubstr("connection: close"));
  }
}

TEST_F(HttpServerTest, RefusesMoreBytesThanTheBudget) {
  HttpServerOptions options;
  options.max_buffered_request_bytes = 1 << 20;
  StartServer(options);
  Client client(server_->port());
  std::thread sender([&] { client.Send(Post(std::string(4 << 20, 'x'))); });
  const std::string answer = client.ReadUntil("}");
  client.ReadAll();
  sender.join();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 503"));
  EXPECT_THAT(answer, HasSubstr("retry-after: 1"));
  EXPECT_EQ(server_->stats().buffered_request_bytes, 0);
}

TEST_F(HttpServerTest, CutsOffSlowHeadersAndBodies) {
  HttpServerOptions options;
  options.header_timeout = options.body_timeout = std::chrono::milliseconds(100);
  StartServer(options);
  for (const char* bytes : {"POST /echo HTTP/1.1\r\nhos",
                            "POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc"}) {
    Client client(server_->port());
    ASSERT_TRUE(client.Send(bytes));
    EXPECT_THAT(client.ReadAll(), StartsWith("HTTP/1.1 408"));
  }
}

TEST_F(HttpServerTest, AnswersWhatIsNoHttp) {
  StartServer();
  Client client(server_->port());
  ASSERT_TRUE(client.Send("BANANA\r\n\r\n"));
  EXPECT_THAT(client.ReadAll(), StartsWith("HTTP/1.1 400"));
  Client long_header(server_->port());
  ASSERT_TRUE(long_header.Send("GET / HTTP/1.1\r\nx: " + std::string(70'000, 'y')));
  EXPECT_THAT(long_header.ReadAll(), StartsWith("HTTP/1.1 431"));
}

TEST_F(HttpServerTest, NoticesAClientThatLeaves) {
  StartServer();
  Client client(server_->port());
  ASSERT_TRUE(client.Send("GET /hold HTTP/1.1\r\nhost: x\r\n\r\n"));
  HttpReplyPtr reply = held_.get_future().get();
  std::promise<void> gone;
  reply->OnDisconnect([&] { gone.set_value(); });
  client.Close();
  gone.get_future().get();
  // Too late, and set at once when it has already happened.
  bool at_once = false;
  reply->OnDisconnect([&] { at_once = true; });
  EXPECT_TRUE(at_once);
  reply->Send({});
}

TEST_F(HttpServerTest, EarlyRequestsAreNoDisconnect) {
  StartServer();
  Client client(server_->port());
  ASSERT_TRUE(client.Send("GET /hold HTTP/1.1\r\nhost: x\r\n\r\n" + Post("later")));
  HttpReplyPtr reply = held_.get_future().get();
  std::atomic<bool> gone = false;
  reply->OnDisconnect([&] { gone = true; });
  HttpResponse response;
  response.body = "now";
  reply->Send(response);
  const std::string answers = client.ReadUntil("later");
  EXPECT_LT(answers.find("now"), answers.find("later"));
  EXPECT_FALSE(gone);
}

TEST_F(HttpServerTest, ADroppedRequestIsAnswered) {
  StartServer();
  Client client(server_->port());
  ASSERT_TRUE(client.Send("GET /drop HTTP/1.1\r\nhost: x\r\n\r\n"));
  EXPECT_THAT(client.ReadUntil("}}"), StartsWith("HTTP/1.1 500"));
}

TEST_F(HttpServerTest, StopLetsRequestsFinish) {
  StartServer();
  Client idle(server_->port());
  ASSERT_TRUE(idle.Send(Post("x")));
  idle.ReadUntil("\r\n\r\nx");
  Client busy(server_->port());
  ASSERT_TRUE(busy.Send("GET /hold HTTP/1.1\r\nhost: x\r\n\r\n"));
  HttpReplyPtr reply = held_.get_future().get();
  auto stopped = std::async(std::launch::async, [&] {
    return server_->Stop(std::chrono::steady_clock::now() + std::chrono::hours(1));
  });
  EXPECT_EQ(idle.ReadAll(), "");
  HttpResponse response;
  response.body = "done";
  reply->Send(response);
  const std::string answer = busy.ReadAll();
  EXPECT_THAT(answer, HasSubstr("done"));
  EXPECT_THAT(answer, HasSubstr("connection: close"));
  busy.Close();
  EXPECT_TRUE(stopped.get());
}

TEST_F(HttpServerTest, StopGivesUpAtTheDeadline) {
  StartServer();
  Client busy(server_->port());
  ASSERT_TRUE(busy.Send("GET /hold HTTP/1.1\r\nhost: x\r\n\r\n"));
  HttpReplyPtr reply = held_.get_future().get();
  EXPECT_FALSE(server_->Stop(std::chrono::steady_clock::now()));
  EXPECT_EQ(busy.ReadAll(), "");
  server_.reset();
  reply->Send({});  // nobody is there any more
}

TEST_F(HttpServerTest, WaitingConnectionsGetTheirTurnWhenThereAreTooMany) {
  HttpServerOptions options;
  options.max_connections = 2;
  StartServer(options);
  for (int i = 0; i < 20; ++i) {
    Client client(server_->port());
    ASSERT_TRUE(client.Send(Post("turn")));
    EXPECT_THAT(client.ReadUntil("turn"), StartsWith("HTTP/1.1 200")) << i;
  }
}

TEST_F(HttpServerTest, ThoseThatIdleForLongestMakeRoomFirst) {
  HttpServerOptions options;
  options.max_connections = 20;
  StartServer(options);
  std::vector<Client> idle;
  for (int i = 0; i < 20; ++i) {
    idle.emplace_back(server_->port());
    ASSERT_TRUE(idle.back().Send(Post("mine")));
    ASSERT_THAT(idle.back().ReadUntil("\r\n\r\nmine"), StartsWith("HTTP/1.1 200")) << i;
  }
  EXPECT_EQ(idle.front().ReadAll(), "") << "the bound is reached: one more may come";
  EXPECT_EQ(idle.front().error(), 0);
  ASSERT_TRUE(idle[10].Send(Post("still")));
  EXPECT_THAT(idle[10].ReadUntil("still"), StartsWith("HTTP/1.1 200"));
}

TEST_F(HttpServerTest, ConnectionsThatSayNothingKeepNobodyOut) {
  HttpServerOptions options;
  options.max_connections = 8;
  options.header_timeout = std::chrono::minutes(10);
  StartServer(options);
  std::vector<RawSocket> silent;
  for (int i = 0; i < 40; ++i) {
    silent.push_back(RawSocket::ConnectTo(server_->port()));
    if (i % 2 != 0) continue;
    ASSERT_TRUE(silent.back().Send("P"));  // and some never come to an end
  }
  Client client(server_->port());
  ASSERT_TRUE(client.Send(Post("let me in")));
  EXPECT_THAT(client.ReadUntil("let me in"), StartsWith("HTTP/1.1 200"));
}

TEST_F(HttpServerTest, AnAnswerThatIsTakenTooSlowlyIsCutOff) {
  HttpServerOptions options;
  options.write_timeout = std::chrono::milliseconds(200);
  options.min_answer_bytes_per_second = 1 << 30;
  StartServer(options);
  Client client(server_->port());
  const std::string body(32 << 20, 'x');
  std::thread sender([&] { client.Send(Post(body)); });
  std::string got;
  std::string piece;
  do {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    piece = client.ReadBytes(16 << 10);
    got += piece;
  } while (!piece.empty());
  sender.join();
  EXPECT_THAT(got, StartsWith("HTTP/1.1 200"));
  EXPECT_LT(got.size(), body.size());
}

TEST(HttpServer, SaysWhyItCannotListen) {
  HttpServerOptions options;
  options.host = "not an address";
  HttpServer server(options, nullptr);
  EXPECT_FALSE(server.Start().ok());
}

}  // namespace
}  // namespace assay
