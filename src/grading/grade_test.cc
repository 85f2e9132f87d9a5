#include "grading/grade.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grading/grade_test_util.h"

namespace assay {
namespace {

RunResult Replied(std::string reply, int exit_code = 0) {
  RunResult run = Exited(exit_code);
  run.reply_bytes = std::move(reply);
  return run;
}

TestCase MakeTest(std::string input, std::string expected) {
  return {"1", Blob::FromString(std::move(input)), Blob::FromString(std::move(expected))};
}

Problem WithMode(ProblemMode mode) {
  Problem problem;
  problem.mode = mode;
  return problem;
}

// "RE/candidate/exit_code"
std::string Text(const Judgement& judgement) {
  return std::string(ToString(judgement.verdict)) + "/" + std::string(ToString(judgement.cause)) +
         "/" + std::string(ToString(judgement.reason));
}

std::string Call(const RunResult& run, std::string expected, std::string input = "[1]") {
  return Text(GradeRun(WithMode(ProblemMode::kFunctionCall), MakeTest(input, expected), run, ""));
}
std::string Assert(const RunResult& run) {
  return Text(GradeRun(WithMode(ProblemMode::kAssert), MakeTest("", ""), run, "n0nce"));
}

TEST(GradeCompile, SortsEnds) {
  EXPECT_EQ(Text(GradeCompile(Exited(0))), "AC/candidate/compiled");
  EXPECT_EQ(Text(GradeCompile(Exited(1))), "CE/candidate/compile_error");
  EXPECT_EQ(Text(GradeCompile(Ended(RunStatus::kSignalled, 11))), "CE/candidate/compiler_crashed");
  EXPECT_EQ(Text(GradeCompile(Ended(RunStatus::kCpuLimit))), "CE/candidate/compile_time_limit");
  EXPECT_EQ(Text(GradeCompile(Ended(RunStatus::kWallLimit))), "CE/candidate/compile_time_limit");
  EXPECT_EQ(Text(GradeCompile(Ended(RunStatus::kMemoryLimit))),
            "CE/candidate/compile_memory_limit");
  EXPECT_EQ(Text(GradeCompile(Ended(RunStatus::kOutputLimit))),
            "CE/candidate/compile_output_limit");
  EXPECT_EQ(Text(GradeCompile(Ended(RunStatus::kStartFailed))),
            "IE/infrastructure/compiler_start_failed");
  EXPECT_EQ(Text(GradeCompile(Ended(RunStatus::kCancelled))), "SKIPPED/cancelled/cancelled");
}

TEST(GradeRun, FailuresThatAreOnlySaidAreSeen) {
  const std::vector<std::string> signs = {"Fail: assertion", "Unhandled"};
  RunResult run = Exited(0, "1");
  const auto grade = [&](ProblemMode mode) {
    return Text(
        GradeRun(WithMode(mode), MakeTest("1", "1"), run, "n", Executable::kToolchain, signs));
  };
  EXPECT_EQ(grade(ProblemMode::kStdinStdout), "AC/candidate/same_output");
  run.stderr_bytes = "well\nFail: assertion 3\n";
  EXPECT_EQ(grade(ProblemMode::kStdinStdout), "RE/candidate/reported_failure");
  EXPECT_EQ(grade(ProblemMode::kRun), "RE/candidate/reported_failure");
  run.exit_code = 3;
  EXPECT_EQ(grade(ProblemMode::kRun), "RE/candidate/exit_code");
  run = Exited(0, "Unhandled");
  EXPECT_EQ(grade(ProblemMode::kRun), "AC/candidate/finished");
}

TEST(GradeRun, FaultsOfTheRunAreTheSameInEveryMode) {
  for (const auto mode : {ProblemMode::kRun, ProblemMode::kStdinStdout, ProblemMode::kFunctionCall,
                          ProblemMode::kAssert}) {
    const auto grade = [&](const RunResult& run) {
      return Text(GradeRun(WithMode(mode), MakeTest("1", "1"), run, "n"));
    };
    EXPECT_EQ(grade(Ended(RunStatus::kCpuLimit)), "TLE/candidate/cpu_limit");
    EXPECT_EQ(grade(Ended(RunStatus::kWallLimit)), "TLE/candidate/wall_limit");
    EXPECT_EQ(grade(Ended(RunStatus::kMemoryLimit)), "MLE/candidate/memory_limit");
    EXPECT_EQ(grade(Ended(RunStatus::kOutputLimit)), "OLE/candidate/output_limit");
    EXPECT_EQ(grade(Ended(RunStatus::kSignalled, 11)), "RE/candidate/signal");
    EXPECT_EQ(grade(Exited(3)), "RE/candidate/exit_code");
    EXPECT_EQ(grade(Ended(RunStatus::kCancelled)), "SKIPPED/cancelled/cancelled");
    EXPECT_EQ(grade(Ended(RunStatus::kStartFailed)), "IE/infrastructure/start_failed");
  }
  EXPECT_EQ(Text(GradeRun(WithMode(ProblemMode::kRun), MakeTest("", ""),
                          Ended(RunStatus::kStartFailed), "", Executable::kArtifact)),
            "RE/candidate/start_failed");
}

TEST(GradeRun, RunModeOnlyReports) {
  EXPECT_EQ(Text(GradeRun(WithMode(ProblemMode::kRun), MakeTest("", "x"), Exited(0, "y"), "")),
            "AC/candidate/finished");
}

TEST(GradeRun, ComparesOutput) {
  Problem problem = WithMode(ProblemMode::kStdinStdout);
  const auto grade = [&](const char* expected, const char* actual) {
    return Text(GradeRun(problem, MakeTest("", expected), Exited(0, actual), ""));
  };
  EXPECT_EQ(grade("5\n", "5"), "AC/candidate/same_output");
  EXPECT_EQ(grade("5\n", "6"), "WA/candidate/different_output");
  EXPECT_EQ(grade("5\n", " \n"), "WA/candidate/empty_output");
  EXPECT_EQ(grade("5 6\n", "5\n6\n"), "WA/candidate/layout");
  problem.comparison.mode = CompareMode::kExact;
  EXPECT_EQ(grade("5 6\n", "5\n6\n"), "PE/candidate/presentation");
  problem.comparison.mode = CompareMode::kYesNo;
  EXPECT_EQ(grade("perhaps", "yes"), "JE/problem/bad_expected");
  problem.comparison.mode = CompareMode::kTestlib;
  problem.comparison.testlib = TestlibChecker::kNcmp;
  EXPECT_EQ(grade("1 2", "1\n2"), "AC/candidate/same_output");
  EXPECT_EQ(grade("1 2", "1 3"), "WA/candidate/different_output");
  EXPECT_EQ(grade("1 2", "1 x"), "PE/candidate/unreadable_output");
  EXPECT_EQ(grade("1 x", "1 2"), "JE/problem/bad_expected");
}

TEST(GradeRun, FunctionCallComparesTheReturnedValue) {
  EXPECT_EQ(Call(Replied(R"({"status":"ok","value":[1,2]})"), "[1,2]"), "AC/candidate/same_value");
  EXPECT_EQ(Call(Replied("{\"status\":\"ok\",\"value\":3}\n"), "4"),
            "WA/candidate/different_value");
  EXPECT_EQ(Call(Replied(R"({"status":"ok","value":3})"), "not json"), "JE/problem/bad_expected");
}

TEST(GradeRun, InPlaceFunctionsAnswerThroughTheFirstArgument) {
  const RunResult run = Replied(R"({"status":"ok","value":null,"args":[[1,2],7]})");
  EXPECT_EQ(Call(run, "[1,2]"), "AC/candidate/same_value");
  EXPECT_EQ(Call(run, "[2,1]"), "WA/candidate/different_value");
  EXPECT_EQ(Call(run, "null"), "AC/candidate/same_value");
  EXPECT_EQ(Call(Replied(R"({"status":"ok","value":null,"args":[]})"), "[1]"),
            "WA/candidate/different_value");
  EXPECT_EQ(Call(Replied(R"({"status":"ok","value":0,"args":[[1,2]]})"), "[1,2]"),
            "WA/candidate/different_value");
}

TEST(GradeRun, FunctionCallNeedsOneWellFormedReplyAndAGoodEnd) {
  const std::string ok = R"({"status":"ok","value":3})";
  EXPECT_EQ(Call(Replied(""), "3"), "RE/candidate/no_reply");
  EXPECT_EQ(Call(Replied(" \n"), "3"), "RE/candidate/no_reply");
  EXPECT_EQ(Call(Replied("", 1), "3"), "RE/candidate/exit_code");
  EXPECT_EQ(Call(Replied(ok, 1), "3"), "RE/candidate/exit_code");
  for (const std::string& reply :
       {ok + ok, ok + "\n" + ok, ok + "x", std::string("3"), std::string("{"),
        std::string(R"({"status":"ok"})"), std::string(R"({"value":3})"),
        std::string(R"({"status":"passed","nonce":""})"),
        std::string(R"({"status":"ok","value":4,"value":3})")}) {
    EXPECT_EQ(Call(Replied(reply), "3"), "RE/candidate/bad_reply") << reply;
  }
}

TEST(GradeRun, ErrorRepliesAreTheCandidatesFault) {
  const auto error = [](std::string kind) {
    return Replied(R"({"status":"error","kind":")" + kind + R"(","type":"T","message":"m"})", 1);
  };
  EXPECT_EQ(Call(error("exception"), "3"), "RE/candidate/exception");
  EXPECT_EQ(Call(error("missing_function"), "3"), "RE/candidate/missing_function");
  EXPECT_EQ(Call(error("unserializable"), "3"), "WA/candidate/unserializable");
  EXPECT_EQ(Call(error("bad_arguments"), "3"), "RE/candidate/bad_arguments");
  EXPECT_EQ(Call(error("anything"), "3"), "RE/candidate/exception");
  // Only our own look at the data can blame the problem.
  EXPECT_EQ(Call(error("bad_arguments"), "3", "[1"), "JE/problem/bad_input");
}

TEST(GradeRun, AssertsPassOnlyWithTheNonce) {
  EXPECT_EQ(Assert(Replied(R"({"status":"passed","nonce":"n0nce"})")),
            "AC/candidate/assertions_passed");
  EXPECT_EQ(Assert(Replied(R"({"status":"passed","nonce":"other"})")), "RE/candidate/bad_reply");
  EXPECT_EQ(Assert(Replied(R"({"status":"passed"})")), "RE/candidate/bad_reply");
  EXPECT_EQ(Assert(Replied(R"({"status":"ok","value":1})")), "RE/candidate/bad_reply");
  EXPECT_EQ(Assert(Replied(R"({"status":"passed"}{"status":"passed","nonce":"n0nce"})")),
            "RE/candidate/bad_reply");
  EXPECT_EQ(Assert(Replied(R"({"status":"passed","nonce":"n0nce"})", 1)), "RE/candidate/exit_code");
  EXPECT_EQ(Assert(Replied("")), "RE/candidate/no_reply");
  EXPECT_EQ(Assert(Replied(R"({"status":"failed","message":"x"})", 1)),
            "WA/candidate/assertion_failed");
  EXPECT_EQ(Assert(Replied(R"({"status":"error","kind":"exception","type":"AssertionError"})")),
            "WA/candidate/assertion_failed");
  EXPECT_EQ(Assert(Replied(R"({"status":"failed","kind":"assertion","type":"E"})", 1)),
            "WA/candidate/assertion_failed");
  EXPECT_EQ(Assert(Replied(R"({"status":"failed","kind":"exception","type":"NameError"})", 1)),
            "RE/candidate/exception");
  EXPECT_EQ(Assert(Replied(R"({"status":"error","kind":"exception","type":"NameError"})")),
            "RE/candidate/exception");
}

// Whatever a candidate writes or however it ends: never our fault, never a free pass.
TEST(GradeRun, NoReplyYieldsInfrastructureOrProblem) {
  const std::string pieces[] = {
      "{",         "}",        "\"status\"", ":", "\"ok\"",    "\"passed\"", "\"nonce\"",
      "\"value\"", "[",        "]",          ",", "\"error\"", "\"kind\"",   "\"bad_arguments\"",
      "null",      "\"$set\"", "1"};
  uint64_t state = 1;
  for (int i = 0; i < 100'000; ++i) {
    std::string reply;
    for (int n = 0; n < 12; ++n) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      reply += pieces[(state >> 33) % std::size(pieces)];
    }
    for (const auto mode : {ProblemMode::kFunctionCall, ProblemMode::kAssert}) {
      const Judgement judgement =
          GradeRun(WithMode(mode), MakeTest("[1]", "\"expected\""), Replied(reply), "n");
      ASSERT_EQ(judgement.cause, Cause::kCandidate) << reply;
      ASSERT_NE(judgement.verdict, Verdict::kAccepted) << reply;
    }
  }
}

TEST(Checker, IsAskedOnlyAboutOutputs) {
  Problem problem = WithMode(ProblemMode::kStdinStdout);
  const auto needs = [&](Verdict verdict, Reason reason = Reason::kNone) {
    Judgement judgement;
    judgement.verdict = verdict;
    judgement.reason = reason;
    return NeedsChecker(problem, judgement);
  };
  EXPECT_FALSE(needs(Verdict::kWrongAnswer));
  problem.checker.emplace();
  EXPECT_TRUE(needs(Verdict::kWrongAnswer));
  EXPECT_TRUE(needs(Verdict::kPresentationError));
  EXPECT_TRUE(needs(Verdict::kJudgeError, Reason::kBadExpected));
  for (const Verdict verdict :
       {Verdict::kAccepted, Verdict::kTimeLimit, Verdict::kMemoryLimit, Verdict::kOutputLimit,
        Verdict::kRuntimeError, Verdict::kInternalError, Verdict::kSkipped}) {
    EXPECT_FALSE(needs(verdict));
  }
  problem.checker->always = true;
  EXPECT_TRUE(needs(Verdict::kAccepted));
  problem.mode = ProblemMode::kFunctionCall;
  EXPECT_FALSE(needs(Verdict::kWrongAnswer));
}

TEST(Checker, FilesHaveThePeersNames) {
  const auto files = MakeCheckerCall({}, Blob::FromString("input"), Blob::FromString("expected"),
                                     Blob::FromString("printed"), {})
                         .files;
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0].path, "stdin.txt");
  EXPECT_EQ(files[0].contents->view(), "input");
  EXPECT_EQ(files[1].path, "stdout.txt");
  EXPECT_EQ(files[1].contents->view(), "expected");
  EXPECT_EQ(files[2].path, "answer.txt");
  EXPECT_EQ(files[2].contents->view(), "printed");
}

