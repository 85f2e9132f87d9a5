#include "api/mcp/mcp_routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/mcp/mcp_test_util.h"
#include "api/mcp/router_backend.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kRun[] = R"({"name":"run_code","arguments":{"language":"python","code":"print 1"}})";

// The same without a session: its members follow those of the envelope.
std::string ModernRun() {
  const std::string members = std::string(kRun).substr(1);
  return ModernRequest("tools/call", "," + members.substr(0, members.size() - 1));
}

SubmissionResult Ran(const std::string& out) {
  SubmissionResult result;
  result.verdict = Verdict::kAccepted;
  result.cause = Cause::kCandidate;
  result.tests = {Executed(Verdict::kAccepted, Exited(0, out))};
  result.toolchain = "Python 3.11.2";
  return result;
}

TEST(McpHandshake, AgreesOnTheRevisionAskedForOrTheNewestWithSessions) {
  for (const auto& [asked, agreed] :
       std::vector<std::pair<std::string, std::string>>{{"2024-11-05", "2024-11-05"},
                                                        {"2025-03-26", "2025-03-26"},
                                                        {"2025-06-18", "2025-06-18"},
                                                        {"2025-11-25", "2025-11-25"},
                                                        {"2026-07-28", "2025-11-25"},
                                                        {"1999-01-01", "2025-11-25"}}) {
    McpFixture mcp;
    const auto reply = mcp.Post(McpRequest(
        "\"a\"", "initialize", R"({"protocolVersion":")" + asked + R"(","capabilities":{}})"));
    EXPECT_THAT(reply->response.body,
                HasSubstr(R"("id":"a","result":{"protocolVersion":")" + agreed + R"(")"));
  }
  McpFixture mcp;
  const auto faulty = mcp.Post(McpRequest("1", "initialize"));
  EXPECT_THAT(faulty->response.body, HasSubstr("protocolVersion: is a string; this server speaks "
                                               "2024-11-05, 2025-03-26"));
  EXPECT_TRUE(faulty->response.headers.empty());
}

TEST(McpHandshake, ASessionIsNeededAndEnds) {
  McpFixture mcp;
  const auto without = mcp.Post(McpRequest("7", "tools/list"));
  EXPECT_EQ(without->response.status, 400);
  EXPECT_THAT(without->response.body, HasSubstr(R"("id":7,"error":{"code":-32600,)"));
  EXPECT_THAT(without->response.body, HasSubstr("send 'initialize' first"));
  mcp.Open("2025-06-18");
  EXPECT_THAT(mcp.Ask(McpRequest("1", "ping"))->response.body, HasSubstr(R"("result":{})"));
  EXPECT_EQ(mcp.Ask(R"({"jsonrpc":"2.0","method":"notifications/initialized"})")->response.status,
            202);
  EXPECT_EQ(mcp.api.Call("DELETE", "/mcp", "", {{"mcp-session-id", mcp.session}})->response.status,
            200);
  EXPECT_EQ(mcp.Ask(McpRequest("1", "ping"))->response.status, 404);
  EXPECT_EQ(mcp.api.Call("DELETE", "/mcp")->response.status, 400);
  EXPECT_EQ(mcp.api.Call("GET", "/mcp")->response.status, 405);
}

TEST(McpHandshake, AnUnknownRevisionInTheHeaderIsRefused) {
  McpFixture mcp;
  mcp.Open("2025-06-18");
  const auto reply = mcp.Post(McpRequest("1", "ping"), {{"mcp-session-id", mcp.session},
                                                        {"mcp-protocol-version", "2020-01-01"}});
  EXPECT_EQ(reply->response.status, 400);
  EXPECT_THAT(reply->response.body, HasSubstr("'2020-01-01' is none of"));
}

