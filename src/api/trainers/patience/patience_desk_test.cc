#include "api/trainers/patience/patience_desk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/shared/responses.h"
#include "api/trainers/patience/patience_test_util.h"

namespace assay {
namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Patience kReturning{.waits = seconds(120), .tries = 3, .comes_back_in = seconds(60)};
constexpr Patience kOnce{.waits = seconds(30)};

class PatienceDeskTest : public ::testing::Test, protected PatienceFixture {
 protected:
  // A request: null when its work was there already.
  std::pair<std::shared_ptr<CapturedReply>, PatienceDesk::PlacePtr> Ask(
      const std::string& key, const Patience& patience = kReturning) {
    auto reply = std::make_shared<CapturedReply>();
    if (desk_.TakeUp(key, reply)) return {reply, nullptr};
    auto place = desk_.Open(key, patience, reply);
    place->SetWork([this] { ++cancelled_; });
    places_.push_back(place);  // as work does, until it is over
    return {reply, place};
  }

  std::vector<PatienceDesk::PlacePtr> places_;
  std::vector<std::string> events_;
  int cancelled_ = 0;
  PatienceDesk desk_{
      timers, [this](DeskEvent event) { events_.emplace_back(kDeskEventNames.NameOf(event)); }};
};

TEST_F(PatienceDeskTest, AnswersInTimeAreNoNews) {
  const auto [reply, place] = Ask("a");
  Pass(seconds(117));
  SendJson(place, 200, "1.0");
  EXPECT_EQ(reply->response.body, "1.0");
  Pass(seconds(600));
  EXPECT_EQ(reply->ends, 1);
  EXPECT_THAT(events_, ElementsAre());
}

TEST_F(PatienceDeskTest, WhoComesBackTakesUpTheWork) {
  const auto [first, place] = Ask("a");
  Pass(seconds(118));
  EXPECT_EQ(first->response.status, 503);
  EXPECT_EQ(first->response.headers[0].first, "retry-after");
  const auto [second, none] = Ask("a");
  EXPECT_EQ(none, nullptr);
  SendJson(place, 200, "1.0");
  EXPECT_EQ(second->response.body, "1.0");
  EXPECT_THAT(events_, ElementsAre("asked_again", "taken_up", "saved"));
}

TEST_F(PatienceDeskTest, AnAnswerWaitsForWhoComesBack) {
  const auto [first, place] = Ask("a");
  Pass(seconds(118));
  SendJson(place, 200, "0.0");
  Pass(seconds(59));
  EXPECT_EQ(Ask("a").first->response.body, "0.0");
  EXPECT_EQ(Ask("a").first->ends, 0);  // it was one answer
}

TEST_F(PatienceDeskTest, EqualRequestsAtOnceHaveWorkOfTheirOwn) {
  const auto [first, one] = Ask("a");
  const auto [second, two] = Ask("a");
  ASSERT_NE(two, nullptr);
  SendJson(two, 200, "2");
  EXPECT_EQ(first->ends, 0);
  EXPECT_EQ(second->response.body, "2");
}

TEST_F(PatienceDeskTest, WorkNobodyComesBackForIsStopped) {
  Ask("a");
  Pass(seconds(118));
  EXPECT_EQ(cancelled_, 0);
  Pass(seconds(60));
  EXPECT_EQ(cancelled_, 1);
  EXPECT_THAT(events_, ElementsAre("asked_again", "discarded"));
}

TEST_F(PatienceDeskTest, TheLastTryIsTheEnd) {
  for (int i = 0; i < 3; ++i) {
    const auto reply = Ask("a").first;
    Pass(seconds(118));
    EXPECT_EQ(reply->response.status, 503);
  }
  EXPECT_EQ(cancelled_, 1);
  EXPECT_EQ(events_.back(), "lost");
}

TEST_F(PatienceDeskTest, AClientThatTriesOnceIsToldAtItsEnd) {
  const auto [reply, place] = Ask("a", kOnce);
  Pass(seconds(27));
  EXPECT_EQ(reply->ends, 0);
  Pass(seconds(1));
  EXPECT_EQ(reply->response.status, 503);
  EXPECT_THAT(reply->response.body, HasSubstr("last try"));
  EXPECT_EQ(cancelled_, 1);
}

TEST_F(PatienceDeskTest, WhatIsKnownLateIsSaidWhereTheFormatCan) {
  const auto [reply, place] = Ask("a", kOnce);
  place->SetWork([this] { ++cancelled_; },
                 [] {
                   HttpResponse response;
                   response.body = "[null]";
                   return std::optional(response);
                 });
  Pass(seconds(28));
  EXPECT_EQ(reply->response.status, 200);
  EXPECT_EQ(reply->response.body, "[null]");
  EXPECT_THAT(events_, ElementsAre());
}

TEST_F(PatienceDeskTest, WhoLeavesWithoutAWordMayComeBackSoon) {
  const auto [first, place] = Ask("a");
  first->on_disconnect();
  EXPECT_EQ(Ask("a").second, nullptr);
  const auto [once, other] = Ask("b", kOnce);
  once->on_disconnect();
  EXPECT_EQ(cancelled_, 1);
  EXPECT_THAT(events_, ElementsAre("abandoned", "taken_up", "abandoned"));
}

TEST_F(PatienceDeskTest, RefusalsAreNotKept) {
  const auto [first, place] = Ask("a");
  Pass(seconds(118));
  SendJson(place, 422, "no");
  EXPECT_NE(Ask("a").second, nullptr);
}

TEST_F(PatienceDeskTest, WhatIsKeptIsBounded) {
  for (size_t i = 0; i <= PatienceDesk::kMostUnattended; ++i) Ask(std::to_string(i));
  Pass(seconds(118));
  EXPECT_EQ(cancelled_, 1);  // the oldest
  EXPECT_NE(Ask("0").second, nullptr);
  EXPECT_EQ(Ask("1").second, nullptr);
}

}  // namespace
}  // namespace assay
