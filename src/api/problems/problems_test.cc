// Problems sent once: names, canonical form, routes, and what submissions find under a name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/problems/problem_routes.h"
#include "api/testing.h"
#include "base/text.h"
#include "text/canonical_json.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

constexpr char kProblem[] = R"({"tests":[{"expected":"3","input":"1 2\n"}]})";

std::string Canonical(const std::string& json) {
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  EXPECT_TRUE(document) << json;
  return document ? CanonicalJson(document->root()) : "";
}

std::string PathOf(const std::string& name) {
  return "/v1/problems/" + name;
}

std::shared_ptr<CapturedReply> Put(ApiFixture* api, const std::string& name,
                                   const std::string& body) {
  auto reply = api->Call("PUT", PathOf(name), body);
  api->service.FlushProblems();
  return reply;
}

std::string Naming(const std::string& name) {
  return R"({"language":"python","code":"x","problem":{"sha256":")" + name + R"("}})";
}

SubmissionResult Accepted(const Submission&) {
  SubmissionResult result;
  result.verdict = Verdict::kAccepted;
  result.cause = Cause::kCandidate;
  result.score = 1;
  return result;
}

TEST(CanonicalJson, IsWhatPythonWrites) {
  EXPECT_EQ(Canonical(R"( { "b" : [ 1 , 2.50, -0, true , null ] , "a" : { } } )"),
            R"({"a":{},"b":[1,2.50,-0,true,null]})");
  EXPECT_EQ(Canonical(R"({"a":1,"a":2,"\u0061b":3,"A":4})"), R"({"A":4,"a":2,"ab":3})");
  EXPECT_EQ(Canonical("[\"\\u00e9\\/\\t\\u0001\\u007f\\ud83d\\ude00\"]"),
            "[\"\xC3\xA9/\\t\\u0001\x7f\xF0\x9F\x98\x80\"]");
  // By code point, not by UTF-16 unit: U+FFFD comes before U+10000.
  EXPECT_EQ(Canonical("{\"\xF0\x90\x80\x80\":1,\"\xEF\xBF\xBD\":2}"),
            "{\"\xEF\xBF\xBD\":2,\"\xF0\x90\x80\x80\":1}");
  EXPECT_EQ(Canonical(kProblem), kProblem);
}