TEST(McpMessages, WhatIsNoMessageIsNamed) {
  McpFixture mcp;
  mcp.Open("2025-11-25");
  const auto no_json = mcp.Ask("{");
  EXPECT_EQ(no_json->response.status, 400);
  EXPECT_THAT(no_json->response.body, HasSubstr(R"("id":null,"error":{"code":-32700)"));
  for (const auto& [body, fault] : std::vector<std::pair<std::string, std::string>>{
           {"7", "a message is a JSON object"},
           {R"({"id":1,"method":"ping"})", R"(jsonrpc: is \"2.0\")"},
           {R"({"jsonrpc":"2.0","id":1})", "method: is missing"},
           {R"({"jsonrpc":"2.0","id":null,"method":"ping"})", "id: is a whole number or a string"},
           {R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", "id: is a whole number or a string"},
           {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[]})", "params: is an object"}}) {
    const auto reply = mcp.Ask(body);
    EXPECT_EQ(reply->response.status, 400) << body;
    EXPECT_THAT(reply->response.body, HasSubstr(fault)) << body;
  }
  EXPECT_THAT(mcp.Ask(McpRequest("1", "prompts/list"))->response.body,
              HasSubstr(R"("code":-32601,"message":"method: there is no 'prompts/list' here")"));
  EXPECT_EQ(mcp.Ask(R"({"jsonrpc":"2.0","id":9,"result":{}})")->response.status, 202);
}

TEST(McpMessages, BatchesAreOfOneRevisionOnly) {
  const std::string batch = "[" + McpRequest("1", "ping") + "," + McpRequest("2", "nonsense") +
                            R"(,{"jsonrpc":"2.0","method":"notifications/initialized"},8])";
  McpFixture mcp;
  mcp.Open("2025-03-26");
  EXPECT_EQ(mcp.Ask(batch)->response.body,
            R"([{"jsonrpc":"2.0","id":1,"result":{}},)"
            R"({"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":)"
            R"("method: there is no 'nonsense' here"}},)"
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":)"
            R"("a message is a JSON object"}}])");
  EXPECT_THAT(mcp.Ask("[]")->response.body, HasSubstr("the batch is empty"));
  EXPECT_THAT(mcp.Ask("[" + McpRequest("1", "initialize") + "]")->response.body,
              HasSubstr("'initialize' comes alone"));
  std::string many = "[8";
  for (int i = 0; i < 64; ++i) many += ",8";
  EXPECT_THAT(mcp.Ask(many + "]")->response.body, HasSubstr("more than 64 messages"));
  mcp.Open("2025-06-18");
  EXPECT_THAT(mcp.Ask(batch)->response.body,
              HasSubstr("revision 2025-06-18 has no batches: send one message at a time"));
}

TEST(McpCalls, ACancelledRequestStopsItsWork) {
  McpFixture mcp;
  mcp.Open("2025-11-25");
  const auto reply = mcp.Ask(McpRequest("\"x\"", "tools/call", kRun));
  EXPECT_EQ(reply->ends, 0);
  const auto again = mcp.Ask(McpRequest("\"x\"", "ping"));
  EXPECT_THAT(again->response.body, HasSubstr("id: belongs to a request that is under way"));
  mcp.Ask(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"other"}})");
  EXPECT_EQ(mcp.api.sink.tickets[0]->cancelled, 0);
  mcp.Ask(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}})");
  EXPECT_EQ(mcp.api.sink.tickets[0]->cancelled, 1);
  EXPECT_EQ(reply->ends, 1);
  EXPECT_THAT(reply->response.body, HasSubstr(R"("error":{"code":499)"));
  mcp.api.sink.waiting[0](Ran("late"));  // nobody hears of it
  EXPECT_EQ(reply->ends, 1);
  EXPECT_THAT(mcp.Ask(McpRequest("\"x\"", "ping"))->response.body, HasSubstr(R"("result":{})"));
}

TEST(McpCalls, AClientThatLeavesCancelsItsWork) {
  McpFixture mcp;
  mcp.Open("2025-11-25");
  mcp.Ask(McpRequest("1", "tools/call", kRun))->on_disconnect();
  EXPECT_EQ(mcp.api.sink.tickets[0]->cancelled, 1);
  mcp.Post(ModernRun(), ModernHeaders("tools/call", "run_code"))->on_disconnect();
  EXPECT_EQ(mcp.api.sink.tickets[1]->cancelled, 1);
}

TEST(McpCalls, EndingTheSessionCancelsItsWork) {
  McpFixture mcp;
  mcp.Open("2025-11-25");
  const auto reply = mcp.Ask(McpRequest("1", "tools/call", kRun));
  mcp.api.Call("DELETE", "/mcp", "", {{"mcp-session-id", mcp.session}});
  EXPECT_EQ(mcp.api.sink.tickets[0]->cancelled, 1);
  EXPECT_EQ(reply->ends, 1);
}

