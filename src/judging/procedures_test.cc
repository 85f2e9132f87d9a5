// What each procedure asks for and makes of the answers; asserts_test.cc and interactive_test.cc
// have those with more to say.
#include "judging/procedures.h"

#include <gmock/gmock.h>

#include "judging/procedure_fixture.h"

namespace assay {
namespace {

class Procedures : public ProcedureFixture {
 protected:
  // What all procedures owe to a run that has no result.
  void ExpectFaultsPassedOn() {
    FakeRuns stopped({TaskStopped{true}});
    const TestOutcome outcome = JudgeFirst(stopped);
    ASSERT_TRUE(std::holds_alternative<TaskStopped>(outcome));
    EXPECT_TRUE(std::get<TaskStopped>(outcome).total_timeout);
    FakeRuns broken({Broken()});
    EXPECT_EQ(Judge(broken), "IE/infrastructure");
    EXPECT_FALSE(result_.executed);
    EXPECT_EQ(broken.orders().size(), 1u) << "tries are the business of runs";
  }
};

class PlainRuns : public Procedures {
 protected:
  void Plan(const std::vector<std::string>& inputs) {
    Procedures::Plan(
        WithProblem(MakeSubmission(inputs), [](Problem& p) { p.mode = ProblemMode::kRun; }));
  }
};

TEST_F(PlainRuns, HaveExactLimitsAndNoExpectation) {
  Plan({"wrong"});
  FakeRuns runs({Exited(0, "whatever")});
  EXPECT_EQ(Judge(runs), "AC/candidate");
  EXPECT_EQ(result_.run.stdout_bytes, "whatever");
  ASSERT_EQ(runs.orders().size(), 1u);
  EXPECT_EQ(runs.orders()[0].leniency, LimitLeniency::kExact);
  EXPECT_EQ(runs.orders()[0].request.stdin_bytes, plan_.tests()[0].input);
  ExpectFaultsPassedOn();
}

TEST_F(PlainRuns, WithoutInputReadNothing) {
  Plan({});
  FakeRuns runs({Exited(1)});
  EXPECT_EQ(Judge(runs), "RE/candidate");
  EXPECT_EQ(runs.orders()[0].request.stdin_bytes, nullptr);
}

class StdinCompares : public Procedures {
 protected:
  void PlanChecked(const std::function<void(Checker&)>& change = {}) {
    Plan(WithProblem(MakeSubmission({"input"}), [&](Problem& p) {
      p.checker.emplace();
      if (change) change(*p.checker);
    }));
  }
  static void TwoPasses(Checker& checker) {
    checker.kind = CheckerKind::kIcpc;
    checker.passes = 2;
  }
  static RunResult AsksForMore() {
    RunResult run = Exited(42);
    run.files["feedback/nextpass.in"] = Blob::FromString("again");
    run.files["feedback/state"] = Blob::FromString("kept");
    return run;
  }
};

TEST_F(StdinCompares, AreLenientNearTheLimit) {
  Plan(MakeSubmission({"input"}));
  FakeRuns runs({Exited(0, "input")});
  EXPECT_EQ(Judge(runs), "AC/candidate");
  EXPECT_FALSE(result_.by_checker);
  ASSERT_EQ(runs.orders().size(), 1u);
  EXPECT_EQ(runs.orders()[0].leniency, LimitLeniency::kNearLimit);
  EXPECT_EQ(runs.orders()[0].language, "python");
  // The very same bytes, not a copy.
  EXPECT_EQ(runs.orders()[0].request.stdin_bytes, plan_.tests()[0].input);
  ExpectFaultsPassedOn();
}

TEST_F(StdinCompares, AskTheCheckerUnderExactLimits) {
  PlanChecked();
  FakeRuns runs({Exited(0, "other"), Exited(0)});
  EXPECT_EQ(Judge(runs), "AC/candidate");
  EXPECT_TRUE(result_.by_checker);
  ASSERT_EQ(runs.orders().size(), 2u);
  EXPECT_EQ(runs.orders()[1].leniency, LimitLeniency::kExact);
  EXPECT_EQ(FileOf(runs.orders()[1].request, "answer.txt"), "other");
  FakeRuns equal({Exited(0, "input")});
  EXPECT_EQ(Judge(equal), "AC/candidate");
  EXPECT_EQ(equal.orders().size(), 1u) << "the comparison was content";
  FakeRuns crashed({Exited(1, "other")});
  EXPECT_EQ(Judge(crashed), "RE/candidate");
  EXPECT_EQ(crashed.orders().size(), 1u);
}

TEST_F(StdinCompares, KeepTheRunWhenTheCheckerFails) {
  PlanChecked();
  FakeRuns broken({Exited(0, "other"), Broken()});
  EXPECT_EQ(Judge(broken), "IE/infrastructure");
  EXPECT_TRUE(result_.executed);
  EXPECT_EQ(result_.run.stdout_bytes, "other");
  FakeRuns stopped({Exited(0, "other"), TaskStopped{}});
  EXPECT_EQ(Judge(stopped), "stopped");
}

TEST_F(StdinCompares, ACheckersFaultCountsWhereItIsNeeded) {
  PlanChecked();
  ready_[kCheckerProgram].fault =
      Judgement{Verdict::kJudgeError, Cause::kProblem, Reason::kCheckerCompileError, "broken"};
  FakeRuns equal({Exited(0, "input")});
  EXPECT_EQ(Judge(equal), "AC/candidate");
  FakeRuns different({Exited(0, "other")});
  EXPECT_EQ(Judge(different), "JE/problem");
  EXPECT_EQ(different.orders().size(), 1u);
}

TEST_F(StdinCompares, AnotherPassGetsWhatTheCheckerLeft) {
  PlanChecked(TwoPasses);
  RunResult slow = Exited(0, "one");
  slow.cpu_time = std::chrono::milliseconds(70);
  FakeRuns runs({slow, AsksForMore(), Exited(0, "two"), Exited(42)});
  EXPECT_EQ(Judge(runs), "AC/candidate");
  ASSERT_EQ(runs.orders().size(), 4u);
  EXPECT_EQ(runs.orders()[2].request.stdin_bytes->view(), "again");
  EXPECT_EQ(FileOf(runs.orders()[3].request, "feedback/state"), "kept");
  EXPECT_EQ(result_.run.stdout_bytes, "two");
  EXPECT_EQ(result_.run.cpu_time, std::chrono::milliseconds(70)) << "the slowest pass counts";
}

TEST_F(StdinCompares, NoJudgeHasMorePassesThanTheProblem) {
  PlanChecked(TwoPasses);
  FakeRuns runs({Exited(0), AsksForMore(), Exited(0), AsksForMore()});
  EXPECT_EQ(Judge(runs), "JE/problem");
  EXPECT_EQ(runs.orders().size(), 4u);
}

TEST_F(StdinCompares, ACrashInALaterPassDecides) {
  PlanChecked(TwoPasses);
  FakeRuns runs({Exited(0), AsksForMore(), Exited(1)});
  EXPECT_EQ(Judge(runs), "RE/candidate");
  EXPECT_TRUE(result_.by_checker) << "it was asked";
}

TEST_F(Procedures, FunctionCallsCompareTheReply) {
  Plan(WithProblem(MakeSubmission({"[1]"}), [](Problem& p) {
    p.mode = ProblemMode::kFunctionCall;
    p.function_name = "f";
    p.checker.emplace();  // has no say here
  }));
  ready_[kCheckerProgram].fault =
      Judgement{Verdict::kJudgeError, Cause::kProblem, Reason::kCheckerCompileError, "broken"};
  RunResult run = Exited(0);
  run.reply_bytes = R"({"status":"ok","value":[1]})";
  FakeRuns runs({run});
  EXPECT_EQ(Judge(runs), "AC/candidate") << result_.message;
  ASSERT_EQ(runs.orders().size(), 1u);
  EXPECT_EQ(runs.orders()[0].leniency, LimitLeniency::kNearLimit);
  EXPECT_TRUE(runs.orders()[0].request.reply);
  ExpectFaultsPassedOn();
}

TEST_F(Procedures, AssertsInOneProcessRepeatTheNonce) {
  Plan(WithProblem(MakeSubmission({"x"}), [](Problem& p) {
    p.mode = ProblemMode::kAssert;
    p.assert_code = "assert f(1) == 2";
  }));
  std::get<Asserts>(plan_.procedure).separated.reset();
  for (const auto& [nonce, verdict] :
       {std::pair("nonce", "AC/candidate"), std::pair("guess", "RE/candidate")}) {
    RunResult run = Exited(0);
    run.reply_bytes = std::string(R"({"status":"passed","nonce":")") + nonce + "\"}";
    FakeRuns runs({run});
    EXPECT_EQ(Judge(runs), verdict) << result_.message;
    EXPECT_TRUE(result_.shared_process);
    EXPECT_EQ(runs.orders()[0].leniency, LimitLeniency::kNearLimit);
    EXPECT_THAT(std::string(runs.orders()[0].request.stdin_bytes->view()),
                ::testing::HasSubstr("nonce"));
  }
  ExpectFaultsPassedOn();
}

TEST_F(Procedures, AssertsInOneProcessCountAsTheOperatorWants) {
  Plan(WithProblem(MakeSubmission({"x"}), [](Problem& p) {
    p.mode = ProblemMode::kAssert;
    p.assert_code = "assert f(1) == 2";
  }));
  std::get<Asserts>(plan_.procedure).separated.reset();
  RunResult passed = Exited(0);
  passed.reply_bytes = R"({"status":"passed","nonce":"nonce"})";
  unseparated_ = Unseparated::kMask;
  FakeRuns runs({passed});
  EXPECT_EQ(Judge(runs), "JE/problem");
  EXPECT_EQ(result_.reason, Reason::kUnseparated);
  EXPECT_TRUE(result_.shared_process);
  EXPECT_THAT(result_.message, ::testing::HasSubstr("AC (assertions_passed)"));
  FakeRuns broken({Broken()});
  EXPECT_EQ(Judge(broken), "IE/infrastructure") << "a fault of ours stays one";

  unseparated_ = Unseparated::kRefuse;
  FakeRuns none;
  EXPECT_EQ(Judge(none), "JE/problem");
  EXPECT_EQ(result_.reason, Reason::kUnseparated);
  EXPECT_FALSE(result_.executed);
  EXPECT_TRUE(none.orders().empty());
}

}  // namespace
}  // namespace assay
