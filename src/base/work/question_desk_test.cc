#include "base/work/question_desk.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <string>
#include <thread>
#include <vector>

namespace assay {
namespace {

using Desk = QuestionDesk<int>;

constexpr int kUnanswered = -1;
constexpr auto kNever = [] { return false; };

bool IsAnswer(int answer) {
  return answer != kUnanswered;
}

SteadyTime In(std::chrono::milliseconds time) {
  return std::chrono::steady_clock::now() + time;
}

int AskAndWait(Desk& desk, const std::string& key, Desk::Put put) {
  std::promise<int> promise;
  desk.Ask(key, In(std::chrono::hours(1)), std::move(put), kNever,
           [&](int answer) { promise.set_value(answer); });
  return promise.get_future().get();
}

TEST(QuestionDesk, KeepsAnswersButNoFailures) {
  Desk desk({.threads = 1, .kept_answers = 1}, kUnanswered, IsAnswer);
  int puts = 0;
  const auto put = [&](int answer) {
    return [&puts, answer](SteadyTime) { return ++puts, answer; };
  };
  EXPECT_EQ(AskAndWait(desk, "a", put(kUnanswered)), kUnanswered);
  EXPECT_EQ(AskAndWait(desk, "a", put(1)), 1);
  EXPECT_EQ(AskAndWait(desk, "a", put(2)), 1);
  EXPECT_EQ(puts, 2);
  EXPECT_EQ(AskAndWait(desk, "b", put(3)), 3);  // "a" is forgotten
  EXPECT_EQ(AskAndWait(desk, "a", put(4)), 4);
}

TEST(QuestionDesk, PutsAQuestionOnceForAllWhoAsk) {
  Desk desk({.threads = 2}, kUnanswered, IsAnswer);
  std::promise<void> go;
  std::atomic<int> puts{0};
  std::vector<std::promise<int>> answers(5);
  for (auto& answer : answers) {
    desk.Ask(
        "q", In(std::chrono::hours(1)),
        [&puts, may_go = &go](SteadyTime) {
          if (puts++ == 0) may_go->get_future().wait();
          return 7;
        },
        kNever, [&answer](int value) { answer.set_value(value); });
  }
  go.set_value();
  for (auto& answer : answers) EXPECT_EQ(answer.get_future().get(), 7);
  EXPECT_EQ(puts, 1);
}

TEST(QuestionDesk, WhoeverHasMoreTimeWaitsOn) {
  Desk desk({.threads = 1}, kUnanswered, IsAnswer);
  std::promise<void> asked;
  auto both_asked = asked.get_future().share();
  std::atomic<int> puts{0};
  const auto put = [&puts, both_asked](SteadyTime deadline) {
    both_asked.wait();
    if (puts++ > 0) return 7;
    while (std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    return kUnanswered;
  };
  std::promise<int> hasty;
  std::promise<int> patient;
  desk.Ask("q", In(std::chrono::milliseconds(1)), put, kNever,
           [&](int answer) { hasty.set_value(answer); });
  desk.Ask("q", In(std::chrono::hours(1)), put, kNever,
           [&](int answer) { patient.set_value(answer); });
  asked.set_value();
  EXPECT_EQ(hasty.get_future().get(), kUnanswered);
  EXPECT_EQ(patient.get_future().get(), 7);
}

TEST(QuestionDesk, PutsNothingThatNobodyWaitsFor) {
  Desk desk({.threads = 1}, kUnanswered, IsAnswer);
  std::promise<int> promise;
  desk.Ask(
      "q", In(std::chrono::hours(1)), [](SteadyTime) { return 7; }, [] { return true; },
      [&](int answer) { promise.set_value(answer); });
  EXPECT_EQ(promise.get_future().get(), kUnanswered);
}

TEST(QuestionDesk, HasABoundAndAnEnd) {
  std::vector<int> answers;
  std::promise<void> started;
  std::promise<void> go;
  {
    Desk desk({.threads = 1, .most_waiting = 1}, kUnanswered, IsAnswer);
    desk.Ask(
        "under way", In(std::chrono::hours(1)),
        [&](SteadyTime) {
          started.set_value();
          go.get_future().wait();
          return 1;
        },
        kNever, [&](int answer) { answers.push_back(answer); });
    started.get_future().wait();
    desk.Ask(
        "waits", In(std::chrono::hours(1)), [](SteadyTime) { return 2; }, kNever,
        [&](int answer) { answers.push_back(answer); });
    int refused = 0;
    desk.Ask(
        "too many", In(std::chrono::hours(1)), [](SteadyTime) { return 3; }, kNever,
        [&](int answer) { refused = answer; });
    EXPECT_EQ(refused, kUnanswered);
    go.set_value();
  }
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[0], 1);
}

}  // namespace
}  // namespace assay
