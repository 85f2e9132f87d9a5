// What open-r1's clients of Piston and of the routers send, and what they read of the answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "api/testing.h"
#include "api/trainers/piston_judge.h"
#include "base/text.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

SubmissionResult Ran(RunResult run) {
  SubmissionResult result;
  result.verdict = Verdict::kAccepted;
  result.cause = Cause::kCandidate;
  result.tests = {Executed(Verdict::kAccepted, std::move(run))};
  return result;
}

class PistonTest : public ::testing::Test {
 protected:
  std::shared_ptr<CapturedReply> Post(const std::string& path, const std::string& body) {
    auto reply = api_.Post(path, body);
    for (int i = 0; i < 2000 && reply->ends == 0; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return reply;
  }
  // As cf_scoring sends it. `more`: further files.
  std::string Judge(const std::string& expected, const std::string& more = "",
                    const std::string& mode = "stdio") {
    const auto reply = Post(
        "/api/v2/execute",
        R"j({"files": [{"name": "main.python", "content": "print(1)"}, )j" + more +
            R"({"name": "input.txt", "content": "1 2\r\n"}, {"name": "correct_output.txt", "content": ")" +
            expected +
            R"("}, {"name": "grader_config", "content": "TIME_LIMIT=2.0\nMEMORY_LIMIT=256.0\nINPUT_MODE=)" +
            mode + R"("}], "run_timeout": 12000, "language": "cf_python3", "version": "*"})");
    EXPECT_EQ(reply->response.status, 200) << reply->response.body;
    return reply->response.body;
  }

  ApiFixture api_;
};

TEST_F(PistonTest, ARightOutputIsOne) {
  api_.sink.answer = [](const Submission&) { return Ran(Exited(0, "yes  3\n\n 4\n")); };
  const std::string body = Judge("YES 3\\r\\n4\\r\\n");
  EXPECT_THAT(body, HasSubstr(R"("compile":{"signal":null,"stdout":"Skipping compile\n")"));
  EXPECT_THAT(body, HasSubstr(R"("run":{"signal":null,"stdout":"1\n")"));
  EXPECT_THAT(body, HasSubstr(R"("language":"python3","version":"3.11.2")"));
  const Submission& sent = api_.sink.submissions[0];
  EXPECT_EQ(sent.problem->tests[0].input->view(), "1 2\n");
  EXPECT_EQ(sent.limits.cpu_time, std::chrono::seconds(2));
  EXPECT_EQ(sent.limits.memory_bytes, 256 << 20);
  EXPECT_TRUE(sent.files.empty());  // neither the expectation nor anything else
}

