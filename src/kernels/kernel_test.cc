// A kernel whose program, and whose sandbox's answers, come from the test: what happens between two
// steps of a kernel.
#include "kernels/kernel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

#include "sessions/sandboxes.h"

namespace assay {
namespace {

using std::chrono::seconds;

// Waits, but not without end, until `is` holds.
void Await(const char* what, const std::function<bool()>& is) {
  const SteadyTime deadline = std::chrono::steady_clock::now() + seconds(60);
  while (!is()) {
    if (std::chrono::steady_clock::now() > deadline) FAIL() << what;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

class Program final : public Execution {
 public:
  void Attach(std::shared_ptr<ExecutionListener> listener) override {
    MutexLock lock(mutex_);
    others_.push_back(std::move(listener));
  }
  void AttachOwn(std::shared_ptr<ExecutionListener> listener) override {
    MutexLock lock(mutex_);
    own_ = std::move(listener);
  }
  void Detach(const ExecutionListener* listener) override {
    MutexLock lock(mutex_);
    std::erase_if(others_, [&](const auto& other) { return other.get() == listener; });
  }
  Status Write(std::string bytes) override {
    MutexLock lock(mutex_);
    written_ += bytes;
    return {};
  }
  void CloseInput() override {}
  void Signal(int signal) override {
    MutexLock lock(mutex_);
    signals_.push_back(signal);
  }
  void Resize(int, int) override {}
  std::shared_ptr<const ExecutionRequest> request() const override { return request_; }
  std::optional<int> pid() const override { return 1; }
  bool ended() const override { return false; }

  void Say(const std::string& json) {
    const auto size = static_cast<unsigned>(json.size());
    std::string frame = {0, 0, static_cast<char>(size >> 8), static_cast<char>(size)};
    own()->OnOutput(OutputStream::kStdout, frame + json);
  }
  void End() { own()->OnEnd(ExecutionEnd{}); }
  bool heard() { return own() != nullptr; }
  size_t present() {
    MutexLock lock(mutex_);
    return others_.size();
  }
  bool Wrote(const std::string& text) {
    MutexLock lock(mutex_);
    return written_.find(text) != written_.npos;
  }
  std::vector<int> signals() {
    MutexLock lock(mutex_);
    return signals_;
  }

 private:
  std::shared_ptr<ExecutionListener> own() {
    MutexLock lock(mutex_);
    return own_;
  }
  const std::shared_ptr<const ExecutionRequest> request_ =
      std::make_shared<const ExecutionRequest>();
  Mutex mutex_;
  std::shared_ptr<ExecutionListener> own_ ASSAY_GUARDED_BY(mutex_);
  std::vector<std::shared_ptr<ExecutionListener>> others_ ASSAY_GUARDED_BY(mutex_);
  std::string written_ ASSAY_GUARDED_BY(mutex_);
  std::vector<int> signals_ ASSAY_GUARDED_BY(mutex_);
};

class ScriptedSandbox final : public Sandbox {
 public:
  std::function<void()> on_start = [] {};
  std::function<void()> on_usage = [] {};

  std::shared_ptr<Program> program(size_t index) {
    std::shared_ptr<Program> found;
    Await("no such program is started", [&] {
      MutexLock lock(mutex_);
      if (index < programs_.size()) found = programs_[index];
      return found != nullptr;
    });
    return found;
  }

  Result<std::shared_ptr<Execution>> Start(ExecutionRequest, bool* fresh) override {
    if (fresh != nullptr) *fresh = true;
    on_start();
    MutexLock lock(mutex_);
    programs_.push_back(std::make_shared<Program>());
    return std::shared_ptr<Execution>(programs_.back());
  }
  Result<LiveUsage> Usage() const override {
    on_usage();
    return LiveUsage();
  }
  const std::string& id() const override { return id_; }
  SandboxInfo Info() const override { return {}; }
  std::vector<std::shared_ptr<Execution>> Executions() const override { return {}; }
  std::shared_ptr<Execution> FindPid(int) const override { return nullptr; }
  std::shared_ptr<Execution> FindKey(const std::string&) const override { return nullptr; }
  std::shared_ptr<Execution> FindTag(const std::string&) const override { return nullptr; }
  void WithFiles(std::function<void(Result<LiveFiles*>)> work) override { work(None()); }
  void Pack(std::string, std::function<void(Result<Packed>)> done) override { done(None()); }
  TenantRoom::Share Memory() const override { return {}; }
  void Pause(std::function<void(Status)> done) override { done(None()); }
  void Resume(std::function<void(Status)> done) override { done(None()); }
  Status SetLifetime(Nanoseconds) override { return None(); }
  void SetEgress(EgressPolicy, std::function<void(Status)> done) override { done(None()); }
  Result<UniqueFd> Connect(int, SteadyTime) override { return None(); }
  void Touch() override {}
  std::string Logs() const override { return {}; }
  void Snapshot(std::function<void(Status)> done) override { done(None()); }
  void Recycle(std::function<void(Status)> done) override { done(None()); }
  void Fork(std::string, std::function<void(Result<SandboxPtr>)> done) override { done(None()); }
  void End(SandboxEnd) override {}

 private:
  static Error None() { return {ErrorCode::kUnsupported, "test", 0, "there is none"}; }

  const std::string id_ = "scripted";
  Mutex mutex_;
  std::vector<std::shared_ptr<Program>> programs_ ASSAY_GUARDED_BY(mutex_);
};

class Ends final : public CellListener {
 public:
  void OnEvent(const CellEvent&) override {}
  void OnEnd(const Result<CellEnd>& end) override {
    MutexLock lock(mutex_);
    ends_.push_back(end.ok() ? kCellStatusNames.NameOf(end->status) : "error");
  }
  std::vector<std::string_view> ends() {
    MutexLock lock(mutex_);
    return ends_;
  }

 private:
  Mutex mutex_;
  std::vector<std::string_view> ends_ ASSAY_GUARDED_BY(mutex_);
};

class ScriptedKernel : public testing::Test {
 protected:
  ~ScriptedKernel() override {
    kernel_->End({ErrorCode::kUnavailable, "test", 0, "over"});
    work_.Flush();
  }
  std::shared_ptr<Program> Begun(size_t index) {
    auto program = sandbox_->program(index);
    Await("nobody hears it", [&] { return program->heard() && program->present() > 0; });
    program->Say(R"({"t":"started","python":"3.11"})");
    return program;
  }
  std::shared_ptr<Ends> Run() {
    auto ends = std::make_shared<Ends>();
    EXPECT_TRUE(kernel_->Run({.code = "1"}, ends).ok());
    return ends;
  }

  RealClock clock_;
  const std::shared_ptr<ScriptedSandbox> sandbox_ = std::make_shared<ScriptedSandbox>();
  Timers timers_{clock_};
  Executor work_{1 << 20, 4};
  const KernelPtr kernel_ =
      std::make_shared<Kernel>("k", sandbox_, "", Kernel::Means{timers_, work_});
};

TEST_F(ScriptedKernel, NoCellEndsByTheEndOfTheOneBefore) {
  // What each question for memory's use waits for.
  std::atomic<int> asked{0};
  std::atomic<int> answered{0};
  sandbox_->on_usage = [&] {
    const int mine = ++asked;
    Await("the test lets it", [&] { return answered >= mine; });
  };
  kernel_->Start([](const Status&) {});
  const auto program = Begun(0);
  const auto first = Run();
  const auto second = Run();
  program->Say(R"({"t":"done","cell":1,"status":"died","restarted":true})");
  Await("it is asked why", [&] { return asked == 1; });
  program->End();
  const auto next = Begun(1);
  answered = 1;
  Await("the second cell runs", [&] { return next->Wrote(R"("cell":2)"); });
  answered = 9;
  work_.Flush();
  EXPECT_THAT(first->ends(), testing::ElementsAre("died"));
  EXPECT_THAT(second->ends(), testing::IsEmpty());
  next->Say(R"({"t":"done","cell":2,"status":"ok"})");
  EXPECT_THAT(second->ends(), testing::ElementsAre("ok"));
}

TEST_F(ScriptedKernel, AProgramThatStartsWhenItsKernelEndsIsKilled) {
  sandbox_->on_start = [this] { kernel_->End({ErrorCode::kUnavailable, "test", 0, "deleted"}); };
  kernel_->Start([](const Status&) {});
  work_.Flush();
  const auto program = sandbox_->program(0);
  EXPECT_THAT(program->signals(), testing::ElementsAre(SIGKILL));
  EXPECT_FALSE(program->heard());
}

TEST_F(ScriptedKernel, ItsSandboxIsInUseWhileSomethingRuns) {
  kernel_->Start([](const Status&) {});
  const auto program = Begun(0);
  EXPECT_EQ(program->present(), 0u);
  Run();
  EXPECT_EQ(program->present(), 1u);
  program->Say(R"({"t":"done","cell":1,"status":"ok"})");
  EXPECT_EQ(program->present(), 0u);
}

}  // namespace
}  // namespace assay