TEST(Problems, StoredOnceThenNamed) {
  ApiFixture api;
  api.sink.answer = Accepted;
  const std::string name = Sha256Hex(kProblem);
  EXPECT_EQ(api.Call("HEAD", PathOf(name))->response.status, 404);
  const auto put = Put(&api, name, R"({ "tests" : [{"input":"1 2\n","expected":"3"}]})");
  EXPECT_EQ(put->response.status, 201) << put->response.body;
  EXPECT_THAT(put->response.body, HasSubstr(R"("tests":1,"persistent":false)"));
  EXPECT_EQ(Put(&api, name, kProblem)->response.status, 200);
  EXPECT_EQ(api.Call("HEAD", PathOf(name))->response.status, 200);
  const auto get = api.Call("GET", PathOf(name));
  api.service.FlushProblems();
  EXPECT_EQ(get->response.body, kProblem);
  EXPECT_THAT(api.Call("GET", "/v1/problems")->response.body,
              HasSubstr(R"({"count":1,"problems":[{"sha256":")" + name));

  EXPECT_EQ(api.Post("/v1/verify", Naming(name))->response.status, 200);
  EXPECT_EQ(api.Post("/v1/verify", Naming(name))->response.status, 200);
  ASSERT_EQ(api.sink.submissions.size(), 2u);
  const ProblemPtr problem = api.sink.submissions[0].problem;
  EXPECT_EQ(problem, api.sink.submissions[1].problem);
  EXPECT_EQ(problem->identity, name);
  EXPECT_EQ(problem->tests[0].input->view(), "1 2\n");
  const std::string info = api.Call("GET", "/v1/info")->response.body;
  EXPECT_THAT(info, HasSubstr(R"("problems_decoded_total":1,)"));
  EXPECT_THAT(info, HasSubstr(R"("stored_problems":1,)"));
  EXPECT_THAT(api.Call("GET", "/metrics")->response.body,
              HasSubstr("\nassay_problems_decoded_total 1\n"));
}

TEST(Problems, FieldsNobodyReadsAreNamedWhenStored) {
  ApiFixture api;
  const std::string body = R"({"compare":"exact","tests":[{"expected":"1"}]})";
  for (const int status : {201, 200}) {  // also when it is there already
    const auto reply = Put(&api, Sha256Hex(body), body);
    EXPECT_EQ(reply->response.status, status);
    EXPECT_THAT(reply->response.body, HasSubstr(R"("warnings":["compare: there is no such field)"));
  }
}

TEST(Problems, AWrongNameIsRefusedNamingBoth) {
  ApiFixture api;
  const std::string other(64, 'a');
  const auto reply = Put(&api, other, kProblem);
  EXPECT_EQ(reply->response.status, 400);
  EXPECT_THAT(reply->response.body, HasSubstr(other));
  EXPECT_THAT(reply->response.body, HasSubstr(Sha256Hex(kProblem)));
  EXPECT_EQ(Put(&api, "short", kProblem)->response.status, 400);
  EXPECT_EQ(Put(&api, Sha256Hex("{}"), "{}")->response.status, 422);
  EXPECT_EQ(Put(&api, other, "{")->response.status, 400);
  EXPECT_EQ(api.Call("HEAD", PathOf(Sha256Hex("{}")))->response.status, 404);
}

TEST(Problems, AnUnknownNameSaysWhatToDo) {
  ApiFixture api;
  api.sink.answer = Accepted;
  const std::string name(64, 'b');
  const auto alone = api.Post("/v1/verify", Naming(name));
  EXPECT_EQ(alone->response.status, 404);
  EXPECT_THAT(alone->response.body, HasSubstr(R"("code":"unknown_problem")"));
  EXPECT_THAT(alone->response.body, HasSubstr("PUT /v1/problems/" + name));

  const std::string known = Sha256Hex(kProblem);
  Put(&api, known, kProblem);
  const auto batch =
      api.Post("/v1/verify", R"({"problems":{"p":{"sha256":")" + name + R"("}},"submissions":[)" +
                                 Naming(name) + "," + Naming(known) +
                                 R"(,{"language":"python","code":"x","problem":"p"}]})");
  EXPECT_EQ(batch->response.status, 200) << batch->response.body;
  EXPECT_EQ(api.sink.submissions.size(), 1u);
  EXPECT_THAT(batch->response.body,
              HasSubstr(R"("index":0,"verdict":"JE","cause":"problem","score":null,"masked":true,)"
                        R"("reason":"unknown_problem")"));
  EXPECT_THAT(batch->response.body, HasSubstr(R"("index":1,"verdict":"AC")"));
  EXPECT_THAT(batch->response.body, HasSubstr(R"("index":2,"verdict":"JE")"));
}

TEST(Problems, NamesAreChecked) {
  ApiFixture api;
  EXPECT_EQ(api.Post("/v1/verify", Naming("xyz"))->response.status, 422);
  const auto both =
      api.Post("/v1/verify", R"({"language":"python","code":"x","problem":{"sha256":")" +
                                 std::string(64, 'a') + R"(","tests":[]}})");
  EXPECT_EQ(both->response.status, 422);
  EXPECT_THAT(both->response.body, HasSubstr("not both"));
}

TEST(Problems, TestDataInsideRequestsIsDecodedOnce) {
  ApiFixture api;
  api.sink.answer = Accepted;
  const std::string inline_problem =
      std::string(R"({"language":"python","code":"x","problem":)") + kProblem + "}";
  api.Post("/v1/verify", inline_problem);
  api.Post("/v1/verify", inline_problem);
  const auto evaluate = [&](const std::string& completion, const std::string& input) {
    return api.Post("/common_evaluate_batch",
                    R"({"completion":")" + completion +
                        R"(","config":{"language":"python","provided_data":{"test_cases":)"
                        R"({"type":"stdin_stdout","input":[")" +
                        input + R"("],"output":["1"]}},"extra":{"run_all_cases":true}}})");
  };
  evaluate("a", "1");
  evaluate("b", "1");
  evaluate("c", "2");
  ASSERT_EQ(api.sink.submissions.size(), 5u);
  const auto problem = [&](size_t i) { return api.sink.submissions[i].problem; };
  EXPECT_EQ(problem(0), problem(1));
  EXPECT_EQ(problem(2), problem(3));
  EXPECT_NE(problem(2), problem(4));
  EXPECT_NE(problem(2)->identity, problem(4)->identity);
  EXPECT_EQ(api.sink.submissions[3].stop, StopPolicy::kRunAll);
  EXPECT_THAT(api.Call("GET", "/metrics")->response.body,
              HasSubstr("\nassay_problems_decoded_total 3\n"));
}

