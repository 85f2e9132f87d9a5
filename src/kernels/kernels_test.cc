#include "kernels/kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "sessions/host_box_test_util.h"
#include "sessions/sandboxes.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// What a cell showed, and its end once it is there.
class Heard final : public CellListener {
 public:
  void OnEvent(const CellEvent& event) override {
    MutexLock lock(mutex_);
    if (event.kind == CellEvent::Kind::kStdout) out_ += event.text;
    if (event.kind == CellEvent::Kind::kStderr) err_ += event.text;
    if (event.kind == CellEvent::Kind::kResult) result_ += event.data;
    if (event.kind == CellEvent::Kind::kError) error_ += event.name + ": " + event.value;
    changed_.NotifyAll();
  }
  void OnEnd(const Result<CellEnd>& end) override {
    MutexLock lock(mutex_);
    ++ends_;
    end_ = end;
    changed_.NotifyAll();
  }
  // Fails the test when the end doesn't come.
  Result<CellEnd> Wait() {
    const SteadyTime deadline = std::chrono::steady_clock::now() + seconds(60);
    MutexLock lock(mutex_);
    while (!end_ && changed_.WaitUntil(mutex_, deadline)) {
    }
    if (!end_) return Error{ErrorCode::kInternal, "test", 0, "the cell doesn't end"};
    return *end_;
  }
  void WaitForOutput(const std::string& text) {
    const SteadyTime deadline = std::chrono::steady_clock::now() + seconds(60);
    MutexLock lock(mutex_);
    while (out_.find(text) == out_.npos && changed_.WaitUntil(mutex_, deadline)) {
    }
  }
  std::string out() { return Get(out_); }
  std::string err() { return Get(err_); }
  std::string result() { return Get(result_); }
  std::string error() { return Get(error_); }
  int ends() {
    MutexLock lock(mutex_);
    return ends_;
  }

 private:
  std::string Get(const std::string& text) {
    MutexLock lock(mutex_);
    return text;
  }
  Mutex mutex_;
  CondVar changed_;
  std::string out_, err_, result_, error_;
  std::optional<Result<CellEnd>> end_;
  int ends_ = 0;
};

class KernelsTest : public testing::Test {
 protected:
  struct Opened {
    KernelPtr kernel;
    bool created = false;
    std::optional<Error> error;
  };
  Opened Open(const std::string& name, const std::string& tenant = "t",
              SandboxRequest request = {}) {
    Mutex mutex;
    CondVar changed;
    Opened opened;
    bool done = false;
    kernels_.Open({tenant, "test", name}, std::move(request), "",
                  [&](Result<KernelPtr> kernel, bool created) {
                    MutexLock lock(mutex);
                    if (kernel.ok()) opened.kernel = *kernel;
                    if (!kernel.ok()) opened.error = kernel.error();
                    opened.created = created;
                    done = true;
                    changed.NotifyAll();
                  });
    MutexLock lock(mutex);
    while (!done) changed.Wait(mutex);
    return opened;
  }
  static std::shared_ptr<Heard> Run(const KernelPtr& kernel, CellRequest request) {
    auto heard = std::make_shared<Heard>();
    EXPECT_TRUE(kernel->Run(std::move(request), heard).ok());
    return heard;
  }
  static std::shared_ptr<Heard> Run(const KernelPtr& kernel, std::string code) {
    CellRequest request;
    request.code = std::move(code);
    return Run(kernel, std::move(request));
  }
  static CellEnd EndOf(const std::shared_ptr<Heard>& heard) {
    const auto end = heard->Wait();
    EXPECT_TRUE(end.ok()) << end.error().ToString();
    return end.ok() ? *end : CellEnd{};
  }

  RealClock clock_;
  HostBoxes boxes_;
  const std::unique_ptr<Sandboxes> sandboxes_ = MakeSandboxes(boxes_, {}, clock_);
  Kernels kernels_{*sandboxes_, clock_};
};

TEST_F(KernelsTest, RunsCellsInOneNamespaceInTheirOrder) {
  const KernelPtr kernel = Open("a").kernel;
  const auto first =
      Run(kernel, "import sys\nx = [1]\nprint('out')\nprint('err', file=sys.stderr)");
  const auto second = Run(kernel, "x.append(2)\nx");
  const auto third = Run(kernel, "1/0");
  EXPECT_EQ(EndOf(first).status, CellStatus::kOk);
  EXPECT_EQ(first->out(), "out\n");
  EXPECT_EQ(first->err(), "err\n");
  EXPECT_EQ(EndOf(second).count, 2);
  EXPECT_EQ(second->result(), R"({"text/plain": "[1, 2]"})");
  EXPECT_EQ(EndOf(third).status, CellStatus::kError);
  EXPECT_EQ(third->error(), "ZeroDivisionError: division by zero");
  EXPECT_EQ(kernel->Info().cells, 3);
  EXPECT_EQ(kernel->Info().state, KernelState::kIdle);
}

