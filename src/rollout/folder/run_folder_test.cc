#include "rollout/folder/run_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <sstream>
#include <thread>

#include "rollout/folder/folder_test_util.h"

namespace assay::rollout {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Start = RunFolder::Start;

class RunFolderTest : public ::testing::Test {
 protected:
  std::unique_ptr<RunFolder> Open(const Manifest& manifest = SomeManifest(),
                                  Start start = Start::kGoOn) {
    auto folder = RunFolder::Open(path_, manifest, start);
    EXPECT_TRUE(folder.ok()) << folder.error().ToString();
    return folder.ok() ? std::move(folder).value() : nullptr;
  }
  std::string WhyNot(const Manifest& manifest, Start start = Start::kGoOn) {
    const auto folder = RunFolder::Open(path_, manifest, start);
    EXPECT_FALSE(folder.ok());
    return folder.ok() ? "" : folder.error().message;
  }

  const TemporaryFolder root_;
  const std::string path_ = root_ / "runs/one";
};

TEST_F(RunFolderTest, GoesOnWhereItWasLeft) {
  {
    const auto folder = Open();
    ASSERT_TRUE(folder->Append(Answered("k1", "first")).ok());
    ASSERT_TRUE(folder->Append(Failed("k2", "timeout")).ok());
    ASSERT_TRUE(folder->Append(Judged("v1", "passed")).ok());
    ASSERT_TRUE(folder->Append(Judged("v2", "errored")).ok());
  }
  const auto folder = Open();
  EXPECT_EQ(folder->StateOfGeneration("k1"), RowState::kDone);
  EXPECT_EQ(folder->StateOfGeneration("k2"), RowState::kFailed);
  EXPECT_EQ(folder->StateOfGeneration("k3"), RowState::kAbsent);
  EXPECT_EQ(folder->StateOfVerdict("v1"), RowState::kDone);
  EXPECT_EQ(folder->StateOfVerdict("v2"), RowState::kFailed);
  EXPECT_EQ(folder->StateOfVerdict("v3"), RowState::kAbsent);
  EXPECT_EQ(folder->ReadGeneration("k1")->content, "first");
  EXPECT_EQ(folder->damage().torn_bytes, 0);
}

TEST_F(RunFolderTest, TheLaterRowCountsButAFailureReplacesNothing) {
  const auto expect = [](const RunFolder& folder) {
    EXPECT_EQ(folder.ReadGeneration("k")->content, "second");
    EXPECT_EQ(folder.StateOfGeneration("k"), RowState::kDone);
    ASSERT_EQ(folder.Verdicts().size(), 1u);
    EXPECT_EQ(folder.Verdicts()[0].state, "passed");
  };
  {
    const auto folder = Open();
    ASSERT_TRUE(folder->Append(Failed("k", "http_500")).ok());
    ASSERT_TRUE(folder->Append(Answered("k", "first")).ok());
    ASSERT_TRUE(folder->Append(Answered("k", "second")).ok());
    ASSERT_TRUE(folder->Append(Failed("k", "timeout")).ok());
    ASSERT_TRUE(folder->Append(Judged("v", "errored")).ok());
    ASSERT_TRUE(folder->Append(Judged("v", "passed")).ok());
    ASSERT_TRUE(folder->Append(Judged("v", "errored")).ok());
    expect(*folder);
  }
  expect(*Open());
}

TEST_F(RunFolderTest, DamageCostsOnlyTheRowsItHit) {
  {
    const auto folder = Open();
    ASSERT_TRUE(folder->Append(Answered("k1", "first")).ok());
  }
  AppendTo(path_ + "/generations.jsonl", std::string(40, '\0') + "\n");
  AppendTo(path_ + "/generations.jsonl", ToJson(Answered("k2", "second")) + "\n");
  AppendTo(path_ + "/generations.jsonl", ToJson(Answered("k3", "third")).substr(0, 30));
  {
    const auto folder = RunFolder::OpenToRead(path_);
    ASSERT_TRUE(folder.ok());
    EXPECT_EQ((*folder)->damage().damaged_rows, 1);
    EXPECT_EQ((*folder)->damage().torn_bytes, 30);
    EXPECT_EQ((*folder)->StateOfGeneration("k3"), RowState::kAbsent);
  }
  const auto folder = Open();
  ASSERT_TRUE(folder->Append(Answered("k3", "again")).ok());
  EXPECT_EQ(folder->ReadGeneration("k1")->content, "first");
  EXPECT_EQ(folder->ReadGeneration("k2")->content, "second");
  EXPECT_EQ(folder->ReadGeneration("k3")->content, "again");
}

TEST_F(RunFolderTest, RowsComeInTheOrderOfTheirKeys) {
  const auto folder = Open();
  for (const char* key : {"c", "a", "b"}) {
    ASSERT_TRUE(folder->Append(Answered(key, key)).ok());
    ASSERT_TRUE(folder->Append(Judged(key, "passed")).ok());
  }
  std::vector<std::string> keys;
  ASSERT_TRUE(folder
                  ->ForEachGeneration([&](const GenerationRecord& record) -> Status {
                    keys.push_back(record.content);
                    return {};
                  })
                  .ok());
  EXPECT_THAT(keys, ElementsAre("a", "b", "c"));
  EXPECT_EQ(folder->Verdicts()[2].key, "c");
}

TEST_F(RunFolderTest, AnotherRunIsRefusedAndSaysWhatDiffers) {
  Open();
  Manifest other = SomeManifest();
  other.model = "n";
  EXPECT_THAT(WhyNot(other), HasSubstr(R"(another run: model was "m" and is now "n")"));
  EXPECT_THAT(WhyNot(other, Start::kJudgeAgain), HasSubstr("another run"));
}

TEST_F(RunFolderTest, OtherJudgingIsRefusedUnlessAskedFor) {
  {
    const auto folder = Open();
    ASSERT_TRUE(folder->Append(Answered("k", "first")).ok());
    ASSERT_TRUE(folder->Append(Judged("v", "passed")).ok());
  }
  Manifest other = SomeManifest();
  other.toolchains = {{"python", "Python 3.13.0"}};
  EXPECT_THAT(WhyNot(other), HasSubstr("toolchains was"));
  const auto folder = Open(other, Start::kJudgeAgain);
  EXPECT_EQ(folder->StateOfGeneration("k"), RowState::kDone) << "answers are kept";
  EXPECT_EQ(folder->StateOfVerdict("v"), RowState::kAbsent);
  EXPECT_THAT(TextOf(path_ + "/verdicts.before-1.jsonl"), HasSubstr("\"v\"")) << "nothing is lost";
  EXPECT_THAT(TextOf(path_ + "/manifest.json"), HasSubstr("3.13.0"));
}

TEST_F(RunFolderTest, MoreSamplesAreTheSameRun) {
  Open();
  Manifest more = SomeManifest();
  more.samples = 9;
  Open(more);
  EXPECT_EQ((*RunFolder::OpenToRead(path_))->manifest().samples, 9);
}

TEST_F(RunFolderTest, OneProcessWritesAtATime) {
  const auto folder = Open();
  EXPECT_THAT(WhyNot(SomeManifest()), HasSubstr("another process is writing in"));
  EXPECT_TRUE(RunFolder::OpenToRead(path_).ok());
}

TEST_F(RunFolderTest, AFolderWithoutManifestIsNoRun) {
  EXPECT_THAT(RunFolder::OpenToRead(root_ / "none").error().message, HasSubstr("no run folder"));
  std::filesystem::create_directories(path_);
  AppendTo(path_ + "/generations.jsonl", "{}\n");
  EXPECT_THAT(WhyNot(SomeManifest()), HasSubstr("has answers and no manifest.json"));
}

TEST_F(RunFolderTest, WholeFilesReplaceEachOther) {
  const auto folder = Open();
  ASSERT_TRUE(folder->WriteFile("report.json", "one").ok());
  ASSERT_TRUE(folder->WriteFile("report.json", "two").ok());
  EXPECT_EQ(*folder->ReadFile("report.json"), "two");
  EXPECT_FALSE(std::filesystem::exists(path_ + "/report.json.unfinished"));
  EXPECT_FALSE(folder->ReadFile("none.json").ok());
}

// A process that appends from several threads and says of each row that it is kept, until it dies.
pid_t StartWriter(const std::string& path, int acknowledged, int round) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  const auto folder = RunFolder::Open(path, SomeManifest());
  if (!folder.ok()) ::_exit(1);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0;; ++i) {
        const std::string key = fmt::format("{}-{}-{}", round, t, i);
        if (!(*folder)->Append(Answered(key, std::string(5000, 'x'))).ok()) ::_exit(1);
        // Whole, for it is shorter than what a pipe takes at once.
        const std::string line = key + "\n";
        if (::write(acknowledged, line.data(), line.size()) < 0) ::_exit(1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  ::_exit(0);
}

TEST_F(RunFolderTest, WhatAKilledWriterWasToldIsKeptIsThere) {
  std::set<std::string> kept;
  for (int round = 0; round < 5; ++round) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const UniqueFd read_end(ends[0]);
    UniqueFd write_end(ends[1]);
    const pid_t child = StartWriter(path_, write_end.get(), round);
    ASSERT_GT(child, 0);
    write_end.Reset();
    std::string text;
    char chunk[4096];
    // Killed after a few rows, in the middle of whatever it does then.
    const size_t enough = 100 + 37 * static_cast<size_t>(round);
    for (ssize_t count; (count = ::read(read_end.get(), chunk, sizeof chunk)) > 0;) {
      text.append(chunk, static_cast<size_t>(count));
      if (text.size() > enough) ::kill(child, SIGKILL);
    }
    ::waitpid(child, nullptr, 0);
    std::istringstream lines(text);
    for (std::string key; std::getline(lines, key);) kept.insert(key);
    const auto folder = Open();
    ASSERT_NE(folder, nullptr) << "the lock went with the process";
    EXPECT_EQ(folder->damage().damaged_rows, 0);
    for (const std::string& each : kept) {
      ASSERT_EQ(folder->StateOfGeneration(each), RowState::kDone) << each;
      EXPECT_EQ(folder->ReadGeneration(each)->content.size(), 5000u);
    }
  }
  EXPECT_GT(kept.size(), 50u);
}

