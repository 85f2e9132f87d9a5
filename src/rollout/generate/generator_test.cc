#include "rollout/generate/generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

#include "net/http_server.h"
#include "rollout/generate/generate_test_util.h"

namespace assay::rollout {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Scripted Answer(const std::string& content = "yes") {
  return {.response = Response(200, Saying(content))};
}

Scripted Answer(int status, std::string body,
                std::vector<std::pair<std::string, std::string>> headers = {}) {
  return {.response = Response(status, std::move(body), std::move(headers))};
}

class GeneratorTest : public ::testing::Test {
 protected:
  GeneratorTest() {
    options_.model = "m";
    options_.max_in_flight = 4;
    options_.on_warning = [this](const std::string& text) {
      MutexLock lock(mutex_);
      warnings_.push_back(text);
    };
  }

  // Asks for `count` samples with the bodies "0", "1" …
  GenerationEnd Run(FakeEndpoint& endpoint, int count) { return Run(endpoint.transport(), count); }
  GenerationEnd Run(Generator::Transport transport, int count) {
    options_.total = count;
    generator_.emplace(options_, std::move(transport), &surroundings_);
    int drawn = 0;
    return generator_->Run(
        [&]() -> std::optional<Ask> {
          if (drawn == count) return std::nullopt;
          const std::string name = std::to_string(drawn++);
          return Ask{.key = "k" + name, .item = name, .sample = 0, .body = name};
        },
        [this](const GenerationRecord& record) -> assay::Status {
          MutexLock lock(mutex_);
          records_[record.item] = record;
          return storage_;
        });
  }
  std::string KindOf(const std::string& item) {
    const auto found = records_.find(item);
    if (found == records_.end()) return "absent";
    return found->second.error ? found->second.error->kind : "answered";
  }