TEST(McpCalls, CallsOfASessionAreBounded) {
  McpFixture mcp;
  mcp.Open("2025-11-25");
  for (size_t i = 0; i < McpConversation::kMostCalls; ++i) {
    EXPECT_EQ(mcp.Ask(McpRequest(std::to_string(i), "tools/call", kRun))->ends, 0);
  }
  EXPECT_THAT(mcp.Ask(McpRequest("\"more\"", "tools/call", kRun))->response.body,
              HasSubstr("there are 256 requests under way already"));
}

TEST(McpSessionless, ARequestSaysItsRevision) {
  McpFixture mcp;
  const auto found =
      mcp.Post(ModernRequest("server/discover"), ModernHeaders("server/discover"))->response;
  EXPECT_EQ(found.status, 200);
  EXPECT_THAT(found.body, HasSubstr(R"("supportedVersions":["2026-07-28"])"));
  EXPECT_THAT(found.body, HasSubstr(R"("resultType":"complete","ttlMs":3600000)"));
  EXPECT_THAT(found.body, HasSubstr(R"("_meta":{"io.modelcontextprotocol/serverInfo":)"));
  EXPECT_TRUE(found.headers.empty());
  const auto unknown = mcp.Post(ModernRequest("ping"), ModernHeaders("ping"))->response;
  EXPECT_EQ(unknown.status, 404);
  EXPECT_THAT(unknown.body, HasSubstr(R"("code":-32601)"));
}

