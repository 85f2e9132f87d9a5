#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/native/verify_result.h"
#include "api/testing.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kOne[] =
    R"({"id":"s1","language":"py","code":"print","problem":{"tests":[{"id":"t","input":"1",)"
    R"("expected":"1"}]}})";

SubmissionResult Accepted(const Submission& submission) {
  SubmissionResult result;
  result.verdict = Verdict::kAccepted;
  result.cause = Cause::kCandidate;
  result.reason = Reason::kAccepted;
  result.score = 1.0;
  for (size_t i = 0; i < submission.problem->tests.size(); ++i) {
    result.tests.push_back(Executed(Verdict::kAccepted, Exited(0, "output-text")));
  }
  result.tier = "test-tier";
  return result;
}

JsonValue ParseInto(const std::string& body, std::optional<JsonDocument>* document) {
  JsonError error;
  document->emplace(std::move(*JsonDocument::Parse(body, &error)));
  return (*document)->root();
}

TEST(Verify, SingleSubmissionGetsItsResult) {
  ApiFixture api;
  api.sink.answer = Accepted;
  const auto reply = api.Post("/v1/verify", kOne);
  EXPECT_EQ(reply->response.status, 200);
  std::optional<JsonDocument> document;
  const JsonValue result = ParseInto(reply->response.body, &document);
  EXPECT_EQ(result.Find("id").String(), "s1");
  EXPECT_EQ(result.Find("verdict").String(), "AC");
  EXPECT_EQ(result.Find("score").raw(), "1.0");
  EXPECT_EQ(result.Find("masked").raw(), "false");
  EXPECT_EQ(result.Find("limits").Find("cpu_time_s").raw(), "10.0");
  EXPECT_EQ(result.Find("tests").Items()[0].Find("id").String(), "t");
  EXPECT_TRUE(result.Find("compile").IsNull());
  EXPECT_THAT(reply->response.body, Not(HasSubstr("output-text")));
  EXPECT_EQ(api.sink.submissions[0].language, "python");
}

TEST(Verify, HandsOverWhatWasAsked) {
  ApiFixture api;
  api.sink.answer = Accepted;
  const auto reply = api.Post(
      "/v1/verify",
      R"({"include_output":true,"include_output_bytes":6,"problems":{"p":{"mode":"function_call",)"
      R"("function_name":"f","tests":[{"input":[1,[2]],"expected":{"a":1.50}}],)"
      R"("comparison":{"mode":"tokens","profile":"compat","absolute_tolerance":0.5}}},)"
      R"("submissions":[{"language":"python","response":"```python\nx\n```","problem":"p",)"
      R"("limits":{"cpu_time_s":2,"memory_mb":64,"processes":8},"stop":"all","priority":"eval",)"
      R"("total_timeout_s":9,"compile_flags":["-O0"]},)"
      R"({"language":"python","code":"y","problem":"p"}]})");
  ASSERT_EQ(api.sink.submissions.size(), 2u) << reply->response.body;
  const Submission& first = api.sink.submissions[0];
  EXPECT_EQ(first.id, "0");
  EXPECT_EQ(first.code, "x");
  EXPECT_EQ(first.problem, api.sink.submissions[1].problem);
  EXPECT_EQ(first.problem->tests[0].input->view(), "[1,[2]]");
  EXPECT_EQ(first.problem->tests[0].expected->view(), R"({"a":1.50})");
  EXPECT_EQ(first.problem->comparison.mode, CompareMode::kTokens);
  EXPECT_EQ(first.problem->comparison.profile, Profile::kCompat);
  EXPECT_EQ(first.limits.wall_time, std::chrono::seconds(2));
  EXPECT_EQ(first.limits.memory_bytes, 64 << 20);
  EXPECT_EQ(first.limits.processes, 8);
  EXPECT_EQ(first.stop, StopPolicy::kRunAll);
  EXPECT_EQ(first.priority, Priority::kEval);
  EXPECT_EQ(first.total_timeout, std::chrono::seconds(9));
  EXPECT_EQ(api.sink.submissions[1].limits.memory_bytes, 1LL << 30);
  EXPECT_THAT(reply->response.body,
              HasSubstr(R"("stdout":"output","stdout_truncated":true,"stderr":"")"));
}

