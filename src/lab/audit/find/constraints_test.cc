#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/audit/find/audit_problem.h"
#include "lab/audit/find/finders.h"
#include "lab/audit/judge/fake_judge_test_util.h"

namespace assay::audit {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> Ranges(std::string_view statement) {
  std::vector<std::string> texts;
  const auto end = [](const std::optional<int64_t>& value) {
    return value ? std::to_string(*value) : std::string("?");
  };
  for (const NumberRange& each : RangesOfFirstLine(statement)) {
    texts.push_back(end(each.least) + ".." + each.name + ".." + end(each.most));
  }
  return texts;
}

TEST(RangesOfFirstLine, ReadsBracketsRightBehindTheNames) {
  EXPECT_THAT(Ranges("Add.\n\nInput\n\nThe first line contains two integers n and m "
                     "(1 ≤ n ≤ 10^5, 0 ≤ m < 2·10^5) — the sizes."),
              ElementsAre("1..n..100000", "0..m..199999"));
  EXPECT_THAT(Ranges("-----Input-----\n\nThe first line of the input contains a single integer "
                     "$t$ ($1 \\le t \\le 1000$)."),
              ElementsAre("1..t..1000"));
  EXPECT_THAT(
      Ranges("Input\nThe only line contains three integers a, b, c (-5 <= a, b, c <= 10^{9})"),
      ElementsAre("-5..a..1000000000", "-5..b..1000000000", "-5..c..1000000000"));
  EXPECT_THAT(Ranges("Input\nThe first line contains two integers, n and k (1 ≤ k ≤ 200 000)"),
              ElementsAre("?..n..?", "1..k..200000"));
}

TEST(RangesOfFirstLine, SaysNothingWhereThatIsNotCertain) {
  // A power of ten that lost its sign.
  EXPECT_THAT(Ranges("Input\nThe first line contains an integer n (1 ≤ n ≤ 105)"),
              ElementsAre("1..n..?"));
  EXPECT_THAT(Ranges("Input\nThe first line contains two integers n and m "
                     "(2 ≤ n ≤ 3 ⋅ 10^5, n - 1 ≤ m ≤ 9)"),
              ElementsAre("2..n..300000", "?..m..?"));
  EXPECT_THAT(Ranges("Input\nThe first line contains an integer n (1 ≤ n ≤ 2m)"), IsEmpty());
  EXPECT_THAT(Ranges("Input\nThe first line contains an integer n (1 ≤ n ≤ 9 ≤ k)"), IsEmpty());
  // Not the first line of the input.
  EXPECT_THAT(Ranges("Input\nThere are t cases. The first line contains an integer n (1 ≤ n ≤ 9)"),
              IsEmpty());
  EXPECT_THAT(Ranges("Input\nThe first line of each case contains an integer n (1 ≤ n ≤ 9)"),
              IsEmpty());
  EXPECT_THAT(Ranges("The first line contains an integer n (1 ≤ n ≤ 9)"), IsEmpty());
  // Bounds by other names, and bounds twice.
  EXPECT_THAT(Ranges("Input\nThe first line contains two integers l and r (1 ≤ l ≤ r ≤ 9)"),
              IsEmpty());
  EXPECT_THAT(Ranges("Input\nThe first line contains an integer n (1 ≤ n ≤ 9, 3 ≤ n ≤ 9)"),
              IsEmpty());
  EXPECT_THAT(Ranges("Input\nThe first line contains an integer n (the size)"), IsEmpty());
  EXPECT_THAT(Ranges(""), IsEmpty());
  EXPECT_THAT(Ranges("Input\nThe first line contains an integer n (1 ≤ n ≤ 99999999999999999999)"),
              ElementsAre("1..n..?"));
}

lab::LabelledProblem WithInputs(const std::string& statement) {
  lab::LabelledProblem problem;
  problem.problem = R"({"mode":"stdin_stdout","tests":[{"id":"a","input":"1\n","expected":"1"},
    {"id":"b","input":"7\n","expected":"7"},{"id":"c","input":"12\n","expected":"12"}]})";
  problem.statement = statement;
  problem.solutions = {{"right", "python", "right", lab::Label::kCorrect}};
  return problem;
}

// Every program passes, and validators end as `codes` says of the tests.
ProblemAudit Audit(const lab::LabelledProblem& problem, const std::string& codes = "") {
  FakeJudge judge([&](const std::string&, const std::string& code) -> std::string {
    if (code != "validator") return ResultOf(code == "right" ? "AC" : "WA");
    return R"({"verdict":"RE","cause":"candidate","reason":"","message":"","tests":[)" + codes +
           "]}";
  });
  AuditOptions options;
  options.mutants = 0;
  return AuditOne(problem, options, Asker(&judge, nullptr, {{1, 1, 0}, 2}));
}

