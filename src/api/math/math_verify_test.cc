#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <set>

#include "api/math/math_request.h"
#include "api/testing.h"
#include "api/waited_reply_test_util.h"
#include "api_embedded.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::shared_ptr<WaitedReply> Start(const ApiFixture& api, std::string body,
                                   std::string accept = "") {
  auto request = std::make_shared<HttpRequest>();
  request->method = "POST";
  request->path = "/v1/math/verify";
  if (!accept.empty()) request->headers = {{"accept", std::move(accept)}};
  request->body = std::move(body);
  auto reply = std::make_shared<WaitedReply>();
  api.router.Handle(request, reply);
  return reply;
}

std::shared_ptr<WaitedReply> Verify(const ApiFixture& api, std::string body,
                                    std::string accept = "") {
  auto reply = Start(api, std::move(body), std::move(accept));
  reply->Wait();
  return reply;
}

TEST(MathVerify, JudgesEachItemInOrder) {
  ApiFixture api;
  const auto reply = Verify(api, R"({"items":[
      {"id":"a","gold":"\\frac{1}{2}","response":"So \u00e9 \\boxed{0.5}."},
      {"id":7,"gold":42,"response":"The answer is 41."},
      {"gold":"3","response":"no idea at all"},
      {"gold":"\\frac{","response":"4"},
      {"gold":"\\int_0^1 f(x) dx","response":"5"}]})");
  ASSERT_EQ(reply->response.status, 200) << reply->response.body;
  EXPECT_EQ(reply->response.content_type, "application/json");
  JsonError error;
  const auto document = JsonDocument::Parse(reply->response.body, &error);
  ASSERT_TRUE(document);
  const auto results = document->root().Find("results").Items();
  ASSERT_EQ(results.size(), 5u);
  const auto text = [&](size_t i, const char* key) { return results[i].Find(key).String(); };
  EXPECT_EQ(text(0, "id"), "a");
  EXPECT_EQ(text(0, "verdict"), "correct");
  EXPECT_EQ(text(0, "reason"), "equal");
  EXPECT_EQ(results[0].Find("score").raw(), "1.0");
  // In characters, with its delimiters: the é before it counts once.
  EXPECT_EQ(results[0].Find("extraction").raw(), R"({"rule":"boxed","span":[5,16],"text":"0.5"})");
  EXPECT_EQ(text(1, "id"), "7");
  EXPECT_EQ(text(1, "verdict"), "incorrect");
  EXPECT_EQ(text(1, "gold_normal"), "42");
  EXPECT_EQ(text(1, "answer_normal"), "41");
  EXPECT_EQ(results[1].Find("score").raw(), "0.0");
  EXPECT_EQ(text(2, "id"), "2");
  EXPECT_EQ(results[2].Find("score").raw(), text(2, "verdict") == "undecided" ? "null" : "0.0");
  EXPECT_EQ(text(3, "reason"), "gold_unparseable");
  EXPECT_TRUE(results[3].Find("score").IsNull());
  EXPECT_EQ(text(4, "verdict"), "undecided");
  EXPECT_TRUE(results[4].Find("score").IsNull());
  for (const JsonValue result : results) EXPECT_FALSE(result.Find("second_opinion"));
}

TEST(MathVerify, LabelsComeBackAndFaultyOnesAreNamed) {
  ApiFixture api;
  const auto reply = Verify(api, R"({"items":[
      {"gold":"1","response":"1","origin":{"run":"r","step":3,"group":7,"sample":"s","tenant":"t"}},
      {"gold":"1","response":"1","origin":null},
      {"gold":"1","response":"1"}]})");
  ASSERT_EQ(reply->response.status, 200) << reply->response.body;
  JsonError error;
  const auto document = JsonDocument::Parse(reply->response.body, &error);
  ASSERT_TRUE(document);
  const auto results = document->root().Find("results").Items();
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0].Find("origin").raw(),
            R"({"step":3,"run":"r","group":"7","sample":"s","tenant":"t"})");
  EXPECT_FALSE(results[1].Find("origin"));
  EXPECT_FALSE(results[2].Find("origin"));
  const auto faulty =
      Verify(api, R"({"items":[{"gold":"1","response":"1","origin":{"step":"x"}}]})");
  EXPECT_EQ(faulty->response.status, 422);
  EXPECT_THAT(faulty->response.body, HasSubstr(R"("field":"items[0].origin.step")"));
}

