#include "sandbox/box_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class BoxRunnerTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    SandboxOptions options;
    options.slots = 2;
    auto created = BoxRunner::Create(options);
    if (created.ok()) {
      runner_ = std::move(*created).release();
    } else {
      problem_ = new std::string(created.error().ToString());
    }
  }
  static void TearDownTestSuite() {
    delete runner_;
    runner_ = nullptr;
  }
  void SetUp() override {
    if (runner_ != nullptr) return;
    if (::geteuid() != 0) GTEST_SKIP() << *problem_;
    FAIL() << *problem_;
  }

  static RunRequest Program(std::vector<std::string> argv) {
    RunRequest request;
    request.argv = std::move(argv);
    request.env = {{"PATH", "/usr/local/bin:/usr/bin:/bin"}, {"HOME", "/box"}};
    request.limits.cpu_time = seconds(5);
    request.limits.wall_time = seconds(10);
    return request;
  }
  static RunRequest Shell(const std::string& script) {
    return Program({"/bin/bash", "-c", script});
  }
  static RunRequest Python(const std::string& code) {
    return Program({"/usr/bin/python3", "-c", code});
  }
  static RunResult Run(const RunRequest& request, const CancelToken* cancel = nullptr) {
    auto result = runner_->Run(request, cancel);
    EXPECT_TRUE(result.ok()) << result.error().ToString();
    return result.ok() ? *std::move(result) : RunResult{};
  }

  static BoxRunner* runner_;
  static std::string* problem_;
};
BoxRunner* BoxRunnerTest::runner_ = nullptr;
std::string* BoxRunnerTest::problem_ = nullptr;

TEST_F(BoxRunnerTest, ReportsTheExitCode) {
  const RunResult result = Run(Shell("echo out; echo err >&2; exit 7"));
  EXPECT_EQ(result.status, RunStatus::kExited);
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_EQ(result.stdout_bytes, "out\n");
  EXPECT_EQ(result.stderr_bytes, "err\n");
  EXPECT_EQ(result.tier, "privileged");
}

}  // namespace
}  // namespace assay
