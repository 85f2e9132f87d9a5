#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "base/text.h"
#include "lab/synth/prove/proof.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::synth {
namespace {

using ::testing::HasSubstr;

// Without the ten megabytes, which take most of the time.
constexpr TrialOptions kSmall{.huge = false};

// What the judge in the test says about an output.
using Rule = std::function<std::string(const std::string& expected, const std::string& output)>;

std::string Verdict(const std::string& word) {
  if (word == "accept") return R"("verdict":"AC","cause":"candidate","reason":"checker_accepted")";
  if (word == "reject") return R"("verdict":"WA","cause":"candidate","reason":"checker_rejected")";
  if (word == "break") {
    return R"("verdict":"WA","cause":"candidate","reason":"checker_failed_on_output")";
  }
  if (word == "useless") {
    return R"("verdict":"JE","cause":"problem","reason":"checker_compile_error")";
  }
  if (word == "give up") return R"("verdict":"JE","cause":"problem","reason":"checker_failed")";
  return R"("verdict":"IE","cause":"infrastructure","reason":"sandbox_failed")";
}

class FakeJudge final : public service::Judge {
 public:
  explicit FakeJudge(Rule rule) : rule_(std::move(rule)) {}
  std::optional<int> slots() const override { return 2; }
  int asked = 0;

 protected:
  Result<service::Answer> Ask(const char*, const std::string&, std::string body) override {
    JsonError error;
    const auto document = JsonDocument::Parse(body, &error);
    std::string results;
    const JsonValue problems = document->root().Find("problems");
    for (const JsonValue submission : document->root().Find("submissions").Items()) {
      const JsonValue problem = problems.Find(TextAt(submission, "problem"));
      EXPECT_TRUE(!problem.Find("checker") || problem.Find("checker").Find("always").Bool());
      const std::string output = *Base64Decode(TextAt(submission.Find("files"), "printed"));
      const std::string expected = TextAt(problem.Find("tests").Items()[0], "expected");
      if (!results.empty()) results += ",";
      results += "{" + Verdict(rule_(expected, output)) + "}";
      ++asked;
    }
    return service::Answer{200, 1, "{\"results\":[" + results + "]}"};
  }

