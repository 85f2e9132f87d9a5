// What one process of a node tells the other, and what is made of two processes' answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/update/elder_book.h"
#include "api/update/elder_state.h"
#include "api/update/joined_answers.h"
#include "api/update/named.h"
#include "api/update/passed_request.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

SandboxInfo Info(const std::string& id, SandboxState state = SandboxState::kRunning) {
  SandboxInfo info;
  info.id = id;
  info.tenant = "research";
  info.request.name = "named";
  info.request.labels = {{"run", "r1"}};
  info.request.egress = {EgressPolicy::Kind::kDeny, {"*.example.org"}};
  info.request.lifetime = std::chrono::seconds(3600);
  info.request.idempotency_key = "key-" + id;
  info.state = state;
  info.end = state == SandboxState::kEnded ? SandboxEnd::kDeleted : SandboxEnd::kNot;
  info.created = WallTime{std::chrono::milliseconds(1'700'000'000'123)};
  if (state == SandboxState::kEnded) info.ended = std::chrono::system_clock::now();
  return info;
}

ElderState StateOf(std::vector<SandboxInfo> sandboxes) {
  ElderState state;
  state.sandboxes = std::move(sandboxes);
  state.kernels = {{{"research", "session", "s"}, "k1"}};
  state.tokens = {{"sb-1", "research", "0af3", std::chrono::seconds(60), {}},
                  {"sb-1", "research", {}, {}, "assaybox_secret"}};
  return state;
}

TEST(ElderState, ComesAsItWasSaid) {
  const auto read = ReadElderState(WriteElderState(StateOf({Info("sb-1")})));
  ASSERT_TRUE(read.has_value());
  const SandboxInfo& info = read->sandboxes.at(0);
  const SandboxInfo sent = Info("sb-1");
  EXPECT_EQ(info.id, sent.id);
  EXPECT_EQ(info.tenant, sent.tenant);
  EXPECT_EQ(info.request.labels, sent.request.labels);
  EXPECT_EQ(info.request.egress, sent.request.egress);
  EXPECT_EQ(info.request.lifetime, sent.request.lifetime);
  EXPECT_FALSE(info.request.idle.has_value());
  EXPECT_EQ(info.request.box.limits.memory_bytes, sent.request.box.limits.memory_bytes);
  EXPECT_LT(std::chrono::abs(info.created - sent.created), std::chrono::milliseconds(1));
  EXPECT_TRUE(info.draining);
  EXPECT_EQ(read->kernels.at(0).name.name, "s");
  EXPECT_EQ(read->tokens.at(0).left, std::chrono::seconds(60));
  EXPECT_EQ(read->tokens.at(1).shared, "assaybox_secret");
}

TEST(ElderState, WhatIsNoStateIsNone) {
  for (const char* text : {"", "[]", "{}", R"({"sandboxes": [{"id": "a", "state": "odd"}]})"}) {
    EXPECT_FALSE(ReadElderState(text).has_value()) << text;
  }
}

TEST(ElderBook, WhatLivedWhenItsProcessEndedWasLost) {
  ElderBook book(std::chrono::minutes(10));
  book.Set(StateOf({Info("sb-1"), Info("sb-2", SandboxState::kEnded)}), nullptr);
  EXPECT_EQ(book.CountLive(), 1);
  EXPECT_EQ(book.Find("research", "sb-1")->Info().state, SandboxState::kRunning);
  EXPECT_EQ(book.Find("other", "sb-1"), nullptr);
  EXPECT_NE(book.FindByKey("research", "key-sb-1"), nullptr);
  EXPECT_EQ(book.FindByKey("research", "key-sb-2"), nullptr);
  EXPECT_TRUE(book.HasKernel({"research", "session", "s"}));
  book.Lose("an update");
  EXPECT_EQ(book.CountLive(), 0);
  const SandboxInfo lost = book.Find("research", "sb-1")->Info();
  EXPECT_EQ(lost.end, SandboxEnd::kLost);
  EXPECT_EQ(lost.message, "an update");
  EXPECT_FALSE(lost.draining);
  EXPECT_EQ(book.Find("research", "sb-2")->Info().end, SandboxEnd::kDeleted);
  EXPECT_FALSE(book.HasKernel({"research", "session", "s"}));
  EXPECT_TRUE(book.HasLostKernel("research", "k1"));
  // What was said before the end and heard after it changes nothing.
  book.Set(StateOf({Info("sb-1")}), nullptr);
  EXPECT_EQ(book.CountLive(), 0);
  EXPECT_TRUE(book.ForgetOld().empty());
}

TEST(ElderBook, ForgetsInTime) {
  ElderBook book(Nanoseconds{0});
  book.Set(StateOf({Info("sb-1")}), nullptr);
  book.Lose("an update");
  std::vector<std::string> forgotten;
  while (forgotten.empty()) forgotten = book.ForgetOld();
  EXPECT_THAT(forgotten, ::testing::ElementsAre("sb-1"));
  EXPECT_FALSE(book.Has("sb-1"));
}

Named Of(std::string method, std::string path,
         std::vector<std::pair<std::string, std::string>> headers = {}, std::string body = {}) {
  HttpRequest request;
  request.method = std::move(method);
  request.path = std::move(path);
  request.headers = std::move(headers);
  request.body = std::move(body);
  return NamedBy(request);
}

