// Time limits near the edge, in the engine: what decides is the fastest of several runs, and what
// isn't near the edge is never run twice.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/engine.h"
#include "engine/engine_fixture.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// A program that needs, run after run, the CPU times of `costs_`, and the last one ever after.
// Those over the limit asked for are stopped at it.
class NearLimitTest : public EngineFixture {
 protected:
  void Start() {
    runner_ = std::make_unique<FakeRunner>(2);
    runner_->set_handler(
        [this](const RunRequest& request, const CancelToken*) -> std::optional<Result<RunResult>> {
          return Result<RunResult>(Play(request));
        });
    EngineFixture::Start(2, {});
  }
  RunResult Play(const RunRequest& request) {
    RunResult run = Exited(0, std::string(request.stdin_bytes->view()));
    run.cpu_time = run.wall_time = costs_[std::min(limits_.size(), costs_.size() - 1)];
    if (limits_.empty()) run.starved_time = starved_;
    limits_.push_back(request.limits.cpu_time);
    if (run.cpu_time > request.limits.cpu_time) {
      run.status = RunStatus::kCpuLimit;
      run.cpu_time = request.limits.cpu_time;
    }
    return run;
  }
  SubmissionResult Judge(std::vector<int> costs_ms, ProblemMode mode = ProblemMode::kStdinStdout) {
    costs_.clear();
    limits_.clear();
    for (const int cost : costs_ms) costs_.emplace_back(milliseconds(cost));
    Submission submission = MakeSubmission({"x"});
    auto problem = std::make_shared<Problem>(*submission.problem);
    problem->mode = mode;
    submission.problem = problem;
    submission.limits.cpu_time = submission.limits.wall_time = milliseconds(1000);
    const std::string name = std::to_string(++judged_);
    submission.code = name;  // another program each time
    return EngineFixture::Judge(name, std::move(submission));
  }
  size_t runs() const { return limits_.size(); }

  std::vector<Nanoseconds> costs_;
  Nanoseconds starved_{0};
  std::vector<Nanoseconds> limits_;
  int judged_ = 0;
};

TEST_F(NearLimitTest, WithinTheLimitNothingIsRepeated) {
  Start();
  starved_ = milliseconds(500);
  EXPECT_EQ(Judge({999, 0}).verdict, Verdict::kAccepted);
  EXPECT_EQ(runs(), 1);
}

TEST_F(NearLimitTest, EndlessLoopsAreNotRunTwice) {
  Start();
  starved_ = milliseconds(500);
  const SubmissionResult result = Judge({100'000, 1});
  EXPECT_EQ(result.verdict, Verdict::kTimeLimit);
  EXPECT_EQ(result.reason, Reason::kCpuLimit);
  EXPECT_EQ(runs(), 1);
}

TEST_F(NearLimitTest, ARunWithinTheLimitDecides) {
  Start();
  for (const bool busy : {false, true}) {
    starved_ = milliseconds(busy ? 300 : 0);
    EXPECT_EQ(Judge({1100, 1050, 1300, 950}).verdict, Verdict::kAccepted);
    EXPECT_EQ(limits_, std::vector<Nanoseconds>(4, milliseconds(1250)));
  }
  EXPECT_EQ(engine_->stats().near_limit_reruns, 6);
  EXPECT_EQ(engine_->stats().near_limit_cleared, 2);
}

TEST_F(NearLimitTest, TheBestRunSaysHowMany) {
  Start();
  const std::vector<std::pair<std::vector<int>, size_t>> cases = {
      {{1200}, 3}, {{1200, 1050}, 10}, {{1200, 1300}, 3}, {{1020, 1200}, 16}, {{1001}, 24}};
  for (const auto& [costs, count] : cases) {
    const SubmissionResult result = Judge(costs);
    EXPECT_EQ(result.verdict, Verdict::kTimeLimit);
    EXPECT_EQ(result.reason, Reason::kCpuLimit);
    EXPECT_EQ(result.tests[0].run.status, RunStatus::kCpuLimit);
    EXPECT_EQ(runs(), count);
  }
  EXPECT_EQ(engine_->stats().near_limit_cleared, 0);
}

TEST_F(NearLimitTest, PlainRunsHaveExactLimits) {
  Start();
  Judge({1100, 1}, ProblemMode::kRun);
  EXPECT_THAT(limits_, ::testing::ElementsAre(milliseconds(1000)));
}

}  // namespace
}  // namespace assay
