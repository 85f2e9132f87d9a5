// Shared by the tests of boxes that stay: one host for each suite, and short ways to run something
// and hear of it. Included by *_test.cc files only.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "runner/live_box.h"
#include "sandbox/live/live_host.h"
#include "sandbox/tiers/ladder.h"

namespace assay {

// Remembers all that it is told.
class Told final : public ProcessListener {
 public:
  void OnStart(int pid) override {
    MutexLock lock(mutex_);
    pid_ = pid;
    changed_.NotifyAll();
  }
  void OnOutput(OutputStream stream, std::string bytes) override {
    MutexLock lock(mutex_);
    (stream == OutputStream::kStderr ? err_ : out_) += bytes;
    if (end_) ADD_FAILURE() << "output after the end";
    changed_.NotifyAll();
  }
  void OnEnd(Result<ProcessEnd> end) override {
    MutexLock lock(mutex_);
    if (end_) ADD_FAILURE() << "a second end";
    end_ = std::move(end);
    changed_.NotifyAll();
  }

  // False after half a minute.
  template <typename Condition>
  bool Await(const Condition& condition) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    MutexLock lock(mutex_);
    while (!condition()) {
      if (!changed_.WaitUntil(mutex_, deadline)) return condition();
    }
    return true;
  }
  bool AwaitStart() {
    return Await([this] { return pid_ > 0; });
  }
  bool AwaitOutput(const std::string& text) {
    return Await([&] { return out_.find(text) != std::string::npos; });
  }
  Result<ProcessEnd> AwaitEnd() {
    if (!Await([this] { return end_.has_value(); })) {
      return Error{ErrorCode::kInternal, "test", 0, "no end came"};
    }
    MutexLock lock(mutex_);
    return *end_;
  }
  bool ended() {
    MutexLock lock(mutex_);
    return end_.has_value();
  }
  int pid() {
    MutexLock lock(mutex_);
    return pid_;
  }
  std::string out() {
    MutexLock lock(mutex_);
    return out_;
  }
  std::string err() {
    MutexLock lock(mutex_);
    return err_;
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  int pid_ = 0;
  std::string out_, err_;
  std::optional<Result<ProcessEnd>> end_;
};

struct Ran {
  Result<ProcessEnd> end = Error{};
  std::string out, err;

  // 0: it ended well.
  int code() const { return end.ok() && end->signal == 0 ? end->exit_code : -1; }
};

// The same tests in the tier that $ASSAY_TEST_TIER names, and then as whoever runs them.
inline LiveHostOptions HostOptions() {
  LiveHostOptions options;
  if (const char* tier = std::getenv("ASSAY_TEST_TIER")) options.tier = FindTier(tier);
  return options;
}

class LiveBoxFixture : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto made = MakeLiveBoxHost(HostOptions());
    problem().clear();
    if (made.ok()) {
      host() = std::move(*made);
    } else {
      problem() = made.error().ToString();
    }
  }
  // Whether programs are the agent's user for the kernel, and whether cgroups count.
  static bool OneUser() { return HostOptions().tier->program_user != ProgramUser::kOwn; }
  static bool Counted() {
    return HostOptions().tier->program_user != ProgramUser::kSharedUncounted;
  }
  static void TearDownTestSuite() { host().reset(); }

  void SetUp() override {
    if (host() != nullptr) return;
    if (::geteuid() != 0 && std::getenv("ASSAY_TEST_TIER") == nullptr)
      GTEST_SKIP() << "needs root: " << problem();
    FAIL() << problem();
  }

  static std::unique_ptr<LiveBoxHost>& host() {
    static std::unique_ptr<LiveBoxHost> instance;
    return instance;
  }
  static std::string& problem() {
    static std::string text;
    return text;
  }

  static std::unique_ptr<LiveBox> NewBox(const LiveLimits& limits = {}) {
    LiveBoxSpec spec;
    spec.limits = limits;
    auto box = host()->Create(spec);
    if (box.ok()) return std::move(*box);
    ADD_FAILURE() << box.error().ToString();
    return nullptr;
  }

  static ProcessSpec Shell(const std::string& script) {
    ProcessSpec spec;
    spec.argv = {"/bin/bash", "-c", script};
    return spec;
  }

  static Ran Run(LiveBox& box, ProcessSpec spec, const std::string& input = "") {
    const auto told = std::make_shared<Told>();
    spec.input = !input.empty();
    const auto process = box.Start(std::move(spec), told);
    if (!input.empty()) {
      EXPECT_TRUE(process->Write(input).ok());
      process->CloseInput();
    }
    Ran ran;
    ran.end = told->AwaitEnd();
    ran.out = told->out();
    ran.err = told->err();
    return ran;
  }
  static Ran RunShell(LiveBox& box, const std::string& script, const std::string& input = "") {
    return Run(box, Shell(script), input);
  }
  // What it printed; it must end well.
  static std::string Output(LiveBox& box, const std::string& script) {
    const Ran ran = RunShell(box, script);
    EXPECT_EQ(ran.code(), 0) << ran.err << (ran.end.ok() ? "" : ran.end.error().ToString());
    return ran.out;
  }
};

}  // namespace assay
