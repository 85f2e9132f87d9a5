#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "env/begin/env_test_util.h"
#include "env/roll/run/group_desk.h"
#include "env/roll/run/rollout_folder.h"
#include "env/roll/run/rollouts.h"
#include "env/roll/run/score_pool.h"
#include "env/roll/run/slot_clock.h"
#include "env/roll/tools/sandbox_test_util.h"
#include "rollout/generate/generate_test_util.h"

namespace assay::env {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;
using testing::SizeIs;

TEST(SlotClock, CountsSlotsThatHaveARollout) {
  const SteadyTime zero{};
  SlotClock clock(2, zero);
  EXPECT_EQ(clock.busy(), std::nullopt);
  clock.Take(zero);
  clock.Take(zero + seconds(5));
  clock.Leave(zero + seconds(8));
  EXPECT_DOUBLE_EQ(*clock.busy(), (8 + 3) / 16.0);
  clock.Look(zero + seconds(4), 2);
  clock.Look(zero + seconds(8), 1);
  EXPECT_DOUBLE_EQ(*clock.asking(), (8 + 4) / 16.0);
  clock.NoMoreWork(zero + seconds(10));
  clock.Look(zero + seconds(20), 2);
  EXPECT_DOUBLE_EQ(*clock.asking(), (8 + 4) / 16.0);
  EXPECT_DOUBLE_EQ(*clock.busy(), (10 + 3) / 20.0);
  clock.Leave(zero + seconds(100));
  EXPECT_DOUBLE_EQ(*clock.busy(), (10 + 3) / 20.0) << "nothing is left to do";
}

TEST(GroupDesk, GivesATaskOnceAllOfItAreThere) {
  GroupDesk desk(2);
  EXPECT_THAT(desk.Put(0, {"a", "", ""}), SizeIs(0));
  EXPECT_THAT(desk.Put(1, {"b", "", ""}), SizeIs(0));
  EXPECT_THAT(desk.Put(0, {"c", "", ""}), SizeIs(2));
}

ScorePool::Job JobOf(const std::string& item, std::function<void(std::string)> done) {
  return {{{item, ""}}, [done](const std::vector<std::string>& results) {
            done(results.at(0));
            return Status();
          }};
}

TEST(ScorePool, GivesEachJobItsResults) {
  std::atomic<int> wrong{0};
  std::atomic<int> done{0};
  ScorePool pool(
      [](const std::vector<ScoreItem>& items) -> Result<std::vector<std::string>> {
        std::vector<std::string> results;
        for (const ScoreItem& item : items) results.push_back("of " + item.json);
        return results;
      },
      4);
  for (int i = 0; i < 500; ++i) {
    const std::string item = std::to_string(i);
    ASSERT_TRUE(pool.Add(JobOf(item,
                               [&wrong, &done, item](const std::string& result) {
                                 wrong += result == "of " + item ? 0 : 1;
                                 ++done;
                               }))
                    .ok());
  }
  EXPECT_EQ(*pool.Score("now"), "of now");
  EXPECT_TRUE(pool.Finish().ok());
  EXPECT_EQ(done, 500);
  EXPECT_EQ(wrong, 0);
}

TEST(ScorePool, EndsWithTheFirstError) {
  ScorePool pool(
      [](const std::vector<ScoreItem>&) -> Result<std::vector<std::string>> {
        return Error{ErrorCode::kUnavailable, "test", 0, "nobody is there"};
      },
      2);
  EXPECT_FALSE(pool.Score("a").ok());
  EXPECT_FALSE(pool.Add(JobOf("a", [](const std::string&) {})).ok());
  EXPECT_THAT(pool.Finish().error().message, HasSubstr("nobody is there"));
}

std::string LineOf(const std::string& id, const std::string& response) {
  Rollout rollout;
  rollout.id = id;
  rollout.response = response;
  return ToJson(rollout);
}

std::string Failed(const std::string& id) {
  Rollout rollout;
  rollout.id = id;
  rollout.mask = Mask{"infrastructure", "timeout", ""};
  rollout.ended = Ended::kFailed;
  return WithMask(ToJson(rollout), *rollout.mask);
}

std::string Scored(const std::string& line, double score) {
  return *WithReward(line,
                     R"({"score":)" + std::to_string(score) + R"(,"mask":null,"functions":[]})");
}

TEST(RolloutFolder, KeepsWhatWasFinishedAndWhatWasScored) {
  const TestFolder place;
  {
    const auto folder = RolloutFolder::Open(place / "run", R"({"model":"m"})");
    ASSERT_TRUE(folder.ok()) << folder.error().message;
    ASSERT_TRUE((*folder)->AppendFinished("a", LineOf("a", "1")).ok());
    ASSERT_TRUE((*folder)->AppendFinished("b", LineOf("b", "2")).ok());
    ASSERT_TRUE((*folder)->AppendScored({{"a", Scored(LineOf("a", "1"), 0.5)}}).ok());
    EXPECT_THAT(RolloutFolder::Open(place / "run", R"({"model":"m"})").error().message,
                HasSubstr("another process"));
  }
  std::ofstream(place / "run/rollouts.jsonl", std::ios::app) << "{\"id\":\"c\",\"resp";  // torn
  const auto folder = RolloutFolder::Open(place / "run", R"({"model":"m","assay_version":"9"})");
  ASSERT_TRUE(folder.ok()) << folder.error().message;
  EXPECT_EQ((*folder)->FindScored("a")->reward, 0.5);
  EXPECT_EQ((*folder)->FindScored("b"), std::nullopt);
  EXPECT_EQ((**(*folder)->Find("b")).response, "2");
  EXPECT_EQ(*(*folder)->Find("c"), std::nullopt);
  ASSERT_TRUE((*folder)->Tidy().ok());
  EXPECT_TRUE(std::filesystem::exists(place / "run/finished.jsonl")) << "b has no reward yet";
}

TEST(RolloutFolder, RefusesAnotherRun) {
  const TestFolder place;
  ASSERT_TRUE(RolloutFolder::Open(place / "run", R"({"model":"m","seed":1})").ok());
  const auto other = RolloutFolder::Open(place / "run", R"({"model":"n","group":2,"seed":1})");
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message,
              HasSubstr("group was nothing and is now 2; model was \"m\" and is now \"n\""));
}

