#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/audit/find/audit_problem.h"
#include "lab/audit/find/finders.h"
#include "lab/audit/judge/fake_judge_test_util.h"

namespace assay::audit {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kTwoTests[] =
    R"({"mode":"stdin_stdout","tests":[{"input":"1","expected":"2"},{"input":"2","expected":"3"}]})";

std::vector<std::string_view> KindsOf(const ProblemAudit& audit) {
  std::vector<std::string_view> kinds;
  for (const Finding& each : audit.findings) kinds.push_back(kFindingNames.NameOf(each.kind));
  return kinds;
}

lab::Solution Program(std::string name, lab::Label label = lab::Label::kCorrect) {
  return {name, "python", "x = '" + name + "'", label};
}

// An audit of a problem by a judge that accepts programs whose text has one of the words.
struct Case {
  lab::LabelledProblem problem;
  FakeJudge::Opinion opinion;
  AuditOptions options{.mutants = 0};

  Case(std::string json, std::vector<lab::Solution> solutions) {
    problem.id = "p";
    problem.problem = std::move(json);
    problem.solutions = std::move(solutions);
    opinion = [](const std::string&, const std::string& code) {
      return code.find("right") != code.npos ? ResultOf("AC") : ResultOf("WA", "different_output");
    };
  }
  ProblemAudit Run() const {
    FakeJudge judge(opinion);
    return AuditOne(problem, options, Asker(&judge, nullptr, {{1, 1, 0}, 2}));
  }
};

TEST(AuditOne, FindsNothingWrongWithASoundProblem) {
  const ProblemAudit audit =
      Case(kTwoTests, {Program("right"), Program("slip", lab::Label::kWrong)}).Run();
  EXPECT_THAT(KindsOf(audit), IsEmpty());
  EXPECT_EQ(audit.advice(), Advice::kKeep);
  EXPECT_EQ(audit.correct_passed, 1);
  EXPECT_EQ(audit.wrong_passed, 0);
}

TEST(AuditOne, FindsReferencesThatFailAndDisagree) {
  EXPECT_THAT(KindsOf(Case(kTwoTests, {Program("slip")}).Run()), ElementsAre("reference_fails"));
  const ProblemAudit tied = Case(kTwoTests, {Program("right"), Program("slip")}).Run();
  EXPECT_THAT(KindsOf(tied), ElementsAre("references_disagree"));
  EXPECT_EQ(tied.advice(), Advice::kDrop);
  const ProblemAudit most =
      Case(kTwoTests, {Program("right"), Program("right too"), Program("slip")}).Run();
  EXPECT_EQ(most.advice(), Advice::kMend);
  ASSERT_FALSE(most.mended_row.empty());
  EXPECT_EQ(most.mended_row.find("slip"), most.mended_row.npos);
}

TEST(AuditOne, FindsWrongProgramsThatPass) {
  const ProblemAudit audit =
      Case(kTwoTests, {Program("right"), Program("right by luck", lab::Label::kWrong)}).Run();
  EXPECT_THAT(KindsOf(audit), ElementsAre("wrong_passes"));
  EXPECT_THAT(audit.findings[0].solutions, ElementsAre("right by luck"));
  EXPECT_THAT(audit.mended_row, "");
}

TEST(AuditOne, OurFailureIsNoFinding) {
  Case broken(kTwoTests, {Program("right"), Program("slip", lab::Label::kWrong)});
  broken.opinion = [](const std::string&, const std::string&) { return ResultOf("IE"); };
  const ProblemAudit audit = broken.Run();
  EXPECT_THAT(KindsOf(audit), IsEmpty());
  EXPECT_GE(audit.not_judged.size(), 2u);
}

TEST(AuditOne, FindsWhatTheProblemIsToBlameFor) {
  Case broken(kTwoTests, {Program("right")});
  broken.opinion = [](const std::string&, const std::string&) {
    return ResultOf("JE", "checker_crashed", "the checker crashed");
  };
  EXPECT_THAT(KindsOf(broken.Run()), ElementsAre("checker_fails"));
  broken.opinion = [](const std::string&, const std::string&) {
    return ResultOf("JE", "invalid_submission", "problem.tests: must not be empty");
  };
  EXPECT_THAT(KindsOf(broken.Run()), ElementsAre("problem_refused"));
}

TEST(AuditOne, FindsReferencesThatNeedPackages) {
  Case bare(kTwoTests, {Program("slip")});
  bare.opinion = [](const std::string&, const std::string&) {
    return ResultOf("RE", "exit_code",
                    "exited with code 1: there is no module 'torch' on this server");
  };
  const ProblemAudit audit = bare.Run();
  EXPECT_THAT(KindsOf(audit), ElementsAre("package_missing"));
  EXPECT_EQ(audit.advice(), Advice::kMend);
}

TEST(AuditOne, FindsVerdictsThatChange) {
  Case flaky(kTwoTests, {Program("right")});
  int runs = 0;
  flaky.opinion = [&](const std::string&, const std::string& code) {
    return code.find("right") != code.npos && ++runs % 2 == 1 ? ResultOf("AC")
                                                              : ResultOf("WA", "different_output");
  };
  EXPECT_THAT(KindsOf(flaky.Run()), ElementsAre("flaky"));
}

TEST(AuditOne, MendsAComparisonThatIsTooStrict) {
  Case strict(R"({"comparison":{"mode":"exact"},"tests":[{"input":"1","expected":"0.5"},
                 {"input":"2","expected":"1.5"}]})",
              {Program("right"), Program("slip", lab::Label::kWrong)});
  strict.opinion = [](const std::string& problem, const std::string& code) {
    const bool lax = problem.find(R"("float")") != problem.npos;
    return lax && code.find("right") != code.npos ? ResultOf("AC")
                                                  : ResultOf("WA", "different_output");
  };
  const ProblemAudit audit = strict.Run();
  EXPECT_THAT(KindsOf(audit), ElementsAre("comparison_too_strict"));
  EXPECT_TRUE(audit.findings[0].mended);
  EXPECT_NE(audit.mended_row.find(R"("comparison":{"mode":"float"})"), std::string::npos);
}