class MergeTest : public ::testing::Test {
 protected:
  // A shard with an answer and a verdict of its own.
  std::string Shard(int64_t index, int64_t count, const std::string& model = "m") {
    Manifest manifest = SomeManifest();
    manifest.shard = {index, count};
    manifest.model = model;
    const std::string name = std::to_string(index);
    const std::string path = root_ / ("shard" + model + name);
    const auto folder = RunFolder::Open(path, manifest);
    EXPECT_TRUE(folder.ok());
    EXPECT_TRUE((*folder)->Append(Answered("k" + name, name)).ok());
    EXPECT_TRUE((*folder)->Append(Judged("v" + name, "passed")).ok());
    return path;
  }
  std::string WhyNot(const std::vector<std::string>& shards) {
    const Status status = MergeRunFolders(shards, target_);
    EXPECT_FALSE(status.ok());
    EXPECT_FALSE(std::filesystem::exists(target_));
    return status.ok() ? "" : status.error().message;
  }

  const TemporaryFolder root_;
  const std::string target_ = root_ / "whole";
};

TEST_F(MergeTest, ShardsBecomeTheWholeRun) {
  const Status status = MergeRunFolders({Shard(2, 2), Shard(1, 2)}, target_ + "/");
  ASSERT_TRUE(status.ok()) << status.error().ToString();
  const auto whole = RunFolder::Open(target_, SomeManifest());
  ASSERT_TRUE(whole.ok()) << whole.error().ToString();
  EXPECT_EQ((*whole)->ReadGeneration("k1")->content, "1");
  EXPECT_EQ((*whole)->ReadGeneration("k2")->content, "2");
  EXPECT_EQ((*whole)->Verdicts().size(), 2u);
}

TEST_F(MergeTest, WhatDoesNotBelongTogetherIsRefused) {
  const std::string first = Shard(1, 2);
  EXPECT_THAT(WhyNot({first}), HasSubstr("shard 2/2 is missing"));
  EXPECT_THAT(WhyNot({first, first}), HasSubstr("each is to be given once"));
  EXPECT_THAT(WhyNot({first, Shard(2, 3)}), HasSubstr("shard 2/3"));
  EXPECT_THAT(WhyNot({first, Shard(2, 2, "n")}), HasSubstr("model was"));
  EXPECT_THAT(WhyNot({first, root_ / "none"}), HasSubstr("no run folder"));
}

TEST_F(MergeTest, NothingIsWrittenOver) {
  std::filesystem::create_directories(target_);
  const Status status = MergeRunFolders({Shard(1, 1)}, target_);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, HasSubstr("there already"));
}

}  // namespace
}  // namespace assay::rollout
