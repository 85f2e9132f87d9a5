#include "lab/rl/curriculum/log/desk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "base/dice/mix.h"
#include "lab/rl/curriculum/log/answer_json.h"
#include "lab/rl/curriculum/state/curriculum_test_util.h"

namespace assay::curriculum {
namespace {

using testing::HasSubstr;

class DeskTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::unique_ptr<Desk> Open(const std::string& folder, const std::string& yaml) const {
    auto desk = Desk::Open(folder, PlanOf(yaml), problems_);
    EXPECT_TRUE(desk.ok()) << desk.error().message;
    return desk.ok() ? std::move(desk).value() : nullptr;
  }
  static std::string Asked(Desk& desk, const Call& call) {
    const auto done = desk.Do(call);
    if (!done.ok()) return done.error().message;
    return DoneJson(*done, desk.plan(), desk.problems());
  }
  static Call OfJson(CallKind kind, const std::string& json) {
    JsonError error;
    const auto document = JsonDocument::Parse(json, &error);
    FieldErrors errors;
    Call call = ReadCall(kind, document.value().root(), &errors);
    EXPECT_TRUE(errors.empty());
    return call;
  }

  const std::string yaml_ =
      "groups: 5\nrollouts: 4\nuniform: refill\nretire: {from: 1.0}\ndraw: pools\n"
      "stages: [{name: a, steps: 9}, {name: b}]";
  const std::string folder_ = testing::TempDir() + "assay-curriculum-" + std::to_string(::getpid());
  const std::shared_ptr<const ProblemTable> problems_ = Numbered(60, 2);
};

// A trainer's calls, the same for the same seed.
std::vector<std::string> Train(Desk& desk, uint64_t seed, int steps) {
  Dice dice(seed);
  std::vector<std::string> answers;
  for (int i = 0; i < steps; ++i) {
    const auto done = desk.Do({Ask{}, "step-" + std::to_string(seed) + "-" + std::to_string(i)});
    EXPECT_TRUE(done.ok());
    answers.push_back(DoneJson(*done, desk.plan(), desk.problems()));
    std::vector<GroupResult> results;
    for (const AskedGroup& group : std::get<Batch>(done->answer).groups) {
      results.push_back(Solved(group, static_cast<int>(dice.Below(5))));
    }
    if (results.empty()) continue;
    const auto reported = desk.Do({results, ""});
    EXPECT_TRUE(reported.ok());
    answers.push_back(DoneJson(*reported, desk.plan(), desk.problems()));
  }
  return answers;
}

TEST_F(DeskTest, WhoeverOpensItAgainGoesOnAsIfNothingHadHappened) {
  const auto whole = Open(folder_ + "/whole", yaml_);
  std::vector<std::string> expected = Train(*whole, 1, 6);
  for (const std::string& answer : Train(*whole, 2, 6)) expected.push_back(answer);

  std::vector<std::string> got = Train(*Open(folder_ + "/parts", yaml_), 1, 6);
  for (const std::string& answer : Train(*Open(folder_ + "/parts", yaml_), 2, 6)) {
    got.push_back(answer);
  }
  EXPECT_EQ(got, expected);
}

TEST_F(DeskTest, RewindGivesTheSameAgain) {
  auto desk = Open(folder_, yaml_);
  Train(*desk, 1, 4);
  const int64_t place = desk->place();
  const auto first = Train(*desk, 2, 7);
  EXPECT_EQ(desk->Rewind(place).value(), place);
  EXPECT_EQ(Train(*desk, 2, 7), first);
  // Also for whoever opens it after that, and goes back further.
  desk.reset();
  desk = Open(folder_, yaml_);
  ASSERT_TRUE(desk->Rewind(place).ok());
  EXPECT_EQ(Train(*desk, 2, 7), first);
  EXPECT_EQ(desk->Rewind(desk->place() + 1).error().field, "place");
  ASSERT_TRUE(desk->Rewind(0).ok());
  EXPECT_EQ(desk->Summarise().given, 0);
}

TEST_F(DeskTest, ACallThatIsSentAgainHasTheSameAnswer) {
  auto desk = Open(folder_, yaml_);
  const Call next = OfJson(CallKind::kNext, R"({"groups": 2, "key": "k1"})");
  const std::string first = Asked(*desk, next);
  EXPECT_EQ(Asked(*desk, next), first);
  EXPECT_EQ(desk->place(), 1);
  EXPECT_THAT(Asked(*desk, OfJson(CallKind::kNext, R"({"groups": 3, "key": "k1"})")),
              HasSubstr("is that of another call"));
  desk.reset();
  desk = Open(folder_, yaml_);
  EXPECT_EQ(Asked(*desk, next), first);
}

TEST_F(DeskTest, AnUnfinishedLineIsAsNever) {
  auto desk = Open(folder_, yaml_);
  const auto first = Train(*desk, 1, 3);
  desk.reset();
  std::ofstream(folder_ + "/journal.jsonl", std::ios::app) << "{\"next\":{\"gro";
  desk = Open(folder_, yaml_);
  EXPECT_GT(desk->torn_bytes(), 0);
  EXPECT_EQ(desk->place(), 6);
}

TEST_F(DeskTest, AnotherFolderIsNamed) {
  Open(folder_, yaml_).reset();
  const auto fault = [&](const Plan& plan, std::shared_ptr<const ProblemTable> problems) {
    return Desk::Open(folder_, plan, std::move(problems)).error().message;
  };
  EXPECT_THAT(fault(PlanOf("stages: [{name: a}]"), problems_), HasSubstr("of another plan"));
  EXPECT_THAT(fault(PlanOf(yaml_), Numbered(61, 2)), HasSubstr("of other problems (60 of them)"));
  Plan seeded = PlanOf(yaml_);
  seeded.seed = 5;
  EXPECT_THAT(fault(seeded, problems_), HasSubstr("the seed 42"));
  const auto open = Open(folder_, yaml_);
  EXPECT_FALSE(Desk::Open(folder_, PlanOf(yaml_), problems_).ok());  // locked
}

TEST_F(DeskTest, ADamagedLineIsNotPassedOver) {
  auto desk = Open(folder_, yaml_);
  Train(*desk, 1, 2);
  desk.reset();
  std::ofstream(folder_ + "/journal.jsonl", std::ios::app) << "{\"next\":7}\n";
  const auto again = Desk::Open(folder_, PlanOf(yaml_), problems_);
  ASSERT_FALSE(again.ok());
  EXPECT_THAT(again.error().message, HasSubstr("a line that isn't one"));
}

TEST_F(DeskTest, CallsOfManyThreadsAllCount) {
  const auto desk = Open(folder_, "groups: 1\nstages: [{name: a}]");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&desk] {
      for (int call = 0; call < 25; ++call) EXPECT_TRUE(desk->Do({Ask{}, ""}).ok());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(desk->Summarise().given, 100);
  EXPECT_EQ(desk->place(), 100);
}

TEST_F(DeskTest, CallsAreWrittenAsTheyAreRead) {
  const std::pair<CallKind, std::string> calls[] = {
      {CallKind::kNext, R"({"step":3,"groups":4,"key":"a"})"},
      {CallKind::kNext, "{}"},
      {CallKind::kReport,
       R"({"groups":[{"group":1,"rewards":[1.0,null,-0.25],"truncated":1},{"group":2,"rewards":[0.0]}]})"},
      {CallKind::kReturn, R"({"groups":[1,2]})"},
      {CallKind::kMeasure, R"({"problems":[{"id":"p\"1","solved":3,"of":8}]})"},
      {CallKind::kAdvance, R"({"stage":"b"})"},
      {CallKind::kAdvance, "{}"},
  };
  for (const auto& [kind, json] : calls) EXPECT_EQ(WriteCall(OfJson(kind, json)), json);
}

TEST_F(DeskTest, FaultsOfCallsNameTheirFields) {
  const std::tuple<CallKind, std::string, std::string> calls[] = {
      {CallKind::kNext, R"({"step":"x"})", "step"},
      {CallKind::kReport, "{}", "groups"},
      {CallKind::kReport, R"({"groups":[]})", "groups"},
      {CallKind::kReport, R"({"groups":[{"group":1,"rewards":["1"]}]})", "groups[0].rewards[0]"},
      {CallKind::kReport, R"({"groups":[7]})", "groups[0]"},
      {CallKind::kReturn, R"({"groups":[1.5]})", "groups[0]"},
      {CallKind::kMeasure, R"({"problems":[{"id":"a","solved":1}]})", "problems[0].of"},
  };
  for (const auto& [kind, json, field] : calls) {
    JsonError error;
    const auto document = JsonDocument::Parse(json, &error);
    FieldErrors errors;
    ReadCall(kind, document->root(), &errors);
    ASSERT_FALSE(errors.empty()) << json;
    EXPECT_EQ(ToString(errors.errors().front().path), field);
  }
}

}  // namespace
}  // namespace assay::curriculum
