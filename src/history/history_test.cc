#include "history/history.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>

namespace assay {
namespace {

class HistoryTest : public ::testing::Test {
 protected:
  HistoryTest() {
    std::string name = ::testing::TempDir() + "history-XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  ~HistoryTest() override { std::filesystem::remove_all(folder_); }

  std::unique_ptr<History> Open(size_t max_queued = 8192) {
    HistoryOptions options;
    options.store.folder = folder_;
    options.node = "here";
    options.max_queued = max_queued;
    auto history = History::Open(std::move(options));
    EXPECT_TRUE(history.ok()) << history.error().ToString();
    return std::move(history).value();
  }
  static Submission Sent(const std::string& code) {
    auto problem = std::make_shared<Problem>();
    problem->identity = "p1";
    for (const char* text : {"1", "2"}) {
      problem->tests.push_back({"", Blob::FromString(text), Blob::FromString(text)});
    }
    Submission submission;
    submission.problem = std::move(problem);
    submission.language = "python";
    submission.code = code;
    submission.origin.route = "/v1/verify";
    submission.origin.run = "run";
    submission.origin.step = 7;
    return submission;
  }
  static SubmissionResult Judged() {
    SubmissionResult result;
    result.verdict = Verdict::kWrongAnswer;
    result.cause = Cause::kCandidate;
    result.reason = Reason::kDifferentOutput;
    result.message = "test 1 differs \xff";
    result.score = 0;
    result.queue_time = std::chrono::milliseconds(5);
    TestResult passed;
    passed.verdict = Verdict::kAccepted;
    passed.executed = true;
    passed.run.cpu_time = std::chrono::milliseconds(30);
    TestResult failed = passed;
    failed.verdict = Verdict::kWrongAnswer;
    failed.run.stdout_bytes = std::string("<script>\xfe", 9) + std::string(1 << 20, 'x');
    result.tests = {passed, failed};
    return result;
  }

  std::string folder_;
};

TEST_F(HistoryTest, RecordsWhatTheEngineFinishedAndHasItAfterARestart) {
  {
    const auto history = Open();
    history->Record(Sent("print(1)"), Judged());
    Submission own = Sent("self test");
    own.origin.route.clear();
    history->Record(own, Judged());
    history->Flush();
    EXPECT_EQ(history->stats().recorded, 1);
    EXPECT_EQ(history->recent().size(), 1u);
  }
  const auto history = Open();
  EXPECT_EQ(history->recent().size(), 1u);
  const auto found = history->store().Get(1);
  ASSERT_TRUE(found.ok() && found->has_value());
  const VerdictRecord& record = (*found)->record;
  EXPECT_EQ(record.node, "here");
  EXPECT_EQ(record.run, "run");
  EXPECT_EQ(record.step, 7);
  EXPECT_EQ(record.tenant, "default");
  EXPECT_EQ(record.verdict, Verdict::kWrongAnswer);
  EXPECT_EQ(record.message, "test 1 differs \xEF\xBF\xBD");
  EXPECT_EQ(record.tests_total, 2);
  EXPECT_EQ(record.tests_passed, 1);
  EXPECT_EQ(record.first_failed, 1);
  EXPECT_EQ(record.cpu_ms, 30);
  EXPECT_EQ(record.wait_ms, 5);
  EXPECT_EQ(record.code_sha256.size(), 64u);
  const VerdictDetail& detail = (*found)->detail;
  EXPECT_EQ(detail.code, "print(1)");
  EXPECT_EQ(detail.out.substr(0, 11), "<script>\xEF\xBF\xBD");
  EXPECT_LT(detail.out.size(), 4096u);
}

TEST_F(HistoryTest, AFullQueueDropsAndCountsAndNobodyWaits) {
  const auto history = Open(/*max_queued=*/2);
  // The writer looks five times a second; some of so many find the queue full.
  for (int i = 0; i < 100; ++i) history->Record(Sent("x"), Judged());
  history->Flush();
  const HistoryStats stats = history->stats();
  EXPECT_GT(stats.dropped_full, 0);
  EXPECT_EQ(stats.recorded + stats.dropped_full, 100);
}

TEST_F(HistoryTest, LeavesOutWholeGroupsAndNoEvidenceWhenItsTimeIsScarce) {
  HistoryOptions options;
  options.store.folder = folder_;
  options.cpu_share = 0;  // it has what it begins with, and a thousandth of a core
  auto opened = History::Open(std::move(options));
  ASSERT_TRUE(opened.ok());
  History& history = **opened;
  SubmissionResult ordinary = Judged();
  ordinary.tests.clear();
  int64_t sent = 0;
  for (; sent < 500'000 && history.stats().sampled_out == 0; ++sent) {
    history.Record(Sent("x"), ordinary);
    if (sent % 512 == 0) history.Flush();
  }
  ASSERT_GT(history.stats().sampled_out, 0) << sent;
  SubmissionResult masked = ordinary;
  masked.score.reset();
  for (int i = 0; i < 50; ++i) EXPECT_GT(history.Record(Sent("x"), masked), 0);
  for (int i = 0; i < 200; ++i) {
    const std::string group = "g" + std::to_string(i);
    VerdictBrief brief;
    brief.score = 1;
    brief.group = group;
    const bool first = history.Wants(brief);
    // Meanwhile it may have become more sparing, and no less.
    EXPECT_TRUE(first || !history.Wants(brief)) << group;
  }
  history.Flush();
  const HistoryStats stats = history.stats();
  EXPECT_EQ(stats.recorded, static_cast<int64_t>(history.recent().size()));
}

TEST_F(HistoryTest, TellsListenersOfTheirTenantsVerdicts) {
  const auto history = Open();
  const auto theirs = history->events().Listen("a", [] {});
  const auto others = history->events().Listen("b", [] {});
  Submission sent = Sent("x");
  sent.origin.tenant = "a";
  history->Record(sent, Judged());
  history->Flush();
  const auto events = theirs->Take();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_NE(events[0]->json.find(R"("type":"verdict","id":1,)"), std::string::npos);
  EXPECT_TRUE(others->Take().empty());
}

TEST_F(HistoryTest, DigestsAreOfATenant) {
  const auto history = Open();
  for (const char* tenant : {"a", "a", "b"}) {
    Submission sent = Sent("x");
    sent.origin.tenant = tenant;
    history->Record(sent, Judged());
  }
  history->Flush();
  EXPECT_EQ(history->DigestOf("a")->tallies.problems.at(0).total, 2);
  EXPECT_EQ(history->DigestOf("b")->tallies.problems.at(0).total, 1);
  EXPECT_EQ(history->DigestOf("")->tallies.problems.at(0).total, 3);
  EXPECT_TRUE(history->DigestOf("c")->tallies.problems.empty());
}

TEST(RecentVerdicts, KeepsTheNewestAndTheNamesOfThose) {
  RecentVerdicts recent(10);
  for (int i = 1; i <= 37; ++i) {
    VerdictRecord record;
    record.id = i;
    record.problem = "p" + std::to_string(i);
    recent.Add(record);
  }
  recent.Visit([](const RecentView& view) {
    std::vector<int64_t> ids;
    view.ForEach([&](const RecentVerdict& verdict) {
      ids.push_back(verdict.id);
      EXPECT_EQ(view.names.Get(verdict.problem), "p" + std::to_string(verdict.id));
    });
    EXPECT_EQ(ids.front(), 28);
    EXPECT_EQ(ids.size(), 10u);
    EXPECT_LE(view.names.size(), 22u);
  });
}

}  // namespace
}  // namespace assay