TEST_F(KernelsTest, GivesInputAndEnvironmentToOneCell) {
  const KernelPtr kernel = Open("a").kernel;
  const auto heard = Run(kernel, {.code = "import os\nprint(input(), os.environ['A'])",
                                  .input = "line\n",
                                  .env = {{"A", "b"}}});
  EXPECT_EQ(EndOf(heard).status, CellStatus::kOk);
  EXPECT_EQ(heard->out(), "line b\n");
}

TEST_F(KernelsTest, StopsACellAtItsTimeAndKeepsTheState) {
  const KernelPtr kernel = Open("a").kernel;
  Run(kernel, "x = 5");
  const auto heard = Run(kernel, {.code = "while True: pass", .timeout = milliseconds(300)});
  const CellEnd end = EndOf(heard);
  EXPECT_EQ(end.status, CellStatus::kTimeout);
  EXPECT_FALSE(end.restarted);
  const auto after = Run(kernel, "x");
  EXPECT_FALSE(EndOf(after).restarted_before);
  EXPECT_EQ(after->result(), R"({"text/plain": "5"})");
}

TEST_F(KernelsTest, SaysThatAKernelWasRestarted) {
  const KernelPtr kernel = Open("a").kernel;
  EndOf(Run(kernel, "x = 5"));
  const auto heard = Run(kernel, "print('before')\nimport os\nos._exit(3)");
  const CellEnd end = EndOf(heard);
  EXPECT_EQ(end.status, CellStatus::kDied);
  EXPECT_TRUE(end.restarted);
  EXPECT_FALSE(end.restarted_before);
  EXPECT_EQ(end.message, "the kernel exited with code 3");
  EXPECT_EQ(heard->out(), "before\n");
  const auto after = Run(kernel, "x");
  EXPECT_TRUE(EndOf(after).restarted_before);
  EXPECT_EQ(after->error(), "NameError: name 'x' is not defined");
  EXPECT_FALSE(EndOf(Run(kernel, "1")).restarted_before);
}

TEST_F(KernelsTest, OutlivesTheDeathOfTheWatchingProcess) {
  const KernelPtr kernel = Open("a").kernel;
  const auto heard = Run(kernel,
                         "import os, signal, time\nprint('x', flush=True)\n"
                         "os.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(60)");
  const auto queued = Run(kernel, "2");
  const CellEnd end = EndOf(heard);
  EXPECT_EQ(end.status, CellStatus::kDied);
  EXPECT_TRUE(end.restarted);
  EXPECT_EQ(EndOf(queued).status, CellStatus::kOk);
  EXPECT_EQ(queued->result(), R"({"text/plain": "2"})");
  EXPECT_EQ(heard->ends(), 1);
}

TEST_F(KernelsTest, InterruptsAndGivesUp) {
  const KernelPtr kernel = Open("a").kernel;
  const auto heard = Run(kernel, "import time\nprint('soon')\ntime.sleep(60)");
  const auto waiting = Run(kernel, "print('never')");
  heard->WaitForOutput("soon");
  kernel->Abandon(waiting.get());
  EXPECT_EQ(EndOf(waiting).status, CellStatus::kInterrupted);
  kernel->Interrupt();
  EXPECT_EQ(EndOf(heard).status, CellStatus::kInterrupted);
  EXPECT_EQ(heard->error(), "KeyboardInterrupt: ");
  EXPECT_EQ(waiting->out(), "");
}

TEST_F(KernelsTest, RestartsAndGoesOnWithWhatWaits) {
  const KernelPtr kernel = Open("a").kernel;
  EndOf(Run(kernel, "x = 1"));
  const auto heard = Run(kernel, "import time\nprint('soon')\ntime.sleep(60)");
  const auto waiting = Run(kernel, "'x' in globals()");
  heard->WaitForOutput("soon");
  Mutex mutex;
  CondVar changed;
  std::optional<Status> restarted;
  kernel->Restart([&](Status status) {
    MutexLock lock(mutex);
    restarted = std::move(status);
    changed.NotifyAll();
  });
  EXPECT_EQ(EndOf(heard).status, CellStatus::kInterrupted);
  EXPECT_EQ(EndOf(waiting).status, CellStatus::kOk);
  EXPECT_EQ(waiting->result(), R"({"text/plain": "False"})");
  MutexLock lock(mutex);
  while (!restarted) changed.Wait(mutex);
  EXPECT_TRUE(restarted->ok());
}

TEST_F(KernelsTest, GivesEachCellAnErrorWhenItsSandboxEnds) {
  const KernelPtr kernel = Open("a").kernel;
  const auto running = Run(kernel, "import time\nprint('soon')\ntime.sleep(60)");
  const auto waiting = Run(kernel, "1");
  running->WaitForOutput("soon\n");
  kernel->sandbox()->End(SandboxEnd::kLost);
  EXPECT_FALSE(running->Wait().ok());
  EXPECT_FALSE(waiting->Wait().ok());
  EXPECT_EQ(running->out(), "soon\n");
  EXPECT_FALSE(kernel->Run({}, std::make_shared<Heard>()).ok());
  // The name is free for a new one.
  const Opened again = Open("a");
  EXPECT_TRUE(again.created);
  EXPECT_NE(again.kernel, kernel);
}

