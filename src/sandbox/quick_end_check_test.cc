#include "sandbox/quick_end_check.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace assay {
namespace {

// Every program ends alike; `change` is what the quick end does to the result.
std::string Difference(const std::function<void(const std::string&, RunResult&)>& change) {
  return QuickEndDifference([&](const std::string& code, PythonStartKind start) {
    RunResult result;
    result.status = RunStatus::kExited;
    result.stdout_bytes = code;
    result.files["out"] = Blob::FromString("buffered");
    result.warm = start == PythonStartKind::kWarm;
    if (result.warm) change(code, result);
    return Result<RunResult>(std::move(result));
  });
}

TEST(QuickEndCheck, IsContentWhenNothingDiffers) {
  EXPECT_EQ(Difference([](const std::string&, RunResult&) {}), "");
}

TEST(QuickEndCheck, NamesWhatDiffers) {
  EXPECT_EQ(Difference([](const std::string& code, RunResult& result) {
              if (code.find("threading") != std::string::npos) result.stdout_bytes.clear();
            }),
            "a program with a thread prints something else");
  EXPECT_EQ(Difference([](const std::string& code, RunResult& result) {
              if (code.find("raise") != std::string::npos) result.exit_code = 1;
            }),
            "a program with an exception ends in another way");
  EXPECT_NE(Difference([](const std::string&, RunResult& result) {
              result.files["out"] = Blob::FromString("");
            }).find("leaves another file"),
            std::string::npos);
  EXPECT_NE(Difference([](const std::string&, RunResult& result) {
              result.stderr_bytes = "late";
            }).find("standard error"),
            std::string::npos);
}

// Else it would be called on where every run frees its interpreter as ever.
TEST(QuickEndCheck, SaysWhenThereIsNone) {
  EXPECT_EQ(Difference([](const std::string& code, RunResult& result) {
              if (code.find("Py_AtExit") != std::string::npos) {
                result.status = RunStatus::kSignalled;
              }
            }),
            "this interpreter doesn't end that way");
}

TEST(QuickEndCheck, AForkWithoutItMustEndAlikeToo) {
  const auto fork_difference = [](const char* where) {
    return ForkDifference([&](const std::string& code, PythonStartKind start) {
      RunResult result;
      result.status = RunStatus::kExited;
      result.warm = start == PythonStartKind::kWarm;
      if (result.warm && code.find(where) != std::string::npos) result.stdout_bytes = "other";
      return Result<RunResult>(std::move(result));
    });
  };
  EXPECT_EQ(fork_difference("nowhere"), "");
  EXPECT_EQ(fork_difference("__del__"),
            "a program that leaves much to the end prints something else");
  EXPECT_EQ(fork_difference("threading"), "a program with a thread prints something else");
  EXPECT_EQ(ForkDifference(
                [](const std::string&, PythonStartKind) { return Result<RunResult>(RunResult{}); }),
            "no interpreter was forked");
}

TEST(RestoreCheck, ComparesWithForks) {
  const auto difference = [](const std::string& forked, const std::string& restored, bool was) {
    return RestoreDifference([&](const std::string&, PythonStartKind start) {
      RunResult result;
      result.status = RunStatus::kExited;
      EXPECT_NE(start, PythonStartKind::kCold);
      result.warm = true;
      result.restored = start == PythonStartKind::kRestored && was;
      result.stdout_bytes = start == PythonStartKind::kRestored ? restored : forked;
      return Result<RunResult>(std::move(result));
    });
  };
  EXPECT_EQ(difference("a", "a", true), "");
  EXPECT_EQ(difference("a", "b", true), "a program that changes much prints something else");
  EXPECT_NE(difference("a", "a", false).find("was not restored"), std::string::npos);
}

TEST(QuickEndCheck, WithoutAForkThereIsNoProof) {
  EXPECT_NE(Difference([](const std::string&, RunResult& result) { result.warm = false; }), "");
  EXPECT_NE(QuickEndDifference([](const std::string&, PythonStartKind) {
              return Result<RunResult>(Error{ErrorCode::kUnavailable, "sandbox.box", 0, "gone"});
            }),
            "");
}

}  // namespace
}  // namespace assay
