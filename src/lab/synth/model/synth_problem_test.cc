#include "lab/synth/model/synth_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::synth {
namespace {

using ::testing::ElementsAre;

lab::LabelledProblem Labelled(std::string problem) {
  lab::LabelledProblem labelled;
  labelled.id = "p";
  labelled.problem = std::move(problem);
  return labelled;
}

TEST(SynthProblemOf, TakesTestsSolutionsLimitsAndTheJudgeThatIsThere) {
  lab::LabelledProblem labelled = Labelled(
      R"({"tests": [{"id": "a", "input": "1", "expected": "2"}], "checker": {"source": "x"}})");
  labelled.cpu_time_s = 2;
  labelled.memory_mb = 256;
  labelled.compile_flags = R"(["-O2"])";
  labelled.solutions = {{"s", "cpp", "c", lab::Label::kWrong, {{"a.h", "b"}}},
                        {"o", "", "", lab::Label::kCorrect, {}, "", {"3"}}};
  const auto problem = SynthProblemOf(labelled);
  ASSERT_TRUE(problem.ok()) << problem.error().ToString();
  EXPECT_EQ(problem->tests[0].id, "a");
  EXPECT_EQ(problem->tests[0].expected, "2");
  EXPECT_EQ(problem->cpu_time_s, 2);
  EXPECT_EQ(problem->memory_mb, 256);
  ASSERT_EQ(problem->solutions.size(), 2u);
  EXPECT_FALSE(problem->solutions[0].right);
  EXPECT_EQ(problem->solutions[0].files.at("a.h"), "b");
  EXPECT_THAT(problem->solutions[0].compile_flags, ElementsAre("-O2"));
  EXPECT_EQ(problem->solutions[1].outputs[0], "3");
  EXPECT_EQ(problem->given->checker, R"({"source": "x"})");
}

TEST(SynthProblemOf, SaysWhyThereIsNothingToJudge) {
  const auto fault = [](std::string json) {
    const auto problem = SynthProblemOf(Labelled(std::move(json)));
    return problem.ok() ? "" : problem.error().field;
  };
  EXPECT_EQ(fault("{}"), "problem.tests");
  EXPECT_EQ(fault(R"({"tests": []})"), "problem.tests");
  EXPECT_EQ(fault(R"({"tests": [{"input": 1}]})"), "problem.tests[0].input");
  EXPECT_EQ(fault(R"({"tests": [{"input": "1"}]})"), "problem.tests[0].expected");
  EXPECT_EQ(fault(R"({"mode": "assert", "assert_code": "x"})"), "problem.mode");
  EXPECT_EQ(fault(R"({"mode": "function_call", "tests": []})"), "problem.mode");
  EXPECT_EQ(fault(R"({"interactor": {}, "tests": []})"), "problem.interactor");
  EXPECT_EQ(fault(R"({"sha256": "00"})"), "problem.sha256");
}

}  // namespace
}  // namespace assay::synth
