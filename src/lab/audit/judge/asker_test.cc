#include "lab/audit/judge/asker.h"

#include <gtest/gtest.h>

#include <map>

#include "lab/audit/judge/fake_judge_test_util.h"

namespace assay::audit {
namespace {

lab::LabelledProblem AnyProblem() {
  lab::LabelledProblem problem;
  problem.problem = R"({"tests":[{"input":"1","expected":"2"}]})";
  return problem;
}

constexpr AskPatience kAtOnce{{.full_s = 60, .lost_answers = 2, .between_s = 0}, 3};

TEST(Asker, RepeatsWhatOurSideFailedToJudge) {
  std::map<std::string, int> seen;
  FakeJudge judge([&](const std::string&, const std::string& code) {
    return code == "unlucky" && ++seen[code] < 3 ? ResultOf("IE", "infrastructure")
                                                 : ResultOf("AC", "accepted");
  });
  const Asker asker(&judge, nullptr, kAtOnce);
  const auto outcomes =
      asker.Judge(AnyProblem(), {{"python", "lucky"}, {"python", "unlucky"}, {"python", "lucky"}});
  ASSERT_EQ(outcomes.size(), 3u);
  for (const RunOutcome& each : outcomes) EXPECT_TRUE(each.accepted());
  EXPECT_EQ(judge.requests, 3);
}

TEST(Asker, SaysSoWhenThereIsNoVerdictInTheEnd) {
  FakeJudge judge([](const std::string&, const std::string&) {
    return ResultOf("IE", "infrastructure", "a box died");
  });
  const auto outcomes = Asker(&judge, nullptr, kAtOnce).Judge(AnyProblem(), {{"python", "pass"}});
  EXPECT_FALSE(outcomes[0].judged);
  EXPECT_EQ(outcomes[0].message, "a box died");
}

TEST(Asker, WaitsForAFullJudgeAndAsksInPieces) {
  FakeJudge judge([](const std::string&, const std::string&) { return ResultOf("AC"); });
  judge.refuse = 2;
  const std::vector<Ask> asks(40, {"python", "pass"});
  const auto outcomes = Asker(&judge, nullptr, kAtOnce).Judge(AnyProblem(), asks);
  ASSERT_EQ(outcomes.size(), 40u);
  EXPECT_TRUE(outcomes[39].accepted());
  EXPECT_EQ(judge.requests, 2 + 3);
}

TEST(Asker, ALanguageThatIsntThereIsNoFindingOnTheProblem) {
  FakeJudge judge([](const std::string&, const std::string&) {
    return ResultOf("JE", "invalid_submission", "language: there is no 'cobol'");
  });
  const auto outcomes = Asker(&judge, nullptr, kAtOnce).Judge(AnyProblem(), {{"cobol", "x"}});
  EXPECT_FALSE(outcomes[0].judged);
  EXPECT_EQ(judge.requests, 1);
}

TEST(Asker, AStopEndsIt) {
  FakeJudge judge([](const std::string&, const std::string&) { return ResultOf("AC"); });
  const std::atomic<bool> stop{true};
  const auto outcomes = Asker(&judge, &stop, kAtOnce).Judge(AnyProblem(), {{"python", "pass"}});
  EXPECT_FALSE(outcomes[0].judged);
  EXPECT_EQ(judge.requests, 0);
}

}  // namespace
}  // namespace assay::audit