TEST(Checker, EndsAreRead) {
  const auto grade = [](const RunResult& run) { return Text(GradeChecker({}, run)); };
  EXPECT_EQ(grade(Exited(0)), "AC/candidate/checker_accepted");
  EXPECT_EQ(grade(Exited(1)), "WA/candidate/checker_rejected");
  EXPECT_EQ(grade(Exited(255)), "WA/candidate/checker_rejected");
  EXPECT_EQ(grade(Ended(RunStatus::kSignalled, 6)), "JE/problem/checker_crashed");
  EXPECT_EQ(grade(Ended(RunStatus::kCpuLimit)), "JE/problem/checker_time_limit");
  EXPECT_EQ(grade(Ended(RunStatus::kWallLimit)), "JE/problem/checker_time_limit");
  EXPECT_EQ(grade(Ended(RunStatus::kMemoryLimit)), "JE/problem/checker_memory_limit");
  EXPECT_EQ(grade(Ended(RunStatus::kOutputLimit)), "JE/problem/checker_output_limit");
  EXPECT_EQ(grade(Ended(RunStatus::kStartFailed)), "JE/problem/checker_start_failed");
  EXPECT_EQ(grade(Ended(RunStatus::kCancelled)), "SKIPPED/cancelled/cancelled");
}

std::string GradeAs(CheckerKind kind, int exit_code, std::string err = "", std::string out = "",
                    std::map<std::string, std::string> files = {}) {
  Checker checker;
  checker.kind = kind;
  checker.max_points = 10;
  RunResult run = Exited(exit_code, out);
  run.stderr_bytes = std::move(err);
  for (auto& [name, text] : files) run.files[name] = Blob::FromString(text);
  const Judgement judgement = GradeChecker(checker, run);
  std::string text = Text(judgement);
  if (judgement.share) text += "/" + testing::PrintToString(*judgement.share);
  return text;
}