TEST(MathVerify, ManyItemsOverSeveralThreadsStayInOrder) {
  ApiOptions options;
  options.math_threads = 4;
  ApiFixture api(options);
  std::string body = R"({"stream":true,"items":[)";
  for (int i = 0; i < 500; ++i) {
    body += (i > 0 ? "," : "") + std::string(R"({"gold":")") + std::to_string(i) +
            R"(","response":"\\boxed{)" + std::to_string(i - i % 3) + R"(}"})";
  }
  const auto reply = Verify(api, body + "]}");
  EXPECT_EQ(reply->response.content_type, "application/x-ndjson");
  ASSERT_EQ(reply->pieces.size(), 500u);
  for (int i = 0; i < 500; ++i) {
    const std::string& line = reply->pieces[static_cast<size_t>(i)];
    EXPECT_THAT(line, HasSubstr("\"index\":" + std::to_string(i) + ","));
    EXPECT_THAT(line,
                HasSubstr(i % 3 == 0 ? R"("verdict":"correct")" : R"("verdict":"incorrect")"));
    EXPECT_EQ(line.back(), '\n');
  }
}

TEST(MathVerify, AcceptAsksForLines) {
  ApiFixture api;
  const auto reply =
      Verify(api, R"({"items":[{"gold":"1","response":"1"}]})", "application/x-ndjson, */*");
  EXPECT_EQ(reply->response.content_type, "application/x-ndjson");
  EXPECT_EQ(reply->pieces.size(), 1u);
}

TEST(MathVerify, ProfileAndOptionsDecide) {
  ApiFixture api;
  const auto verdict = [&](const std::string& rest) {
    const std::string body =
        Verify(api, R"({"items":[{"gold":"1/3","response":"\\boxed{0.3333}"}])" + rest + "}")
            ->response.body;
    const size_t begin = body.find(R"("verdict":")") + 11;
    return body.substr(begin, body.find('"', begin) - begin);
  };
  EXPECT_EQ(verdict(""), "correct");
  EXPECT_EQ(verdict(R"(,"options":{"decimals":"exact"})"), "incorrect");
  EXPECT_EQ(verdict(R"(,"options":{"min_significant_digits":6})"), "incorrect");
  EXPECT_EQ(verdict(R"(,"options":{"decimals":"exact","relative_tolerance":0.01})"), "correct");
  EXPECT_EQ(verdict(R"(,"options":{"think":"required"})"), "unparseable");
  EXPECT_EQ(verdict(R"(,"profile":"assay","options":null)"), "correct");
}

TEST(MathVerify, FaultsNameTheirField) {
  ApiFixture api;
  const auto expect = [&](const char* body, int status, const char* field) {
    const auto reply = Verify(api, body);
    EXPECT_EQ(reply->response.status, status) << body;
    EXPECT_THAT(reply->response.body, HasSubstr(std::string(R"("field":")") + field + "\""))
        << body;
  };
  expect("{}", 422, "items");
  expect(R"({"items":[]})", 422, "items");
  expect(R"({"items":{}})", 422, "items");
  expect(R"({"items":[1]})", 422, "items[0]");
  expect(R"({"items":[{"gold":"1","response":"1"},{"response":"1"}]})", 422, "items[1].gold");
  expect(R"({"items":[{"gold":"1"}]})", 422, "items[0].response");
  expect(R"({"items":[{"gold":[],"response":"1"}]})", 422, "items[0].gold");
  expect(R"({"items":[{"gold":"\ud800","response":"1"}]})", 422, "items[0].gold");
  expect(R"({"items":[{"id":[],"gold":"1","response":"1"}]})", 422, "items[0].id");
  const char* item = R"("items":[{"gold":"1","response":"1"}])";
  const auto with = [&](const std::string& rest) { return "{" + std::string(item) + rest + "}"; };
  expect(with(R"(,"profile":"nobody's")").c_str(), 422, "profile");
  expect(with(R"(,"options":[])").c_str(), 422, "options");
  expect(with(R"(,"options":{"decimal":"exact"})").c_str(), 422, "options.decimal");
  expect(with(R"(,"options":{"decimals":"some"})").c_str(), 422, "options.decimals");
  expect(with(R"(,"options":{"relative_tolerance":2})").c_str(), 422, "options.relative_tolerance");
  expect(with(R"(,"options":{"second_opinion":"yes"})").c_str(), 422, "options.second_opinion");
  EXPECT_EQ(Verify(api, "{")->response.status, 400);
  EXPECT_EQ(Verify(api, "[]")->response.status, 422);
}

TEST(MathVerify, TextsAndItemsAreBounded) {
  ApiFixture api;
  const std::string long_gold(MathBounds::kGoldBytes + 1, '1');
  const auto gold = Verify(api, R"({"items":[{"gold":")" + long_gold + R"(","response":"1"}]})");
  EXPECT_EQ(gold->response.status, 422);
  EXPECT_THAT(gold->response.body, HasSubstr(R"("code":"string_too_long")"));
  EXPECT_THAT(gold->response.body, HasSubstr(R"("field":"items[0].gold")"));
  std::string many = R"({"items":[1)";
  for (size_t i = 0; i < MathBounds::kItems; ++i) many += ",1";
  const auto items = Verify(api, many + "]}");
  EXPECT_EQ(items->response.status, 422);
  EXPECT_THAT(items->response.body, HasSubstr(R"("code":"too_long")"));
}

TEST(MathVerify, NoResponseHasItsBatchRefused) {
  ApiFixture api;
  const std::string endless(MathBounds::kResponseBytes + 1, '1');
  const auto reply = Verify(api, R"({"options":{"second_opinion":"report"},"items":[)"
                                 R"({"gold":"1","response":"\ud800 \\boxed{1}"},)"
                                 R"({"gold":"1","response":"2\ud800"},)"
                                 R"({"gold":"1","response":")" +
                                     endless + R"("},{"gold":"","response":")" + endless +
                                     R"("},{"gold":"1","response":"1"}]})");
  ASSERT_EQ(reply->response.status, 200) << reply->response.body;
  JsonError error;
  const auto document = JsonDocument::Parse(reply->response.body, &error);
  ASSERT_TRUE(document);
  const auto results = document->root().Find("results").Items();
  ASSERT_EQ(results.size(), 5u);
  EXPECT_EQ(results[0].Find("verdict").String(), "correct");
  EXPECT_EQ(results[1].Find("score").raw(), "0.0");
  EXPECT_EQ(results[2].Find("verdict").String(), "incorrect");
  EXPECT_EQ(results[2].Find("reason").String(), "budget_spent");
  EXPECT_EQ(results[2].Find("score").raw(), "0.0");
  EXPECT_FALSE(results[2].Find("second_opinion")) << "there is nothing to ask about";
  EXPECT_EQ(results[3].Find("reason").String(), "gold_missing");
  EXPECT_EQ(results[4].Find("verdict").String(), "correct");
}