 private:
  const Rule rule_;
};

SynthProblem Numbers() {
  SynthProblem problem;
  for (const char* answer : {"11\n", "22\n", "33\n", "44\n"}) {
    problem.tests.push_back({"t", "the input\n", answer});
  }
  return problem;
}

std::vector<SolutionRun> RunsOf(const SynthProblem& problem) {
  SolutionRun right{"right", true, {}};
  SolutionRun wrong{"wrong", false, {}};
  for (const SynthTest& test : problem.tests) {
    right.outputs.emplace_back(test.expected);
    wrong.outputs.emplace_back(test.expected);
  }
  wrong.outputs.back() = "45\n";
  return {right, wrong};
}

Proof Prove(const SynthProblem& problem, const std::vector<SolutionRun>& runs, const Rule& rule) {
  const Classification kind = Classify(problem, AcceptedOutputs(runs));
  FakeJudge judge(rule);
  const TrialPlan plan = PlanTrials(problem, runs, kind, kSmall);
  const auto proof = ProveJudge(problem, plan, {"j", "", R"({"source":"x"})"}, judge, nullptr);
  EXPECT_TRUE(proof.ok());
  return *proof;
}

std::vector<std::string> ChecksOf(const Proof& proof) {
  std::vector<std::string> checks;
  for (const ProofFailure& failure : proof.failures) {
    const std::string check(ToString(failure.check));
    if (std::find(checks.begin(), checks.end(), check) == checks.end()) checks.push_back(check);
  }
  return checks;
}

std::string Exact(const std::string& expected, const std::string& output) {
  return std::string(TrimAsciiSpace(output)) == TrimAsciiSpace(expected) ? "accept" : "reject";
}

TEST(Proof, ARightJudgePasses) {
  const Proof proof = Prove(Numbers(), RunsOf(Numbers()), Exact);
  EXPECT_TRUE(proof.passed) << Feedback(Numbers(), proof);
  EXPECT_EQ(proof.accepted_right.value(), 1);
  EXPECT_EQ(proof.rejected_wrong.value(), 1);
  EXPECT_GE(proof.rejected_wrong.of, 20u);
  EXPECT_EQ(proof.wrong_solutions.right, 1u);
  EXPECT_LT(proof.accepted_right.interval().low, 1);
}

TEST(Proof, SaysWhatAWrongJudgeFailsOn) {
  const auto checks = [](const Rule& rule) {
    return ChecksOf(Prove(Numbers(), RunsOf(Numbers()), rule));
  };
  EXPECT_THAT(checks([](auto, auto) { return "reject"; }), testing::Contains("accepts_reference"));
  EXPECT_THAT(
      checks([](auto, auto) { return "accept"; }),
      testing::IsSupersetOf({"rejects_no_answer", "rejects_mutants", "rejects_wrong_solutions"}));
  EXPECT_THAT(checks([](const auto& expected, const auto& output) {
                return output.empty() ? "accept" : Exact(expected, output);
              }),
              testing::ElementsAre("rejects_no_answer"));
  EXPECT_THAT(checks([](const auto& expected, const auto& output) {
                return output.size() > 100 ? "break" : Exact(expected, output);
              }),
              testing::ElementsAre("never_breaks"));
  EXPECT_THAT(checks([](auto, auto) { return "useless"; }), testing::ElementsAre("usable"));
}

TEST(Proof, RightOutputsDecideFirst) {
  const SynthProblem problem = Numbers();
  FakeJudge judge([](auto, auto) { return "reject"; });
  const TrialPlan plan = PlanTrials(problem, {}, Classify(problem, {}), kSmall);
  const auto proof = ProveJudge(problem, plan, {"j", "", ""}, judge, nullptr);
  ASSERT_TRUE(proof.ok());
  EXPECT_FALSE(proof->passed);
  EXPECT_EQ(judge.asked, 4);
}

TEST(Proof, AFailureOfOursIsNoVerdictOnTheJudge) {
  const Proof proof = Prove(Numbers(), RunsOf(Numbers()), [](auto& expected, auto& output) {
    return output == "" ? "lost" : Exact(expected, output);
  });
  EXPECT_THAT(proof.undecided, HasSubstr("sandbox_failed"));
  EXPECT_TRUE(proof.failures.empty());
  EXPECT_THAT(ProofJson(Numbers(), proof), HasSubstr(R"("passed":false)"));
}

// Any two numbers with the sum of the reference's.
std::string SameSum(const std::string& expected, const std::string& output) {
  int a = 0, b = 0, c = 0, d = 0, end = 0;
  std::sscanf(expected.c_str(), "%d %d", &a, &b);
  const int read = std::sscanf(output.c_str(), "%d %d %n", &c, &d, &end);
  return read == 2 && end == static_cast<int>(output.size()) && a + b == c + d ? "accept"
                                                                               : "reject";
}

SynthProblem Sums() {
  SynthProblem problem;
  problem.statement = "If there are several, print any of them.";
  for (const char* answer : {"1 2\n", "2 3\n", "3 4\n", "4 5\n"}) {
    problem.tests.push_back({"t", "n\n", answer});
  }
  return problem;
}

TEST(Proof, AMutantThatHappensToBeRightCondemnsNoJudge) {
  // Of two that are swapped the sum is the same.
  const Proof proof = Prove(Sums(), {}, SameSum);
  EXPECT_TRUE(proof.passed) << Feedback(Sums(), proof);
  EXPECT_LT(proof.kills.at("swapped_tokens").right, proof.kills.at("swapped_tokens").of);
  const Proof blind = Prove(Sums(), {}, [](auto&, const auto& output) {
    int c = 0, d = 0;
    return std::sscanf(output.c_str(), "%d %d", &c, &d) == 2 ? "accept" : "reject";
  });
  EXPECT_THAT(ChecksOf(blind), testing::ElementsAre("rejects_most"));
}

SynthProblem ManyNumbers() {
  SynthProblem problem;
  for (int i = 0; i < 12; ++i)
    problem.tests.push_back({"t", "n\n", std::to_string(50 + 7 * i) + "\n"});
  return problem;
}

int NumberIn(const std::string& text) {
  int number = -1;
  int end = 0;
  const int read = std::sscanf(text.c_str(), "%d %n", &number, &end);
  return read == 1 && end == static_cast<int>(text.size()) ? number : -1;
}

TEST(Proof, AJudgeOfSeveralAnswersMayLookNoFurtherThanTheFirst) {
  const Proof proof = Prove(Sums(), {}, [](auto& expected, auto& output) {
    int c = 0, d = 0, end = 0;
    if (std::sscanf(output.c_str(), "%d %d%n", &c, &d, &end) != 2) return std::string("reject");
    return SameSum(expected, output.substr(0, end));
  });
  EXPECT_TRUE(proof.passed) << Feedback(Sums(), proof);
  EXPECT_EQ(proof.kills.at("extended").right, 0u);
}

TEST(Proof, ThatOneAnswerIsRightIsKnownBySilenceAlone) {
  // Nothing says that an odd number may be answered with the one before it.
  const auto also = [](int low) {
    return [low](const std::string& expected, const std::string& output) {
      const int a = NumberIn(expected);
      const int b = NumberIn(output);
      return a == b || (a <= low && a % 2 == 1 && b == a - 1) ? "accept" : "reject";
    };
  };
  const Proof proof = Prove(ManyNumbers(), {}, also(57));
  EXPECT_TRUE(proof.passed) << Feedback(ManyNumbers(), proof);
  // Of a judge that looks at no last digit many others pass, and none may of another form.
  EXPECT_THAT(ChecksOf(Prove(ManyNumbers(), {},
                             [](auto& expected, auto& output) {
                               return NumberIn(expected) / 10 == NumberIn(output) / 10 ? "accept"
                                                                                       : "reject";
                             })),
              testing::ElementsAre("rejects_mutants"));
  EXPECT_THAT(ChecksOf(Prove(ManyNumbers(), {},
                             [](auto& expected, auto& output) {
                               return Exact(expected, output) == "accept" || output == "57 57\n"
                                          ? "accept"
                                          : "reject";
                             })),
              testing::ElementsAre("rejects_mutants"));
}

TEST(Proof, GivingUpIsNoRuling) {
  const auto checks = [](const std::function<bool(const std::string&)>& gives_up) {
    return ChecksOf(Prove(ManyNumbers(), {}, [&](auto& expected, auto& output) {
      return gives_up(output) ? "give up" : Exact(expected, output);
    }));
  };
  // "The participant has the better answer."
  EXPECT_THAT(checks([](auto& output) { return NumberIn(output) > 5000; }), testing::IsEmpty());
  EXPECT_THAT(checks([](auto& output) { return NumberIn(output) > 100; }),
              testing::Contains("usable"));
  EXPECT_THAT(checks([](auto& output) { return output.empty(); }),
              testing::ElementsAre("never_breaks"));
  EXPECT_THAT(checks([](auto& output) { return (NumberIn(output) - 50) % 7 != 0; }),
              testing::IsSupersetOf({"never_breaks", "rejects_mutants"}));
}

TEST(Proof, WhatAnotherSolutionPrintedIsNoMutant) {
  const SynthProblem problem = Numbers();
  auto runs = RunsOf(problem);
  runs[0].outputs[0] = "12\n";
  const TrialPlan plan =
      PlanTrials(problem, runs, Classify(problem, AcceptedOutputs(runs)), kSmall);
  for (const Trial& trial : plan.trials) {
    if (trial.test == 0 && trial.text == "12\n") {
      EXPECT_EQ(trial.duty, Duty::kAccept);
    }
  }
}

TEST(Proof, OneTrialIsTenMegabytes) {
  const TrialPlan plan = PlanTrials(Numbers(), {}, Classify(Numbers(), {}), {});
  EXPECT_EQ(std::count_if(plan.trials.begin(), plan.trials.end(),
                          [](const Trial& trial) { return trial.text.size() > 10'000'000; }),
            1);
}

TEST(Proof, ASolutionThatNoJudgeCanTellIsNotCounted) {
  const SynthProblem problem = Numbers();
  auto runs = RunsOf(problem);
  runs[1].outputs.back() = problem.tests.back().expected;
  EXPECT_EQ(Prove(problem, runs, Exact).wrong_solutions.of, 0u);
  runs[1].outputs.back().reset();
  EXPECT_EQ(Prove(problem, runs, Exact).wrong_solutions.of, 0u);
}

TEST(Proof, FeedbackShowsTheOutputAndWhatWasSaid) {
  const Proof proof = Prove(Numbers(), RunsOf(Numbers()), [](auto, auto) { return "reject"; });
  const std::string feedback = Feedback(Numbers(), proof);
  EXPECT_THAT(feedback, HasSubstr("it rejects the reference's own output (reference)"));
  EXPECT_THAT(feedback, HasSubstr("    11\n"));
  EXPECT_THAT(feedback, HasSubstr("    the input\n"));
}

// Answers one solution's run with two tests.
class RunningJudge final : public service::Judge {
 public:
  std::optional<int> slots() const override { return 2; }
  std::string answer;