TEST(Checker, TestlibsExitCodes) {
  const auto grade = [](int code, std::string err = "") {
    return GradeAs(CheckerKind::kTestlib, code, std::move(err));
  };
  EXPECT_EQ(grade(0), "AC/candidate/checker_accepted");
  EXPECT_EQ(grade(1), "WA/candidate/checker_rejected");
  EXPECT_EQ(grade(2), "PE/candidate/checker_presentation");
  EXPECT_EQ(grade(3), "JE/problem/checker_failed");
  EXPECT_EQ(grade(4), "PE/candidate/checker_presentation");
  EXPECT_EQ(grade(8), "PE/candidate/checker_presentation");
  EXPECT_EQ(grade(7, "points 10 all"), "AC/candidate/checker_accepted/1");
  EXPECT_EQ(grade(7, "points 2.5 some"), "WA/candidate/checker_partial/0.25");
  EXPECT_EQ(grade(5, "3"), "WA/candidate/checker_partial/0.3");
  EXPECT_EQ(grade(7, "points 0"), "WA/candidate/checker_rejected/0");
  EXPECT_EQ(grade(7, "points_info=x"), "JE/problem/checker_bad_output");
  EXPECT_EQ(grade(16), "WA/candidate/checker_rejected/0");
  EXPECT_EQ(grade(116), "WA/candidate/checker_partial/0.5");
  EXPECT_EQ(grade(216), "AC/candidate/checker_accepted/1");
  EXPECT_EQ(grade(6), "JE/problem/checker_bad_exit");
  EXPECT_EQ(grade(255), "JE/problem/checker_bad_exit");
}

