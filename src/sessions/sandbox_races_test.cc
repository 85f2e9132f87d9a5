// What happens at once: ends, starts, listeners that come and leave, boxes that die. Whoever waits
// is told once, and nothing is left.
#include <gmock/gmock.h>

#include <latch>
#include <set>

#include "sessions/sessions_test_util.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

class SandboxRaces : public SessionsFixture {
 protected:
  // All at once; returns when all are through.
  static void AtOnce(const std::vector<std::function<void()>>& works) {
    std::latch start(static_cast<std::ptrdiff_t>(works.size()));
    std::vector<std::jthread> threads;
    for (const auto& work : works) {
      threads.emplace_back([&] {
        start.arrive_and_wait();
        work();
      });
    }
  }
};

TEST_F(SandboxRaces, OneDeletedWhileItStartsNeverRuns) {
  host_.SetDelay(std::chrono::milliseconds(100));
  SandboxRequest request;
  request.start.emplace().argv = {"/bin/sh", "-c", "sleep 1000"};
  std::promise<Result<SandboxPtr>> made;
  sandboxes_->Create("t", request, [&](Result<SandboxPtr> one) { made.set_value(std::move(one)); });
  const auto starting = sandboxes_->List("t", {});
  ASSERT_EQ(starting.size(), 1U);
  EXPECT_EQ(starting.front()->Info().state, SandboxState::kStarting);
  EXPECT_THAT(Run(starting.front(), "true"), HasSubstr("isn't ready yet"));
  starting.front()->End(SandboxEnd::kDeleted);
  const auto answer = made.get_future().get();
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(answer.error().message, HasSubstr("was deleted"));
  EXPECT_TRUE(Becomes([&] { return host_.alive() == 0; }));
  EXPECT_EQ(counts_.failed, 1);
}

TEST_F(SandboxRaces, EndsMeetStartsAndListeners) {
  for (int round = 0; round < 30; ++round) {
    const SandboxPtr sandbox = *Create();
    const auto running = *sandbox->Start(Shell("sleep 1000"));
    const auto stays = Listen(running);
    std::vector<std::shared_ptr<RememberingListener>> listeners(4);
    std::vector<std::function<void()>> works;
    for (int i = 0; i < 2; ++i) works.emplace_back([&] { sandbox->End(SandboxEnd::kDeleted); });
    if (round % 2 == 0) works.emplace_back([&] { host_.LoseAll(); });
    for (auto& listener : listeners) {
      listener = std::make_shared<RememberingListener>();
      works.emplace_back([&] { running->Attach(listener); });
    }
    works.emplace_back([&] {
      const auto started = sandbox->Start(Shell("sleep 1000"));
      if (!started.ok()) return;
      EXPECT_FALSE(Listen(*started)->end().ok());
    });
    works.emplace_back([&] { running->Detach(listeners.front().get()); });
    AtOnce(works);
    for (const auto& listener : listeners) {
      if (listener == listeners.front()) continue;
      EXPECT_FALSE(listener->end().ok());
      EXPECT_EQ(listener->ends, 1);
    }
    EXPECT_FALSE(stays->end().ok());
    EXPECT_EQ(stays->ends, 1);
    EXPECT_LE(listeners.front()->ends, 1);
    EXPECT_EQ(sandbox->Info().state, SandboxState::kEnded);
    EXPECT_EQ(sandbox->Info().running_processes, 0);
  }
  EXPECT_TRUE(Becomes([&] { return host_.alive() == 0; }));
}

TEST_F(SandboxRaces, ListenersMayComeAndLeaveAfterTheManagersEnd) {
  const SandboxPtr sandbox = *Create();
  const auto running = *sandbox->Start(Shell("sleep 1000"));
  const auto stays = Listen(running);
  sandboxes_.reset();
  EXPECT_FALSE(stays->end().ok());
  running->Detach(stays.get());
  EXPECT_FALSE(Listen(running)->end().ok());
  EXPECT_FALSE(sandbox->Usage().ok());
}