TEST(MathVerify, SecondOpinionWithoutAJudgeIsUnavailable) {
  ApiFixture api;
  const std::string body =
      Verify(api, R"({"items":[{"gold":"1","response":"2"},{"gold":"1","response":"1"}],)"
                  R"("options":{"second_opinion":"apply"}})")
          ->response.body;
  EXPECT_THAT(body, HasSubstr(R"("second_opinion":{"verdict":"unavailable","model":"",)"
                              R"("rules_verdict":"incorrect","rules_reason":"values_differ"}})"));
  EXPECT_THAT(body.substr(body.find(R"("index":1)")), Not(HasSubstr("second_opinion")));
}

TEST(MathVerify, TheJudgeOverrulesOnlyWhereItIsApplied) {
  MathJudge judge(
      {.model = "tiny", .prompt = ""},
      [](const std::string& body, SteadyTime, const RequestTracePtr&) -> Result<std::string> {
        const bool yes = body.find("x+1") != body.npos;
        return R"({"choices":[{"message":{"content":")" +
               std::string(yes ? "CORRECT" : "INCORRECT") + R"("}}]})";
      });
  ApiOptions options;
  options.math_judge = &judge;
  options.math_second_opinion = SecondOpinion::kReport;
  ApiFixture api(options);
  const std::string items = R"({"items":[{"gold":"t+1","response":"$x+1$"},)"
                            R"({"gold":"5","response":"6"}])";
  const std::string reported = Verify(api, items + "}")->response.body;
  EXPECT_THAT(reported, Not(HasSubstr(R"("verdict":"correct","score")")));
  EXPECT_THAT(reported, HasSubstr(R"("second_opinion":{"verdict":"correct","model":"tiny")"));
  EXPECT_THAT(reported, HasSubstr(R"("second_opinion":{"verdict":"incorrect","model":"tiny")"));
  const std::string applied =
      Verify(api, items + R"(,"options":{"second_opinion":"apply"}})")->response.body;
  EXPECT_THAT(applied, HasSubstr(R"("verdict":"correct","score":1.0,"reason":"second_opinion")"));
  EXPECT_THAT(applied, HasSubstr(R"("verdict":"incorrect","score":0.0)"));
  const std::string off =
      Verify(api, items + R"(,"options":{"second_opinion":"off"}})")->response.body;
  EXPECT_THAT(off, Not(HasSubstr("second_opinion")));
}