TEST(Checker, IcpcsExitCodesAndFiles) {
  const auto grade = [](int code, std::map<std::string, std::string> files = {}) {
    return GradeAs(CheckerKind::kIcpc, code, "", "", std::move(files));
  };
  EXPECT_EQ(grade(42), "AC/candidate/checker_accepted");
  EXPECT_EQ(grade(43), "WA/candidate/checker_rejected");
  EXPECT_EQ(grade(0), "JE/problem/checker_bad_exit");
  EXPECT_EQ(grade(1), "JE/problem/checker_bad_exit");
  EXPECT_EQ(grade(42, {{"feedback/score.txt", "5\n"}}), "AC/candidate/checker_accepted/0.5");
  EXPECT_EQ(grade(42, {{"feedback/score.txt", "much"}}), "JE/problem/checker_bad_output");
  EXPECT_EQ(grade(43, {{"feedback/score.txt", "5"}}), "WA/candidate/checker_rejected");

  RunResult run = Exited(43);
  run.files["feedback/judgemessage.txt"] = Blob::FromString("\nline 7 is wrong\nmore");
  Checker checker;
  checker.kind = CheckerKind::kIcpc;
  EXPECT_EQ(GradeChecker(checker, run).message, "the checker rejects the output: line 7 is wrong");
}

