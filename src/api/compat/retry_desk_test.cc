#include "api/compat/retry_desk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/shared/responses.h"
#include "api/testing.h"

namespace assay {
namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class StoppedClock final : public Clock {
 public:
  SteadyTime Now() const override { return SteadyTime(Nanoseconds(now_.load())); }
  void Advance(Nanoseconds by) { now_ += by.count(); }

 private:
  std::atomic<int64_t> now_{1'000'000'000};
};

// A desk over a fake engine, and a clock that stands still until told. The client asks for ten
// seconds each to compile and to run, so its patience is thirty; it is told 504 after 28.
class RetryDeskTest : public ::testing::Test {
 protected:
  void Start(DeskOptions options = {}) {
    desk_ = std::make_unique<RetryDesk>(options, sink_, clock_, [this](DeskEvent event) {
      MutexLock lock(mutex_);
      events_.emplace_back(kDeskEventNames.NameOf(event));
    });
  }
  void TearDown() override { desk_ = nullptr; }

  std::shared_ptr<CapturedReply> Ask(const std::string& key, Nanoseconds own_time = seconds(20)) {
    auto reply = std::make_shared<CapturedReply>();
    if (desk_->TakeUp(key, reply)) return reply;
    PatientRequest request{.key = key, .own_time = own_time};
    request.send = [](const HttpReplyPtr& to, const SubmissionResult& result) {
      if (result.cause == Cause::kCancelled) {
        return SendOverloaded(to, ErrorStyle::kCompatible, 1, "cancelled");
      }
      SendJson(to, 200, result.message);
    };
    request.refuse = [](const HttpReplyPtr& to, const Refusal& refusal) {
      SendRefusal(to, ErrorStyle::kCompatible, refusal);
    };
    desk_->Serve(std::move(request), reply);
    return reply;
  }
  void Pass(Nanoseconds time) {
    clock_.Advance(time);
    desk_->RunDue();
  }
  void Finish(size_t index, std::string message, Cause cause = Cause::kCandidate) {
    SubmissionResult result;
    result.cause = cause;
    result.message = std::move(message);
    sink_.waiting.at(index)(result);
  }
  std::vector<std::string> events() {
    MutexLock lock(mutex_);
    return events_;
  }

  StoppedClock clock_;
  FakeSink sink_;
  Mutex mutex_;
  std::vector<std::string> events_;
  std::unique_ptr<RetryDesk> desk_;
};

TEST_F(RetryDeskTest, AnswersInTimeAreNoNews) {
  Start();
  const auto reply = Ask("a");
  Pass(seconds(27));
  EXPECT_EQ(reply->ends, 0);
  Finish(0, "done");
  EXPECT_EQ(reply->response.body, "done");
  Pass(seconds(60));
  EXPECT_EQ(reply->ends, 1);
  EXPECT_THAT(events(), ElementsAre());
}

TEST_F(RetryDeskTest, TheNextTryTakesUpTheWorkWhereverItIs) {
  Start();
  const auto first = Ask("a");
  Pass(seconds(28));
  EXPECT_EQ(first->response.status, 504);
  EXPECT_THAT(first->response.body, HasSubstr("30.0 s"));
  const auto second = Ask("a");  // under way
  EXPECT_EQ(sink_.submissions.size(), 1u);
  Pass(seconds(28));
  EXPECT_EQ(second->response.status, 504);
  Finish(0, "done");
  const auto third = Ask("a");  // finished and kept
  EXPECT_EQ(third->response.status, 200);
  EXPECT_EQ(third->response.body, "done");
  EXPECT_EQ(sink_.submissions.size(), 1u);
  EXPECT_EQ(sink_.tickets[0]->cancelled, 0);
  EXPECT_EQ(first->ends + second->ends + third->ends, 3);
  EXPECT_THAT(events(), ElementsAre("asked_again", "taken_up", "asked_again", "taken_up", "saved"));
  Ask("a");  // that answer was given: this is new work
  EXPECT_EQ(sink_.submissions.size(), 2u);
}

TEST_F(RetryDeskTest, EqualRequestsAtTheSameTimeAreRunsOfTheirOwn) {
  Start();
  const auto one = Ask("a");
  const auto two = Ask("a");
  EXPECT_EQ(sink_.submissions.size(), 2u);
  Pass(seconds(28));
  Finish(1, "two");
  // The finished run first; the other waits for the run that is left.
  const auto again = Ask("a");
  const auto last = Ask("a");
  EXPECT_EQ(again->response.body, "two");
  EXPECT_EQ(last->ends, 0);
  Finish(0, "one");
  EXPECT_EQ(last->response.body, "one");
  EXPECT_EQ(sink_.submissions.size(), 2u);
}

TEST_F(RetryDeskTest, OtherRequestsTakeNothingUp) {
  Start();
  Ask("a");
  Pass(seconds(28));
  Ask("b");
  EXPECT_EQ(sink_.submissions.size(), 2u);
}

TEST_F(RetryDeskTest, TheLastTryEndsTheWork) {
  Start();
  for (int i = 0; i < 2; ++i) {
    Ask("a");
    Pass(seconds(28));
  }
  const auto third = Ask("a");
  sink_.tickets[0]->started = true;
  Pass(seconds(28));
  EXPECT_EQ(third->response.status, 504);
  EXPECT_THAT(third->response.body, HasSubstr("last of 3 tries"));
  EXPECT_EQ(sink_.tickets[0]->cancelled, 1);
  EXPECT_EQ(events().back(), "lost");
  Finish(0, "too late", Cause::kCancelled);
  EXPECT_EQ(third->ends, 1);
}

TEST_F(RetryDeskTest, OnItsLastTryNothingBeginsThatCannotEnd) {
  Start();
  sink_.engine_stats.usual_time = seconds(3);
  for (int i = 0; i < 2; ++i) {
    Ask("a");
    Pass(seconds(28));
  }
  const auto third = Ask("a");
  Pass(seconds(24));
  EXPECT_EQ(sink_.tickets[0]->cancelled, 0);
  Pass(seconds(1));  // three seconds are left
  EXPECT_EQ(sink_.tickets[0]->cancelled, 1);
  Finish(0, "", Cause::kCancelled);
  EXPECT_EQ(third->response.status, 504);
  EXPECT_EQ(events().back(), "lost");
}

TEST_F(RetryDeskTest, WhoLeavesAndComesBackHasATryOfItsOwn) {
  Start();
  sink_.engine_stats.usual_time = seconds(3);
  for (int i = 0; i < 2; ++i) {
    Ask("a");
    Pass(seconds(28));
  }
  const auto third = Ask("a");
  Pass(seconds(25));  // the last moment for it to have started
  third->on_disconnect();
  const auto again = Ask("a");
  Pass(seconds(25));
  EXPECT_EQ(again->ends, 0) << "three seconds are left";
  Pass(seconds(2));
  Finish(0, "done");
  EXPECT_EQ(again->response.body, "done");
}

TEST_F(RetryDeskTest, ATicketThatComesAfterTheLastMomentIsHandedBack) {
  Start({.tries = 1});
  sink_.engine_stats.usual_time = seconds(3);
  sink_.refuse = [this](size_t) {  // Submit takes long
    Pass(seconds(25));
    return std::nullopt;
  };
  const auto only = Ask("a");
  ASSERT_EQ(sink_.tickets.size(), 1u);
  EXPECT_EQ(sink_.tickets[0]->cancelled, 1);
  EXPECT_EQ(only->ends, 0);
}

TEST_F(RetryDeskTest, WhatNobodyComesBackForIsCancelled) {
  Start();
  Ask("a");
  Pass(seconds(28));
  Pass(seconds(10));
  EXPECT_EQ(sink_.tickets[0]->cancelled, 1);
  EXPECT_THAT(events(), ElementsAre("asked_again", "discarded"));
  Ask("a");
  EXPECT_EQ(sink_.submissions.size(), 2u);
}

TEST_F(RetryDeskTest, WorkOfClientsThatLeftIsKeptWithinBounds) {
  DeskOptions options;
  options.max_abandoned = 2;
  Start(options);
  for (const char* key : {"a", "b", "c"}) Ask(key)->on_disconnect();
  EXPECT_EQ(sink_.tickets[0]->cancelled, 1);
  EXPECT_EQ(sink_.tickets[1]->cancelled, 0);
  const auto again = Ask("b");
  Finish(1, "done");
  EXPECT_EQ(again->response.body, "done");
  Pass(seconds(10));
  EXPECT_EQ(sink_.tickets[2]->cancelled, 1);
}

TEST_F(RetryDeskTest, ALateFarewellOfAnEarlierTryIsIgnored) {
  Start();
  const auto first = Ask("a");
  Pass(seconds(28));
  const auto second = Ask("a");
  first->on_disconnect();
  Finish(0, "done");
  EXPECT_EQ(second->response.body, "done");
}

TEST_F(RetryDeskTest, KeptAnswersAreBounded) {
  DeskOptions options;
  options.max_kept_bytes = 2000;
  Start(options);
  Ask("a");
  Ask("b");
  Pass(seconds(28));
  Finish(0, std::string(1000, 'a'));
  Finish(1, std::string(1000, 'b'));
  EXPECT_EQ(Ask("b")->response.body, std::string(1000, 'b'));
  EXPECT_EQ(Ask("a")->ends, 0);  // runs again
  EXPECT_EQ(sink_.submissions.size(), 3u);
}

TEST_F(RetryDeskTest, OurFailuresAreNotKeptForALaterTry) {
  Start();
  Ask("a");
  Pass(seconds(28));
  Finish(0, "the box died", Cause::kInfrastructure);
  Ask("a");
  EXPECT_EQ(sink_.submissions.size(), 2u);
}

TEST_F(RetryDeskTest, AFullQueueIsToldLateSoThatNoTryIsWasted) {
  Start();
  bool full = true;
  sink_.refuse = [&](size_t) -> std::optional<Error> {
    if (!full) return std::nullopt;
    return Error{ErrorCode::kUnavailable, "engine.submit", 0, "the queue is full"};
  };
  const auto first = Ask("a");
  EXPECT_EQ(first->ends, 0);
  Pass(seconds(28));
  EXPECT_EQ(first->response.status, 504);
  EXPECT_THAT(first->response.body, HasSubstr("the queue is full"));
  Ask("a");
  Pass(seconds(28));
  full = false;
  const auto third = Ask("a");
  EXPECT_EQ(sink_.submissions.size(), 1u);
  sink_.tickets[0]->started = true;
  Pass(seconds(28));  // its tries count from the first
  EXPECT_THAT(third->response.body, HasSubstr("last of 3 tries"));
}

TEST_F(RetryDeskTest, WhatHasNoChanceByTheEstimateGetsNoPlace) {
  Start();
  sink_.engine_stats.estimated_wait = seconds(2 * 3 * 28 + 1);
  const auto held = Ask("a");
  EXPECT_TRUE(sink_.submissions.empty());
  sink_.engine_stats.estimated_wait = seconds(3 * 28);
  Ask("b");
  EXPECT_EQ(sink_.submissions.size(), 1u);
  desk_->SetDraining(true);
  EXPECT_EQ(held->response.status, 504);
  EXPECT_THAT(events(), ElementsAre("held_back", "asked_again"));
}

TEST_F(RetryDeskTest, OffMeansThatClientsWaitAndLeavingCancels) {
  DeskOptions options;
  options.beyond = Nanoseconds{0};
  Start(options);
  const auto reply = Ask("a");
  Pass(seconds(100000));
  EXPECT_EQ(reply->ends, 0);
  reply->on_disconnect();
  EXPECT_EQ(sink_.tickets[0]->cancelled, 1);
  Ask("a");
  EXPECT_EQ(sink_.submissions.size(), 2u);
  sink_.refuse = [](size_t) { return Error{ErrorCode::kUnavailable, "", 0, "full"}; };
  EXPECT_EQ(Ask("b")->response.status, 504);
}

}  // namespace
}  // namespace assay