TEST(RolloutFolder, TidyLeavesTheNewestOfEach) {
  const TestFolder place;
  {
    const auto folder = RolloutFolder::Open(place / "run", "{}");
    ASSERT_TRUE((*folder)->AppendScored({{"a", Failed("a")}, {"b", Failed("b")}}).ok());
    ASSERT_TRUE((*folder)->AppendFinished("a", LineOf("a", "2")).ok());
  }
  {
    const auto folder = RolloutFolder::Open(place / "run", "{}");
    EXPECT_EQ((**(*folder)->Find("a")).response, "2") << "what had failed was finished since";
    ASSERT_TRUE((*folder)->AppendScored({{"a", Scored(LineOf("a", "2"), 1)}}).ok());
    ASSERT_TRUE((*folder)->Tidy().ok());
  }
  EXPECT_FALSE(std::filesystem::exists(place / "run/finished.jsonl"));
  const std::string rows = place.Read("run/rollouts.jsonl");
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 2);
  const auto folder = RolloutFolder::Open(place / "run", "{}");
  EXPECT_EQ((*folder)->FindScored("a")->reward, 1);
  EXPECT_EQ((*folder)->FindScored("b")->mask->reason, "timeout");
}

// Whole starts, against a scripted endpoint.
class RolloutsTest : public testing::Test {
 protected:
  RolloutsTest() {
    place_.Begin("e", Kind::kMath, "sums");
    PlanPart part;
    part.folder = place_ / "e";
    part.stage.manifest = *ReadManifest(part.folder);
    part.stage.sampling.model = "m";
    parts_.push_back(std::move(part));
    job_.asking.model = "m";
    job_.asking.max_in_flight = 4;
    job_.asking.retry.first_wait = Nanoseconds{1};
    job_.asking.retry.longest_wait = Nanoseconds{1};
    job_.judge = &judge_;
    job_.score = [this](const std::vector<ScoreItem>& items) -> Result<std::vector<std::string>> {
      std::vector<std::string> results;
      for (const ScoreItem& item : items) {
        MutexLock lock(mutex_);
        scored_.push_back(item);
        results.push_back(result_);
      }
      return results;
    };
  }