TEST(NamedBy, KnowsTheNamesOfAllDoors) {
  using Kind = Named::Kind;
  for (const char* path : {"/v1/sandboxes/ID", "/v1/sandboxes/ID/exec", "/sandboxes/ID/timeout",
                           "/v2/sandboxes/ID/logs", "/api/v1/sandbox/ID/auth",
                           "/gateway/ns/ID/exec", "/v1/sandboxes/ID/ports/80/a/b"}) {
    EXPECT_EQ(Of("GET", path).kind, Kind::kSandbox) << path;
    EXPECT_EQ(Of("GET", path).id, "ID") << path;
  }
  for (const char* path : {"/v1/sandboxes", "/api/v1/sandbox/expose/all", "/v1/verify", "/files",
                           "/api/v1/sandbox/status:batchGet", "/sessions", "/v1/kernels"}) {
    EXPECT_EQ(Of("GET", path).kind, Kind::kNothing) << path;
  }
  EXPECT_EQ(Of("POST", "/files", {{"e2b-sandbox-id", "ID"}}).id, "ID");
  EXPECT_EQ(Of("POST", "/process.Process/Start", {{"host", "49983-ID.example.org"}}).id, "ID");
  EXPECT_EQ(Of("POST", "/execute", {{"x-session-id", "s"}}).kind, Kind::kName);
  EXPECT_EQ(Of("POST", "/execute", {{"e2b-sandbox-id", "ID"}, {"x-session-id", "s"}}).kind,
            Kind::kSandbox);
  EXPECT_EQ(Of("DELETE", "/sessions/s").kind, Kind::kName);
  EXPECT_EQ(Of("POST", "/v1/kernels/k1/execute").kind, Kind::kKernel);
  EXPECT_EQ(Of("POST", "/v1/kernels", {}, R"({"name": "n"})").kernel_kind, "native");
  EXPECT_EQ(Of("POST", "/v1/kernels", {}, R"({"name": "n", "sandbox": "ID"})").id, "ID");
  EXPECT_EQ(Of("GET", "/exposed/key/index.html").kind, Kind::kPort);
}

TEST(PassedRequest, WhoSentItComesAlong) {
  HttpRequest request;
  request.peer = "10.0.0.1";
  request.caller =
      std::make_shared<const Caller>(Caller{"alice", Role::kUser, "research", "sb-1", 17});
  HttpRequest passed;
  for (auto& header : StampOf(request, HttpRequest::Passed::kByNewer)) {
    passed.headers.push_back(std::move(header));
  }
  passed.peer_uid = 0;
  std::string peer;
  ASSERT_TRUE(TakeStamp(&passed, &peer));
  EXPECT_EQ(peer, "10.0.0.1");
  EXPECT_EQ(passed.passed, HttpRequest::Passed::kByNewer);
  EXPECT_FALSE(passed.peer_uid.has_value());
  EXPECT_TRUE(passed.headers.empty());
  ASSERT_NE(passed.caller, nullptr);
  EXPECT_EQ(passed.caller->tenant, "research");
  EXPECT_EQ(passed.caller->sandbox, "sb-1");
  EXPECT_EQ(passed.caller->expires, 17);
}

TEST(PassedRequest, WithoutAStampNobodyIsLetIn) {
  std::string peer;
  HttpRequest none;
  EXPECT_FALSE(TakeStamp(&none, &peer));
  HttpRequest odd;
  odd.headers = {{"x-assay-passed-by", "newer"}, {"x-assay-passed-caller", "{}"}};
  EXPECT_FALSE(TakeStamp(&odd, &peer));
}

TEST(JoinedAnswers, ListsOfBothProcesses) {
  EXPECT_EQ(JoinedLists(R"({"kernels":[{"id":"a"}]})", R"({"kernels":[{"id":"b"}]})"),
            R"({"kernels":[{"id":"a"},{"id":"b"}]})");
  EXPECT_EQ(JoinedLists(R"({"sessions":{"a":1},"backend":"x"})", R"({"sessions":{"b":2}})"),
            R"({"sessions":{"a":1,"b":2},"backend":"x"})");
  EXPECT_EQ(JoinedLists(R"({"kernels":[]})", "broken"), R"({"kernels":[]})");
}

TEST(JoinedAnswers, ABatchIsSplitAndPutTogetherInItsOrder) {
  const std::string body =
      R"({"trajectory_ids":["a","b","c"],"actions":["1","2","3"],"extra_fields":[{},{"x":1},{}],"k":[9]})";
  EXPECT_THAT(*TrajectoriesOf(body), ::testing::ElementsAre("a", "b", "c"));
  EXPECT_FALSE(TrajectoriesOf(R"({"trajectory_ids":[1]})").has_value());
  EXPECT_EQ(PartOfBatch(body, {2, 0}),
            R"({"trajectory_ids":["c","a"],"actions":["3","1"],"extra_fields":[{},{}],"k":[9]})");
  const auto answer = [](std::string text) {
    HttpResponse response;
    response.body = std::move(text);
    return response;
  };
  const HttpResponse whole = JoinedBatch(
      3, {1}, answer(R"({"observations":["B"],"dones":[false],"valids":[true]})"), {0, 2},
      answer(R"({"observations":["A",{"obs":"C"}],"dones":[true,false],"valids":[true,false]})"));
  EXPECT_EQ(
      whole.body,
      R"({"observations":["A","B",{"obs":"C"}],"dones":[true,false,false],"valids":[true,true,false]})");
  HttpResponse refused;
  refused.status = 503;
  EXPECT_EQ(JoinedBatch(3, {1}, whole, {0, 2}, refused).status, 503);
  EXPECT_EQ(JoinedBatch(3, {1}, answer("{}"), {0, 2}, answer("{}")).status, 500);
}

}  // namespace
}  // namespace assay