TEST_F(PistonTest, AWrongOutputIsZeroAndCodeZero) {
  api_.sink.answer = [](const Submission&) { return Ran(Exited(0, "5\n")); };
  EXPECT_THAT(Judge("6"), HasSubstr(R"("run":{"signal":null,"stdout":"0\n","stderr":"Output isn't )"
                                    R"(correct (diff)\n","code":0)"));
}

TEST_F(PistonTest, LimitsAndCrashesAreZeroWithTheirCodes) {
  RunResult late;
  late.status = RunStatus::kCpuLimit;
  RunResult large;
  large.status = RunStatus::kMemoryLimit;
  RunResult killed;
  killed.status = RunStatus::kSignalled;
  killed.signal = 11;
  const std::tuple<RunResult, const char*, int> cases[] = {
      {late, "Time limit exceeded (2s)", 124},
      {large, "Memory limit exceeded (256MB)", 134},
      {killed, "Runtime error with exit code 139", 139},
      {Exited(3), "Runtime error with exit code 3", 3}};
  for (const auto& [run, message, code] : cases) {
    api_.sink.answer = [run = run](const Submission&) { return Ran(run); };
    const std::string body = Judge("6");
    EXPECT_THAT(body, HasSubstr(message));
    EXPECT_THAT(body, HasSubstr(R"("run":{"signal":null,"stdout":"0\n")"));
    EXPECT_THAT(body, HasSubstr("\"code\":" + std::to_string(code)));
  }
}

TEST_F(PistonTest, ACheckerRunsInABoxOfItsOwn) {
  const std::string checker = R"j({"name": "checker.py", "content": "print(100)"}, )j";
  api_.sink.answer = [](const Submission& submission) {
    return Ran(submission.files.count("checker.py") != 0 ? Exited(0, " 100\n")
                                                         : Exited(0, "\n7\n"));
  };
  EXPECT_THAT(Judge("6", checker),
              HasSubstr(R"("stdout":"1\n","stderr":"Output is correct (checker))"));
  ASSERT_EQ(api_.sink.submissions.size(), 2u);
  EXPECT_TRUE(api_.sink.submissions[0].files.empty());
  EXPECT_EQ(api_.sink.submissions[1].files.at("output.txt")->view(), "7\n");
  EXPECT_EQ(api_.sink.submissions[1].files.at("correct_output.txt")->view(), "6\n");
  api_.sink.answer = [](const Submission& submission) {
    return Ran(submission.files.count("checker.py") != 0 ? Exited(0, "0") : Exited(0, "7"));
  };
  EXPECT_THAT(Judge("6", checker), HasSubstr(R"("stdout":"0\n")"));
}

TEST_F(PistonTest, FilesInsteadOfStdinAndStdout) {
  api_.sink.answer = [](const Submission&) {
    RunResult run = Exited(0, "");
    run.files["output.txt"] = Blob::FromString("6\n");
    return Ran(run);
  };
  EXPECT_THAT(Judge("6", "", "file"), HasSubstr(R"("stdout":"1\n")"));
  EXPECT_EQ(api_.sink.submissions[0].files.at("input.txt")->view(), "1 2\n");
  EXPECT_THAT(api_.sink.submissions[0].fetch_files, ElementsAre("output.txt"));
}

TEST_F(PistonTest, AFailureOfOursIsTriedAgain) {
  int runs = 0;
  api_.sink.answer = [&](const Submission&) {
    return ++runs < 3 ? SubmissionResult() : Ran(Exited(0, "6"));
  };
  EXPECT_THAT(Judge("6"), HasSubstr(R"("stdout":"1\n")"));
  EXPECT_EQ(runs, 3);
}

TEST_F(PistonTest, PlainRuns) {
  api_.sink.answer = [](const Submission&) { return Ran(Exited(1, "out", "err")); };
  const std::string body =
      Post(
          "/api/v2/execute",
          R"({"language": "python", "version": "*", "files": [{"content": "cHJpbnQoMSk=", "encoding":)"
          R"( "base64"}, {"name": "m/x.py", "content": "y"}], "stdin": "a", "run_timeout": 500})")
          ->response.body;
  EXPECT_THAT(
      body,
      HasSubstr(
          R"({"run":{"signal":null,"stdout":"out","stderr":"err","code":1,"output":"outerr")"));
  const Submission& sent = api_.sink.submissions[0];
  EXPECT_EQ(sent.code, "print(1)");
  EXPECT_EQ(sent.problem->tests[0].input->view(), "a\n");
  EXPECT_EQ(sent.files.at("m/x.py")->view(), "y");
  EXPECT_EQ(sent.limits.cpu_time, std::chrono::milliseconds(500));
}

TEST_F(PistonTest, NullIsNoInput) {
  api_.sink.answer = [](const Submission&) { return Ran(Exited(0)); };
  Post("/api/v2/execute",
       R"({"language": "python", "version": "*", "files": [{"content": ""}], "stdin": null})");
  EXPECT_EQ(api_.sink.submissions.at(0).problem->tests[0].input->view(), "\n");
}

TEST_F(PistonTest, LimitsAreCutDownToWhatAnEngineTakes) {
  api_.sink.answer = [](const Submission&) { return Ran(Exited(0)); };
  const std::pair<const char*, int64_t> cases[] = {{"-1", 0},
                                                   {"NaN", 0},
                                                   {"1099511627776", 1LL << 40},
                                                   {"2e12", 1LL << 40},
                                                   {"1e300", 1LL << 40}};
  for (const auto& [asked, bytes] : cases) {
    const std::string body = std::string(R"({"language": "python", "version": "*", "files":)") +
                             R"( [{"content": ""}], "run_timeout": 1e300, "run_memory_limit": )" +
                             asked + "}";
    EXPECT_EQ(Post("/api/v2/execute", body)->response.status, 200) << body;
    EXPECT_EQ(api_.sink.submissions.back().limits.memory_bytes, bytes) << body;
    EXPECT_EQ(api_.sink.submissions.back().limits.wall_time, std::chrono::hours(1));
  }
}

TEST_F(PistonTest, GraderConfigsLimitsToo) {
  api_.sink.answer = [](const Submission&) { return Ran(Exited(0)); };
  struct Config {
    const char* text;
    std::chrono::milliseconds time;
    int64_t memory_mib;
  };
  using std::chrono::milliseconds;
  const Config cases[] = {
      {"TIME_LIMIT=1.5\\nMEMORY_LIMIT=64", milliseconds(1500), 64},
      {"TIME_LIMIT=1e300\\nMEMORY_LIMIT=1e300", milliseconds(3'600'000), 1 << 20},
      {"TIME_LIMIT=1e-30\\nMEMORY_LIMIT=-1", milliseconds(0), 0},
      // No numbers: the request's own count.
      {"TIME_LIMIT=nan\\nMEMORY_LIMIT=nan", milliseconds(12'000), 32},
      {"TIME_LIMIT=inf\\nMEMORY_LIMIT=-inf", milliseconds(12'000), 32}};
  for (const auto& [text, time, memory_mib] : cases) {
    Post("/api/v2/execute",
         std::string(R"({"files": [{"content": "x"}, {"name": "input.txt", "content": ""},)") +
             R"( {"name": "grader_config", "content": ")" + text +
             R"("}], "run_timeout": 12000, "run_memory_limit": 33554432,)" +
             R"( "language": "cf_python3", "version": "*"})");
    const Limits& limits = api_.sink.submissions.back().limits;
    EXPECT_EQ(std::chrono::duration_cast<milliseconds>(limits.cpu_time), time) << text;
    EXPECT_GT(limits.cpu_time.count(), 0) << text;
    EXPECT_EQ(limits.memory_bytes, memory_mib << 20) << text;
  }
}

TEST_F(PistonTest, WhatCantBeRunIsRefusedInPistonsWords) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"version": "*", "files": [{"content": ""}]})", "language is required as a string"},
      {R"({"language": "python", "files": [{"content": ""}]})", "version is required as a string"},
      {R"({"language": "python", "version": "*"})", "files is required as an array"},
      {R"({"language": "python", "version": "*", "files": [{}]})", "files[0].content is required"},
      {R"({"language": "cms_ioi", "version": "*", "files": [{"content": ""}]})",
       "cms_ioi-* runtime is unknown"},
      {R"({"language": "python", "version": "*", "files": [{"content": ""}], "args": ["x"]})",
       "args"},
      {R"({"language": "python", "version": "*", "files": [{"content": ""}], "run_timeout": "x"})",
       "run_timeout"},
      {R"({"language": "python", "version": "*", "files": [{"content": ""}], "stdin": 7})",
       "stdin must be a string"},
      {R"({"language": "cf_python3", "version": "*", "files": [{"content": ""}, {"name":)"
       R"( "input.txt", "content": ""}, {"name": "grader_config", "content": "TIME_LIMIT=0"}]})",
       "TIME_LIMIT must be more than 0"}};
  for (const auto& [body, message] : cases) {
    const auto reply = Post("/api/v2/execute", body);
    EXPECT_EQ(reply->response.status, 400) << body;
    EXPECT_THAT(reply->response.body, HasSubstr(std::string(R"({"message":")"))) << body;
    EXPECT_THAT(reply->response.body, HasSubstr(message));
  }
}

TEST_F(PistonTest, Runtimes) {
  EXPECT_EQ(api_.Call("GET", "/api/v2/runtimes")->response.body,
            R"([{"language":"python","version":"3.11.2","aliases":["cf_python3"]}])");
}

TEST(PistonJudge, LanguagesOfThePackage) {
  EXPECT_EQ(CodeforcesLanguage("c++17")->id, "cpp");
  EXPECT_THAT(CodeforcesLanguage("cf_c++17")->flags,
              ElementsAre("-DONLINE_JUDGE", "-O2", "-std=c++17"));
  EXPECT_EQ(CodeforcesLanguage("cf_python3")->id, "python");
  EXPECT_FALSE(CodeforcesLanguage("python"));
}

TEST(PistonJudge, OutputsAreComparedAsThePackageDoes) {
  EXPECT_TRUE(SameToCodeforces("Yes\n1 2\n", "YES 1\t2"));
  EXPECT_TRUE(SameToCodeforces("no,\n", "NO,"));
  EXPECT_FALSE(SameToCodeforces("yesterday", "YESterday"));
  EXPECT_FALSE(SameToCodeforces("1.0", "1.00"));
  EXPECT_FALSE(SameToCodeforces("1", ""));
  EXPECT_EQ(WithoutEmptyLines("a\n\n \nb"), "a\n \nb\n");
  EXPECT_EQ(WithoutCarriageReturns("a\r\nb\r\rc\r"), "a\nb\r\rc");
}

// ---- the routers ----

class ExecuteBatchTest : public PistonTest {
 protected:
  static SubmissionResult Cell(const std::string& json) {
    RunResult run = Exited(0, "printed\n");
    run.files["cell.json"] = Blob::FromString(json);
    return Ran(run);
  }
};

TEST_F(ExecuteBatchTest, EveryScriptHasAnItem) {
  api_.sink.answer = [](const Submission& submission) {
    const std::string script(submission.files.at("cell.py")->view());
    if (script == "good") return Cell(R"({"text": "0.5", "error": null})");
    if (script == "raises") {
      return Cell(R"({"text": null, "error": {"name": "E", "value": "v", "traceback": "t"}})");
    }
    RunResult late;
    late.status = RunStatus::kWallLimit;
    return Ran(late);
  };
  EXPECT_EQ(
      Post("/execute_batch", R"({"scripts": ["good", "raises", "late"], "languages": ["python",)"
                             R"( "python", "python"], "timeout": 30, "request_timeout": 28})")
          ->response.body,
      R"([{"execution":{"results":[{"text":"0.5","is_main_result":true}],"logs":{"stdout":["printed\n"],)"
      R"("stderr":[]},"error":null,"execution_count":1},"text":"0.5","exception_str":null},)"
      R"({"execution":{"results":[],"logs":{"stdout":["printed\n"],"stderr":[]},)"
      R"("error":{"name": "E", "value": "v", "traceback": "t"},"execution_count":1},"text":"",)"
      R"("exception_str":null},)"
      R"({"execution":null,"text":"","exception_str":"timed out"}])");
}

TEST_F(ExecuteBatchTest, WhatIsNotRunIsNoZero) {
  api_.sink.answer = nullptr;  // the engine never answers
  const auto reply = Post(
      "/execute_batch",
      R"({"scripts": ["x"], "languages": ["python"], "timeout": 0.1, "request_timeout": 0.5})");
  EXPECT_EQ(reply->response.status, 200);
  EXPECT_THAT(reply->response.body,
              HasSubstr(R"("execution":null,"text":"nan","exception_str":"not exec)"));
  EXPECT_EQ(api_.sink.tickets[0]->cancelled, 1);
}

TEST_F(ExecuteBatchTest, ABadItemDoesNotSpoilTheOthers) {
  api_.sink.answer = [](const Submission&) { return Cell(R"({"text": "1.0", "error": null})"); };
  const std::string body =
      Post("/execute_batch",
           R"({"scripts": ["x", null, "y"], "languages": ["python", "python", "java"],)"
           R"( "timeout": 30, "request_timeout": 28})")
          ->response.body;
  EXPECT_THAT(body,
              HasSubstr(R"("text":"1.0","exception_str":null},{"execution":null,"text":"nan")"));
  EXPECT_THAT(body, HasSubstr("install a JDK"));
}

TEST_F(ExecuteBatchTest, EmptyListsAndBadOnes) {
  EXPECT_EQ(Post("/execute_batch",
                 R"({"scripts": [], "languages": [], "timeout": 30, "request_timeout": 28})")
                ->response.body,
            "[]");
  EXPECT_EQ(Post("/execute_batch", R"({"scripts": ["x"], "languages": [], "timeout": 30})")
                ->response.status,
            422);
}

}  // namespace
}  // namespace assay