TEST(Verify, TellsTheProgramThatWasFoundAndHow) {
  ApiFixture api;
  api.sink.answer = Accepted;
  const std::string one = R"({"language":"python","problem":{"tests":[{"expected":"1"}]},)";
  const auto reply =
      api.Post("/v1/verify", R"({"include_extracted_code":true,"submissions":[)" + one +
                                 R"("response":"It is\n```py\npass\n```"},)" + one +
                                 R"("response":"Sorry.","extraction":"scalebox"},)" + one +
                                 R"("response":"Sorry.","include_extracted_code":false},)" + one +
                                 R"("code":"pass"}]})");
  std::optional<JsonDocument> document;
  const auto results = ParseInto(reply->response.body, &document).Find("results").Items();
  EXPECT_EQ(results[0].Find("extracted").raw(),
            R"({"code":"pass","type":"fenced","rule":"language_block","profile":"assay"})");
  EXPECT_EQ(results[1].Find("extracted").raw(),
            R"({"code":"","type":"empty","rule":"none","profile":"sandboxfusion"})");
  EXPECT_FALSE(results[2].Find("extracted"));
  EXPECT_FALSE(results[3].Find("extracted")) << "it came as it is";
  EXPECT_TRUE(api.sink.submissions[1].from_response);
  EXPECT_FALSE(api.sink.submissions[3].from_response);
}

TEST(Verify, CheckersOfTestlibAreModes) {
  ApiFixture api;
  api.sink.answer = Accepted;
  const auto post = [&](const char* comparison) {
    return api.Post("/v1/verify",
                    std::string(R"({"language":"python","code":"x","problem":{"comparison":)") +
                        comparison + R"(,"tests":[{"input":"","expected":"1"}]}})");
  };
  post(R"({"mode":"testlib-rcmp6"})");
  post(R"({"profile":"verl_prime"})");
  ASSERT_EQ(api.sink.submissions.size(), 2u);
  const Comparison& first = api.sink.submissions[0].problem->comparison;
  EXPECT_EQ(first.mode, CompareMode::kTestlib);
  EXPECT_EQ(first.testlib, TestlibChecker::kRcmp6);
  EXPECT_EQ(api.sink.submissions[1].problem->comparison.profile, Profile::kVerlPrime);
  EXPECT_EQ(post(R"({"mode":"testlib"})")->response.status, 422);
}

TEST(Verify, InteractorsAreJudgesThatTalk) {
  ApiFixture api;
  api.sink.answer = Accepted;
  const auto reply =
      api.Post("/v1/verify",
               R"({"language":"python","code":"x","problem":{"tests":[{"input":"7"},{"input":"8",)"
               R"("expected":"a"}],"interactor":{"source":"s","kind":"icpc","passes":3,)"
               R"("arguments":["f"],"files":{"h.h":"t"}}}})");
  ASSERT_EQ(api.sink.submissions.size(), 1u) << reply->response.body;
  const Problem& problem = *api.sink.submissions[0].problem;
  ASSERT_TRUE(problem.checker.has_value());
  EXPECT_TRUE(problem.checker->interactive);
  EXPECT_EQ(problem.checker->kind, CheckerKind::kIcpc);
  EXPECT_EQ(problem.checker->passes, 3);
  EXPECT_EQ(problem.checker->files.count("h.h"), 1u);
  EXPECT_EQ(problem.tests[0].expected->view(), "");
  EXPECT_EQ(problem.tests[1].expected->view(), "a");
}