TEST(Problems, AreTheSameHoweverTheyCome) {
  ApiFixture api;
  api.sink.answer = Accepted;
  const std::string name = Sha256Hex(kProblem);
  const auto post = [&](const std::string& problem) {
    api.Post("/v1/verify", R"({"language":"python","code":"x","problem":)" + problem + "}");
    return api.sink.submissions.back().problem->identity;
  };
  EXPECT_EQ(post(R"({ "tests" : [{"input":"1 2\n","expected":"3"}]})"), name);
  EXPECT_EQ(post(kProblem), name);
  // A function sees the order of its arguments' keys, which the canonical form forgets.
  const std::string call = R"({"mode":"function_call","function_name":"f","tests":[{"expected":1,)";
  EXPECT_NE(post(call + R"("input":[{"a":1,"b":2}]}]})"),
            post(call + R"("input":[{"b":2,"a":1}]}]})"));
}

TEST(Problems, CachedTestDataStillAnswersWithItsCases) {
  ApiFixture api;
  api.sink.answer = [](const Submission&) {
    SubmissionResult result = Accepted({});
    result.tests = {Executed(Verdict::kAccepted, Exited(0))};
    return result;
  };
  const std::string body =
      R"({"completion":"x","config":{"language":"python","provided_data":{"test_cases":)"
      R"({"type":"function_call","fn_name":"f","input":[[1,2]],"output":[[3]]}}}})";
  const std::string first = api.Post("/common_evaluate_batch", body)->response.body;
  EXPECT_EQ(api.Post("/common_evaluate_batch", body)->response.body, first);
  EXPECT_THAT(first, HasSubstr(R"("input":[1,2],"output":[3])"));
}

TEST(Problems, FaultsComeInTheOrderOfTheRequest) {
  ApiFixture api;
  const std::string bad = R"({"tests":[{"input":1,"expected":"1"}]})";
  const auto reply = api.Post(
      "/v1/verify", R"({"problems":{"p":)" + bad + R"(},"submissions":[{"language":"klingon",)" +
                        R"("code":"x","problem":)" + bad + R"(,"stop":"never"},)" +
                        R"({"language":"python","code":7,"problem":)" + bad +
                        R"(},{"language":"python","code":"","problem":"p"}]})");
  EXPECT_EQ(reply->response.status, 200);
  JsonError error;
  const auto document = JsonDocument::Parse(reply->response.body, &error);
  ASSERT_TRUE(document);
  std::vector<std::string> fields;
  for (const JsonValue& result : document->root().Find("results").Items()) {
    for (const JsonValue& fault : result.Find("errors").Items()) {
      fields.push_back(fault.Find("field").String());
    }
  }
  EXPECT_THAT(fields, ::testing::ElementsAre(
                          "submissions[0].language", "submissions[0].problem.tests[0].input",
                          "submissions[0].stop", "submissions[1].code",
                          "submissions[1].problem.tests[0].input", "problems.p.tests[0].input"));
}

TEST(Problems, FaultyTestDataIsReportedEachTime) {
  ApiFixture api;
  for (int i = 0; i < 2; ++i) {
    const auto reply = api.Post("/v1/verify", R"({"language":"python","code":"x","problem":)"
                                              R"({"tests":[{"input":1,"expected":"1"}]}})");
    EXPECT_EQ(reply->response.status, 422);
    EXPECT_THAT(reply->response.body, HasSubstr("problem.tests[0].input"));
  }
}

}  // namespace
}  // namespace assay
