#include "lab/eval/report/records.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "lab/eval/report/items_file.h"
#include "lab/eval/report/report_fixture.h"
#include "lab/eval/report/report_html.h"
#include "lab/eval/report/report_json.h"
#include "rollout/folder/run_folder.h"

namespace assay::eval {
namespace {

class RunRecordsTest : public ::testing::Test {
 protected:
  RunRecordsTest() {
    std::string pattern = ::testing::TempDir() + "assay-records-XXXXXX";
    path_ = ::mkdtemp(pattern.data());
  }
  ~RunRecordsTest() override { std::filesystem::remove_all(path_); }

  std::unique_ptr<rollout::RunFolder> Open(const std::string& name) {
    auto folder = rollout::RunFolder::Open(path_ + "/" + name, FixtureManifest());
    EXPECT_TRUE(folder.ok());
    return std::move(folder).value();
  }

 private:
  std::string path_;
};

rollout::GenerationRecord Answer(const std::string& item, int64_t sample) {
  rollout::GenerationRecord row;
  row.key = rollout::GenerationKey("m", "e", item, "{}", sample);
  row.item = item;
  row.sample = sample;
  row.content = "answer";
  row.model = "model-1";
  row.usage = {10, 20, 5};
  row.attempts = 1;
  return row;
}

rollout::VerdictRecord Judged(const std::string& item, int64_t sample, const std::string& state,
                              const std::string& profile = "official") {
  rollout::VerdictRecord row;
  row.generation = rollout::GenerationKey("m", "e", item, "{}", sample);
  row.key = rollout::VerdictKey(row.generation, "sha", profile, FixtureManifest().rules);
  row.item = item;
  row.sample = sample;
  row.profile = profile;
  row.state = state;
  row.reason = state;
  return row;
}

std::vector<EvalItem> TwoItems() {
  EvalItem a, b;
  a.id = a.cluster = "a";
  a.language = "python";
  b.id = b.cluster = "b";
  b.language = "go";
  a.problem_sha = b.problem_sha = "sha";
  return {b, a};
}

TEST_F(RunRecordsTest, ASampleWithoutAVerdictIsErroredWithItsReason) {
  const auto folder = Open("run");
  ASSERT_TRUE(folder->WriteFile(kItemsFile, ItemsJsonl(TwoItems())).ok());
  rollout::GenerationRecord failed = Answer("a", 1);
  failed.error = rollout::RowError{"timeout", "too late"};
  ASSERT_TRUE(folder->Append(Answer("a", 0)).ok());
  ASSERT_TRUE(folder->Append(failed).ok());
  ASSERT_TRUE(folder->Append(Answer("a", 2)).ok());
  ASSERT_TRUE(folder->Append(Judged("a", 0, "passed")).ok());
  const auto records = ReadRun(*folder);
  ASSERT_TRUE(records.ok());
  ASSERT_EQ(records->items.size(), 2u);
  EXPECT_EQ(records->items[0].id, "a");
  ASSERT_EQ(records->profiles.size(), 2u);
  const std::vector<Outcome>& official = records->profiles[0].outcomes;
  ASSERT_EQ(official.size(), 8u);  // four samples of each, as the manifest says
  EXPECT_EQ(official[0].state, SampleState::kPassed);
  EXPECT_EQ(official[1].reason, "generation:timeout");
  EXPECT_EQ(official[2].reason, "not judged");
  EXPECT_EQ(official[3].reason, "not asked");
  EXPECT_EQ(official[3].state, SampleState::kErrored);
  EXPECT_EQ(records->models.at("model-1"), 2);
  EXPECT_EQ(records->tokens.completion, 40);
}

TEST_F(RunRecordsTest, AFailureNeverHidesAVerdict) {
  const auto folder = Open("run");
  // Of the same sample, asked with another key before; whichever of the keys comes first.
  for (int64_t sample = 0; sample < 8; ++sample) {
    rollout::VerdictRecord other = Judged("a", sample, "errored");
    other.generation = rollout::GenerationKey("m", "another", "a", "{}", sample);
    other.key = rollout::VerdictKey(other.generation, "sha", "official", FixtureManifest().rules);
    ASSERT_TRUE(folder->Append(other).ok());
    ASSERT_TRUE(folder->Append(Judged("a", sample, "failed")).ok());
  }
  const VerdictsBySample verdicts = VerdictsOf(*folder, TwoItems(), GradeProfile::kOfficial);
  ASSERT_EQ(verdicts.size(), 8u);
  for (const auto& [sample, verdict] : verdicts) EXPECT_EQ(verdict.state, "failed");
  EXPECT_TRUE(VerdictsOf(*folder, TwoItems(), GradeProfile::kAssay).empty());
}

TEST_F(RunRecordsTest, VerdictsByOtherRulesOrOfAnotherProblemAreNoneOfTheRun) {
  const auto folder = Open("run");
  ASSERT_TRUE(folder->WriteFile(kItemsFile, ItemsJsonl(TwoItems())).ok());
  for (int64_t sample = 0; sample < 4; ++sample) {
    ASSERT_TRUE(folder->Append(Answer("a", sample)).ok());
    rollout::VerdictRecord older = Judged("a", sample, "passed");
    older.key = rollout::VerdictKey(older.generation, "sha", "official", "official-0");
    ASSERT_TRUE(folder->Append(older).ok());
    older.key = rollout::VerdictKey(older.generation, "before", "official", "official-1");
    ASSERT_TRUE(folder->Append(older).ok());
    // The start by the rules of now was killed before it came to the others.
    if (sample >= 2) continue;
    ASSERT_TRUE(folder->Append(Judged("a", sample, "failed")).ok());
  }
  const auto records = ReadRun(*folder);
  ASSERT_TRUE(records.ok());
  const std::vector<Outcome>& official = records->profiles[0].outcomes;
  EXPECT_EQ(official[0].state, SampleState::kFailed);
  EXPECT_EQ(official[1].state, SampleState::kFailed);
  EXPECT_EQ(official[2].reason, "not judged");
  EXPECT_EQ(official[3].reason, "not judged");
}

TEST_F(RunRecordsTest, AFolderWithoutItemsIsRefusedByName) {
  const auto folder = Open("run");
  const auto records = ReadRun(*folder);
  ASSERT_FALSE(records.ok());
  EXPECT_NE(records.error().message.find(kItemsFile), std::string::npos);
}

// The same rows in another order, some of them a second time, failures before what replaced them:
// what a run leaves that was killed and resumed.
TEST_F(RunRecordsTest, TheOrderOfRowsChangesNoByteOfTheReport) {
  std::vector<rollout::GenerationRecord> answers;
  std::vector<rollout::VerdictRecord> verdicts;
  std::mt19937 random(5);
  for (const char* item : {"a", "b"}) {
    for (int64_t sample = 0; sample < 4; ++sample) {
      answers.push_back(Answer(item, sample));
      for (const char* profile : {"official", "assay"}) {
        verdicts.push_back(Judged(item, sample, random() % 2 == 0 ? "passed" : "failed", profile));
        verdicts.back().partial = static_cast<double>(random() % 7) / 7;
        verdicts.back().answer = std::to_string(random() % 3);
      }
    }
  }
  std::string first;
  for (int round = 0; round < 6; ++round) {
    const auto folder = Open("run" + std::to_string(round));
    ASSERT_TRUE(folder->WriteFile(kItemsFile, ItemsJsonl(TwoItems())).ok());
    if (round > 0) {
      std::shuffle(answers.begin(), answers.end(), random);
      std::shuffle(verdicts.begin(), verdicts.end(), random);
      rollout::GenerationRecord failed = answers.front();
      failed.error = rollout::RowError{"http_500", ""};
      ASSERT_TRUE(folder->Append(failed).ok());
      rollout::VerdictRecord lost = verdicts.back();
      lost.state = "errored";
      ASSERT_TRUE(folder->Append(lost).ok());
    }
    for (const auto& row : answers) ASSERT_TRUE(folder->Append(row).ok());
    ASSERT_TRUE(folder->AppendAll(verdicts).ok());
    RunRecords records = ReadRun(*folder).value();
    records.run_info = "{}";
    const RunReport report = Summarize(std::move(records), {});
    const std::string text = ReportJson(report) + ReportHtml(report);
    if (first.empty()) first = text;
    EXPECT_EQ(text, first) << "round " << round;
  }
}

TEST(ItemsFile, ComesBackAsItWent) {
  ItemRow row;
  row.item.id = "p\n1";
  row.item.cluster = "p";
  row.item.date = "2024-10-05";
  row.item.prompt.protocol = Protocol::kCompletion;
  row.item.prompt.text = "def f():\n";
  row.samples = 3;
  ItemRow chat;
  chat.item.id = chat.item.cluster = "q";
  chat.item.prompt.messages = {{"system", "s"}, {"user", "u"}};
  const auto rows = ParseItems(ItemsJsonl({row, chat}));
  ASSERT_TRUE(rows.ok());
  ASSERT_EQ(rows->size(), 2u);
  EXPECT_EQ((*rows)[0].item.id, "p\n1");
  EXPECT_EQ((*rows)[0].item.prompt.text, "def f():\n");
  EXPECT_EQ((*rows)[0].samples, 3);
  EXPECT_EQ((*rows)[1].item.prompt.messages[1].content, "u");
  EXPECT_FALSE((*rows)[1].samples);
  EXPECT_EQ(ItemsJsonl(*rows), ItemsJsonl({row, chat}));
}

TEST(ItemsFile, NamesTheLineAtFault) {
  EXPECT_NE(ParseItems("{\"item\":\"a\"}\n{\"item\":3}\n").error().message.find("line 2: item"),
            std::string::npos);
  EXPECT_NE(ParseItems("{\"item\":\"a\"}\n{\"item\":\"a\"}\n").error().message.find("twice"),
            std::string::npos);
  EXPECT_FALSE(ParseItems("{").ok());
}

}  // namespace
}  // namespace assay::eval