TEST(McpSessionless, HeadersThatSayOtherThanTheBodyAreRefused) {
  McpFixture mcp;
  const std::string body = ModernRequest("resources/read", R"(,"uri":"assay://problems/x")");
  const std::string uri = "assay://problems/x";
  for (const auto& [headers, fault] : std::vector<std::pair<McpHeaders, std::string>>{
           {{}, "MCP-Protocol-Version header is missing: send MCP-Protocol-Version: 2026-07-28"},
           {{{"mcp-protocol-version", "2026-07-28"}}, "Mcp-Method header is missing"},
           {ModernHeaders("tools/list", uri), "Mcp-Method header says 'tools/list'"},
           {ModernHeaders("resources/read"), "Mcp-Name header is missing"},
           {ModernHeaders("resources/read", "y"), "Mcp-Name header says 'y'"}}) {
    const auto reply = mcp.Post(body, headers);
    EXPECT_EQ(reply->response.status, 400);
    EXPECT_THAT(reply->response.body, HasSubstr(R"("code":-32020)"));
    EXPECT_THAT(reply->response.body, HasSubstr(fault));
  }
  auto twice = ModernHeaders("resources/read", uri);
  twice.emplace_back("mcp-name", uri);
  EXPECT_THAT(mcp.Post(body, twice)->response.body, HasSubstr("is there more than once"));
  // In the form for what isn't plain ASCII.
  const auto encoded =
      mcp.Post(body, ModernHeaders("resources/read", "=?base64?YXNzYXk6Ly9wcm9ibGVtcy94?="));
  EXPECT_THAT(encoded->response.body, HasSubstr("uri: there is no resource"));
}

TEST(McpSessionless, ARevisionThatIsNotSpokenIsAnsweredWithThoseThatAre) {
  McpFixture mcp;
  std::string body = ModernRequest("tools/list");
  body.replace(body.find("2026-07-28"), 10, "2030-01-01");
  auto headers = ModernHeaders("tools/list");
  headers[0].second = "2030-01-01";
  const auto reply = mcp.Post(body, headers);
  EXPECT_EQ(reply->response.status, 400);
  EXPECT_THAT(reply->response.body, HasSubstr(R"("code":-32022)"));
  EXPECT_THAT(reply->response.body,
              HasSubstr(R"("data":{"supported":["2026-07-28"],"requested":"2030-01-01"})"));
  const auto bare = mcp.Post(McpRequest("1", "tools/list"), ModernHeaders("tools/list"));
  EXPECT_EQ(bare->response.status, 400);
  EXPECT_THAT(bare->response.body,
              HasSubstr("'io.modelcontextprotocol/protocolVersion' is missing"));
}

// Written by the beat's thread, and read by the test's.
class EventReply final : public HttpReply {
 public:
  void Send(HttpResponse) override { ADD_FAILURE() << "no stream"; }
  void Begin(HttpResponse head) override {
    MutexLock lock(mutex_);
    head_ = std::move(head);
  }
  void Write(std::string piece) override {
    MutexLock lock(mutex_);
    pieces_.push_back(std::move(piece));
    changed_.NotifyAll();
  }
  void End() override {}
  void OnDisconnect(std::function<void()>) override {}

  std::vector<std::string> Wait(size_t pieces) {
    MutexLock lock(mutex_);
    while (pieces_.size() < pieces) changed_.Wait(mutex_);
    return pieces_;
  }
  std::string type() {
    MutexLock lock(mutex_);
    return head_.content_type;
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  HttpResponse head_ ASSAY_GUARDED_BY(mutex_);
  std::vector<std::string> pieces_ ASSAY_GUARDED_BY(mutex_);
};

TEST(McpProgress, IsToldAsEventsToThoseWhoAskForIt) {
  McpFixture mcp;
  ProgressBeat beat(std::chrono::milliseconds(1));
  RouterBackend backend(mcp.api.router);
  const McpHandler handler(backend, beat);
  const RealClock clock;
  McpSessions sessions(clock);
  Router router;
  RegisterMcpRoutes(router, {handler, sessions});
  auto request = std::make_shared<HttpRequest>();
  request->method = "POST";
  request->path = "/mcp";
  request->headers = ModernHeaders("tools/call", "run_code");
  request->headers.emplace_back("accept", "application/json, text/event-stream");
  request->body = ModernRun();
  const auto reply = std::make_shared<EventReply>();
  router.Handle(request, reply);
  const size_t beats = reply->Wait(2).size();
  mcp.api.sink.waiting.at(0)(Ran("1\n"));
  const auto pieces = reply->Wait(beats + 1);
  EXPECT_EQ(reply->type(), "text/event-stream");
  EXPECT_THAT(pieces.front(),
              HasSubstr(R"(data: {"jsonrpc":"2.0","method":"notifications/progress","params":)"
                        R"({"progressToken":5,"progress":)"));
  EXPECT_THAT(pieces.back(), HasSubstr(R"("id":1,"result":{"content")"));
}

class FakeClock final : public Clock {
 public:
  SteadyTime Now() const override { return now; }
  SteadyTime now{};
};

TEST(McpSessions, AreBoundedAndExpire) {
  McpFixture mcp;
  ProgressBeat beat;
  RouterBackend backend(mcp.api.router);
  const McpHandler handler(backend, beat);
  FakeClock clock;
  McpSessions sessions(clock, {.most = 2, .idle = std::chrono::minutes(1)});
  const auto open = [&] { return sessions.Open(std::make_shared<McpConversation>(handler)); };
  const std::string first = open(), second = open();
  EXPECT_NE(first, second);
  EXPECT_EQ(first.size(), 32u);
  EXPECT_NE(sessions.Find(first), nullptr);
  const std::string third = open();  // the second was used least recently
  EXPECT_EQ(sessions.Find(second), nullptr);
  EXPECT_NE(sessions.Find(first), nullptr);
  clock.now += std::chrono::minutes(1);
  EXPECT_EQ(sessions.Find(first), nullptr);
  EXPECT_EQ(sessions.Find("nonsense"), nullptr);
  EXPECT_EQ(sessions.size(), 1);  // the third goes when somebody looks
  EXPECT_EQ(sessions.Find(third), nullptr);
}

TEST(McpSessions, BusyOnesStay) {
  McpFixture mcp;
  ProgressBeat beat;
  RouterBackend backend(mcp.api.router);
  const McpHandler handler(backend, beat);
  FakeClock clock;
  McpSessions sessions(clock, {.most = 1, .idle = std::chrono::minutes(1)});
  class Nowhere final : public McpSink {
   public:
    void Notify(std::string) override {}
    void Finish(McpReply) override {}
  };
  const auto busy = std::make_shared<McpConversation>(handler);
  const std::string name = sessions.Open(busy);
  JsonError error;
  for (const std::string& text :
       {McpRequest("0", "initialize", R"({"protocolVersion":"2025-11-25"})"),
        McpRequest("1", "tools/call", kRun)}) {
    const auto document = JsonDocument::Parse(text, &error);
    busy->Take(ReadRpc(document->root()),
               [](const std::string&) { return std::make_shared<Nowhere>(); });
  }
  clock.now += std::chrono::hours(1);
  EXPECT_EQ(sessions.Open(std::make_shared<McpConversation>(handler)), "");
  EXPECT_EQ(sessions.Find(name), busy);
  busy->CancelAll();
  EXPECT_NE(sessions.Open(std::make_shared<McpConversation>(handler)), "");
}

}  // namespace
}  // namespace assay