  GeneratorOptions options_;
  FakeSurroundings surroundings_;
  std::optional<Generator> generator_;
  Mutex mutex_;
  std::map<std::string, GenerationRecord> records_;
  std::vector<std::string> warnings_;
  assay::Status storage_;
};

TEST_F(GeneratorTest, EverySampleHasARecord) {
  FakeEndpoint endpoint([](const std::string& body, int) { return Answer("to " + body); });
  EXPECT_EQ(Run(endpoint, 50).reason, EndReason::kDone);
  ASSERT_EQ(records_.size(), 50u);
  EXPECT_EQ(records_["7"].content, "to 7");
  EXPECT_EQ(records_["7"].key, "k7");
  EXPECT_EQ(records_["7"].attempts, 1);
  EXPECT_EQ(endpoint.requests(), 50);
  EXPECT_LE(endpoint.most_in_flight(), 4);
  const Progress progress = generator_->progress();
  EXPECT_EQ(progress.answered, 50);
  EXPECT_EQ(progress.spent.completion_tokens, 50 * 20);
  EXPECT_EQ(progress.in_flight, 0);
}

TEST_F(GeneratorTest, AnAnswerMayLeadToAnotherQuestionInItsSlot) {
  options_.max_in_flight = 2;
  FakeEndpoint endpoint([](const std::string& body, int) { return Answer("to " + body); });
  generator_.emplace(options_, endpoint.transport(), &surroundings_);
  int drawn = 0;
  std::map<std::string, std::vector<std::string>> turns;
  std::set<std::string> open;
  size_t most_open = 0;
  const GenerationEnd end = generator_->RunInTurns(
      [&]() -> std::optional<Ask> {
        if (drawn == 20) return std::nullopt;
        const std::string name = std::to_string(drawn++);
        MutexLock lock(mutex_);
        open.insert(name);
        most_open = std::max(most_open, open.size());
        return Ask{.key = name, .item = name, .body = name + ".1"};
      },
      [&](const GenerationRecord& record) -> Result<std::optional<Ask>> {
        MutexLock lock(mutex_);
        auto& said = turns[record.item];
        said.push_back(record.content);
        if (said.size() == 3) {
          open.erase(record.item);
          return std::optional<Ask>();
        }
        const std::string body = record.item + "." + std::to_string(said.size() + 1);
        return std::optional<Ask>(Ask{.key = record.item, .item = record.item, .body = body});
      });
  EXPECT_EQ(end.reason, EndReason::kDone);
  EXPECT_EQ(turns.size(), 20u);
  EXPECT_THAT(turns["7"], ElementsAre("to 7.1", "to 7.2", "to 7.3"));
  EXPECT_LE(most_open, 2u);
  EXPECT_EQ(endpoint.requests(), 60);
  EXPECT_EQ(generator_->progress().answered, 20);
}

TEST_F(GeneratorTest, WhoStopsDrawingStillHasFurtherTurns) {
  options_.max_in_flight = 1;
  FakeEndpoint endpoint([](const std::string&, int) { return Answer(); });
  generator_.emplace(options_, endpoint.transport(), &surroundings_);
  int turns = 0;
  const GenerationEnd end = generator_->RunInTurns(
      [&]() -> std::optional<Ask> { return Ask{.key = "k", .item = "i", .body = "first"}; },
      [&](const GenerationRecord&) -> Result<std::optional<Ask>> {
        generator_->StopDrawing();
        if (++turns == 3) return std::optional<Ask>();
        return std::optional<Ask>(Ask{.key = "k", .item = "i", .body = std::to_string(turns)});
      });
  EXPECT_EQ(end.reason, EndReason::kStopped);
  EXPECT_EQ(turns, 3);
}

TEST_F(GeneratorTest, AnAnswerThatIsUnwantedFailsItsSampleAlone) {
  FakeEndpoint endpoint([](const std::string&, int) { return Answer(); });
  const Generator::Transport answering = endpoint.transport();
  CancelToken unwanted;
  unwanted.Cancel();
  generator_.emplace(
      options_,
      [&](const std::string& body, SteadyTime deadline, const CancelToken& cancel,
          HttpFailure* failure) -> Result<HttpResponse> {
        if (!cancel.cancelled()) return answering(body, deadline, cancel, failure);
        *failure = HttpFailure::kCancelled;
        return Error{ErrorCode::kCancelled, "test", 0, "given up"};
      },
      &surroundings_);
  int drawn = 0;
  std::map<std::string, std::string> kinds;
  const GenerationEnd end = generator_->RunInTurns(
      [&]() -> std::optional<Ask> {
        if (drawn == 3) return std::nullopt;
        const std::string name = std::to_string(drawn++);
        return Ask{
            .key = name, .item = name, .body = name, .unwanted = name == "1" ? &unwanted : nullptr};
      },
      [&](const GenerationRecord& record) -> Result<std::optional<Ask>> {
        MutexLock lock(mutex_);
        kinds[record.item] = record.error ? record.error->kind : "answered";
        return std::optional<Ask>();
      });
  EXPECT_EQ(end.reason, EndReason::kDone);
  EXPECT_EQ(kinds, (std::map<std::string, std::string>{
                       {"0", "answered"}, {"1", "cancelled"}, {"2", "answered"}}));
}

TEST_F(GeneratorTest, WhatMayPassIsTriedAgain) {
  const std::map<int, Scripted> failures = {
      {1, Answer(500, "oops")},
      {2, Answer(429, "slow down")},
      {3, {.failure = HttpFailure::kBrokenOff}},
      {4, {.failure = HttpFailure::kDeadline}},
      {5, Answer(200, "not JSON")},
      {6, Answer(200, Completion(R"({"content":null})", "null"))},
  };
  FakeEndpoint endpoint([&](const std::string&, int number) {
    const auto found = failures.find(number);
    return found == failures.end() ? Answer() : found->second;
  });
  EXPECT_EQ(Run(endpoint, 1).reason, EndReason::kDone);
  EXPECT_EQ(KindOf("0"), "answered");
  EXPECT_EQ(records_["0"].attempts, 7);
  EXPECT_EQ(generator_->progress().retries, 6);
  EXPECT_GT(surroundings_.Seconds(), 0.5 + 1 + 2 + 4 + 8);
}

TEST_F(GeneratorTest, WhatStaysIsARowWithItsKindAndNeverAnAnswer) {
  options_.retry.max_attempts = 3;
  FakeEndpoint endpoint([](const std::string& body, int) -> Scripted {
    if (body == "0") return Answer(500, "oops");
    if (body == "1") return {.failure = HttpFailure::kDeadline};
    if (body == "2") return {.failure = HttpFailure::kConnect};
    if (body == "3") return Answer(200, "{}");
    if (body == "4") return Answer(400, R"({"error":{"code":"context_length_exceeded"}})");
    if (body == "5") return Answer(200, Completion(R"({"content":"x"})", "\"content_filter\""));
    return Answer();
  });
  EXPECT_EQ(Run(endpoint, 7).reason, EndReason::kDone);
  EXPECT_EQ(KindOf("0"), "http_500");
  EXPECT_EQ(KindOf("1"), "timeout");
  EXPECT_EQ(KindOf("2"), "refused");
  EXPECT_EQ(KindOf("3"), "malformed");
  EXPECT_EQ(KindOf("4"), "context_length");
  EXPECT_EQ(KindOf("5"), "content_filter");
  EXPECT_EQ(KindOf("6"), "answered");
  EXPECT_EQ(records_["0"].attempts, 3);
  EXPECT_EQ(records_["4"].attempts, 1);
  EXPECT_EQ(generator_->progress().failed, 6);
}

TEST_F(GeneratorTest, ASampleMayTakeOnlySoLong) {
  options_.retry.total_time = minutes(5);
  options_.retry.max_attempts = 1000;
  FakeEndpoint endpoint([](const std::string&, int) { return Answer(500, ""); });
  Run(endpoint, 1);
  EXPECT_EQ(KindOf("0"), "http_500");
  EXPECT_LT(surroundings_.Seconds(), 301);
}

TEST_F(GeneratorTest, RetryAfterHoldsForEverybody) {
  options_.max_in_flight = 1;
  FakeEndpoint endpoint([this](const std::string& body, int number) {
    if (body == "0" && number == 1) return Answer(429, "", {{"retry-after", "120"}});
    EXPECT_GE(surroundings_.Seconds(), 120);
    return Answer();
  });
  EXPECT_EQ(Run(endpoint, 3).reason, EndReason::kDone);
  EXPECT_EQ(endpoint.requests(), 4);
}

TEST_F(GeneratorTest, ACrowdHalvesWhatIsUnderWay) {
  options_.max_in_flight = 8;
  FakeEndpoint endpoint([](const std::string& body, int number) {
    return body == "0" && number == 1 ? Answer(429, "") : Answer();
  });
  Run(endpoint, 1);
  EXPECT_EQ(generator_->progress().limit, 4);
}

TEST_F(GeneratorTest, MoneyEndsTheRunInsteadOfTheQueue) {
  // The money is gone when the first five have been sent, however late one of them comes.
  std::atomic<int> paid{0};
  FakeEndpoint endpoint([&paid](const std::string& body, int) {
    if (std::stoi(body) < 5) {
      ++paid;
      return Answer();
    }
    while (paid < 5) std::this_thread::yield();
    return Answer(402, R"({"error":{"message":"pay"}})");
  });
  const GenerationEnd end = Run(endpoint, 1000);
  EXPECT_EQ(end.reason, EndReason::kQuota);
  EXPECT_THAT(end.message, HasSubstr("pay"));
  EXPECT_LE(endpoint.requests(), 5 + 2 * 4);
  EXPECT_EQ(KindOf("3"), "answered");
  EXPECT_EQ(KindOf("999"), "absent");
}

TEST_F(GeneratorTest, AKeyThatIsNotTakenEndsTheRun) {
  options_.on_quota = OnQuota::kWait;
  FakeEndpoint endpoint([](const std::string&, int) { return Answer(401, "who?"); });
  EXPECT_EQ(Run(endpoint, 1000).reason, EndReason::kDenied);
  EXPECT_LE(endpoint.requests(), 8);
}

TEST_F(GeneratorTest, QuotaCanBeWaitedFor) {
  options_.on_quota = OnQuota::kWait;
  FakeEndpoint endpoint([this](const std::string&, int) {
    return surroundings_.Seconds() > 1000 ? Answer() : Answer(402, "");
  });
  EXPECT_EQ(Run(endpoint, 40).reason, EndReason::kDone);
  EXPECT_EQ(records_.size(), 40u);
  for (const auto& [item, record] : records_) EXPECT_FALSE(record.error) << item;
  EXPECT_FALSE(generator_->progress().waiting_for_quota);
}

TEST_F(GeneratorTest, QuotaIsNotWaitedForForever) {
  options_.on_quota = OnQuota::kWait;
  FakeEndpoint endpoint([](const std::string&, int) { return Answer(402, ""); });
  EXPECT_EQ(Run(endpoint, 40).reason, EndReason::kQuota);
  EXPECT_GE(surroundings_.Seconds(), 6 * 3600);
  EXPECT_LT(endpoint.requests(), 200);
}

TEST_F(GeneratorTest, AVeryLongRetryAfterIsAQuota) {
  FakeEndpoint endpoint([](const std::string&, int) {
    return Answer(429, "", {{"retry-after", "7200"}});
  });
  EXPECT_EQ(Run(endpoint, 10).reason, EndReason::kQuota);
  EXPECT_LT(surroundings_.Seconds(), 60);
}

TEST_F(GeneratorTest, ADeadEndpointEndsTheRun) {
  FakeEndpoint endpoint(
      [](const std::string&, int) { return Scripted{.failure = HttpFailure::kConnect}; });
  const GenerationEnd end = Run(endpoint, 1000);
  EXPECT_EQ(end.reason, EndReason::kHopeless);
  EXPECT_THAT(end.message, HasSubstr("16 samples in a row got no answer, the last one: it broke"));
  EXPECT_LE(records_.size(), 16u + 4);
}

TEST_F(GeneratorTest, TheBudgetHoldsWithEverythingUnderWay) {
  options_.budget.tokens = 300;
  FakeEndpoint endpoint([](const std::string&, int) { return Answer(); });
  const GenerationEnd end = Run(endpoint, 1000);
  EXPECT_EQ(end.reason, EndReason::kBudget);
  const Spending spent = generator_->progress().spent;
  EXPECT_GE(spent.prompt_tokens + spent.completion_tokens, 240);
  options_.budget = {.requests = 7};
  records_.clear();
  FakeEndpoint again([](const std::string&, int) { return Answer(); });
  EXPECT_EQ(Run(again, 1000).reason, EndReason::kBudget);
  EXPECT_EQ(again.requests(), 7);
  EXPECT_EQ(records_.size(), 7u);
}

TEST_F(GeneratorTest, AnotherModelIsAWarningAndIsRecorded) {
  FakeEndpoint endpoint([](const std::string&, int) {
    return Answer(200, Completion(R"({"content":"a"})", "\"stop\"", "m-mini"));
  });
  Run(endpoint, 5);
  EXPECT_THAT(warnings_, ElementsAre("asked for the model m, and m-mini says to have answered"));
  EXPECT_EQ(records_["0"].model, "m-mini");
}

TEST_F(GeneratorTest, ARecordThatCannotBeKeptEndsTheRun) {
  storage_ = Error{ErrorCode::kResource, "test", 0, "the disk is full"};
  FakeEndpoint endpoint([](const std::string&, int) { return Answer(); });
  const GenerationEnd end = Run(endpoint, 100);
  EXPECT_EQ(end.reason, EndReason::kStorage);
  EXPECT_EQ(end.message, "the disk is full");
  EXPECT_LE(endpoint.requests(), 8);
}

TEST_F(GeneratorTest, DrainingKeepsWhatIsUnderWay) {
  int at_drain = 0;
  FakeEndpoint endpoint([&](const std::string& body, int) {
    if (body == "2") {
      generator_->Drain();
      at_drain = endpoint.requests();
    }
    return Answer();
  });
  EXPECT_EQ(Run(endpoint, 1000).reason, EndReason::kStopped);
  EXPECT_EQ(KindOf("2"), "answered");
  EXPECT_EQ(static_cast<int>(records_.size()), endpoint.requests()) << "all that were sent";
  // The others may have had their turn before, and are sent after.
  EXPECT_LE(endpoint.requests(), at_drain + options_.max_in_flight - 1);
}

TEST_F(GeneratorTest, CancellingGivesUpWhatIsUnderWay) {
  const Generator::Transport transport = [this](const std::string& body, SteadyTime,
                                                const CancelToken& cancel,
                                                HttpFailure* failure) -> Result<HttpResponse> {
    if (body == "3") generator_->Cancel();
    while (!cancel.cancelled()) std::this_thread::yield();
    *failure = HttpFailure::kCancelled;
    return Error{ErrorCode::kUnavailable, "test", 0, "given up"};
  };
  EXPECT_EQ(Run(transport, 1000).reason, EndReason::kStopped);
  EXPECT_TRUE(records_.empty()) << "they are asked for when the run goes on";
}

TEST_F(GeneratorTest, SaysHowLongItWillTake) {
  options_.max_in_flight = 1;
  std::optional<Nanoseconds> left;
  FakeEndpoint endpoint([&](const std::string& body, int) {
    if (body == "10") left = generator_->progress().left;
    surroundings_.Advance(seconds(2));
    return Answer();
  });
  Run(endpoint, 30);
  ASSERT_TRUE(left.has_value());
  EXPECT_NEAR(ToSeconds(*left), 40, 0.1);
}

TEST_F(GeneratorTest, AsksARealEndpoint) {
  HttpServer server({.host = "127.0.0.1", .port = 0},
                    [](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
                      EXPECT_EQ(request->path, "/v1/chat/completions");
                      reply->Send(Response(200, Saying("to " + request->body)));
                    });
  ASSERT_TRUE(server.Start().ok());
  const auto client =
      ChatClient::Create({.url = "http://127.0.0.1:" + std::to_string(server.port())});
  ASSERT_TRUE(client.ok());
  RealSurroundings real;
  Generator generator(
      options_,
      [&](const std::string& body, SteadyTime deadline, const CancelToken& cancel,
          HttpFailure* failure) {
        return (*client)->Send(body, deadline, nullptr, &cancel, failure);
      },
      &real);
  bool drawn = false;
  std::string content;
  const GenerationEnd end = generator.Run(
      [&]() -> std::optional<Ask> {
        if (std::exchange(drawn, true)) return std::nullopt;
        return Ask{.key = "k", .item = "a", .body = "{}"};
      },
      [&](const GenerationRecord& record) -> assay::Status {
        content = record.content;
        return {};
      });
  EXPECT_EQ(end.reason, EndReason::kDone);
  EXPECT_EQ(content, "to {}");
}

}  // namespace
}  // namespace assay::rollout