TEST_F(KernelsTest, RefusesMoreCellsThanCanWait) {
  const KernelPtr kernel = Open("a").kernel;
  const auto running = Run(kernel, "import time\ntime.sleep(60)");
  size_t taken = 0;
  Status status;
  while ((status = kernel->Run({.code = "1"}, std::make_shared<Heard>())).ok()) ++taken;
  EXPECT_LE(taken, Kernel::kMaxWaiting);
  EXPECT_EQ(status.error().code, ErrorCode::kResource);
  EXPECT_EQ(kernel->Run({.code = std::string(kMaxCellBytes + 1, ' ')}, running).error().field,
            "code");
}

TEST_F(KernelsTest, NamesAreOneKernelEachAndOneTenants) {
  const Opened first = Open("a");
  const Opened same = Open("a");
  const Opened other = Open("b");
  const Opened foreign = Open("a", "u");
  EXPECT_TRUE(first.created);
  EXPECT_FALSE(same.created);
  EXPECT_EQ(first.kernel, same.kernel);
  EXPECT_NE(first.kernel, other.kernel);
  EXPECT_NE(first.kernel, foreign.kernel);
  EXPECT_EQ(kernels_.List("t", "test").size(), 2u);
  EXPECT_EQ(kernels_.Find("u", first.kernel->id()), nullptr);
  EXPECT_EQ(kernels_.Find("t", first.kernel->id()), first.kernel);
  EXPECT_FALSE(kernels_.Close("u", first.kernel->id()));
  EXPECT_TRUE(kernels_.Close("t", first.kernel->id()));
  EXPECT_EQ(kernels_.Find("t", first.kernel->id()), nullptr);
  EXPECT_EQ(first.kernel->sandbox()->Info().end, SandboxEnd::kDeleted);
}

TEST_F(KernelsTest, EndsAnIdleKernelWithItsSandbox) {
  SandboxRequest request;
  request.idle = milliseconds(200);
  const KernelPtr kernel = Open("a", "t", request).kernel;
  EndOf(Run(kernel, "import time\ntime.sleep(0.4)"));  // in use, not idle
  const SteadyTime deadline = std::chrono::steady_clock::now() + seconds(60);
  while (kernel->Info().state != KernelState::kEnded &&
         std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_EQ(kernel->Info().state, KernelState::kEnded);
  EXPECT_EQ(kernel->sandbox()->Info().end, SandboxEnd::kIdle);
}

TEST_F(KernelsTest, AKernelThatWaitsLetsItsSandboxBeIdle) {
  std::promise<SandboxPtr> made;
  SandboxRequest request;
  request.idle = seconds(1);
  sandboxes_->Create("t", request, [&](const Result<SandboxPtr>& sandbox) {
    made.set_value(sandbox.ok() ? *sandbox : nullptr);
  });
  const SandboxPtr sandbox = made.get_future().get();
  ASSERT_NE(sandbox, nullptr);
  std::promise<KernelPtr> opened;
  kernels_.OpenIn({"t", "test", "a"}, sandbox, "", [&](const Result<KernelPtr>& kernel, bool) {
    opened.set_value(kernel.ok() ? *kernel : nullptr);
  });
  const KernelPtr kernel = opened.get_future().get();
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(EndOf(Run(kernel, "import time\ntime.sleep(1.5)")).status, CellStatus::kOk);
  const SteadyTime deadline = std::chrono::steady_clock::now() + seconds(60);
  while (sandbox->Info().state != SandboxState::kEnded &&
         std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_EQ(sandbox->Info().end, SandboxEnd::kIdle);
}

TEST_F(KernelsTest, PassesOnWhyNoSandboxWasMade) {
  boxes_.FailNext({ErrorCode::kResource, "boxes", 0, "no room"});
  const Opened opened = Open("a");
  ASSERT_TRUE(opened.error.has_value());
  EXPECT_THAT(opened.error->message, testing::HasSubstr("no room"));
  EXPECT_EQ(kernels_.FindNamed({"t", "test", "a"}), nullptr);
}

TEST(Frames, ThatAreNotOursBreakTheReaderAndNothingElse) {
  for (const std::string& bytes :
       {std::string("\xff\xff\xff\xff", 4), std::string("\0\0\0\3{}x", 7),
        std::string("\0\0\0\2{}", 6), std::string("\0\0\0\x0c{\"t\":\"done\"}", 16)}) {
    FrameReader reader;
    reader.Add(bytes);
    EXPECT_FALSE(reader.Next().has_value());
    EXPECT_TRUE(reader.broken()) << bytes;
  }
  FrameReader halves;
  const std::string frame = InterruptFrame();
  EXPECT_EQ(frame.size(), 4 + frame[3]);
  halves.Add(std::string_view("\0\0\0\x1f{\"t\":\"stdout\",\"te", 21));
  EXPECT_FALSE(halves.Next().has_value());
  halves.Add("xt\":\"x\"}      ");
  ASSERT_TRUE(halves.Next().has_value());
  EXPECT_FALSE(halves.broken());
}

}  // namespace
}  // namespace assay