TEST(MathVerify, ALeavingClientEndsTheWork) {
  // The judge keeps the first answer until the client has left; then nothing more is delivered.
  std::mutex mutex;
  std::condition_variable changed;
  bool asked = false;
  bool go = false;
  auto judge = std::make_unique<MathJudge>(
      MathJudgeOptions{.model = "slow", .prompt = ""},
      [&](const std::string&, SteadyTime, const RequestTracePtr&) -> Result<std::string> {
        std::unique_lock lock(mutex);
        asked = true;
        changed.notify_all();
        changed.wait(lock, [&] { return go; });
        return Error{ErrorCode::kUnavailable, "test", 0, "late"};
      });
  ApiOptions options;
  options.math_judge = judge.get();
  options.math_second_opinion = SecondOpinion::kReport;
  ApiFixture api(options);
  const auto reply = Start(
      api, R"({"stream":true,"items":[{"gold":"1","response":"2"},{"gold":"1","response":"1"}]})");
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return asked; });
  }
  ASSERT_TRUE(reply->on_disconnect);
  reply->on_disconnect();
  {
    std::lock_guard lock(mutex);
    go = true;
    changed.notify_all();
  }
  judge.reset();
  EXPECT_TRUE(reply->pieces.empty());
}

TEST(MathVerify, IsCounted) {
  ApiFixture api;
  Verify(api, R"({"items":[{"gold":"1","response":"1"},{"gold":"1","response":"2"}],)"
              R"("options":{"second_opinion":"report"}})");
  const std::string page = api.Call("GET", "/metrics")->response.body;
  for (const char* line :
       {"assay_math_total{verdict=\"correct\",reason=\"equal\"} 1\n",
        "assay_math_total{verdict=\"incorrect\",reason=\"values_differ\"} 1\n",
        "assay_math_opinions_total{rules=\"incorrect\",verdict=\"unavailable\"} 1\n",
        "assay_math_seconds_count 2\n"}) {
    EXPECT_THAT(page, HasSubstr(line));
  }
}

std::set<std::string> DocumentedFields(std::string_view schema) {
  JsonError error;
  const auto document = JsonDocument::Parse(Embedded_openapi_json(), &error);
  std::set<std::string> names;
  const JsonValue fields =
      document->root().Find("components").Find("schemas").Find(schema).Find("properties");
  for (const auto& member : fields.Members()) names.insert(member.key);
  EXPECT_FALSE(names.empty()) << schema;
  return names;
}

TEST(MathVerify, DocumentedFieldsAreReadAndWritten) {
  ApiFixture api;
  const auto expect_read = [&](std::string_view schema, const std::string& before,
                               const std::string& after) {
    for (const std::string& field : DocumentedFields(schema)) {
      // A value of no sensible type: a field that is read is complained about by name.
      const auto reply = Verify(api, before + "\"" + field + "\":[[]]" + after);
      EXPECT_EQ(reply->response.status, 422) << field;
      EXPECT_THAT(reply->response.body, HasSubstr(field)) << schema;
    }
  };
  const std::string items = R"("items":[{"gold":"1","response":"2"}])";
  expect_read("MathVerifyRequest", "{" + items + ",", "}");
  expect_read("MathItem", R"({"items":[{)", "}]}");
  expect_read("MathOptions", "{" + items + R"(,"options":{)", "}}");
  const std::string labelled = R"("items":[{"gold":"1","response":"2","origin":{"step":1}}])";
  const std::string body =
      Verify(api, "{" + labelled + R"(,"options":{"second_opinion":"report"}})")->response.body;
  for (const char* schema : {"MathVerifyResponse", "MathResult", "MathExtraction", "MathOpinion"}) {
    for (const std::string& field : DocumentedFields(schema)) {
      EXPECT_THAT(body, HasSubstr("\"" + field + "\":")) << schema;
    }
  }
}

TEST(MathVerify, DocumentedProfilesAreThoseThereAre) {
  JsonError error;
  const auto document = JsonDocument::Parse(Embedded_openapi_json(), &error);
  std::vector<std::string> documented;
  for (const JsonValue name : document->root()
                                  .Find("components")
                                  .Find("schemas")
                                  .Find("MathVerifyRequest")
                                  .Find("properties")
                                  .Find("profile")
                                  .Find("enum")
                                  .Items()) {
    documented.push_back(name.String());
  }
  std::vector<std::string> names;
  for (const math::MathProfile& profile : math::Profiles()) names.emplace_back(profile.name);
  EXPECT_EQ(documented, names);
}

TEST(MathPool, BoundsWhatIsHeld) {
  MathPool pool(1, {.requests = 2, .bytes = 100});
  MathPool::Permit first = pool.Admit(1000);  // alone, even what is too large gets in
  EXPECT_TRUE(first);
  EXPECT_FALSE(pool.Admit(1));
  first.reset();
  const MathPool::Permit second = pool.Admit(60);
  EXPECT_FALSE(pool.Admit(60));
  const MathPool::Permit third = pool.Admit(40);
  EXPECT_TRUE(third);
  EXPECT_FALSE(pool.Admit(0));
}

}  // namespace
}  // namespace assay
