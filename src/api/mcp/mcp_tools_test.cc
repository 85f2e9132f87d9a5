#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/mcp/mcp_test_util.h"
#include "api/mcp/tools/resources.h"
#include "api/mcp/tools/tools.h"
#include "base/text.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class McpTools : public ::testing::Test, public McpFixture {
 protected:
  void SetUp() override {
    Open("2025-11-25");
    api.sink.answer = [this](const Submission&) { return result; };
    result.verdict = Verdict::kAccepted;
    result.cause = Cause::kCandidate;
    result.score = 1;
    result.message = "all 1 tests accepted";
    result.tests = {Executed(Verdict::kAccepted, Exited(0, "7\n"))};
    result.toolchain = "Python 3.11.2";
  }
  // Stores it and gives its name.
  std::string Store(const std::string& problem) {
    const std::string name = Sha256Hex(problem);
    api.Call("PUT", "/v1/problems/" + name, problem);
    api.service.FlushProblems();
    return name;
  }
  // Of a question that another thread answers.
  std::string AskAndFlush(const std::string& body) {
    const auto reply = Ask(body);
    api.service.FlushProblems();
    return reply->response.body;
  }

  SubmissionResult result;
};

TEST_F(McpTools, AreListedAsTheRevisionHasThem) {
  const std::string now = Ask(McpRequest("1", "tools/list"))->response.body;
  for (const char* part :
       {R"("name":"run_code")", R"("name":"verify")", R"("name":"check_math")", R"("title":)",
        R"("inputSchema":)", R"("outputSchema":)", R"("annotations":)"}) {
    EXPECT_THAT(now, HasSubstr(part));
  }
  EXPECT_THAT(now, Not(HasSubstr("\n")));
  Open("2025-03-26");
  const std::string before = Ask(McpRequest("1", "tools/list"))->response.body;
  EXPECT_THAT(before, HasSubstr(R"("annotations":)"));
  EXPECT_THAT(before, Not(HasSubstr("outputSchema")));
  Open("2024-11-05");
  const std::string first = Ask(McpRequest("1", "tools/list"))->response.body;
  EXPECT_THAT(first, Not(HasSubstr("annotations")));
  EXPECT_THAT(first, HasSubstr(R"("inputSchema":)"));
}

TEST_F(McpTools, EveryArgumentOfTheSchemasIsRead) {
  for (const McpVersion& version : kMcpVersions) {
    JsonError error;
    const std::string list = ToolList(version);
    const auto document = JsonDocument::Parse(list, &error);
    ASSERT_TRUE(document);
    for (const JsonValue& tool : document->root().Items()) {
      for (const auto& argument : tool.Find("inputSchema").Find("properties").Members()) {
        const std::string reply =
            Call(tool.Find("name").String(), "{\"" + argument.key + "\":null}");
        EXPECT_THAT(reply, Not(HasSubstr("no such argument"))) << argument.key;
      }
    }
  }
}

