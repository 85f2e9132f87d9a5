#include "api/trainers/patience/persistent_batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/trainers/patience/patience_test_util.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class PersistentBatchTest : public ::testing::Test, protected PatienceFixture {
 protected:
  void Start(size_t submissions) {
    batch_ = std::make_shared<PersistentBatch>(BatchParts{sink, timers, draining},
                                               std::vector<Submission>(submissions),
                                               [this](PersistentBatch::Results results) {
                                                 ++ends_;
                                                 results_ = std::move(results);
                                               });
    batch_->Start();
  }
  void Finish(size_t index, Verdict verdict, Cause cause = Cause::kCandidate) {
    sink.waiting.at(index)(ResultOf(verdict, cause));
  }

  std::shared_ptr<PersistentBatch> batch_;
  int ends_ = 0;
  PersistentBatch::Results results_;
};

TEST_F(PersistentBatchTest, NothingIsDoneAtOnce) {
  Start(0);
  EXPECT_EQ(ends_, 1);
  EXPECT_TRUE(results_.empty());
}

TEST_F(PersistentBatchTest, ResultsStandInTheOrderOfTheSubmissions) {
  Start(2);
  Finish(1, Verdict::kWrongAnswer);
  EXPECT_EQ(ends_, 0);
  EXPECT_EQ(batch_->Known()[1]->verdict, Verdict::kWrongAnswer);
  EXPECT_FALSE(batch_->Known()[0]);
  Finish(0, Verdict::kAccepted);
  EXPECT_EQ(ends_, 1);
  EXPECT_EQ(results_[0]->verdict, Verdict::kAccepted);
}

TEST_F(PersistentBatchTest, AFailureOfOursIsTriedAgainAndAgain) {
  Start(1);
  for (int i = 0; i < 20; ++i) {
    Finish(i, Verdict::kInternalError, Cause::kInfrastructure);
    EXPECT_EQ(sink.submissions.size(), i + 1u);  // not at once
    Pass(seconds(5));
    ASSERT_EQ(sink.submissions.size(), i + 2u);
  }
  Finish(20, Verdict::kAccepted);
  EXPECT_EQ(results_[0]->score, 1);
}

TEST_F(PersistentBatchTest, OneFailureDoesNotHoldUpTheOthers) {
  Start(3);
  Finish(0, Verdict::kInternalError, Cause::kInfrastructure);
  Finish(1, Verdict::kAccepted);
  Finish(2, Verdict::kAccepted);
  EXPECT_EQ(ends_, 0);
  Pass(milliseconds(100));
  Finish(3, Verdict::kWrongAnswer);
  EXPECT_EQ(ends_, 1);
  EXPECT_EQ(results_[0]->verdict, Verdict::kWrongAnswer);
}

TEST_F(PersistentBatchTest, AFullQueueIsWaitedFor) {
  bool full = true;
  sink.refuse = [&](size_t) -> std::optional<Error> {
    if (!full) return std::nullopt;
    return Error{ErrorCode::kUnavailable, "", 0, "queue full"};
  };
  Start(2);
  for (int i = 0; i < 100; ++i) Pass(seconds(1));
  EXPECT_EQ(sink.submissions.size(), 0u);
  full = false;
  Pass(seconds(1));
  EXPECT_EQ(sink.submissions.size(), 2u);
}

TEST_F(PersistentBatchTest, AnInvalidSubmissionIsTheProblemsFault) {
  sink.refuse = [](size_t) { return Error{ErrorCode::kInvalidArgument, "", 0, "no driver"}; };
  Start(2);
  EXPECT_EQ(ends_, 1);
  EXPECT_EQ(results_[1]->cause, Cause::kProblem);
  EXPECT_EQ(results_[1]->message, "no driver");
  EXPECT_FALSE(results_[1]->score);
}

TEST_F(PersistentBatchTest, AServerThatStopsTriesNothingAgain) {
  Start(2);
  Finish(0, Verdict::kAccepted);
  draining = true;
  Finish(1, Verdict::kInternalError, Cause::kCancelled);
  Pass(seconds(1));
  EXPECT_EQ(ends_, 1);
  EXPECT_EQ(results_[0]->score, 1);
  EXPECT_FALSE(results_[1]);
}

TEST_F(PersistentBatchTest, CancellingStopsWhatIsUnderWay) {
  Start(2);
  batch_->Cancel();
  EXPECT_EQ(sink.tickets[0]->cancelled + sink.tickets[1]->cancelled, 2);
  Finish(0, Verdict::kInternalError, Cause::kCancelled);
  Finish(1, Verdict::kAccepted);
  Pass(seconds(10));
  EXPECT_EQ(ends_, 0);
  EXPECT_EQ(sink.submissions.size(), 2u);
}

TEST_F(PersistentBatchTest, ALargeBatchGoesThroughAWindow) {
  const size_t window = PersistentBatch::kMostInFlight;
  Start(window + 10);
  EXPECT_EQ(sink.submissions.size(), window);
  Finish(0, Verdict::kAccepted);
  EXPECT_EQ(sink.submissions.size(), window + 1);
}

}  // namespace
}  // namespace assay