TEST(AuditOne, ALaxerComparisonMustStillRejectWhatIsWrong) {
  Case strict(kTwoTests, {Program("right"), Program("slip", lab::Label::kWrong)});
  strict.opinion = [](const std::string& problem, const std::string&) {
    return problem.find(R"("icpc")") != problem.npos ? ResultOf("AC")
                                                     : ResultOf("WA", "different_output");
  };
  EXPECT_THAT(KindsOf(strict.Run()), ElementsAre("reference_fails"));
}

TEST(AuditOne, TellsSeveralAnswersFromAWrongOne) {
  Case several(kTwoTests, {Program("right"), Program("slip")});
  several.problem.statement = "If there are multiple paths,\nprint any of them.";
  EXPECT_THAT(KindsOf(several.Run()), ElementsAre("several_answers"));
}

TEST(AuditOne, FindsTestsThatATrivialProgramPasses) {
  Case weak(kTwoTests, {Program("right")});
  weak.opinion = [](const std::string&, const std::string&) { return ResultOf("AC"); };
  const ProblemAudit audit = weak.Run();
  EXPECT_THAT(KindsOf(audit), ElementsAre("trivial_tests"));
  EXPECT_EQ(audit.advice(), Advice::kDrop);
}

TEST(AuditOne, MeasuresTestStrength) {
  Case measured(kTwoTests,
                {{"right", "python", "right = 1 + 2\nprint(right)\n", lab::Label::kCorrect}});
  measured.options.mutants = 50;
  // Of the variants those pass that change the sum.
  measured.opinion = [](const std::string&, const std::string& code) {
    const bool original = code == "right = 1 + 2\nprint(right)\n";
    const bool sum = code.find("right = ") == 0 && code.find("print(right)") != code.npos;
    return original || sum ? ResultOf("AC") : ResultOf("WA", "different_output");
  };
  const ProblemAudit audit = measured.Run();
  ASSERT_TRUE(audit.strength);
  EXPECT_EQ(audit.strength->killed, 2);  // one statement left out, or the other
  EXPECT_EQ(audit.strength->survived, 5);
  EXPECT_LT(audit.strength->low, 2.0 / 7);
  EXPECT_GT(audit.strength->high, 2.0 / 7);
  ASSERT_EQ(audit.strength->survivors.size(), 5u);
  EXPECT_EQ(audit.strength->survivors[0].operator_name, "constant");
}