TEST_F(McpTools, RunCodeSaysWhatTheProgramDid) {
  const std::string reply =
      Call("run_code", R"({"language":"python","code":"print 7","stdin":"x","cpu_time_s":2})");
  EXPECT_THAT(reply, HasSubstr(R"("structuredContent":{"outcome":"exited","message":)"));
  EXPECT_THAT(reply, HasSubstr(R"("exit_code":0,"signal":null,"stdout":"7\n",)"));
  EXPECT_THAT(reply, HasSubstr(R"("isError":false)"));
  EXPECT_THAT(reply, HasSubstr(R"("content":[{"type":"text","text":"{\"outcome\":)"));
  const Submission& asked = api.sink.submissions.at(0);
  EXPECT_EQ(asked.problem->mode, ProblemMode::kRun);
  EXPECT_EQ(asked.problem->tests[0].input->view(), "x");
  EXPECT_EQ(asked.limits.cpu_time, std::chrono::seconds(2));
  Open("2025-03-26");
  EXPECT_THAT(Call("run_code", R"({"language":"python","code":"print 7"})"),
              Not(HasSubstr("structuredContent")));
}

TEST_F(McpTools, AProgramThatDoesNotCompileHasNotRun) {
  result.verdict = Verdict::kCompileError;
  result.compile = Exited(1, "", "error: no");
  result.tests[0] = {};
  EXPECT_THAT(Call("run_code", R"({"language":"python","code":"x"})"),
              HasSubstr(R"({"outcome":"compile-failed","message":"all 1 tests accepted",)"
                        R"("exit_code":null,"signal":null,"stdout":"",)"));
}

TEST_F(McpTools, VerifyShowsWhatFailedToWhoeverHasTheTests) {
  result.verdict = Verdict::kWrongAnswer;
  result.score = 0;
  result.tests = {Executed(Verdict::kAccepted, Exited(0)),
                  Executed(Verdict::kWrongAnswer, Exited(0, "8\n"))};
  result.tests[1].message = "line 1: expected 7, got 8";
  result.tests[1].reason = Reason::kDifferentOutput;
  const std::string reply =
      Call("verify", R"({"language":"python","code":"print 8",)"
                     R"("tests":[{"input":"","expected":"8"},{"id":"b","expected":"7"}]})");
  EXPECT_THAT(reply, HasSubstr(R"("structuredContent":{"verdict":"WA","cause":"candidate",)"
                               R"("score":0.0,"masked":false,)"));
  EXPECT_THAT(reply, HasSubstr(R"("tests_total":2,"tests_accepted":1,"tests_skipped":0,)"
                               R"("failed_tests":[{"id":"b","verdict":"WA","cause":"candidate",)"
                               R"("reason":"different_output",)"
                               R"("message":"line 1: expected 7, got 8","exit_code":0,)"
                               R"("stdout":"8\n","stderr":"",)"));
}

TEST_F(McpTools, VerifyTellsNothingOfAStoredProblemsTests) {
  const std::string name = Store(R"({"tests":[{"expected":"secret7","input":"hidden5"}]})");
  result.verdict = Verdict::kWrongAnswer;
  result.score = 0;
  result.message = "test 0: expected secret7";
  result.compile = Exited(0, "", "hidden5");
  result.tests = {Executed(Verdict::kWrongAnswer, Exited(0, "hidden5", "hidden5"))};
  result.tests[0].message = "expected secret7, got hidden5";
  for (const std::string& problem : {R"("problem_sha256":")" + name + "\"",
                                     R"("problem_sha256":"assay://problems/)" + name + "\"",
                                     R"("problem":{"sha256":")" + name + "\"}"}) {
    const std::string reply = Call("verify", R"({"language":"python","code":"x",)" + problem + "}");
    EXPECT_THAT(reply, HasSubstr(R"("verdict":"WA")"));
    EXPECT_THAT(reply, HasSubstr(R"("tests_total":1)"));
    EXPECT_THAT(reply, Not(HasSubstr("secret7")));
    EXPECT_THAT(reply, Not(HasSubstr("hidden5")));
  }
}