TEST_F(SandboxRaces, DeletesMeetCreates) {
  host_.SetDelay(std::chrono::milliseconds(1));
  std::atomic<bool> over{false};
  std::jthread deleting([&] {
    while (!over) {
      for (const SandboxPtr& sandbox : sandboxes_->List("t", {})) {
        sandbox->End(SandboxEnd::kDeleted);
      }
    }
  });
  constexpr int kCreates = 200;
  std::atomic<int> answers{0};
  std::vector<std::function<void()>> works;
  for (int thread = 0; thread < 4; ++thread) {
    works.emplace_back([&, thread] {
      for (int i = 0; i < kCreates; ++i) {
        SandboxRequest request;
        request.idempotency_key = std::to_string(i % 10) + (thread % 2 == 0 ? "a" : "");
        sandboxes_->Create("t", request, [&](const Result<SandboxPtr>&) { ++answers; });
      }
    });
  }
  AtOnce(works);
  EXPECT_TRUE(Becomes([&] { return answers == 4 * kCreates; }));
  over = true;
  deleting.join();
  sandboxes_->Close();
  EXPECT_TRUE(Becomes([&] { return host_.alive() == 0; }));
}

TEST_F(SandboxRaces, OneKeyAtOnceStartsOneProcess) {
  const SandboxPtr sandbox = *Create();
  for (int round = 0; round < 20; ++round) {
    ExecutionRequest request = Shell("echo run >> runs; exit 5");
    request.key = "key" + std::to_string(round);
    std::vector<std::shared_ptr<Execution>> got(6);
    std::vector<std::function<void()>> works;
    for (auto& each : got) works.emplace_back([&] { each = *sandbox->Start(request); });
    AtOnce(works);
    for (const auto& each : got) {
      EXPECT_EQ(each, got.front());
      EXPECT_EQ(Listen(each)->end()->process.exit_code, 5);
    }
  }
  EXPECT_EQ(Run(sandbox, "wc -l < runs"), "20\n");
}

TEST_F(SandboxRaces, PausesMeetResumes) {
  const SandboxPtr sandbox = *Create();
  const auto execution = *sandbox->Start([&] {
    ExecutionRequest request = Shell("read line; echo $line");
    request.process.input = true;
    return request;
  }());
  const auto listener = Listen(execution);
  std::vector<std::function<void()>> works;
  for (int i = 0; i < 6; ++i) {
    works.emplace_back([&, i] {
      for (int j = 0; j < 20; ++j)
        EXPECT_TRUE((i % 2 == 0 ? Pause(sandbox) : Resume(sandbox)).ok());
    });
  }
  AtOnce(works);
  ASSERT_TRUE(Pause(sandbox).ok());
  EXPECT_EQ(sandbox->Info().state, SandboxState::kPaused);
  ASSERT_TRUE(execution->Write("on\n").ok());
  EXPECT_EQ(Run(sandbox, "echo resumed"), "resumed\n");  // a start resumes it
  EXPECT_EQ(sandbox->Info().state, SandboxState::kRunning);
  EXPECT_TRUE(listener->end().ok());
  EXPECT_EQ(listener->output(), "on\n");
}

TEST_F(SandboxRaces, APauseThatTakesLongKeepsNobodyWaiting) {
  const SandboxPtr sandbox = *Create();
  host_.Hold(true);
  std::promise<Status> paused;
  sandbox->Pause([&](Status done) { paused.set_value(std::move(done)); });
  const auto listener = Listen(*sandbox->Start(Shell("echo on")));
  EXPECT_EQ(sandbox->Info().state, SandboxState::kRunning);
  std::atomic<int> refused{0}, others{0};
  for (int i = 0; i < 40; ++i) {
    sandbox->Resume([&](const Status& done) {
      ++(!done.ok() && done.error().code == ErrorCode::kResource ? refused : others);
    });
  }
  EXPECT_GT(refused, 0);
  EXPECT_EQ(others, 0);
  host_.Hold(false);
  EXPECT_TRUE(paused.get_future().get().ok());
  // The start came after the pause.
  EXPECT_TRUE(listener->end().ok());
  EXPECT_EQ(listener->output(), "on\n");
  EXPECT_TRUE(Becomes([&] { return others + refused == 40; }));
  EXPECT_TRUE(Resume(sandbox).ok());
  EXPECT_EQ(sandbox->Info().state, SandboxState::kRunning);

  host_.Hold(true);
  std::promise<Status> ended;
  sandbox->Pause([&](Status done) { ended.set_value(std::move(done)); });
  sandbox->End(SandboxEnd::kDeleted);
  EXPECT_EQ(ended.get_future().get().error().code, ErrorCode::kUnavailable);
  EXPECT_FALSE(Pause(sandbox).ok());
}