TEST(Checker, CmsScores) {
  const auto grade = [](std::string out, int code = 0) {
    return GradeAs(CheckerKind::kCms, code, "Output is partially correct", std::move(out));
  };
  EXPECT_EQ(grade("1.0\n"), "AC/candidate/checker_accepted/1");
  EXPECT_EQ(grade("0"), "WA/candidate/checker_rejected/0");
  EXPECT_EQ(grade("0.25\nnonsense"), "WA/candidate/checker_partial/0.25");
  EXPECT_EQ(grade(""), "JE/problem/checker_bad_output");
  EXPECT_EQ(grade("2"), "JE/problem/checker_bad_output");
  EXPECT_EQ(grade("nan"), "JE/problem/checker_bad_output");
  EXPECT_EQ(grade("1", 1), "JE/problem/checker_bad_exit");
}

TEST(Checker, CommandLinesOfEachKind) {
  const auto call = [](CheckerKind kind, bool interactive) {
    Checker checker;
    checker.kind = kind;
    checker.interactive = interactive;
    checker.arguments = {"flag"};
    return MakeCheckerCall(checker, Blob::FromString("in"), Blob::FromString("ans"),
                           Blob::FromString("out"), {});
  };
  using testing::ElementsAre;
  EXPECT_THAT(call(CheckerKind::kScaleBox, false).arguments, ElementsAre("flag"));
  EXPECT_THAT(call(CheckerKind::kTestlib, false).arguments,
              ElementsAre("assay_input.txt", "assay_output.txt", "assay_answer.txt", "flag"));
  EXPECT_THAT(call(CheckerKind::kTestlib, true).arguments,
              ElementsAre("assay_input.txt", "assay_tout.txt", "assay_answer.txt", "flag"));
  EXPECT_THAT(call(CheckerKind::kCms, false).arguments,
              ElementsAre("assay_input.txt", "assay_answer.txt", "assay_output.txt", "flag"));
  const CheckerCall icpc = call(CheckerKind::kIcpc, false);
  EXPECT_THAT(icpc.arguments,
              ElementsAre("assay_input.txt", "assay_answer.txt", "feedback/", "flag"));
  EXPECT_EQ(icpc.stdin_bytes->view(), "out");
  EXPECT_EQ(call(CheckerKind::kIcpc, true).stdin_bytes, nullptr);
}

