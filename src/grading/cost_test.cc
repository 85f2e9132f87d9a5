// What a candidate sends costs the server no more memory than what is expected of it, and its own
// bytes a few times. Each case is graded in a child that may have so much and no more.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>

#include "base/build/sanitized.h"
#include "grading/compare/compare.h"
#include "grading/grade.h"
#include "grading/grade_test_util.h"

namespace assay {
namespace {

std::string Times(std::string_view text, size_t count) {
  std::string all;
  all.reserve(text.size() * count);
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

#ifndef ASSAY_SANITIZED
constexpr int64_t kMost = 24LL << 20;

// In a child: from here on `kMost` more bytes of data.
void LimitData() {
  int64_t pages[6] = {};
  std::ifstream statm("/proc/self/statm");
  for (int64_t& each : pages) statm >> each;
  const auto most = static_cast<rlim_t>(pages[5] * ::sysconf(_SC_PAGESIZE) + kMost);
  const rlimit limit{most, most};
  if (::setrlimit(RLIMIT_DATA, &limit) != 0) std::_Exit(3);
}
#endif

// Whether `grade` gives the wanted reason within the memory.
void ExpectCheap(const std::function<Reason()>& grade, Reason wanted) {
#ifdef ASSAY_SANITIZED
  EXPECT_EQ(grade(), wanted);
#else
  EXPECT_EXIT(
      {
        LimitData();
        const Reason reason = grade();
        if (reason != wanted) std::fprintf(stderr, "%s", std::string(ToString(reason)).c_str());
        std::_Exit(reason == wanted ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
#endif
}

void ExpectCheapReply(std::string reply, std::string_view expected, Reason wanted) {
  Problem problem;
  problem.mode = ProblemMode::kFunctionCall;
  const TestCase test{"t", Blob::FromString("[]"), Blob::FromString(std::string(expected))};
  RunResult run;
  run.status = RunStatus::kExited;
  run.reply_bytes = std::move(reply);
  ExpectCheap([&] { return GradeRun(problem, test, run, {}).reason; }, wanted);
}

void ExpectCheapOutput(const Comparison& comparison, std::string output) {
  Problem problem;
  problem.comparison = comparison;
  const TestCase test{"t", Blob::Empty(), Blob::FromString("1\n2\n")};
  RunResult run;
  run.status = RunStatus::kExited;
  run.stdout_bytes = std::move(output);
  ExpectCheap([&] { return GradeRun(problem, test, run, {}).reason; }, Reason::kDifferentOutput);
}

TEST(Cost, OfAReply) {
  const auto ok = [](const std::string& value) {
    return R"({"status":"ok","value":)" + value + "}";
  };
  ExpectCheapReply(ok("[" + Times("0,", 600'000) + "0]"), "1", Reason::kDifferentValue);
  ExpectCheapReply(ok("[" + Times("[],", 600'000) + "0]"), "[1,2]", Reason::kDifferentValue);
  ExpectCheapReply(ok(R"({"$dict":[)" + Times("[[1],1],", 300'000) + "[[1],1]]}"),
                   R"({"$dict":[[[1],1]]})", Reason::kDifferentValue);
  ExpectCheapReply(ok(R"({"$set":[)" + Times(R"("a",)", 600'000) + R"("a"]})"), R"({"$set":["a"]})",
                   Reason::kDifferentValue);
  ExpectCheapReply("{" + Times(R"("":0,)", 600'000) + R"("":0})", "1", Reason::kBadReply);
  ExpectCheapReply(R"({"status":"ok","value":null,"args":[)" + Times("0,", 600'000) + "0]}", "1",
                   Reason::kDifferentValue);
  ExpectCheapReply(R"({"status":"ok","value":null,"args":[1,[)" + Times("0,", 600'000) + "0]]}",
                   "1", Reason::kSameValue);
}

// A text is looked at once, not once for each set around it: 200 times a megabyte is too much.
TEST(Cost, OfSetsInSets) {
  const auto nest = [](const std::string& text) {
    return Times(R"({"$set":[)", 200) + '"' + text + '"' + Times("]}", 200);
  };
  const std::string text(1 << 20, 'a');
  ExpectCheapReply(R"({"status":"ok","value":)" + nest(text + "b") + "}", nest(text),
                   Reason::kDifferentValue);
  ExpectCheapReply(R"({"status":"ok","value":)" + nest(text) + "}", nest(text), Reason::kSameValue);
}

TEST(Cost, OfAnOutput) {
  constexpr size_t kMany = kSanitized ? 200'000 : 1'600'000;
  ExpectCheapOutput({.mode = CompareMode::kUnorderedLines}, Times("\n", kMany) + "x");
  ExpectCheapOutput({.mode = CompareMode::kUnorderedLines}, Times("1\n", kMany));
  for (const Profile profile :
       {Profile::kAssay, Profile::kCompat, Profile::kScaleBox, Profile::kSandboxFusion,
        Profile::kLiveCodeBench, Profile::kVerlPrime}) {
    ExpectCheapOutput({.profile = profile}, "1" + Times("\n", kMany) + "x");
    ExpectCheapOutput({.profile = profile}, "1" + Times("\f", kMany) + "x");
    ExpectCheapOutput({.profile = profile}, Times("1 ", kMany) + "x");
  }
  for (const TestlibChecker checker : {TestlibChecker::kUncmp, TestlibChecker::kNcmp}) {
    ExpectCheapOutput({.mode = CompareMode::kTestlib, .testlib = checker}, Times("1 ", kMany));
  }
}

}  // namespace
}  // namespace assay