// Of threads that pause and resume, and of those that work on files.
TEST_F(SandboxRaces, OneOwnersSandboxesLeaveThreadsToOthers) {
  const SandboxPtr other = *Create({}, "other");
  ASSERT_TRUE(Pause(other).ok());
  std::vector<SandboxPtr> own;
  for (int i = 0; i < 8; ++i) own.push_back(*Create());
  host_.Hold(true);
  std::atomic<int> paused{0};
  for (const SandboxPtr& sandbox : own) sandbox->Pause([&](const Status&) { ++paused; });
  std::promise<void> go_on;
  const std::shared_future<void> goes_on = go_on.get_future().share();
  std::atomic<int> worked{0};
  for (int i = 0; i < 64; ++i) {
    own.front()->WithFiles([&worked, goes_on](const Result<LiveFiles*>&) {
      goes_on.wait();
      ++worked;
    });
  }
  std::atomic<bool> resumed{false}, read{false};
  other->Resume([&](const Status& done) { resumed = done.ok(); });
  other->WithFiles([&](const Result<LiveFiles*>& files) { read = files.ok(); });
  EXPECT_TRUE(Becomes([&] { return resumed && read; }));
  EXPECT_EQ(paused, 0);
  EXPECT_EQ(worked, 0);
  host_.Hold(false);
  go_on.set_value();
  EXPECT_TRUE(Becomes([&] { return paused == 8 && worked == 64; }));
}

TEST_F(SandboxRaces, TheServersEndMeetsBoxesThatDie) {
  for (int round = 0; round < 10; ++round) {
    std::vector<std::shared_ptr<RememberingListener>> listeners;
    std::vector<std::promise<void>> worked(3);
    for (auto& work : worked) {
      const SandboxPtr sandbox = *Create();
      listeners.push_back(Listen(*sandbox->Start(Shell("sleep 1000"))));
      listeners.push_back(Listen(*sandbox->Start(Shell("exit 0"))));
      sandbox->WithFiles([&work](const Result<LiveFiles*>&) { work.set_value(); });
    }
    AtOnce({[&] { host_.LoseAll(); }, [&] { sandboxes_.reset(); }});
    for (auto& work : worked) work.get_future().wait();
    for (const auto& listener : listeners) {
      (void)listener->end();
      EXPECT_EQ(listener->ends, 1);
    }
    EXPECT_TRUE(Becomes([&] { return host_.alive() == 0; }));
    Make({});
  }
}

TEST_F(SandboxRaces, ARecycledOneEndsWhatRanAndKeepsGoing) {
  const SandboxPtr sandbox = *Create();
  const auto listener = Listen(*sandbox->Start(Shell("sleep 1000")));
  std::promise<Status> first, second;
  sandbox->Recycle([&](Status done) { first.set_value(std::move(done)); });
  sandbox->Recycle([&](Status done) { second.set_value(std::move(done)); });
  const Status one = first.get_future().get(), two = second.get_future().get();
  EXPECT_TRUE(one.ok());
  // The second one came after the first, or is told that there is one.
  EXPECT_TRUE(two.ok() || two.error().code == ErrorCode::kResource);
  ASSERT_FALSE(listener->end().ok());
  EXPECT_THAT(listener->end().error().message, HasSubstr("was recycled"));
  EXPECT_EQ(Run(sandbox, "echo on"), "on\n");
  EXPECT_EQ(sandbox->Info().state, SandboxState::kRunning);
  EXPECT_TRUE(Becomes([&] { return host_.alive() == 1; }));
}

}  // namespace
}  // namespace assay