TEST(Verify, ACheckerOfTestlibIsKnownByItsInclude) {
  struct Case {
    const char* checker;
    CheckerKind kind;
    const char* language;
  };
  for (const Case& given : {
           Case{R"("source":"#include \"testlib.h\"\nint main(){}")", CheckerKind::kTestlib, "cpp"},
           Case{R"("source":"int x;\n #  include <lib/testlib.h> // x")", CheckerKind::kTestlib,
                "cpp"},
           Case{R"("source":"#include \"testlib.h\"","kind":"icpc")", CheckerKind::kIcpc, "cpp"},
           Case{R"("source":"#include \"testlib.h\"","language":"c")", CheckerKind::kTestlib, "c"},
           Case{R"("source":"// #include \"testlib.h\"")", CheckerKind::kScaleBox, "python"},
           Case{R"("source":"/*\n#include \"testlib.h\"\n*/")", CheckerKind::kScaleBox, "python"},
           Case{R"("source":"#include \"testlib.h\"","language":"py")", CheckerKind::kScaleBox,
                "python"},
           Case{R"("source":"#include \"mytestlib.h\"")", CheckerKind::kScaleBox, "python"},
           Case{R"("source":"name = 'testlib.h'")", CheckerKind::kScaleBox, "python"},
       }) {
    ApiFixture api;
    api.sink.answer = Accepted;
    const auto reply = api.Post(
        "/v1/verify", std::string(R"({"language":"python","code":"x","problem":{"tests":[{"input":)"
                                  R"("7","expected":"7"}],"checker":{)") +
                          given.checker + "}}}");
    ASSERT_EQ(api.sink.submissions.size(), 1u) << reply->response.body;
    const Checker& checker = *api.sink.submissions[0].problem->checker;
    EXPECT_EQ(checker.kind, given.kind) << given.checker;
    EXPECT_EQ(checker.language, given.language) << given.checker;
    EXPECT_EQ(checker.always, given.kind != CheckerKind::kScaleBox) << given.checker;
  }
}

TEST(Verify, ACheckerBesideAnInteractorReadsWhatThatOneWrites) {
  ApiFixture api;
  api.sink.answer = Accepted;
  const auto reply = api.Post(
      "/v1/verify", R"({"language":"python","code":"x","problem":{"tests":[{"input":"7"}],)"
                    R"("interactor":{"source":"i"},"checker":{"source":"c","kind":"testlib"}}})");
  ASSERT_EQ(api.sink.submissions.size(), 1u) << reply->response.body;
  const Problem& problem = *api.sink.submissions[0].problem;
  EXPECT_EQ(problem.checker->source, "i");
  ASSERT_TRUE(problem.transcript_checker.has_value());
  EXPECT_EQ(problem.transcript_checker->source, "c");
  EXPECT_EQ(problem.transcript_checker->kind, CheckerKind::kTestlib);
  EXPECT_FALSE(problem.transcript_checker->interactive);
}

TEST(Verify, FaultyInteractorsAreRefusedByField) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("interactor":{"kind":"icpc"})", "problem.interactor.source"},
      {R"("interactor":{"source":"s","kind":"scalebox"})", "problem.interactor.kind"},
      {R"("interactor":{"source":"s","language":"klingon"})", "problem.interactor.language"},
      {R"("interactor":{"source":"s","passes":2})", "problem.interactor.passes"},
      {R"("interactor":{"source":"s","kind":"icpc"},"checker":{"source":"s"})", "problem.checker"},
      {R"("interactor":{"source":"s"},"checker":{"kind":"testlib"})", "problem.checker.source"},
      {R"("interactor":{"source":"s"},"checker":{"source":"s","kind":"icpc","passes":2})",
       "problem.checker"},
      {R"("interactor":{"source":"s"},"mode":"run")", "problem.interactor"},
      {R"("interactor":"s")", "problem.interactor"},
      {R"("checker":{"source":"s"})", "problem.tests[0].expected"},
  };
  for (const auto& [fields, field] : cases) {
    ApiFixture api;
    const auto reply =
        api.Post("/v1/verify", std::string(R"({"language":"python","code":"x","problem":{)") +
                                   R"("tests":[{"input":"7"}],)" + fields + "}}");
    EXPECT_EQ(reply->response.status, 422) << fields;
    EXPECT_THAT(reply->response.body, HasSubstr(std::string("\"field\":\"") + field + "\""))
        << fields;
  }
}

TEST(Verify, ResultsComeInInputOrder) {
  ApiFixture api;
  const std::string body =
      std::string(R"({"submissions":[)") + kOne + "," + kOne + "," + kOne + "]}";
  const auto reply = api.Post("/v1/verify", body);
  ASSERT_EQ(api.sink.waiting.size(), 3u);
  for (const size_t i : {2, 0, 1}) {
    EXPECT_EQ(reply->ends, 0);
    SubmissionResult result = Accepted(api.sink.submissions[i]);
    result.message = "number " + std::to_string(i);
    api.sink.waiting[i](result);
  }
  EXPECT_EQ(reply->ends, 1);
  std::optional<JsonDocument> document;
  const auto results = ParseInto(reply->response.body, &document).Find("results").Items();
  ASSERT_EQ(results.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(results[i].Find("message").String(), "number " + std::to_string(i));
  }
}

TEST(Verify, StreamsVerdictsAsTheyArrive) {
  for (const bool by_header : {true, false}) {
    ApiFixture api;
    const std::string body = std::string(by_header ? "{" : R"({"stream":true,)") +
                             R"("submissions":[)" + kOne + "," + kOne + "]}";
    const auto reply = api.Call("POST", "/v1/verify", body,
                                {{"accept", by_header ? "application/x-ndjson" : "*/*"}});
    api.sink.waiting[1](Accepted(api.sink.submissions[1]));
    EXPECT_EQ(reply->response.content_type, "application/x-ndjson");
    ASSERT_EQ(reply->pieces.size(), 1u);
    EXPECT_THAT(reply->pieces[0], HasSubstr(R"("index":1,)"));
    EXPECT_EQ(reply->pieces[0].back(), '\n');
    EXPECT_EQ(reply->ends, 0);
    api.sink.waiting[0](Accepted(api.sink.submissions[0]));
    EXPECT_EQ(reply->pieces.size(), 2u);
    EXPECT_EQ(reply->ends, 1);
  }
}

Error Full() {
  return {ErrorCode::kUnavailable, "engine.submit", 0, "the queue is full"};
}

TEST(Verify, RefusesTheWholeRequestOnlyBeforeAnythingRan) {
  ApiFixture api;
  api.sink.refuse = [](size_t) { return Full(); };
  const auto reply =
      api.Post("/v1/verify", std::string(R"({"submissions":[)") + kOne + "," + kOne + "]}");
  EXPECT_EQ(reply->response.status, 429);
  EXPECT_THAT(reply->response.body, HasSubstr(R"("code":"overloaded")"));
  EXPECT_EQ(reply->response.headers[0].second, "7");
  EXPECT_EQ(reply->ends, 1);
}

TEST(Verify, WaitsForRoomOnceItIsIn) {
  ApiFixture api;
  size_t room = 1;
  api.sink.refuse = [&](size_t admitted) -> std::optional<Error> {
    if (admitted < room) return std::nullopt;
    return Full();
  };
  const auto reply = api.Post(
      "/v1/verify", std::string(R"({"submissions":[)") + kOne + "," + kOne + "," + kOne + "]}");
  ASSERT_EQ(api.sink.waiting.size(), 1u);
  room = 2;
  api.sink.waiting[0](Accepted(api.sink.submissions[0]));
  ASSERT_EQ(api.sink.waiting.size(), 2u);
  // Nobody of ours is left to wait for, and there is still no room.
  api.sink.waiting[1](Accepted(api.sink.submissions[1]));
  EXPECT_EQ(reply->ends, 1);
  EXPECT_EQ(reply->response.status, 200);
  EXPECT_THAT(reply->response.body,
              HasSubstr(R"("verdict":"IE","cause":"infrastructure","score":null,"masked":true,)"
                        R"("reason":"queue_full")"));
}

TEST(Verify, WhatTheEngineCallsInvalidIsTheProblemsFault) {
  ApiFixture api;
  api.sink.answer = Accepted;
  api.sink.refuse = [](size_t admitted) -> std::optional<Error> {
    if (admitted > 0) return std::nullopt;
    return InvalidField("", "problem.function_name", "missing");
  };
  const auto alone = api.Post("/v1/verify", kOne);
  EXPECT_EQ(alone->response.status, 422);
  const std::string fault = R"({"code":"value_error","message":"problem.function_name: missing",)"
                            R"("field":"problem.function_name"})";
  EXPECT_EQ(alone->response.body, R"({"error":)" + fault + R"(,"errors":[)" + fault + "]}");
  const auto batch = api.Post("/v1/verify", std::string(R"({"submissions":[)") + kOne + "]}");
  EXPECT_EQ(batch->response.status, 200);
  EXPECT_THAT(batch->response.body, HasSubstr(R"("reason":"invalid_submission")"));
}

TEST(Verify, CancelsEverythingWhenTheClientLeaves) {
  ApiFixture api;
  const auto reply =
      api.Post("/v1/verify", std::string(R"({"submissions":[)") + kOne + "," + kOne + "]}");
  api.sink.waiting[0](Accepted(api.sink.submissions[0]));
  reply->on_disconnect();
  EXPECT_EQ(api.sink.tickets[0]->cancelled, 0);
  EXPECT_EQ(api.sink.tickets[1]->cancelled, 1);
}

TEST(Verify, NamesWhatIsWrong) {
  struct Bad {
    std::string body;
    int status;
    const char* field;
  };
  const auto with = [](const std::string& member) {
    return R"({"language":"python","code":"x","problem":{"tests":[{"input":"",)"
           R"("expected":""}]},)" +
           member + "}";
  };
  const auto problem = [](const std::string& text) {
    return R"({"language":"python","code":"x","problem":)" + text + "}";
  };
  const Bad cases[] = {
      {"", 422, "no body"},
      {"{", 400, "json_invalid"},
      {"[]", 422, "dict_type"},
      {"{}", 422, R"("field":"submissions")"},
      {R"({"submissions":{}})", 422, R"("field":"submissions")"},
      {R"({"submissions":[]})", 422, R"("field":"submissions")"},
      {R"({"code":""})", 422, R"("field":"language")"},
      {R"({"language":"klingon","code":"","problem":"p"})", 422, "this server has 'python'"},
      {R"({"language":"java","code":"","problem":"p"})", 422, "install a JDK"},
      {problem(R"("p")"), 422, R"("field":"problem")"},
      {problem("{}"), 422, R"("field":"problem.tests")"},
      {problem(R"({"tests":[]})"), 422, "no test is never a pass"},
      {problem(R"({"tests":[{"input":"a"}]})"), 422, R"("field":"problem.tests[0].expected")"},
      {problem(R"({"tests":[{"input":3,"expected":"a"}]})"), 422, "tests[0].input"},
      {problem(R"({"tests":[{"input":"\ud800","expected":"a"}]})"), 422, "string_unicode"},
      {problem(R"({"mode":"dance"})"), 422, "problem.mode"},
      {problem(R"({"mode":"function_call","tests":[{"input":1,"expected":2}]})"), 422,
       "tests[0].input"},
      {problem(R"({"mode":"assert"})"), 422, "problem.assert_code"},
      {problem(R"({"tests":[{"expected":""}],"comparison":{"mode":"vibes"}})"), 422,
       "comparison.mode"},
      {problem(R"({"tests":[{"expected":""}],"checker":{"kind":"oracle"}})"), 422, "checker.kind"},
      {with(R"("limits":{"cpu_time_s":0})"), 422, "limits.cpu_time_s"},
      {with(R"("limits":{"memory_mb":"lots"})"), 422, "limits.memory_mb"},
      {with(R"("limits":{"cpu_time_s":1e9})"), 422, "limits.cpu_time_s"},
      {with(R"("stop":"never")"), 422, "stop"},
      {with(R"("files":{"a":"abcde"})"), 422, "files.a"},
      {with(R"("response":"x")"), 422, "response"},
      {R"({"problems":[],"submissions":[7]})", 422, "problems"},
  };
  ApiFixture api;
  for (const Bad& bad : cases) {
    const auto reply = api.Post("/v1/verify", bad.body);
    EXPECT_EQ(reply->response.status, bad.status) << bad.body << reply->response.body;
    EXPECT_THAT(reply->response.body, HasSubstr(R"({"error":{"code":")")) << bad.body;
    EXPECT_THAT(reply->response.body, HasSubstr(bad.field)) << bad.body;
  }
  EXPECT_TRUE(api.sink.submissions.empty());
}

TEST(Verify, AFaultySubmissionOfAListIsItsOwnFault) {
  ApiFixture api;
  api.sink.answer = Accepted;
  const std::string bad[] = {
      "7",
      "null",
      "{}",
      R"({"language":"pyton","code":"x","problem":{"tests":[{"expected":""}]}})",
      R"({"language":"python","code":"x","problem":{"tests":[]},"id":"row"})",
      R"({"language":"python","code":"x","problem":"shared"})",
      R"({"language":"python","code":null,"problem":{"tests":[null]}})"};
  std::string list = kOne;
  for (const std::string& one : bad) list += "," + one;
  const auto reply = api.Post(
      "/v1/verify", R"({"problems":{"shared":{"tests":"none"}},"submissions":[)" + list + "]}");
  EXPECT_EQ(reply->response.status, 200);
  JsonError error;
  const auto document = JsonDocument::Parse(reply->response.body, &error);
  ASSERT_TRUE(document) << reply->response.body;
  const auto results = document->root().Find("results").Items();
  ASSERT_EQ(results.size(), 8u);
  EXPECT_EQ(results[0].Find("verdict").String(), "AC");
  EXPECT_FALSE(results[0].Find("errors"));
  const char* fields[] = {"submissions[1]",
                          "submissions[2]",
                          "submissions[3].language",
                          "submissions[4].language",
                          "submissions[5].problem.tests",
                          "problems.shared.tests",
                          "submissions[7].code"};
  for (size_t i = 1; i < results.size(); ++i) {
    const std::string text(results[i].raw());
    EXPECT_THAT(text, HasSubstr(R"("verdict":"JE","cause":"problem","score":null,"masked":true,)"
                                R"("reason":"invalid_submission")"));
    EXPECT_THAT(text, HasSubstr(std::string(R"("field":")") + fields[i - 1] + "\""));
    EXPECT_EQ(results[i].Find("index").raw(), std::to_string(i));
  }
  EXPECT_THAT(std::string(results[4].raw()), HasSubstr("'python'"));
  EXPECT_THAT(std::string(results[5].raw()), HasSubstr(R"("id":"row")"));
  EXPECT_EQ(api.sink.submissions.size(), 1u);
}

TEST(Verify, HalfASurrogateOfTheCandidatesIsJudged) {
  ApiFixture api;
  api.sink.answer = Accepted;
  const std::string problem = R"("language":"python","problem":{"tests":[{"expected":"1"}]})";
  const std::string code = "{" + problem + R"(,"code":"x=1 #\ud800"})";
  const std::string response = "{" + problem + R"(,"response":"\udc00\n```python\n'\ud800'\n```"})";
  EXPECT_EQ(api.Post("/v1/verify", code)->response.status, 200);
  const auto reply = api.Post("/v1/verify", R"({"submissions":[)" + code + "," + response + "]}");
  EXPECT_THAT(reply->response.body, Not(HasSubstr("invalid_submission")));
  ASSERT_EQ(api.sink.submissions.size(), 3u) << reply->response.body;
  EXPECT_EQ(api.sink.submissions[0].code, "x=1 #\uFFFD");
  EXPECT_EQ(api.sink.submissions[1].code, "x=1 #\uFFFD");
  EXPECT_EQ(api.sink.submissions[2].code, "'\uFFFD'");
  EXPECT_EQ(api.Post("/v1/verify", "{" + problem + R"(,"code":7})")->response.status, 422);
}

TEST(Verify, FaultyProblemsThatNobodyNamesAreNamedInAWarning) {
  ApiFixture api;
  api.sink.answer = Accepted;
  const auto reply =
      api.Post("/v1/verify",
               R"({"problems":{"good":{"tests":[{"expected":""}]},"bad":{"tests":7},"worse":7},)"
               R"("submissions":[{"language":"python","code":"x","problem":"good"}]})");
  EXPECT_EQ(reply->response.status, 200);
  EXPECT_THAT(reply->response.body, HasSubstr(R"("warnings":["problems.bad.tests: )"));
  EXPECT_THAT(reply->response.body, HasSubstr(R"("problems.worse: )"));
  EXPECT_THAT(reply->response.body, HasSubstr("no submission names this problem"));
  EXPECT_THAT(reply->response.body, Not(HasSubstr("problems.good")));
}

TEST(Verify, FieldsNobodyReadsAreNamed) {
  ApiFixture api;
  api.sink.answer = Accepted;
  const std::string body =
      R"({"language":"python","code":"x","mine":1,"limits":{"cpu_time":1,"memory_mb":64},)"
      R"("problem":{"tests":[{"expected":"","note":""}],"compare":"exact",)"
      R"("comparison":{"tolerance":1}}})";
  for (int i = 0; i < 2; ++i) {  // also when the problem is known already
    const auto reply = api.Post("/v1/verify", body);
    EXPECT_THAT(reply->response.body, HasSubstr(R"("warnings":["problem.compare: )"));
    EXPECT_THAT(reply->response.body, HasSubstr("problem.comparison.tolerance: "));
    EXPECT_THAT(reply->response.body, HasSubstr("limits.cpu_time: there is no such field"));
    EXPECT_THAT(reply->response.body, HasSubstr("'cpu_time_s'"));
    EXPECT_THAT(reply->response.body, Not(HasSubstr("mine")));
  }
  EXPECT_THAT(api.Post("/v1/verify", kOne)->response.body, Not(HasSubstr("warnings")));
}

TEST(Verify, AsksForNoMoreOutputThanAReplyHolds) {
  ApiFixture api;
  api.sink.answer = Accepted;
  for (const auto& [bytes, status] : std::vector<std::pair<std::string, int>>{
           {"0", 200}, {"16777216", 200}, {"16777217", 422}, {"-1", 422}}) {
    const std::string body = R"({"include_output":true,"include_output_bytes":)" + bytes +
                             R"(,"submissions":[)" + std::string(kOne) + "]}";
    const auto reply = api.Post("/v1/verify", body);
    EXPECT_EQ(reply->response.status, status) << bytes << reply->response.body;
    if (status == 422) {
      EXPECT_THAT(reply->response.body, HasSubstr(R"("field":"include_output_bytes")"));
    }
  }
}

// Each zero is six characters of JSON.
TEST(Verify, OutputsOfASubmissionShareItsText) {
  VerifyEcho echo;
  echo.include_output = true;
  echo.include_output_bytes = 16 << 20;
  echo.text_bytes = 6000;
  SubmissionResult result;
  result.tests.resize(3);
  for (TestResult& test : result.tests) {
    test.executed = true;
    test.run.stdout_bytes = std::string(800, '\0');
    test.run.files["f"] = Blob::FromString(std::string(60, 'x'));
  }
  const std::string text = RenderVerifyResult(echo, result);
  EXPECT_LT(text.size(), 6000 + 4000);
  std::optional<JsonDocument> document;
  const auto tests = ParseInto(text, &document).Find("tests").Items();
  EXPECT_EQ(tests[0].Find("stdout").String().size(), 800);
  EXPECT_FALSE(tests[0].Find("stdout_truncated").Bool());
  EXPECT_TRUE(tests[0].Find("files").Find("f"));
  EXPECT_EQ(tests[1].Find("stdout").String().size(), (6000 - 4800 - 84) / 6);
  EXPECT_TRUE(tests[1].Find("stdout_truncated").Bool());
  EXPECT_FALSE(tests[1].Find("files").Find("f"));
  EXPECT_EQ(tests[2].Find("stdout").String(), "");
  EXPECT_TRUE(tests[2].Find("stdout_truncated").Bool());
}

}  // namespace
}  // namespace assay
