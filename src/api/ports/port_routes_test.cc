#include "api/ports/port_routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>

#include "base/work/late_timers.h"
#include "net/http_client.h"
#include "net/http_server.h"
#include "net/raw_socket_test_util.h"
#include "sessions/sessions_test_util.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Key;
using ::testing::Not;
using ::testing::Pair;
using ::testing::StartsWith;

// The routes over HTTP, alone. The boxes are this machine, so that a listener of the test's own is
// a program in each sandbox.
class PortRoutes : public SessionsFixture {
 protected:
  explicit PortRoutes(PortOptions options = {}, int64_t max_pending = 256 << 20)
      : gate_(options),
        server_(ServerOptions(max_pending),
                [this](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
                  router_.Handle(std::move(request), std::move(reply));
                }),
        sandbox_(*Create({}, "t")) {
    RegisterPortRoutes(router_, deps_);
    EXPECT_TRUE(server_.Start().ok());
  }
  ~PortRoutes() override {
    server_.Stop(std::chrono::steady_clock::now() + std::chrono::seconds(10));
  }

  static HttpServerOptions ServerOptions(int64_t max_pending) {
    HttpServerOptions options;
    options.port = 0;
    options.linger_timeout = milliseconds(100);
    options.max_pending_answer_bytes = max_pending;
    return options;
  }

  std::string Place(int port) const {
    return "/v1/sandboxes/" + sandbox_->id() + "/ports/" + std::to_string(port);
  }
  using Headers = std::vector<std::pair<std::string, std::string>>;
  Result<HttpResponse> Try(const std::string& method, const std::string& target,
                           std::string_view body = "", Headers headers = {},
                           HttpFailure* failure = nullptr) {
    HttpCall call;
    call.method = method;
    call.url = "http://127.0.0.1:" + std::to_string(server_.port()) + target;
    call.body = body;
    call.headers = std::move(headers);
    call.headers.emplace_back("x-assay-tenant", "t");
    call.deadline = std::chrono::steady_clock::now() + minutes(2);
    return client_.Send(call, failure);
  }
  HttpResponse Ask(const std::string& method, const std::string& target, std::string_view body = "",
                   Headers headers = {}) {
    auto response = Try(method, target, body, std::move(headers));
    EXPECT_TRUE(response.ok()) << target << ": " << response.error().ToString();
    return response.ok() ? *std::move(response) : HttpResponse();
  }
  // A client that says what it wants and reads when it likes.
  RawSocket Open(const std::string& target) const {
    RawSocket client = RawSocket::ConnectTo(server_.port());
    EXPECT_TRUE(client.Send("GET " + target +
                            " HTTP/1.1\r\nhost: x\r\nx-assay-tenant: t\r\n"
                            "connection: close\r\n\r\n"));
    return client;
  }

  // A program that answers one request so, and tells what it got.
  static std::future<std::string> Serve(RawListener& listener, std::string answer,
                                        size_t body = 0) {
    return std::async(std::launch::async, [&listener, answer = std::move(answer), body] {
      RawSocket connection = listener.Accept();
      std::string got = connection.ReadUntil("\r\n\r\n");
      got += connection.ReadBytes(body);
      connection.Send(answer);
      return got;
    });
  }
  HttpResponse AskOnce(const std::string& method, const std::string& answer) {
    RawListener program;
    auto served = Serve(program, answer);
    HttpResponse response = Ask(method, Place(program.port()) + "/");
    served.get();
    return response;
  }

  Timers timers_{clock_};
  LateTimersOwner late_timers_{timers_};
  const SandboxDeps sandbox_deps_{sandboxes_.get(), late_timers_};
  PortGate gate_;
  Exposures exposures_{*sandboxes_};
  const PortDeps deps_{sandbox_deps_, &gate_, &exposures_};
  Router router_;
  HttpServer server_;
  HttpClient client_{HttpClientOptions{}};
  const SandboxPtr sandbox_;
};