ProblemAudit TestsOf(const std::string& tests, lab::ProblemChange* change = nullptr) {
  ProblemAudit audit;
  lab::LabelledProblem problem;
  problem.problem = R"({"tests":)" + tests + "}";
  Evidence evidence;
  evidence.problem = &problem;
  evidence.parts = lab::PartsOf(problem.problem);
  evidence.audit = &audit;
  LookAtTests(&evidence);
  if (change != nullptr) *change = evidence.change;
  return audit;
}

TEST(LookAtTests, FindsRepeatedAndContradictingOnes) {
  lab::ProblemChange change;
  const ProblemAudit repeated =
      TestsOf(R"([{"input":"1","expected":"2"},{"input":"2","expected":"3"},
                  {"input":"1","expected":"2\n"}])",
              &change);
  EXPECT_THAT(KindsOf(repeated), ElementsAre("duplicate_tests"));
  EXPECT_THAT(change.dropped_tests, ElementsAre(2u));
  EXPECT_THAT(repeated.findings[0].tests, ElementsAre("2"));
  EXPECT_THAT(KindsOf(TestsOf(R"([{"input":"1","expected":"2"},{"input":"2","expected":"3"},
                                  {"input":"1","expected":"4"}])")),
              ElementsAre("contradicting_tests"));
}

TEST(LookAtTests, FindsTestsThatExpectTheSame) {
  EXPECT_THAT(
      KindsOf(TestsOf(R"([{"input":"1","expected":"yes"},{"input":"2","expected":"yes\n"}])")),
      ElementsAre("trivial_tests"));
  EXPECT_THAT(KindsOf(TestsOf(R"([{"input":"1","expected":"yes"}])")),
              ElementsAre("trivial_tests"));
  EXPECT_THAT(KindsOf(TestsOf("[]")), IsEmpty());
}

TEST(Asserts, AreFoundTurnedAndCounted) {
  const std::string code =
      "import math\nassert f(1) == 2\nassert f([\n  3]) == 4  # x\nassert f(1) == 2\nx = 1\n"
      "def check(c):\n    assert c(5)\n    for y in 1, 2:\n        assert c(y)\n    assert c(6)\n"
      "    assert c(7)\n";
  EXPECT_EQ(AssertRuns(code).size(), 4u);
  EXPECT_EQ(ReversedAsserts("assert a\n# x\nassert b, '''\n'''\nassert c"),
            "assert c\n# x\nassert b, '''\n'''\nassert a");
  EXPECT_EQ(ReversedAsserts(ReversedAsserts(code)), code);
  int dropped = 0;
  EXPECT_EQ(WithoutRepeatedAsserts("assert a\nassert b\nassert a\n", &dropped),
            "assert a\nassert b\npass\n");
  EXPECT_EQ(dropped, 1);
  EXPECT_EQ(WithoutRepeatedAsserts("assert a\nx()\nassert a\n", &dropped),
            "assert a\nx()\nassert a\n");
  EXPECT_EQ(dropped, 0);
}

TEST(WordsOfStatement, TellWhetherSeveralAnswersAreRight) {
  EXPECT_TRUE(WordsOfStatement("If there are multiple answers, print any.").any_answer);
  EXPECT_TRUE(WordsOfStatement("You can print\nany of the valid orders").any_answer);
  EXPECT_FALSE(
      WordsOfStatement("If there are multiple answers, print the lexicographically smallest.")
          .any_answer);
  EXPECT_TRUE(WordsOfStatement("Print them in any order.").any_order);
  EXPECT_TRUE(WordsOfStatement("the absolute or relative error is at most 1e-6").tolerance);
  EXPECT_FALSE(WordsOfStatement("Print the sum of any two numbers.").said());
}

}  // namespace
}  // namespace assay::audit