TEST_F(McpTools, FaultsNameTheArgumentAndTheFix) {
  for (const auto& [tool, arguments, fault] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"run_code", "{}", R"(\n- language: Field required\n- code: Field required)"},
           {"run_code", R"({"language":"klingon","code":"x"})", R"(\n- language: )"},
           {"run_code", R"({"language":"python","code":7})", R"(\n- code: )"},
           {"run_code", R"({"language":"python","code":"x","stdin":7})", R"(\n- stdin: )"},
           {"run_code", R"({"language":"python","code":"x","cpu_time_s":-1})",
            R"(\n- cpu_time_s: Input should be more than 0)"},
           {"run_code", R"({"language":"python","code":"x","max_output_bytes":-1})",
            R"(\n- max_output_bytes: Input should be between 0 and)"},
           {"run_code", R"({"language":"python","code":"x","input":"y"})",
            R"(\n- input: There is no such argument; leave it out. There are: language, code,)"},
           {"verify", R"({"language":"python","code":"x"})",
            R"(\n- tests: Give exactly one of tests, problem, problem_sha256)"},
           {"verify", R"({"language":"python","code":"x","response":"y","tests":[]})",
            R"(\n- code: Give exactly one of code, response)"},
           {"verify", R"({"language":"python","code":"x","tests":[{"input":"1"}]})",
            R"(\n- tests[0].expected: Field required)"},
           {"verify", R"({"language":"python","code":"x","problem_sha256":"12"})",
            R"(\n- problem_sha256: Input should be 64 hexadecimal digits)"},
           {"verify", R"({"language":"python","code":"x","problem":{"mode":"odd"}})",
            R"(\n- problem.mode: Input should be)"},
           {"verify",
            R"({"language":"python","code":"x","problem_sha256":")" + std::string(64, 'a') + "\"}",
            R"(is not known to this server)"},
           {"check_math", R"({"gold":"1"})", R"(\n- response: Field required)"},
       }) {
    const std::string reply = Call(tool, arguments);
    EXPECT_THAT(reply, HasSubstr(R"("isError":true)")) << arguments;
    EXPECT_THAT(reply, HasSubstr(fault)) << arguments;
    EXPECT_THAT(reply, Not(HasSubstr("structuredContent"))) << arguments;
  }
  EXPECT_TRUE(api.sink.submissions.empty());
  EXPECT_THAT(
      Call("judge", "{}"),
      HasSubstr(R"("code":-32602,"message":"name: is one of run_code, verify, check_math)"));
  EXPECT_THAT(Call("run_code", "[]"), HasSubstr("arguments: is an object"));
}

TEST_F(McpTools, OurFailureIsNeverAVerdict) {
  const std::string program = R"({"language":"python","code":"x","tests":[{"expected":"1"}]})";
  result.verdict = Verdict::kInternalError;
  result.cause = Cause::kInfrastructure;
  result.score = std::nullopt;
  result.message = "a box was lost";
  for (const std::string& reply :
       {Call("verify", program), Call("run_code", R"({"language":"python","code":"x"})")}) {
    EXPECT_THAT(reply, HasSubstr(R"("isError":true)"));
    EXPECT_THAT(reply, HasSubstr("Assay failed, not the program or the answer: a box was lost. "
                                 "There is no verdict"));
    EXPECT_THAT(reply, Not(HasSubstr("structuredContent")));
  }
  result.verdict = Verdict::kSkipped;
  result.cause = Cause::kCancelled;
  EXPECT_THAT(Call("verify", program), HasSubstr("There is no verdict"));
  // A faulty problem is not our failure, and says nothing about the program.
  result.verdict = Verdict::kJudgeError;
  result.cause = Cause::kProblem;
  EXPECT_THAT(Call("verify", program), HasSubstr(R"({"verdict":"JE","cause":"problem",)"
                                                 R"("score":null,"masked":true,)"));
  api.sink.refuse = [](size_t) { return Error{ErrorCode::kUnavailable, "queue", 0, "full"}; };
  const std::string busy = Call("verify", program);
  EXPECT_THAT(busy, HasSubstr("Assay is busy, and nothing has run: full"));
  EXPECT_THAT(busy, HasSubstr("Call again in 7 s"));
  EXPECT_THAT(busy, HasSubstr(R"("isError":true)"));
}

TEST_F(McpTools, AnAnswerThatIsNotThereIsOurFailure) {
  FieldErrors errors;
  JsonError error;
  const auto document = JsonDocument::Parse(R"({"language":"python","code":"x"})", &error);
  const auto plan = FindTool("run_code")(document->root(), &errors);
  ASSERT_TRUE(plan);
  for (const McpAnswer& answer :
       {McpAnswer{.failure = "connection refused"}, McpAnswer{.status = 500, .body = "{}"},
        McpAnswer{.status = 200, .body = "<html>"}, McpAnswer{.status = 200, .body = "{}"}}) {
    const ToolResult read = ReadToolAnswer(*plan, answer);
    EXPECT_TRUE(read.is_error) << answer.status;
    EXPECT_THAT(read.text, HasSubstr("There is no verdict")) << answer.status;
  }
}