TEST_F(PortRoutes, AnExposedPortIsReachedByWhoeverHasItsKeyUntilItIsTakenBackOrTheSandboxEnds) {
  RawListener program;
  const auto made = exposures_.Add(sandbox_->Info(), program.port(), "web");
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(exposures_.Add(sandbox_->Info(), program.port(), "again")->key, made->key);
  const std::string place = Exposures::PathOf(*made);
  const std::string answer = "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n";
  auto served = Serve(program, answer);
  // As somebody else: the sandbox is the tenant t's.
  HttpCall call;
  call.method = "GET";
  call.url = "http://127.0.0.1:" + std::to_string(server_.port()) + place + "/a?b=1";
  call.headers = {{"x-assay-tenant", "other"}, {"authorization", "Bearer secret"}};
  call.deadline = std::chrono::steady_clock::now() + minutes(2);
  const auto got = client_.Send(call, nullptr);
  ASSERT_TRUE(got.ok()) << got.error().ToString();
  EXPECT_EQ(got->status, 302);
  EXPECT_THAT(got->headers, Contains(Pair("location", place + "/b")));
  EXPECT_THAT(served.get(), AllOf(StartsWith("GET /a?b=1 HTTP/1.1\r\n"), Not(HasSubstr("secret"))));
  EXPECT_EQ(Ask("GET", "/exposed/" + made->id + "/").status, 404);

  EXPECT_FALSE(exposures_.Remove("other", sandbox_->id(), made->id));
  EXPECT_TRUE(exposures_.Remove("t", sandbox_->id(), made->id));
  EXPECT_EQ(Ask("GET", place + "/").status, 404);

  const auto second = exposures_.Add(sandbox_->Info(), program.port(), "");
  EXPECT_NE(second->key, made->key);
  sandbox_->End(SandboxEnd::kDeleted);
  EXPECT_EQ(Ask("GET", Exposures::PathOf(*second) + "/").status, 404);
  EXPECT_TRUE(exposures_.Of("t", "").empty());
}

TEST_F(PortRoutes, ASandboxHasSoManyExposedPortsAndNoMore) {
  for (size_t i = 1; i <= Exposures::kMostASandbox; ++i) {
    ASSERT_TRUE(exposures_.Add(sandbox_->Info(), static_cast<int>(i), "").ok());
  }
  EXPECT_FALSE(exposures_.Add(sandbox_->Info(), 1000, "").ok());
  EXPECT_TRUE(exposures_.Add(sandbox_->Info(), 1, "").ok());
  EXPECT_EQ(exposures_.Of("t", sandbox_->id()).size(), Exposures::kMostASandbox);
  EXPECT_TRUE(exposures_.Of("other", "").empty());
}

TEST_F(PortRoutes, PassARequestAndItsAnswerOn) {
  RawListener program;
  auto served =
      Serve(program, "HTTP/1.1 201 Made\r\nContent-Length: 5\r\nX-Own: 1\r\n\r\nhello", 4);
  const HttpResponse answer = Ask("PUT", Place(program.port()) + "/a%20b/%3Fc?d=%20e&f", "body",
                                  {{"content-type", "text/plain"}, {"x-own", "2"}});
  EXPECT_EQ(answer.status, 201);
  EXPECT_EQ(answer.body, "hello");
  EXPECT_THAT(answer.headers, Contains(Pair("x-own", "1")));
  const std::string got = served.get();
  EXPECT_THAT(got, StartsWith("PUT /a%20b/%3Fc?d=%20e&f HTTP/1.1\r\nhost: localhost:" +
                              std::to_string(program.port()) + "\r\n"));
  EXPECT_THAT(got, HasSubstr("\r\nx-own: 2\r\n"));
  EXPECT_THAT(got, HasSubstr("\r\nx-forwarded-prefix: " + Place(program.port()) + "\r\n"));
  EXPECT_THAT(got, HasSubstr("\r\ncontent-length: 4\r\n"));
  EXPECT_THAT(got, EndsWith("\r\n\r\nbody"));
}