std::string Ended(int code) {
  return R"({"status":"exited","exit_code":)" + std::to_string(code) + "}";
}

TEST(LookAtConstraints, FindsInputsThatTheStatementRulesOut) {
  const std::string statement = "Input\nThe first line contains an integer n (1 ≤ n ≤ ";
  const ProblemAudit audit = Audit(WithInputs(statement + "10)"));
  ASSERT_EQ(audit.findings.size(), 1u);
  EXPECT_EQ(audit.findings[0].kind, FindingKind::kOutsideConstraints);
  EXPECT_THAT(audit.findings[0].tests, ElementsAre("c"));
  EXPECT_THAT(audit.findings[0].message, HasSubstr("n = 12"));
  EXPECT_EQ(audit.mended_row.find("12"), audit.mended_row.npos);
  EXPECT_NE(audit.mended_row, "");
  EXPECT_THAT(Audit(WithInputs(statement + "12)")).findings, IsEmpty());
  // Most are outside: it is the statement that was misread.
  EXPECT_THAT(Audit(WithInputs(statement + "5)")).findings, IsEmpty());
}

TEST(LookAtConstraints, FindsInputsThatAValidatorRejects) {
  lab::LabelledProblem problem = WithInputs("");
  problem.validators.push_back({"python", "validator"});
  const auto kinds = [&](int a, int b, int c) {
    std::vector<FindingKind> found;
    const std::string codes = Ended(a) + "," + Ended(b) + "," + Ended(c);
    for (const Finding& each : Audit(problem, codes).findings) found.push_back(each.kind);
    return found;
  };
  EXPECT_THAT(kinds(42, 42, 42), IsEmpty());
  EXPECT_THAT(kinds(0, 0, 0), IsEmpty());
  EXPECT_THAT(kinds(42, 43, 42), ElementsAre(FindingKind::kOutsideConstraints));
  EXPECT_THAT(kinds(0, 3, 0), ElementsAre(FindingKind::kOutsideConstraints));
  // Where 42 is the word for it, 0 is not.
  EXPECT_THAT(kinds(42, 0, 42), ElementsAre(FindingKind::kOutsideConstraints));
  // One that accepts nothing tells nothing.
  EXPECT_THAT(kinds(1, 1, 1), ElementsAre(FindingKind::kValidatorFails));
}

TEST(LookAtConstraints, AValidatorThatIsKilledHasNotRuled) {
  lab::LabelledProblem problem = WithInputs("");
  problem.validators.push_back({"python", "validator"});
  EXPECT_THAT(Audit(problem, Ended(0) + R"(,{"status":"time_limit"},)" + Ended(0)).findings,
              IsEmpty());
}

TEST(LookAtLimits, FindsMemoryFarFromWhatReferencesUse) {
  lab::LabelledProblem problem = WithInputs("");
  problem.memory_mb = 65536;
  problem.limits = R"({"memory_mb":65536})";
  FakeJudge judge([&](const std::string&, const std::string& code) -> std::string {
    if (code != "right") return ResultOf("WA");
    return R"({"verdict":"AC","cause":"candidate","tests":[{"verdict":"AC","memory_peak_bytes":9000000}]})";
  });
  AuditOptions options;
  options.mutants = 0;
  const ProblemAudit audit = AuditOne(problem, options, Asker(&judge, nullptr, {{1, 1, 0}, 2}));
  ASSERT_EQ(audit.findings.size(), 1u);
  EXPECT_EQ(audit.findings[0].kind, FindingKind::kLimitsLoose);
  EXPECT_THAT(audit.mended_row, HasSubstr(R"("memory_mb":1024)"));
}

TEST(AuditOne, SolutionsOfOutputsAloneAreANote) {
  lab::LabelledProblem problem = WithInputs("");
  lab::Solution outputs{"o", "", ""};
  outputs.outputs = {"1", "7", std::nullopt};
  problem.solutions.push_back(outputs);
  const ProblemAudit audit = Audit(problem);
  ASSERT_EQ(audit.findings.size(), 1u);
  EXPECT_EQ(audit.findings[0].kind, FindingKind::kNotRun);
  EXPECT_EQ(audit.advice(), Advice::kKeep);
  EXPECT_EQ(audit.correct, 1);
}

}  // namespace
}  // namespace assay::audit
