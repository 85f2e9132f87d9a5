#include "lab/rl/orchestra/run/run_journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace assay::orchestra {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class RunJournalTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::unique_ptr<RunJournal> Open() const {
    auto journal = RunJournal::Open(folder_);
    EXPECT_TRUE(journal.ok()) << journal.error().message;
    return journal.ok() ? std::move(journal).value() : nullptr;
  }
  static GroupRecord GroupOf(int64_t number) {
    GroupRecord group;
    group.group = number;
    group.messages = "[]";
    group.rollouts.emplace_back().text.text = "t" + std::to_string(number);
    return group;
  }

  const std::string folder_ = testing::TempDir() + "assay-run-" + std::to_string(::getpid());
};

TEST_F(RunJournalTest, WhoeverOpensItKnowsWhatHasBecomeOfEachGroup) {
  auto journal = Open();
  for (int64_t group = 1; group <= 6; ++group) ASSERT_TRUE(journal->AddGroup(GroupOf(group)).ok());
  for (int64_t group = 1; group <= 4; ++group) ASSERT_TRUE(journal->Decide(group, group != 2).ok());
  ASSERT_TRUE(journal->AddBatch(1, {1, 3}, "lines\n").ok());
  ASSERT_TRUE(journal->SetWeights({1, "/w", R"({"a":1})"}).ok());
  ASSERT_TRUE(journal->SetTaken(1).ok());
  EXPECT_EQ(journal->ReadGroupOf(5)->rollouts[0].text.text, "t5");
  journal.reset();
  std::ofstream(folder_ + "/rollouts.jsonl", std::ios::app)
      << "{\"decided\":{\"gro";  // killed here

  journal = Open();
  const RunState& found = journal->found();
  EXPECT_EQ(found.steps, 1);
  EXPECT_EQ(found.taken, 1);
  EXPECT_EQ(found.weights, (Weights{1, "/w", R"({"a":1})"}));
  EXPECT_THAT(found.ready, ElementsAre(4));
  EXPECT_THAT(found.undecided, ElementsAre(5, 6));
  EXPECT_EQ(journal->ReadGroupOf(6)->rollouts[0].text.text, "t6");
  EXPECT_TRUE(std::filesystem::exists(journal->BatchPath(1)));
  ASSERT_TRUE(journal->Decide(5, true).ok());
  ASSERT_TRUE(journal->Decide(6, false).ok());
  journal.reset();
  EXPECT_THAT(Open()->found().ready, ElementsAre(4, 5));
  EXPECT_THAT(Open()->found().undecided, IsEmpty());
}

TEST_F(RunJournalTest, ADamagedLineIsNotPassedOver) {
  Open().reset();
  std::ofstream(folder_ + "/rollouts.jsonl", std::ios::app) << "{\"decided\":{\"group\":9}}\n";
  EXPECT_FALSE(RunJournal::Open(folder_).ok());
}

}  // namespace
}  // namespace assay::orchestra