TEST_F(PortRoutes, KeepTheClientsSecretsOutside) {
  RawListener program;
  auto served = Serve(program, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  Ask("GET", Place(program.port()) + "/", "",
      {{"authorization", "Bearer s3cret"},
       {"x-api-key", "s3cret"},
       {"x-access-token", "s3cret"},
       {"cookie", "a=s3cret"},
       {"referer", "http://x/t/s3cret/"},
       {"x-assay-run", "s3cret"},
       {"x-forwarded-prefix", "s3cret"},
       {"x-forwarded-access-token", "s3cret"},
       {"cf-access-jwt-assertion", "s3cret"},
       {"forwarded", "for=s3cret"},
       {"connection", "x-of-connection"},
       {"x-of-connection", "s3cret"},
       {"x-kept", "1"}});
  const std::string got = served.get();
  EXPECT_THAT(got, Not(HasSubstr("s3cret")));
  EXPECT_THAT(got, HasSubstr("x-kept: 1"));
}

TEST_F(PortRoutes, LetNoProgramSpeakForTheServersOrigin) {
  const HttpResponse answer =
      AskOnce("GET",
              "HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nClear-Site-Data: \"*\"\r\n"
              "WWW-Authenticate: Basic\r\nStrict-Transport-Security: max-age=9\r\n"
              "Connection: close, X-Own\r\nX-Own: 1\r\nReferrer-Policy: unsafe-url\r\n"
              "X-Assay-Tier: none\r\nContent-Type: text/html\r\n\r\n<script>");
  EXPECT_EQ(answer.body, "<script>");
  EXPECT_EQ(answer.content_type, "text/html");
  for (const char* name : {"set-cookie", "clear-site-data", "www-authenticate",
                           "strict-transport-security", "x-own", "x-assay-tier"}) {
    EXPECT_THAT(answer.headers, Not(Contains(Key(name))));
  }
  EXPECT_THAT(answer.headers, Contains(Pair("content-security-policy", "sandbox")));
  EXPECT_THAT(answer.headers, Contains(Pair("x-content-type-options", "nosniff")));
  EXPECT_THAT(answer.headers, Contains(Pair("referrer-policy", "no-referrer")));
  EXPECT_THAT(answer.headers, Not(Contains(Pair("referrer-policy", "unsafe-url"))));
}

TEST_F(PortRoutes, LeadRedirectionsBelowTheirPlace) {
  for (const bool whole : {false, true}) {
    RawListener program;
    const std::string own = whole ? "http://localhost:" + std::to_string(program.port()) : "";
    auto served = Serve(program, "HTTP/1.1 302 Found\r\nLocation: " + own + "/to/\r\n\r\n");
    const HttpResponse answer = Ask("GET", Place(program.port()));
    EXPECT_THAT(answer.headers, Contains(Pair("location", Place(program.port()) + "/to/")));
    EXPECT_THAT(served.get(), StartsWith("GET / HTTP/1.1\r\n"));
  }
  const HttpResponse away =
      AskOnce("GET", "HTTP/1.1 302 Found\r\nLocation: //example.com/\r\n\r\n");
  EXPECT_THAT(away.headers, Contains(Pair("location", "//example.com/")));
}

TEST_F(PortRoutes, TakeABodyHoweverItIsBounded) {
  EXPECT_EQ(AskOnce("GET", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc").body, "ab");
  EXPECT_EQ(AskOnce("GET", "HTTP/1.1 200 OK\r\n\r\nto the end").body, "to the end");
  EXPECT_EQ(AskOnce("GET", "HTTP/1.0 200 OK\r\n\r\nold").body, "old");
  const std::string chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(AskOnce("GET", chunked + "3;x=y\r\nabc\r\n1\r\n0\r\n0\r\nX-Trailer: 1\r\n\r\n").body,
            "abc0");
  EXPECT_EQ(AskOnce("GET", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nlater").body,
            "later");
  const HttpResponse empty = AskOnce("GET", "HTTP/1.1 204 No Content\r\n\r\n");
  EXPECT_EQ(empty.status, 204);
  const HttpResponse failed = AskOnce("POST", "HTTP/1.1 500 Oops\r\nContent-Length: 3\r\n\r\nbad");
  EXPECT_EQ(failed.status, 500);
  EXPECT_EQ(failed.body, "bad");
}

TEST_F(PortRoutes, AnswerHeadWithoutABody) {
  RawListener program;
  auto served = Serve(program, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Own: 1\r\n\r\n");
  RawSocket client = RawSocket::ConnectTo(server_.port());
  client.Send("HEAD " + Place(program.port()) +
              "/ HTTP/1.1\r\nhost: x\r\nx-assay-tenant: t\r\nconnection: close\r\n\r\n");
  const std::string answer = client.ReadAll();
  EXPECT_THAT(answer,
              AllOf(StartsWith("HTTP/1.1 200 "), HasSubstr("x-own: 1"), EndsWith("\r\n\r\n")));
  EXPECT_THAT(served.get(), StartsWith("HEAD / "));
}

TEST_F(PortRoutes, TakeAnAnswerByteByByte) {
  RawListener program;
  const std::string answer =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n0\r\n0\r\n2\r\nab\r\n0\r\n\r\n";
  auto served = std::async(std::launch::async, [&] {
    RawSocket connection = program.Accept();
    const int now = 1;
    ::setsockopt(connection.fd(), IPPROTO_TCP, TCP_NODELAY, &now, sizeof now);
    connection.ReadUntil("\r\n\r\n");
    for (const char c : answer) {
      connection.Send({&c, 1});
      std::this_thread::sleep_for(milliseconds(1));
    }
    // It stays open: what was said is the end.
    return connection.ReadAll();
  });
  EXPECT_EQ(Ask("GET", Place(program.port()) + "/").body, "0\r\n0ab");
  served.get();
}

TEST_F(PortRoutes, PassEachChunkOnAtOnceWhateverItHolds) {
  RawListener program;
  RawSocket client = Open(Place(program.port()) + "/");
  RawSocket connection = program.Accept();
  connection.ReadUntil("\r\n\r\n");
  connection.Send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
  EXPECT_THAT(client.ReadUntil("\r\n\r\n"), HasSubstr(" 200 "));
  // None of them is followed by anything before it has come: each looks like a part of an end.
  for (const std::string data : {"\n\n", "0", "0\n", "\r\n", "0\r\n\r\n"}) {
    const std::string chunk = std::to_string(data.size()) + "\r\n" + data + "\r\n";
    connection.Send(chunk);
    EXPECT_EQ(client.ReadBytes(chunk.size()), chunk);
  }
  connection.Send("0\r\n\r\n");
  EXPECT_EQ(client.ReadAll(), "0\r\n\r\n");
}

TEST_F(PortRoutes, TakeManyTinyChunks) {
  std::string answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (int i = 0; i < 50'000; ++i) answer += "1\r\nx\r\n";
  EXPECT_EQ(AskOnce("GET", answer + "0\r\n\r\n").body, std::string(50'000, 'x'));
}

// Once it ended the server: with our path before it the field was more than Beast takes.
TEST_F(PortRoutes, TakeALocationThatGrows) {
  for (const int bytes : {30'000, 61'000, 65'400, 65'500, 65'510}) {
    const HttpResponse answer = AskOnce("GET", "HTTP/1.1 302 Found\r\nLocation: /" +
                                                   std::string(static_cast<size_t>(bytes), 'x') +
                                                   "\r\nContent-Length: 0\r\n\r\n");
    EXPECT_EQ(answer.status, bytes <= 61'000 ? 302 : 502) << bytes;
  }
}

TEST_F(PortRoutes, RefuseWhatIsNoAnswer) {
  const std::string ok = "HTTP/1.1 200 OK\r\n";
  for (const std::string& garbage :
       {std::string("SSH-2.0-OpenSSH\r\n\r\n"), std::string("\0\1\2\3\r\n\r\n", 8), std::string(),
        std::string("HTTP/1.1 200"), ok + "X: " + std::string(100'000, 'x') + "\r\n\r\n",
        ok + "X : 1\r\n\r\n", ok + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        ok + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        ok + "Transfer-Encoding: gzip\r\n\r\nx", std::string("HTTP/1.1 101 Up\r\n\r\n"),
        std::string("HTTP/1.1 999 Odd\r\n\r\n")}) {
    const HttpResponse answer = AskOnce("GET", garbage);
    EXPECT_EQ(answer.status, 502) << garbage.substr(0, 80);
    EXPECT_THAT(answer.body, HasSubstr(R"("code":"bad_answer")"));
  }
}

TEST_F(PortRoutes, BreakOffWithAnAnswerThatDoes) {
  for (const char* cut :
       {"Content-Length: 9\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
        "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nno\r\n\r\n"}) {
    RawListener program;
    auto served = Serve(program, std::string("HTTP/1.1 200 OK\r\n") + cut);
    HttpFailure failure = HttpFailure::kNone;
    EXPECT_FALSE(Try("GET", Place(program.port()) + "/", "", {}, &failure).ok()) << cut;
    EXPECT_EQ(failure, HttpFailure::kBrokenOff) << cut;
    served.get();
  }
}

TEST_F(PortRoutes, SayWhenNobodyListens) {
  RawListener program;
  program.Close();
  const HttpResponse answer = Ask("GET", Place(program.port()) + "/");
  EXPECT_EQ(answer.status, 502);
  EXPECT_THAT(answer.body, AllOf(HasSubstr(R"("code":"nothing_listens")"),
                                 HasSubstr("port " + std::to_string(program.port()))));
}

TEST_F(PortRoutes, RefuseWhatTheyCannotPassOn) {
  const std::string all = "/v1/sandboxes/" + sandbox_->id() + "/ports/";
  for (const char* port : {"0", "65536", "99999999999", "-1", "80x", "http"}) {
    EXPECT_EQ(Ask("GET", all + port + "/").status, 422) << port;
  }
  const HttpResponse upgrade =
      Ask("GET", all + "80/", "", {{"upgrade", "websocket"}, {"connection", "Upgrade"}});
  EXPECT_EQ(upgrade.status, 501);
  EXPECT_THAT(upgrade.body, HasSubstr("WebSockets"));
}

TEST_F(PortRoutes, AreTheOwnersAlone) {
  RawListener program;
  HttpCall call;
  call.method = "GET";
  call.url = "http://127.0.0.1:" + std::to_string(server_.port()) + Place(program.port()) + "/";
  call.headers = {{"x-assay-tenant", "other"}};
  const auto answer = client_.Send(call);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->status, 404);
  EXPECT_THAT(answer->body, HasSubstr("unknown_sandbox"));
}

TEST_F(PortRoutes, SayWhyAnEndedSandboxAnswersNothing) {
  RawListener program;
  sandbox_->End(SandboxEnd::kDeleted);
  const HttpResponse answer = Ask("GET", Place(program.port()) + "/");
  EXPECT_EQ(answer.status, 409);
  EXPECT_THAT(answer.body, AllOf(HasSubstr(R"("code":"ended")"), HasSubstr("deleted")));
}

TEST_F(PortRoutes, ResumeASandboxThatIsPaused) {
  ASSERT_TRUE(Pause(sandbox_).ok());
  EXPECT_EQ(AskOnce("GET", "HTTP/1.1 200 OK\r\n\r\nawake").body, "awake");
  EXPECT_EQ(sandbox_->Info().state, SandboxState::kRunning);
}

TEST_F(PortRoutes, HangUpWhenTheClientLeaves) {
  RawListener program;
  for (const bool begun : {false, true}) {
    RawSocket client = Open(Place(program.port()) + "/");
    RawSocket connection = program.Accept();
    connection.ReadUntil("\r\n\r\n");
    if (begun) {
      connection.Send("HTTP/1.1 200 OK\r\n\r\npiece");
      EXPECT_THAT(client.ReadUntil("piece"), HasSubstr("piece"));
    }
    client.Reset();
    EXPECT_EQ(connection.ReadAll(), "");  // it ends
  }
}

TEST_F(PortRoutes, PassAStreamOnPieceByPieceAndCountItAsUse) {
  SandboxRequest request;
  request.idle = minutes(5);
  const SandboxPtr sandbox = *Create(request, "t");
  RawListener program;
  RawSocket client =
      Open("/v1/sandboxes/" + sandbox->id() + "/ports/" + std::to_string(program.port()) + "/");
  RawSocket connection = program.Accept();
  connection.ReadUntil("\r\n\r\n");
  connection.Send("HTTP/1.1 200 OK\r\n\r\n");
  for (const char* piece : {"first", "second", "third"}) {
    clock_.Advance(minutes(4));
    std::this_thread::sleep_for(milliseconds(70));  // for the timers to notice
    connection.Send(piece);
    EXPECT_THAT(client.ReadUntil(piece), HasSubstr(piece));
  }
  EXPECT_EQ(Run(sandbox, "echo here"), "here\n");
  // The end of the program is the end of such an answer, the sandbox's isn't.
  sandbox->End(SandboxEnd::kDeleted);
  connection.Close();
  EXPECT_THAT(client.ReadAll(), Not(HasSubstr("0\r\n\r\n")));
}

class ImpatientPortRoutes : public PortRoutes {
 protected:
  ImpatientPortRoutes() : PortRoutes(Options()) {}
  static PortOptions Options() {
    PortOptions options;
    options.answer_timeout = milliseconds(100);
    return options;
  }
};

TEST_F(ImpatientPortRoutes, WaitForAHeadOnlySoLong) {
  for (const char* begun : {"", "HTTP/1.1 200 OK\r\nX-Never: "}) {
    RawListener program;
    auto silent = std::async(std::launch::async, [&] {
      RawSocket connection = program.Accept();
      connection.ReadUntil("\r\n\r\n");
      connection.Send(begun);
      return connection.ReadAll();  // until it is given up
    });
    const HttpResponse answer = Ask("GET", Place(program.port()) + "/");
    EXPECT_EQ(answer.status, 504);
    EXPECT_THAT(answer.body, HasSubstr("did not begin to answer"));
    silent.get();
  }
}

class CrowdedPortRoutes : public PortRoutes {
 protected:
  CrowdedPortRoutes() : PortRoutes(Options()) {}
  static PortOptions Options() {
    PortOptions options;
    options.max_of_sandbox = 1;
    return options;
  }
};

TEST_F(CrowdedPortRoutes, RefuseConnectionsBeyondTheBoundAndTakeThemAgain) {
  RawListener program;
  RawSocket client = Open(Place(program.port()) + "/");
  RawSocket connection = program.Accept();
  const HttpResponse refused = Ask("GET", Place(program.port()) + "/");
  EXPECT_EQ(refused.status, 429);
  EXPECT_THAT(refused.headers, Contains(Key("retry-after")));
  // Another sandbox has room of its own.
  const SandboxPtr other = *Create({}, "t");
  auto served = Serve(program, "HTTP/1.1 200 OK\r\n\r\nother");
  EXPECT_EQ(
      Ask("GET", "/v1/sandboxes/" + other->id() + "/ports/" + std::to_string(program.port()) + "/")
          .body,
      "other");
  served.get();
  connection.Send("HTTP/1.1 204 None\r\n\r\n");
  EXPECT_THAT(client.ReadAll(), StartsWith("HTTP/1.1 204"));
  program.Close();
  // It is given back a little after the answer.
  EXPECT_TRUE(Becomes([&] { return Ask("GET", Place(program.port()) + "/").status == 502; }));
}

class NarrowPortRoutes : public PortRoutes {
 protected:
  NarrowPortRoutes() : PortRoutes({}, 4 << 20) {}
};

TEST_F(NarrowPortRoutes, ReadNoFasterThanTheClient) {
  constexpr size_t kBytes = 48 << 20;
  RawListener program;
  std::atomic<size_t> sent{0};
  std::thread sending([&] {
    RawSocket connection = program.Accept();
    connection.ReadUntil("\r\n\r\n");
    connection.Send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(kBytes) + "\r\n\r\n");
    const std::string piece(64 << 10, 'x');
    while (sent < kBytes && connection.Send(piece)) sent += piece.size();
  });
  RawSocket client = Open(Place(program.port()) + "/");
  EXPECT_TRUE(Becomes([&] { return sent > 1 << 20; }));
  // A server that took all at once would have cut this client off.
  std::this_thread::sleep_for(milliseconds(200));
  const std::string all = client.ReadAll();
  EXPECT_GE(all.size(), kBytes);
  EXPECT_EQ(all.substr(all.size() - std::min<size_t>(5, all.size())), "0\r\n\r\n");
  client.Close();
  sending.join();
}

// What is under way when the server stops is dropped.
TEST_F(PortRoutes, EndWithTheServer) {
  RawListener program;
  auto gate = std::make_unique<PortGate>(PortOptions());
  const PortDeps deps{sandbox_deps_, gate.get(), &exposures_};
  Router router;
  RegisterPortRoutes(router, deps);
  struct Reply final : HttpReply {
    void Send(HttpResponse) override {}
    void Begin(HttpResponse) override {}
    void Write(std::string) override {}
    void End() override {}
    void OnDisconnect(std::function<void()>) override {}
  };
  auto request = std::make_shared<HttpRequest>();
  request->method = "GET";
  request->path = Place(program.port()) + "/";
  request->headers = {{"x-assay-tenant", "t"}};
  router.Handle(request, std::make_shared<Reply>());
  RawSocket connection = program.Accept();
  gate.reset();
  connection.ReadUntil("\r\n\r\n");
  EXPECT_EQ(connection.ReadAll(), "");
}

}  // namespace
}  // namespace assay