TEST(Checker, APassLeavesItsFolderToTheNext) {
  Checker checker;
  checker.kind = CheckerKind::kIcpc;
  RunResult run = Exited(42);
  checker.passes = 2;
  Judgement judgement = GradeChecker(checker, run);
  EXPECT_EQ(NextPass(checker, run, 1, &judgement), nullptr);
  run.files["feedback/nextpass.in"] = Blob::FromString("again");
  run.files["feedback/.state"] = Blob::FromString("7");
  run.files["feedback/.assay"] = Blob::Empty();
  ASSERT_NE(NextPass(checker, run, 1, &judgement), nullptr);
  EXPECT_EQ(NextPass(checker, run, 1, &judgement)->view(), "again");
  EXPECT_EQ(judgement.verdict, Verdict::kAccepted);
  EXPECT_EQ(NextPass(checker, run, 2, &judgement), nullptr);
  EXPECT_EQ(judgement.reason, Reason::kCheckerTooManyPasses);
  Judgement rejected = GradeChecker(checker, Exited(43));
  EXPECT_EQ(NextPass(checker, run, 1, &rejected), nullptr);
  EXPECT_EQ(rejected.verdict, Verdict::kWrongAnswer);
  EXPECT_THAT(FeedbackOf(run), testing::ElementsAre(testing::Key("feedback/.state")));
}

}  // namespace
}  // namespace assay
