#include "history/store/verdict_store.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace assay {
namespace {

class VerdictStoreTest : public ::testing::Test {
 protected:
  VerdictStoreTest() {
    std::string name = ::testing::TempDir() + "history-XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  ~VerdictStoreTest() override { std::filesystem::remove_all(folder_); }

  std::unique_ptr<VerdictStore> Open(int64_t max_bytes = 64 << 20, int64_t max_rows = 1'000'000) {
    auto store = VerdictStore::Open(
        {.folder = folder_, .max_rows = max_rows, .max_bytes = max_bytes, .max_days = 30});
    EXPECT_TRUE(store.ok()) << store.error().ToString();
    return std::move(store).value();
  }
  static StoredVerdict Make(int64_t id, const std::string& problem = "p") {
    StoredVerdict made;
    made.record.id = id;
    made.record.time = kNow + static_cast<double>(id);
    made.record.problem = problem;
    made.record.tenant = "default";
    made.record.reason = "accepted";
    made.record.verdict = Verdict::kAccepted;
    made.record.cause = Cause::kCandidate;
    made.record.score = 1;
    return made;
  }
  static void Append(VerdictStore& store, int count, size_t excerpt = 0) {
    std::vector<StoredVerdict> verdicts;
    for (int i = 0; i < count; ++i) {
      verdicts.push_back(Make(store.next_id() + i, i % 10 == 0 ? "rare" : "p"));
      verdicts.back().detail.code.assign(excerpt, 'x');
    }
    const Status done = store.Append(verdicts);
    ASSERT_TRUE(done.ok()) << done.error().ToString();
  }
  static std::vector<int64_t> Ids(const VerdictPage& page) {
    std::vector<int64_t> ids;
    for (const VerdictRecord& record : page.verdicts) ids.push_back(record.id);
    return ids;
  }

  static constexpr double kNow = 1.7e9;
  std::string folder_;
};

TEST_F(VerdictStoreTest, GivesBackEveryFieldAfterAReopening) {
  StoredVerdict made = Make(1);
  made.record.node = "n";
  made.record.run = "r";
  made.record.step = -3;
  made.record.group = "g";
  made.record.sample = "s";
  made.record.route = "/v1/verify";
  made.record.language = "python";
  made.record.verdict = Verdict::kJudgeError;
  made.record.cause = Cause::kProblem;
  made.record.reason = "checker_crashed";
  made.record.message = "it's \"quoted\"; DROP TABLE verdicts";
  made.record.score.reset();
  made.record.tests_total = 9;
  made.record.tests_passed = 4;
  made.record.first_failed = 4;
  made.record.cpu_ms = 1.5;
  made.record.cpu_limit_ms = 2000;
  made.record.memory_mb = 7;
  made.record.wait_ms = 3;
  made.record.total_ms = 8;
  made.record.cached = made.record.checker_failed = true;
  made.record.marks.Add(Mark::kPassWithoutReading);
  made.record.code_sha256 = "abc";
  made.detail = {"out", "err", "code", "{}"};
  ASSERT_TRUE(Open()->Append({&made, 1}).ok());

  const auto store = Open();
  EXPECT_EQ(store->next_id(), 2);
  const auto found = store->Get(1);
  ASSERT_TRUE(found.ok() && found->has_value());
  const VerdictRecord& record = (*found)->record;
  EXPECT_EQ(record.time, made.record.time);
  EXPECT_EQ(record.node + record.run + record.group + record.sample, "nrgs");
  EXPECT_EQ(record.step, -3);
  EXPECT_EQ(record.route, "/v1/verify");
  EXPECT_EQ(record.language, "python");
  EXPECT_EQ(record.verdict, Verdict::kJudgeError);
  EXPECT_EQ(record.cause, Cause::kProblem);
  EXPECT_EQ(record.reason, "checker_crashed");
  EXPECT_EQ(record.message, made.record.message);
  EXPECT_TRUE(record.masked());
  EXPECT_EQ(record.tests_total, 9);
  EXPECT_EQ(record.tests_passed, 4);
  EXPECT_EQ(record.first_failed, 4);
  EXPECT_EQ(record.cpu_ms, 1.5);
  EXPECT_EQ(record.cpu_limit_ms, 2000);
  EXPECT_EQ(record.memory_mb, 7);
  EXPECT_EQ(record.wait_ms, 3);
  EXPECT_EQ(record.total_ms, 8);
  EXPECT_TRUE(record.cached && record.checker_failed);
  EXPECT_TRUE(record.marks.Has(Mark::kPassWithoutReading));
  EXPECT_FALSE(record.marks.Has(Mark::kEarlyExit));
  EXPECT_EQ(record.code_sha256, "abc");
  const VerdictDetail& detail = (*found)->detail;
  EXPECT_EQ(detail.out + detail.err + detail.code + detail.bundle, "outerrcode{}");
  EXPECT_FALSE(store->Get(2)->has_value());
}

TEST_F(VerdictStoreTest, PagesFromTheNewestOn) {
  const auto store = Open();
  Append(*store, 25);
  auto page = store->Find({}, std::nullopt, 10);
  EXPECT_EQ(Ids(*page).front(), 25);
  EXPECT_EQ(Ids(*page).back(), 16);
  page = store->Find({}, page->next, 10);
  EXPECT_EQ(Ids(*page).front(), 15);
  page = store->Find({}, page->next, 10);
  EXPECT_EQ(Ids(*page), (std::vector<int64_t>{5, 4, 3, 2, 1}));
  EXPECT_EQ(page->next, std::nullopt);
}

TEST_F(VerdictStoreTest, FindsByPropertiesThroughTheIndexAndWithoutIt) {
  const auto store = Open();
  Append(*store, 30);
  VerdictFilter rare;
  rare.problem = "rare";
  auto page = store->Find(rare, std::nullopt, 2);
  EXPECT_EQ(Ids(*page), (std::vector<int64_t>{21, 11}));
  page = store->Find(rare, page->next, 2);
  EXPECT_EQ(Ids(*page), (std::vector<int64_t>{1}));
  EXPECT_EQ(page->next, std::nullopt);
  VerdictFilter wrong;
  wrong.verdict = Verdict::kWrongAnswer;
  page = store->Find(wrong, std::nullopt, 10);
  EXPECT_TRUE(page->verdicts.empty());
  EXPECT_EQ(page->next, std::nullopt);
  VerdictFilter other;
  other.tenant = "other";
  EXPECT_TRUE(store->Find(other, std::nullopt, 10)->verdicts.empty());
}

TEST_F(VerdictStoreTest, KeepsItsBoundsAndTheNewest) {
  const auto store = Open(1 << 20, 1'000'000);
  for (int i = 0; i < 20; ++i) Append(*store, 100, 4'000);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(store->Trim(kNow).ok());
  EXPECT_LE(store->stats().bytes, 1 << 20);
  EXPECT_GT(store->stats().rows, 100);
  EXPECT_EQ(store->Find({}, std::nullopt, 1)->verdicts.front().id, 2'000);
  EXPECT_FALSE(store->Get(1)->has_value());
}

TEST_F(VerdictStoreTest, TheFileShrinksThoughNothingMoreIsWritten) {
  const auto store = Open(1 << 20);
  for (int i = 0; i < 12; ++i) {
    Append(*store, 100, 4'000);
    for (int times = 0; times < 10; ++times) ASSERT_TRUE(store->Trim(kNow).ok());
    EXPECT_LE(std::filesystem::file_size(folder_ + "/history.sqlite"), 1 << 20) << i;
  }
}

TEST_F(VerdictStoreTest, ForgetsByRowsAndByAge) {
  {
    const auto store = Open(64 << 20, 50);
    Append(*store, 200);
    for (int i = 0; i < 30; ++i) ASSERT_TRUE(store->Trim(kNow).ok());
    EXPECT_LE(store->stats().rows, 50);
  }
  const auto store = Open();
  ASSERT_TRUE(store->Trim(kNow + 40.0 * 86'400).ok());
  // The last one stays, so that numbers go on from it.
  EXPECT_EQ(store->stats().rows, 1);
  EXPECT_EQ(store->next_id(), 201);
}

TEST_F(VerdictStoreTest, ASecondServerIsToldThatTheFolderIsTaken) {
  const auto store = Open();
  const auto second = VerdictStore::Open({.folder = folder_});
  ASSERT_FALSE(second.ok());
  EXPECT_NE(second.error().message.find("another server"), std::string::npos);
}

TEST_F(VerdictStoreTest, AFileThatIsNoneIsPutAside) {
  std::ofstream(folder_ + "/history.sqlite") << "this is no database, but it is long enough to be "
                                                "taken for one until its header is read.";
  const auto store = Open();
  Append(*store, 3);
  EXPECT_EQ(store->stats().rows, 3);
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/history.sqlite.unreadable"));
}

TEST_F(VerdictStoreTest, InMemoryItDoesTheSame) {
  const auto store = VerdictStore::Open({});
  ASSERT_TRUE(store.ok());
  Append(**store, 3);
  EXPECT_EQ((*store)->stats().rows, 3);
  EXPECT_FALSE((*store)->persistent());
}

TEST_F(VerdictStoreTest, PointsOfSeriesAreKeptOncePerSlot) {
  const auto store = Open();
  const SeriesPoint points[] = {{"a", 1, 7, 1.0}, {"a", 1, 8, 2.0}, {"a", 1, 7, 3.0}};
  ASSERT_TRUE(store->SavePoints(points).ok());
  ASSERT_TRUE(store->DropPoints(1, 8).ok());
  std::vector<double> values;
  ASSERT_TRUE(
      store->LoadPoints(1, 0, [&](const SeriesPoint& point) { values.push_back(point.value); })
          .ok());
  EXPECT_EQ(values, std::vector<double>{2.0});
}

TEST_F(VerdictStoreTest, AProcessAndTheOneThatReplacesItShareTheFolder) {
  const VerdictStoreOptions options{.folder = folder_, .shared_as = "/run/door"};
  auto elder = VerdictStore::Open(options);
  ASSERT_TRUE(elder.ok());
  Append(**elder, 10);
  // Neither a server that shares with nobody, nor one that shares with others.
  EXPECT_FALSE(VerdictStore::Open({.folder = folder_}).ok());
  EXPECT_FALSE(VerdictStore::Open({.folder = folder_, .shared_as = "/run/another"}).ok());
  auto next = VerdictStore::Open(options);
  ASSERT_TRUE(next.ok()) << next.error().ToString();
  EXPECT_TRUE((*next)->shared());
  EXPECT_FALSE((*elder)->shared());
  // Both append what neither knows of, and each row has an id of its own.
  std::vector<int64_t> others;
  for (int i = 0; i < 5; ++i) {
    Append(**next, 2);
    Append(**elder, 3);
    const auto page = (*next)->Find({}, std::nullopt, 100);
    ASSERT_TRUE(page.ok());
    EXPECT_EQ(page->verdicts.size(), static_cast<size_t>(10 + 5 * (i + 1)));
  }
  ASSERT_TRUE(
      (*next)
          ->LoadBetween(11, 16, [&](const VerdictRecord& record) { others.push_back(record.id); })
          .ok());
  EXPECT_EQ(others, (std::vector<int64_t>{11, 12, 13, 14, 15}));
  (*next)->TakeLock();
  EXPECT_TRUE((*next)->shared());
  *elder = nullptr;
  (*next)->TakeLock();
  EXPECT_FALSE((*next)->shared());
  // The one after that knows it by the same word.
  EXPECT_TRUE(VerdictStore::Open(options).ok());
}

}  // namespace
}  // namespace assay
