// Many submissions of every kind from many threads, with random cancellations, faults and time
// limits: each is answered exactly once, whatever races.
#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "engine/engine.h"
#include "engine/engine_test_util.h"

namespace assay {
namespace {

constexpr int kThreads = 8;
constexpr int kPerThread = 150;

// Ends at once, mostly well; now and then our environment fails.
class QuickRunner final : public Runner {
 public:
  Result<RunResult> Run(const RunRequest& request, const CancelToken* cancel) override {
    const int now = ++running_;
    EXPECT_LE(now, slots());
    Result<RunResult> result = Play(request, cancel);
    --running_;
    return result;
  }
  Result<PairResult> RunPair(const PairRequest&, const CancelToken*) override { return Broken(); }
  int slots() const override { return 8; }
  std::string tier() const override { return "quick"; }

 private:
  Result<RunResult> Play(const RunRequest& request, const CancelToken* cancel) {
    if (++runs_ % 13 == 0) return Broken();
    std::this_thread::yield();
    if (cancel->cancelled()) return Ended(RunStatus::kCancelled);
    const std::string input(request.stdin_bytes ? request.stdin_bytes->view() : "");
    if (input == "cpu") return Ended(RunStatus::kCpuLimit);
    RunResult run = Exited(0, input);
    if (request.purpose == "compile") run.files["main"] = Blob::FromString("ELF");
    return run;
  }

  std::atomic<int> running_{0};
  std::atomic<int> runs_{0};
};

class CountingObserver final : public EngineObserver {
 public:
  void OnRun(std::string_view, std::string_view, const RunResult&) override { ++runs; }
  void OnRunnerError(const Error&) override { ++errors; }
  void OnSubmission(const Submission&, const SubmissionResult&) override { ++submissions; }
  std::atomic<int> runs{0};
  std::atomic<int> errors{0};
  std::atomic<int> submissions{0};
};

struct Answer {
  std::atomic<int> calls{0};
  SubmissionResult result;  // written by the callback, read after the drain
  bool cancelled = false;
  size_t tests = 0;
};

Submission RandomSubmission(std::mt19937& random) {
  std::vector<std::string> inputs(1 + random() % 12, "x");
  if (random() % 3 == 0) inputs[random() % inputs.size()] = "wrong";
  if (random() % 5 == 0) inputs[random() % inputs.size()] = "cpu";
  Submission submission = MakeSubmission(inputs);
  if (random() % 2) {
    submission.language = "cpp";
    submission.code = "program " + std::to_string(random() % 20);
  }
  if (random() % 2) submission.stop = StopPolicy::kRunAll;
  if (random() % 4 == 0) submission.total_timeout = std::chrono::microseconds(1 + random() % 2000);
  submission.priority = static_cast<Priority>(random() % 3);
  return submission;
}

TEST(EngineStress, EverySubmissionIsAnsweredExactlyOnce) {
  QuickRunner runner;
  RealClock clock;
  CountingObserver observer;
  std::vector<Answer> answers(kThreads * kPerThread);
  std::vector<TicketPtr> tickets(answers.size());
  {
    Engine engine({}, runner, TestLanguages(), clock, &observer);
    std::vector<std::thread> clients;
    for (int t = 0; t < kThreads; ++t) {
      clients.emplace_back([&, t] {
        std::mt19937 random(static_cast<unsigned>(t));
        for (int i = 0; i < kPerThread; ++i) {
          const size_t index = static_cast<size_t>(t * kPerThread + i);
          Submission submission = RandomSubmission(random);
          answers[index].tests = submission.problem->tests.size();
          const auto submit = [&] {
            return engine.Submit(Submission(submission), [&, index](SubmissionResult result) {
              if (answers[index].calls++ == 0) answers[index].result = std::move(result);
            });
          };
          auto ticket = submit();
          // On a slow machine those who cancel teach it that a queue so long isn't waited for.
          while (!ticket.ok() && ticket.error().code == ErrorCode::kUnavailable) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            ticket = submit();
          }
          ASSERT_TRUE(ticket.ok()) << ticket.error().ToString();
          tickets[index] = *ticket;
          if (random() % 4 == 0) {
            const size_t victim = static_cast<size_t>(t * kPerThread) + random() % (i + 1);
            answers[victim].cancelled = true;
            tickets[victim]->Cancel();
          }
        }
      });
    }
    for (std::thread& client : clients) client.join();
    EXPECT_TRUE(engine.Drain(Generous()));
    const EngineStats stats = engine.stats();
    EXPECT_EQ(stats.queued_submissions, 0);
    EXPECT_EQ(stats.queued_bytes, 0);
    EXPECT_EQ(stats.running_tasks, 0);
  }
  for (const Answer& answer : answers) {
    ASSERT_EQ(answer.calls, 1);
    ASSERT_EQ(answer.result.tests.size(), answer.tests);
    if (answer.result.cause == Cause::kCancelled) {
      EXPECT_TRUE(answer.cancelled);
    }
    // Three failures in a row are possible here, so an internal error is too; a score never is
    // then.
    if (answer.result.cause != Cause::kCandidate) {
      EXPECT_TRUE(answer.result.masked());
    }
  }
  EXPECT_EQ(observer.submissions, kThreads * kPerThread);
  EXPECT_GT(observer.errors, 0);
}

TEST(EngineStress, DestructionRacesWithEverything) {
  QuickRunner runner;
  RealClock clock;
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> calls{0};
    std::mt19937 random(static_cast<unsigned>(round));
    std::vector<TicketPtr> tickets;
    std::thread canceller;
    {
      Engine engine({}, runner, TestLanguages(), clock, nullptr);
      for (int i = 0; i < 40; ++i) {
        auto ticket = engine.Submit(RandomSubmission(random), [&](SubmissionResult) { ++calls; });
        ASSERT_TRUE(ticket.ok());
        tickets.push_back(*ticket);
      }
      canceller = std::thread([&] {
        for (const TicketPtr& ticket : tickets) ticket->Cancel();
      });
    }
    EXPECT_EQ(calls, 40);
    canceller.join();
  }
}

}  // namespace
}  // namespace assay