TEST_F(McpTools, CheckMathDecides) {
  const auto reply = Ask(McpRequest(
      "1", "tools/call",
      R"({"name":"check_math","arguments":{"gold":"\\frac{1}{2}","response":"so \\boxed{0.5}"}})"));
  while (reply->ends == 0) std::this_thread::yield();
  EXPECT_THAT(reply->response.body,
              HasSubstr(R"("structuredContent":{"verdict":"correct","score":1.0,"masked":false,)"));
  EXPECT_THAT(reply->response.body, HasSubstr(R"("extracted":"0.5")"));
  const auto faulty = Ask(McpRequest(
      "1", "tools/call",
      R"({"name":"check_math","arguments":{"gold":[],"response":"1","profile":"odd"}})"));
  while (faulty->ends == 0) std::this_thread::yield();
  EXPECT_THAT(faulty->response.body, HasSubstr(R"(\n- gold: )"));
  EXPECT_THAT(faulty->response.body, HasSubstr(R"(\n- profile: Input should be )"));
}

TEST_F(McpTools, ResourcesSayWhatAProblemIsAndNotWhatIsInIt) {
  const std::string name = Store(
      R"({"checker":{"kind":"testlib","language":"cpp","source":"secret1"},)"
      R"("comparison":{"mode":"tokens"},"tests":[{"expected":"secret2","input":"secret3"}]})");
  const std::string list = AskAndFlush(McpRequest("1", "resources/list"));
  EXPECT_THAT(list, HasSubstr(R"("uri":"assay://problems/)" + name));
  const std::string read =
      AskAndFlush(McpRequest("2", "resources/read", R"({"uri":"assay://problems/)" + name + "\"}"));
  EXPECT_THAT(read, HasSubstr(R"(\"mode\":\"stdin_stdout\",\"tests\":1,)"));
  EXPECT_THAT(read, HasSubstr(R"(\"comparison\":{\"mode\":\"tokens\"})"));
  EXPECT_THAT(read, HasSubstr(R"(\"checker\":{\"kind\":\"testlib\",\"language\":\"cpp\"})"));
  EXPECT_THAT(read, Not(HasSubstr("secret")));
  EXPECT_THAT(Ask(McpRequest("3", "resources/templates/list"))->response.body,
              HasSubstr(R"("uriTemplate":"assay://problems/{sha256}")"));
}

TEST_F(McpTools, AResourceThatIsNotThereIsNamed) {
  const std::string uri = "assay://problems/" + std::string(64, 'b');
  EXPECT_THAT(AskAndFlush(McpRequest("1", "resources/read", R"({"uri":")" + uri + "\"}")),
              HasSubstr(R"("code":-32002,"message":"uri: there is no resource )" + uri));
  EXPECT_THAT(
      Ask(McpRequest("1", "resources/read", R"({"uri":"file:///etc/passwd"})"))->response.body,
      HasSubstr("they are called assay://problems/"));
  EXPECT_THAT(Ask(McpRequest("1", "resources/list", R"({"cursor":"x"})"))->response.body,
              HasSubstr("cursor: is a nextCursor"));
}

TEST(McpResources, ComeInPages) {
  std::string body = R"({"count":250,"problems":[)";
  for (int i = 0; i < 250; ++i) body += std::string(i > 0 ? "," : "") + R"({"sha256":"a"})";
  const McpAnswer answer{.status = 200, .body = body + "]}"};
  EXPECT_THAT(ReadProblemList(answer, 0).members, HasSubstr(R"("nextCursor":"100")"));
  EXPECT_THAT(ReadProblemList(answer, 100).members, HasSubstr(R"("nextCursor":"200")"));
  EXPECT_THAT(ReadProblemList(answer, 200).members, Not(HasSubstr("nextCursor")));
  EXPECT_THAT(ReadProblemList(answer, SIZE_MAX).members, Not(HasSubstr("uri")));
  EXPECT_TRUE(ReadProblemList({.failure = "gone"}, 0).fault);
}

}  // namespace
}  // namespace assay
