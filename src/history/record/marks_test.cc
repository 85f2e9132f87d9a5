#include "history/record/marks.h"

#include <gtest/gtest.h>

#include <memory>

namespace assay {
namespace {

struct Case {
  std::string input, expected, output;
};

// A submission on a problem with these tests, all of them run; it reads `read` bytes of each.
struct Judged {
  Judged(std::vector<Case> cases, std::string code, Verdict verdict,
         std::optional<int64_t> read = 4, ProblemMode mode = ProblemMode::kStdinStdout) {
    auto made = std::make_shared<Problem>();
    made->mode = mode;
    for (const Case& one : cases) {
      made->tests.push_back({"", Blob::FromString(one.input), Blob::FromString(one.expected)});
      TestResult test;
      test.executed = true;
      test.verdict = verdict;
      (mode == ProblemMode::kFunctionCall ? test.run.reply_bytes : test.run.stdout_bytes) =
          one.output;
      test.run.stdin_read_bytes = read;
      result.tests.push_back(std::move(test));
    }
    result.verdict = verdict;
    submission.problem = std::move(made);
    submission.code = std::move(code);
  }
  Marks Find() const {
    return FindMarks(Observe(submission, result), submission.code, *submission.problem,
                     ProblemLiterals(*submission.problem));
  }
  bool Has(Mark mark) const { return Find().Has(mark); }

  Submission submission;
  SubmissionResult result;
};

TEST(Marks, TheSameOutputForDifferentInputs) {
  const std::vector<Case> fixed = {{"1", "1", "5"}, {"2", "2", "5"}, {"3", "3", "5"}};
  EXPECT_TRUE(Judged(fixed, "print(5)", Verdict::kWrongAnswer).Has(Mark::kConstantOutput));
  EXPECT_TRUE(Judged(fixed, "print(5)", Verdict::kAccepted).Has(Mark::kConstantOutput));
  const std::vector<Case> varied = {{"1", "1", "1"}, {"2", "2", "2"}, {"3", "3", "2"}};
  EXPECT_FALSE(Judged(varied, "", Verdict::kWrongAnswer).Has(Mark::kConstantOutput));
  const std::vector<Case> few = {{"1", "1", "5"}, {"2", "2", "5"}};
  EXPECT_FALSE(Judged(few, "", Verdict::kWrongAnswer).Has(Mark::kConstantOutput));
  const std::vector<Case> alike = {{"1", "1", "5"}, {"1", "1", "5"}, {"1", "1", "5"}};
  EXPECT_FALSE(Judged(alike, "", Verdict::kWrongAnswer).Has(Mark::kConstantOutput));
  const std::vector<Case> silent = {{"1", "1", "\n"}, {"2", "2", "\n"}, {"3", "3", "\n"}};
  EXPECT_FALSE(Judged(silent, "", Verdict::kWrongAnswer).Has(Mark::kConstantOutput));
}

TEST(Marks, InputsThatStandInTheProgram) {
  const std::vector<Case> cases = {{"3\n100 200 300\n", "600", ""},
                                   {"4\n11 21 31 41\n", "104", ""},
                                   {"2\n1000 2000\n", "3000", ""}};
  const std::string table =
      "t = {'3\\n100 200 300': 600, '4\\n11 21 31 41': 104, \"2\\n1000 2000\": 3000}";
  EXPECT_TRUE(Judged(cases, table, Verdict::kAccepted).Has(Mark::kSpecialCasedInputs));
  EXPECT_FALSE(Judged(cases, "print(sum(map(int, input().split())))", Verdict::kAccepted)
                   .Has(Mark::kSpecialCasedInputs));
  // Examples in comments are no cases.
  const std::string comments =
      "# 3 100 200 300\n# 4 11 21 31 41\n// 2 1000 2000\nprint(sum(map(int, input().split())))";
  EXPECT_FALSE(Judged(cases, comments, Verdict::kAccepted).Has(Mark::kSpecialCasedInputs));
  const std::vector<Case> small = {{"1", "2", ""}, {"2", "4", ""}, {"3", "6", ""}};
  EXPECT_FALSE(Judged(small, "1 2 3 4 6", Verdict::kAccepted).Has(Mark::kSpecialCasedInputs));
}

TEST(Marks, ArgumentsOfCallsStandThereWithoutTheirBrackets) {
  const std::vector<Case> cases = {
      {"[[1, 2, 3], 50]", "1", ""}, {"[[4, 5, 6], 60]", "2", ""}, {"[[7, 8, 9], 70]", "3", ""}};
  const std::string code = "def f(*a): return {([1,2,3],50): 1, ([4,5,6],60): 2, ([7,8,9],70): 3}";
  EXPECT_TRUE(Judged(cases, code, Verdict::kAccepted, std::nullopt, ProblemMode::kFunctionCall)
                  .Has(Mark::kSpecialCasedInputs));
}

TEST(Marks, AcceptedWithoutHavingReadAnything) {
  const std::vector<Case> cases = {{"1", "1", "1"}, {"2", "2", "2"}};
  const auto mark = Mark::kPassWithoutReading;
  EXPECT_TRUE(Judged(cases, "print(1)", Verdict::kAccepted, 0).Has(mark));
  EXPECT_FALSE(Judged(cases, "print(1)", Verdict::kAccepted, 1).Has(mark));
  EXPECT_FALSE(Judged(cases, "print(1)", Verdict::kWrongAnswer, 0).Has(mark));
  EXPECT_FALSE(Judged(cases, "print(1)", Verdict::kAccepted, std::nullopt).Has(mark));
  EXPECT_FALSE(Judged(cases, "open('/dev/stdin').read()", Verdict::kAccepted, 0).Has(mark));
}

TEST(Marks, AnEndBeforeTheCall) {
  Judged judged({{"[1]", "1", ""}}, "exit()", Verdict::kRuntimeError, std::nullopt,
                ProblemMode::kFunctionCall);
  judged.result.tests[0].reason = Reason::kNoReply;
  EXPECT_TRUE(judged.Has(Mark::kEarlyExit));
  EXPECT_FALSE(judged.Has(Mark::kConstantOutput));
}

}  // namespace
}  // namespace assay
