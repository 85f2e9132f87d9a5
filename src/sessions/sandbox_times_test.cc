// When sandboxes end, and how long what is known of them and of their processes stays known. With a
// clock set by hand.
#include <gmock/gmock.h>
#include <signal.h>

#include "sessions/sessions_test_util.h"

namespace assay {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::HasSubstr;

class SandboxTimes : public SessionsFixture {
 protected:
  static bool Ended(const SandboxPtr& sandbox) {
    return sandbox->Info().state == SandboxState::kEnded;
  }
  // Time in steps, and every time some of it for the timers to notice.
  void Pass(Nanoseconds time, const SandboxPtr& sandbox) {
    const int steps = 4;
    for (int i = 0; i < steps; ++i) {
      clock_.Advance(time / steps);
      // A file call goes through once the timers' thread had its turn, or hasn't: either is right.
      std::this_thread::sleep_for(std::chrono::milliseconds(70));
      (void)sandbox->Info();
    }
  }
};

TEST_F(SandboxTimes, AnUnusedOneEndsAfterItsIdleTimeAndSaysWhy) {
  SandboxRequest request;
  request.idle = minutes(5);
  const SandboxPtr sandbox = *Create(request);
  clock_.Advance(minutes(4));
  EXPECT_EQ(Run(sandbox, "echo here"), "here\n");
  clock_.Advance(minutes(4));
  EXPECT_EQ(Run(sandbox, "echo here"), "here\n");  // the first one was use of it
  clock_.Advance(minutes(6));
  ASSERT_TRUE(Becomes([&] { return Ended(sandbox); }));
  EXPECT_EQ(sandbox->Info().end, SandboxEnd::kIdle);
  EXPECT_THAT(Run(sandbox, "true"), HasSubstr("nobody used it for its idle time"));
  // Who ends it, ends the rest after it said so.
  EXPECT_TRUE(Becomes([&] { return host_.alive() == 0; }));
  EXPECT_TRUE(Becomes([&] { return counts_.ended[static_cast<size_t>(SandboxEnd::kIdle)] == 1; }));
}

TEST_F(SandboxTimes, ARunningProcessCountsAsUseWhileSomebodyIsAttached) {
  SandboxRequest request;
  request.idle = minutes(5);
  const SandboxPtr sandbox = *Create(request);
  const auto execution = *sandbox->Start(Shell("sleep 1000"));
  const auto listener = Listen(execution);
  Pass(minutes(20), sandbox);
  EXPECT_FALSE(Ended(sandbox));
  execution->Detach(listener.get());
  // From the moment when it was left, not from when it was started.
  Pass(minutes(4), sandbox);
  EXPECT_FALSE(Ended(sandbox));
  clock_.Advance(minutes(2));
  EXPECT_TRUE(Becomes([&] { return Ended(sandbox); }));
  EXPECT_EQ(listener->ends, 0);
}

TEST_F(SandboxTimes, AStartCommandIsNoUse) {
  SandboxRequest request;
  request.idle = minutes(5);
  request.start.emplace().argv = {"/bin/sh", "-c", "echo begun; sleep 1000"};
  const SandboxPtr sandbox = *Create(request);
  ASSERT_TRUE(Becomes([&] { return sandbox->Logs() == "begun\n"; }));
  clock_.Advance(minutes(6));
  ASSERT_TRUE(Becomes([&] { return Ended(sandbox); }));
  EXPECT_EQ(sandbox->Info().end, SandboxEnd::kIdle);
}

TEST_F(SandboxTimes, ALifetimeEndsWhatIsInUse) {
  SandboxPolicy policy;
  policy.default_lifetime = hours(1);
  Make(policy);
  const SandboxPtr sandbox = *Create();
  const auto listener = Listen(*sandbox->Start(Shell("sleep 1000")));
  ASSERT_TRUE(sandbox->SetLifetime(hours(2)).ok());
  EXPECT_EQ(sandbox->SetLifetime(hours(25)).error().field, "lifetime");
  clock_.Advance(minutes(90));
  Pass(minutes(1), sandbox);
  EXPECT_FALSE(Ended(sandbox));
  clock_.Advance(minutes(31));
  const auto end = listener->end();
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(end.error().message, HasSubstr("its lifetime was over"));
  EXPECT_EQ(sandbox->Info().end, SandboxEnd::kLifetime);
}

TEST_F(SandboxTimes, AnEndedOneIsKnownForAWhile) {
  SandboxPolicy policy;
  policy.keep_ended = minutes(10);
  Make(policy);
  SandboxRequest request;
  request.idempotency_key = "key";
  const SandboxPtr sandbox = *Create(request);
  const std::string id = sandbox->id();
  sandbox->End(SandboxEnd::kDeleted);
  clock_.Advance(minutes(9));
  EXPECT_EQ((*Create(request))->id(), id);  // the same answer, though it has ended
  EXPECT_EQ(sandboxes_->Find("t", id)->Info().end, SandboxEnd::kDeleted);
  EXPECT_EQ(sandboxes_->Count(SandboxState::kEnded), 1);
  clock_.Advance(minutes(2));
  ASSERT_TRUE(Becomes([&] { return sandboxes_->Find("t", id) == nullptr; }));
  EXPECT_TRUE(sandboxes_->List("t", {}).empty());
  EXPECT_NE((*Create(request))->id(), id);
}

TEST_F(SandboxTimes, AnEndedProcessIsKnownLongerThanClientsTry) {
  const SandboxPtr sandbox = *Create();
  ExecutionRequest request = Shell("echo run >> runs; exit 7");
  request.key = "key";
  const auto first = *sandbox->Start(request);
  EXPECT_EQ(Listen(first)->end()->process.exit_code, 7);
  for (int i = 0; i < 300; ++i) Run(sandbox, "true");
  clock_.Advance(seconds(92));
  const auto again = sandbox->Start(request);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(Listen(*again)->end()->process.exit_code, 7);
  EXPECT_EQ(Run(sandbox, "cat runs"), "run\n");
  EXPECT_LE(sandbox->Executions().size(), 300U);  // those without a key are bounded
  clock_.Advance(seconds(60));
  ASSERT_TRUE(Becomes([&] { return sandbox->FindKey("key") == nullptr; }));
}

TEST_F(SandboxTimes, AKeyOutlivesItsSandbox) {
  const SandboxPtr sandbox = *Create();
  ExecutionRequest request = Shell("exit 7");
  request.key = "key";
  EXPECT_TRUE(Listen(*sandbox->Start(request))->end().ok());
  sandbox->End(SandboxEnd::kDeleted);
  const auto again = sandbox->Start(request);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(Listen(*again)->end()->process.exit_code, 7);
  request.key = "other";
  EXPECT_FALSE(sandbox->Start(request).ok());
}

TEST_F(SandboxTimes, ATimeoutEndsAProcessAndAnEarlierEndIsNone) {
  const SandboxPtr sandbox = *Create();
  ExecutionRequest request = Shell("sleep 1000");
  request.timeout = minutes(10);
  const auto listener = Listen(*sandbox->Start(request));
  ASSERT_TRUE(Becomes([&] { return listener->starts == 1; }));
  clock_.Advance(minutes(11));
  const auto end = listener->end();
  ASSERT_TRUE(end.ok());
  EXPECT_TRUE(end->timed_out);
  EXPECT_EQ(end->process.signal, SIGKILL);
  request = Shell("kill -9 $$");
  request.timeout = minutes(10);
  const auto own = Listen(*sandbox->Start(request))->end();
  EXPECT_FALSE(own->timed_out);
  EXPECT_EQ(own->process.signal, SIGKILL);
}

TEST_F(SandboxTimes, OneThatEndsWithItsListeners) {
  const SandboxPtr sandbox = *Create();
  ExecutionRequest request = Shell("sleep 1000");
  request.ends_with_listeners = true;
  const auto execution = *sandbox->Start(request);
  const auto first = Listen(execution), second = Listen(execution);
  execution->Detach(first.get());
  EXPECT_FALSE(execution->ended());
  execution->Detach(second.get());
  EXPECT_TRUE(Becomes([&] { return execution->ended(); }));
  EXPECT_EQ(Listen(execution)->end()->process.signal, SIGKILL);
  EXPECT_EQ(first->ends + second->ends, 0);
}

TEST_F(SandboxTimes, WhatHasEndedIsRememberedSmall) {
  SandboxRequest asked;
  asked.env = {{"WHO", "box"}, {"LARGE", std::string(100'000, 'x')}};
  const SandboxPtr sandbox = *Create(asked);
  ExecutionRequest request = Shell("echo $WHO $MINE ${#LARGE}");
  request.process.argv.emplace_back(100'000, 'y');
  request.process.env = {{"MINE", "too"}};
  request.key = "k";
  bool fresh = false;
  const auto run = *sandbox->Start(request, &fresh);
  EXPECT_TRUE(fresh);
  EXPECT_EQ(run->request()->process.env.count("LARGE"), 0u);
  const auto listener = Listen(run);
  EXPECT_TRUE(listener->end().ok());
  EXPECT_EQ(listener->output(), "box too 100000\n");
  EXPECT_EQ(run->request()->process.argv.size(), 3u);
  EXPECT_TRUE(run->request()->process.env.empty());
  // And yet it is known what was asked for, also after the sandbox's end.
  sandbox->End(SandboxEnd::kDeleted);
  EXPECT_EQ(*sandbox->Start(request, &fresh), run);
  EXPECT_FALSE(fresh);
  request.process.argv.back().back() = 'z';
  EXPECT_EQ(sandbox->Start(request).error().sys_errno, EEXIST);
}

TEST_F(SandboxTimes, AStoppedServerIsNoDelete) {
  const SandboxPtr sandbox = *Create();
  sandboxes_->Close();
  EXPECT_EQ(sandbox->Info().end, SandboxEnd::kShutdown);
  EXPECT_EQ(counts_.ended[static_cast<size_t>(SandboxEnd::kDeleted)], 0);
  EXPECT_THAT(sandbox->Start(Shell("true")).error().message, HasSubstr("shutting down"));
}

}  // namespace
}  // namespace assay