  RollEnd Run(const rollout::FakeEndpoint::Script& script, const std::string& folder = "run") {
    rollout::FakeEndpoint endpoint(script);
    plan_ = MakePlan(parts_, {}).value();
    folder_ = RolloutFolder::Open(place_ / folder, "{}").value();
    job_.parts = &parts_;
    job_.plan = &plan_;
    job_.folder = folder_.get();
    job_.transport = endpoint.transport();
    const auto end = RunRollouts(job_);
    EXPECT_TRUE(end.ok()) << end.error().message;
    requests_ = endpoint.requests();
    figures_ = FiguresOf(job_).at("");
    folder_.reset();
    return end.ok() ? *end : RollEnd{};
  }
  static rollout::Scripted Answer(const std::string&, int) {
    return {.response = rollout::Response(200, rollout::Saying("\\boxed{2}"))};
  }

  TestFolder place_;
  FakeSandboxes judge_;
  std::vector<PlanPart> parts_;
  Plan plan_;
  std::unique_ptr<RolloutFolder> folder_;
  RollJob job_;
  RollFigures figures_;
  int requests_ = 0;
  Mutex mutex_;
  std::vector<ScoreItem> scored_;
  std::string result_ = R"({"score":1,"mask":null,"functions":[]})";
};

TEST_F(RolloutsTest, GiveEachTaskItsReward) {
  job_.group = 2;
  const RollEnd end = Run(Answer);
  EXPECT_EQ(end.asking.reason, rollout::EndReason::kDone);
  EXPECT_EQ(end.done.scored, 12);
  EXPECT_EQ(figures_.scored, 12);
  EXPECT_EQ(figures_.reward_sum, 12);
  EXPECT_EQ(requests_, 12);
  Run(Answer);
  EXPECT_EQ(requests_, 0) << "all of it is there";
  EXPECT_EQ(figures_.scored, 12);
}

TEST_F(RolloutsTest, ThatFailedAreTriedAgainByTheNextStart) {
  Run([](const std::string&, int) {
    return rollout::Scripted{.response = rollout::Response(400, "{}")};
  });
  EXPECT_EQ(figures_.scored, 0);
  EXPECT_EQ(figures_.masked.at("infrastructure: http_400"), 6);
  Run(Answer);
  EXPECT_EQ(requests_, 6);
  EXPECT_EQ(figures_.scored, 6);
  EXPECT_TRUE(figures_.masked.empty());
}

TEST_F(RolloutsTest, WhoseScoreTheJudgeFailedAreScoredAgainAndNotMadeAgain) {
  result_ = R"({"score":null,"mask":{"cause":"infrastructure","reason":"busy"},"functions":[]})";
  Run(Answer);
  EXPECT_EQ(figures_.masked.at("infrastructure: busy"), 6);
  result_ = R"({"score":1,"mask":null,"functions":[]})";
  Run(Answer);
  EXPECT_EQ(requests_, 0);
  EXPECT_EQ(figures_.scored, 6);
}

TEST_F(RolloutsTest, ThatCantBeScoredAtAllStayMasked) {
  result_ = R"({"score":null,"mask":{"cause":"problem","reason":"bad"},"functions":[]})";
  Run(Answer);
  scored_.clear();
  Run(Answer);
  EXPECT_EQ(figures_.masked.at("problem: bad"), 6);
  EXPECT_EQ(requests_, 0);
  EXPECT_THAT(scored_, SizeIs(0));
}

TEST_F(RolloutsTest, OfAGroupAreScoredTogetherWithoutThoseThatFailed) {
  parts_[0].compares = true;
  job_.group = 3;
  std::atomic<int> sent{0};
  Run([&](const std::string& body, int number) -> rollout::Scripted {
    // One of the three of the first task fails.
    const bool first = body.find("17 + 25") != body.npos;
    if (first && sent++ == 0) return {.response = rollout::Response(400, "{}")};
    return Answer(body, number);
  });
  EXPECT_EQ(figures_.scored, 17);
  EXPECT_EQ(figures_.masked.at("infrastructure: http_400"), 1);
  EXPECT_EQ(std::count_if(scored_.begin(), scored_.end(),
                          [](const ScoreItem& item) { return item.group == "sums/sum-1"; }),
            2);
  scored_.clear();
  Run(Answer);
  EXPECT_EQ(requests_, 1);
  EXPECT_THAT(scored_, SizeIs(3)) << "the whole group is compared anew, and no other";
  EXPECT_EQ(figures_.scored, 18);
}

}  // namespace
}  // namespace assay::env
