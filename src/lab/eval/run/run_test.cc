#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "lab/eval/run/grading.h"
#include "lab/eval/run/run_cost.h"
#include "lab/eval/run/selection.h"
#include "lab/eval/run/self_check.h"
#include "service/judge.h"

namespace assay::eval {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kAccepted[] =
    R"({"verdict": "AC", "cause": "candidate", "masked": false, "score": 1.0, "reason": "accepted"})";
constexpr char kRejected[] =
    R"({"verdict": "WA", "cause": "candidate", "masked": false, "score": 0.0, "reason": "wrong"})";

// Accepts what says "right", is full twice before it answers anything, and breaks when told to.
class FakeJudge final : public service::Judge {
 public:
  std::optional<int> slots() const override { return 2; }
  std::atomic<int> full{0};
  std::atomic<bool> broken{false};

 protected:
  Result<service::Answer> Ask(const char*, const std::string&, std::string body) override {
    if (broken) return Error{ErrorCode::kUnavailable, "test", 0, "connection refused"};
    if (full.fetch_sub(1) > 0) return service::Answer{429, 1, "{}"};
    const bool right = body.find("right") != std::string::npos;
    return service::Answer{200, 1, right ? kAccepted : kRejected};
  }
};

class FakeBenchmark final : public LoadedBenchmark {
 public:
  explicit FakeBenchmark(size_t count) {
    for (size_t i = 0; i < count; ++i) {
      EvalItem item;
      item.id = "item/" + std::to_string(i);
      item.prompt.messages = {{"user", "123456"}};
      items_.push_back(std::move(item));
    }
  }
  const std::vector<EvalItem>& items() const override { return items_; }
  const std::vector<DataFile>& files() const override { return files_; }
  Extracted Extract(size_t, const AnswerText& answer, GradeProfile) const override {
    if (answer.content == "prose") return {.code = {}, .rule = "none"};
    return {.code = answer.content, .rule = "all"};
  }
  GradeTask Task(size_t, const Extracted& extracted, GradeProfile) const override {
    return {GradeTask::Route::kVerify, *extracted.code};
  }
  std::vector<KnownSample> KnownSamples() const override {
    std::vector<KnownSample> known;
    for (size_t i = 0; i < items_.size(); ++i) {
      known.push_back({i,
                       "gold",
                       {.content = i == 1 ? "bad" : "right"},
                       SampleState::kPassed,
                       i == 1 ? erratum_ : ""});
    }
    return known;
  }
  std::string erratum_;

 private:
  std::vector<EvalItem> items_;
  std::vector<DataFile> files_;
};

TEST(Grading, WaitsWhileTheJudgeIsFull) {
  const FakeBenchmark benchmark(1);
  FakeJudge judge;
  judge.full = 2;
  const GradedAnswer graded = GradeAnswer(benchmark, 0, {.content = "right"}, GradeProfile::kAssay,
                                          judge, {.between_s = 0.01});
  EXPECT_EQ(graded.grade.state, SampleState::kPassed);
  EXPECT_FALSE(graded.code_sha.empty());
}

TEST(Grading, AJudgeThatIsGoneSaysNothingAboutTheModel) {
  const FakeBenchmark benchmark(1);
  FakeJudge judge;
  judge.broken = true;
  const GradedAnswer graded = GradeAnswer(benchmark, 0, {.content = "right"}, GradeProfile::kAssay,
                                          judge, {.between_s = 0.01});
  EXPECT_EQ(graded.grade.state, SampleState::kErrored);
}

TEST(Grading, EmptyAndUnextractedAnswersFailUnseenAndAreTold) {
  const FakeBenchmark benchmark(1);
  FakeJudge judge;
  judge.broken = true;
  const GradedAnswer empty =
      GradeAnswer(benchmark, 0, {.content = " \n"}, GradeProfile::kAssay, judge);
  EXPECT_EQ(empty.grade.state, SampleState::kFailed);
  EXPECT_TRUE(empty.flags.empty);
  const GradedAnswer prose =
      GradeAnswer(benchmark, 0, {.content = "prose"}, GradeProfile::kAssay, judge);
  EXPECT_EQ(prose.grade.state, SampleState::kFailed);
  EXPECT_TRUE(prose.flags.unextracted);
}

TEST(SelfCheck, AGoldThatFailsIsAMissUnlessItIsAnErratum) {
  FakeBenchmark benchmark(3);
  FakeJudge judge;
  const SelfCheckOptions options{.items = {0, 1, 2}, .profiles = {GradeProfile::kAssay}};
  SelfCheckReport report = SelfCheck(benchmark, options, judge);
  EXPECT_FALSE(report.good());
  ASSERT_EQ(report.misses.size(), 1U);
  EXPECT_EQ(report.misses[0].item, "item/1");
  benchmark.erratum_ = "known to be wrong";
  report = SelfCheck(benchmark, options, judge);
  EXPECT_TRUE(report.good());
  EXPECT_EQ(report.errata.size(), 1U);
}

TEST(SelfCheck, WithoutVerdictsNothingIsGood) {
  const FakeBenchmark benchmark(0);
  FakeJudge judge;
  EXPECT_FALSE(
      SelfCheck(benchmark, {.items = {}, .profiles = {GradeProfile::kAssay}}, judge).good());
}

TEST(Selection, ShardsArePartsOfTheSameWhole) {
  const FakeBenchmark benchmark(7);
  const auto one = Select(benchmark.items(), {.limit = 5, .ids = {}, .shard = 1, .shards = 2});
  const auto two = Select(benchmark.items(), {.limit = 5, .ids = {}, .shard = 2, .shards = 2});
  ASSERT_TRUE(one.ok() && two.ok());
  EXPECT_THAT(one->part, ElementsAre(0, 2, 4));
  EXPECT_THAT(two->part, ElementsAre(1, 3));
  EXPECT_EQ(one->whole, two->whole);
}

TEST(Selection, AnUnknownIdIsNamed) {
  const FakeBenchmark benchmark(2);
  const auto selection = Select(benchmark.items(), {.limit = 0, .ids = {"item/9"}});
  ASSERT_FALSE(selection.ok());
  EXPECT_THAT(selection.error().message, HasSubstr("item/9"));
}

TEST(RunCost, IsAnUpperBoundOfPromptsAndAnswers) {
  const FakeBenchmark benchmark(2);
  const RunCost cost =
      EstimateRun(benchmark.items(), {0, 1},
                  {.samples = 3, .max_tokens = 100, .input_price = 1.0, .output_price = 2.0});
  EXPECT_EQ(cost.requests, 6);
  EXPECT_EQ(cost.prompt_bytes, 36);
  EXPECT_EQ(cost.prompt_tokens, 36 / 3 + 6 * 8);
  EXPECT_EQ(*cost.most_answer_tokens, 600);
  EXPECT_DOUBLE_EQ(*cost.most_cost, (60 * 1.0 + 600 * 2.0) / 1e6);
}

}  // namespace
}  // namespace assay::eval
