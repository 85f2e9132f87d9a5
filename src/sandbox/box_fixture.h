// Shared by the tests of BoxRunner: one runner for each suite, short ways to say what to run, and a
// reason when the host doesn't allow it. Included by *_test.cc files only.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sandbox/box_runner.h"
#include "sandbox/tiers/ladder.h"

namespace assay {

class BoxFixture : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    SandboxOptions options = TierOptions();
    options.slots = 2;
    Start(std::move(options));
  }
  // The runner of the suite, or why there is none.
  static void Start(SandboxOptions options) {
    auto created = BoxRunner::Create(std::move(options));
    problem().clear();
    if (created.ok()) {
      runner() = std::move(*created);
    } else {
      problem() = created.error().ToString();
    }
  }
  // The same tests in the tier that $ASSAY_TEST_TIER names, and then as whoever runs them.
  static SandboxOptions TierOptions() {
    SandboxOptions options;
    if (const char* tier = std::getenv("ASSAY_TEST_TIER")) options.tier = FindTier(tier);
    return options;
  }
  static void TearDownTestSuite() { runner().reset(); }

  void SetUp() override {
    if (runner() != nullptr) return;
    if (::geteuid() != 0 && std::getenv("ASSAY_TEST_TIER") == nullptr)
      GTEST_SKIP() << "needs root: " << problem();
    FAIL() << problem();
  }

  static std::unique_ptr<BoxRunner>& runner() {
    static std::unique_ptr<BoxRunner> instance;
    return instance;
  }
  static std::string& problem() {
    static std::string text;
    return text;
  }

  // Whether programs are the agent's user for the kernel.
  static bool OneUser() { return FindTier(runner()->tier())->program_user != ProgramUser::kOwn; }

  static RunRequest Program(std::vector<std::string> argv) {
    RunRequest request;
    request.argv = std::move(argv);
    request.env = {{"PATH", "/usr/local/bin:/usr/bin:/bin"}, {"HOME", "/box"}};
    request.limits.cpu_time = std::chrono::seconds(20);
    request.limits.wall_time = std::chrono::seconds(20);
    return request;
  }
  static RunRequest Shell(const std::string& script) {
    return Program({"/bin/bash", "-c", script});
  }
  static RunRequest Python(const std::string& code) {
    return Program({"/usr/bin/python3", "-c", code});
  }
  static RunResult Run(const RunRequest& request, const CancelToken* cancel = nullptr) {
    auto result = runner()->Run(request, cancel);
    if (result.ok()) return *std::move(result);
    ADD_FAILURE() << result.error().ToString();
    return RunResult{};
  }
  // What a program printed; it must end well.
  static std::string Output(const RunRequest& request) {
    const RunResult result = Run(request);
    EXPECT_EQ(result.status, RunStatus::kExited) << result.stderr_bytes << result.start_error;
    EXPECT_EQ(result.exit_code, 0) << result.stderr_bytes;
    return result.stdout_bytes;
  }
};

}  // namespace assay
