#include "engine/cache/compile_disk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/engine_test_util.h"

namespace assay {
namespace {

RunResult Compiled() {
  RunResult run = Exited(0, std::string("out\0:put", 8));
  run.stderr_bytes = "warning";
  run.memory_peak_bytes = 1 << 20;
  run.files["main"] =
      Blob::FromString(std::string("\x7f"
                                   "ELF\0",
                                   5));
  run.files["A B.class"] = Blob::Empty();
  return run;
}

TEST(CompileRecord, ComesBackAsItWas) {
  const std::string bytes = EncodeCompile(Compiled());
  const auto run = DecodeCompile(bytes);
  ASSERT_TRUE(run);
  EXPECT_EQ(EncodeCompile(*run), bytes);
  EXPECT_EQ(run->status, RunStatus::kExited);
  EXPECT_EQ(run->stdout_bytes, Compiled().stdout_bytes);
  EXPECT_EQ(run->files.at("main")->view(), Compiled().files.at("main")->view());
  EXPECT_EQ(run->cpu_time, Compiled().cpu_time);
}

TEST(CompileRecord, AnythingElseIsRefused) {
  const std::string bytes = EncodeCompile(Compiled());
  for (size_t i = 0; i < bytes.size(); ++i) EXPECT_FALSE(DecodeCompile(bytes.substr(0, i))) << i;
  EXPECT_FALSE(DecodeCompile(bytes + "x"));
  EXPECT_FALSE(DecodeCompile("15:assay-compile 2"));
  EXPECT_FALSE(DecodeCompile("99999999999999999999999:"));
}

class CompileDiskTest : public ::testing::Test {
 protected:
  CompileDiskTest() {
    std::string pattern = ::testing::TempDir() + "assay-compiles-XXXXXX";
    directory_ = ::mkdtemp(pattern.data());
    options_.toolchain_identities["cpp"] = "g++ 1";
  }
  ~CompileDiskTest() override {
    engine_.reset();
    std::filesystem::remove_all(directory_);
  }
  // A server starts, on the same folder as the last one.
  void Restart() {
    engine_.reset();
    auto opened = DiskStore::Open({directory_, 1 << 20, 1 << 20});
    ASSERT_TRUE(opened.ok());
    store_ = std::move(opened).value();
    options_.compile_disk = store_.get();
    runner_ = std::make_unique<FakeRunner>(2);
    runner_->set_handler(
        [](const RunRequest& request, const CancelToken*) -> std::optional<Result<RunResult>> {
          if (request.purpose != "compile") return std::nullopt;
          const std::string_view source = request.files[0].contents->view();
          if (source == "bad") return Result<RunResult>(Exited(1));
          if (source == "huge") return Result<RunResult>(Ended(RunStatus::kMemoryLimit));
          return std::nullopt;
        });
    engine_ = std::make_unique<Engine>(options_, *runner_, TestLanguages(), clock_, nullptr);
  }
  SubmissionResult Judge(const std::string& code) {
    Submission submission = MakeSubmission({"x"});
    submission.language = "cpp";
    submission.code = code;
    const std::string name = std::to_string(++submissions_);
    EXPECT_TRUE(engine_->Submit(std::move(submission), sink_.Done(name)).ok());
    return sink_.Await(name);
  }

  std::string directory_;
  FakeClock clock_;
  Sink sink_;
  int submissions_ = 0;
  EngineOptions options_;
  std::unique_ptr<DiskStore> store_;
  std::unique_ptr<FakeRunner> runner_;
  std::unique_ptr<Engine> engine_;
};

TEST_F(CompileDiskTest, ARestartedServerCompilesNothingAgain) {
  Restart();
  EXPECT_EQ(Judge("ok").verdict, Verdict::kAccepted);
  EXPECT_EQ(Judge("bad").verdict, Verdict::kCompileError);
  EXPECT_EQ(engine_->stats().compiles, 2);
  Restart();
  const SubmissionResult result = Judge("ok");
  EXPECT_EQ(result.verdict, Verdict::kAccepted);
  EXPECT_TRUE(result.compile.has_value());
  EXPECT_EQ(Judge("bad").verdict, Verdict::kCompileError);
  EXPECT_EQ(runner_->Count("compile"), 0);
  EXPECT_EQ(engine_->stats().compiles, 0);
  EXPECT_EQ(engine_->stats().compile_disk_hits, 2);
}

TEST_F(CompileDiskTest, AnotherToolchainCompilesAnew) {
  Restart();
  Judge("ok");
  options_.toolchain_identities["cpp"] = "g++ 2";
  Restart();
  EXPECT_EQ(Judge("ok").verdict, Verdict::kAccepted);
  EXPECT_EQ(runner_->Count("compile"), 1);
}

TEST_F(CompileDiskTest, LimitsHitAreNotKept) {
  Restart();
  Judge("huge");
  Restart();
  EXPECT_EQ(store_->stats().entries, 0);
}

TEST_F(CompileDiskTest, ADamagedFileIsCompiledAgain) {
  Restart();
  Judge("ok");
  engine_.reset();
  for (const auto& file : std::filesystem::recursive_directory_iterator(directory_)) {
    if (!file.is_regular_file()) continue;
    std::filesystem::resize_file(file.path(), std::filesystem::file_size(file.path()) - 1);
  }
  Restart();
  EXPECT_EQ(Judge("ok").verdict, Verdict::kAccepted);
  EXPECT_EQ(runner_->Count("compile"), 1);
  EXPECT_EQ(store_->stats().damaged, 1);
}

TEST_F(CompileDiskTest, AFolderThatVanishesOnlyCostsCompiles) {
  Restart();
  std::filesystem::remove_all(directory_);
  EXPECT_EQ(Judge("ok").verdict, Verdict::kAccepted);
  EXPECT_EQ(Judge("other").verdict, Verdict::kAccepted);
}

}  // namespace
}  // namespace assay