 protected:
  Result<service::Answer> Ask(const char*, const std::string&, std::string) override {
    return service::Answer{200, 1, answer};
  }
};

TEST(SolutionRuns, KeepOutputsOfRunsThatEndedWell) {
  SynthProblem problem = Numbers();
  problem.tests.resize(3);
  problem.solutions.push_back({"s", true, "python", "x", {}, {}, {}});
  RunningJudge judge;
  judge.answer = R"({"results":[{"verdict":"WA","cause":"candidate","tests":[
      {"status":"exited","exit_code":0,"stdout":"a"},
      {"status":"exited","exit_code":1,"stdout":"b"},
      {"status":"exited","exit_code":0,"stdout":"c","stdout_truncated":true}]}]})";
  const auto runs = RunSolutions(problem, judge, nullptr);
  ASSERT_TRUE(runs.ok());
  EXPECT_EQ((*runs)[0].outputs[0], "a");
  EXPECT_FALSE((*runs)[0].outputs[1]);
  EXPECT_FALSE((*runs)[0].outputs[2]);
  EXPECT_FALSE((*runs)[0].whole());
  judge.answer = R"({"results":[{"verdict":"IE","cause":"infrastructure","message":"m"}]})";
  EXPECT_FALSE(RunSolutions(problem, judge, nullptr).ok());
}

}  // namespace
}  // namespace assay::synth
