#include "lab/eval/run/exclusions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::eval {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr char kInfo[] = R"({"toolchains": [
  {"language": "python", "available": true, "version": "Python 3.11", "problem": "", "self_test": "passed"},
  {"language": "swift", "available": false, "version": "", "problem": "swiftc: not there; install it",
   "self_test": "off"},
  {"language": "ruby", "available": true, "version": "ruby 3.1", "problem": "", "self_test": "failed",
   "self_test_problem": "a crash looks like an assertion"},
  {"language": "tsc", "available": false, "version": "", "problem": "no tsc", "self_test": "off"},
  {"language": "typescript", "available": true, "version": "esbuild", "problem": "",
   "self_test": "pending"}]})";

class InformingJudge final : public service::Judge {
 public:
  std::optional<int> slots() const override { return 2; }
  std::string info = kInfo;
  std::vector<std::string> asked;

 protected:
  Result<service::Answer> Ask(const char*, const std::string& path, std::string body) override {
    asked.push_back(path);
    return service::Answer{200, 1, path == "/v1/info" ? info : body};
  }
};

// Items in the given languages; typescript is judged by tsc under `official`. Items whose language
// is python are asked about: the first lacks two modules.
class LanguageBenchmark final : public LoadedBenchmark {
 public:
  explicit LanguageBenchmark(const std::vector<std::string>& languages) {
    for (const std::string& language : languages) {
      EvalItem item;
      item.id = language + "/" + std::to_string(items_.size());
      item.language = language;
      items_.push_back(std::move(item));
      selection.whole.push_back(items_.size() - 1);
      selection.part.push_back(items_.size() - 1);
    }
  }
  const std::vector<EvalItem>& items() const override { return items_; }
  const std::vector<DataFile>& files() const override { return files_; }
  Extracted Extract(size_t, const AnswerText&, GradeProfile) const override { return {}; }
  GradeTask Task(size_t, const Extracted&, GradeProfile) const override { return {}; }
  std::vector<std::string> LanguagesOf(size_t item, GradeProfile profile) const override {
    if (items_[item].language == "typescript" && profile == GradeProfile::kOfficial) return {"tsc"};
    return LoadedBenchmark::LanguagesOf(item, profile);
  }
  std::vector<EnvironmentProbe> Probes(const std::vector<size_t>& items) const override {
    if (!probes) return {};
    return {{items, {GradeTask::Route::kVerify, "question"}}};
  }
  Result<std::vector<std::vector<std::string>>> ReadProbe(const EnvironmentProbe& probe, int,
                                                          std::string_view body) const override {
    EXPECT_EQ(body, "question");
    std::vector<std::vector<std::string>> lacks(probe.items.size());
    if (!lacks.empty()) lacks[0] = {"module pandas", "module seaborn"};
    return lacks;
  }
  std::vector<LeftOut> RowsLeftOut() const override { return left_out; }

  Selection selection;
  std::vector<LeftOut> left_out;
  bool probes = false;

 private:
  std::vector<EvalItem> items_;
  std::vector<DataFile> files_;
};

const std::vector<GradeProfile> kBoth = {GradeProfile::kOfficial, GradeProfile::kAssay};

TEST(Exclusions, LanguagesThatTheJudgeLacksAreTakenOutAndNamed) {
  LanguageBenchmark benchmark({"python", "swift", "swift", "ruby", "cobol"});
  InformingJudge judge;
  const auto fitness = LeaveOutUnjudgeable(benchmark, kBoth, judge, &benchmark.selection);
  ASSERT_TRUE(fitness.ok()) << fitness.error().message;
  EXPECT_THAT(benchmark.selection.whole, ElementsAre(0));
  EXPECT_THAT(benchmark.selection.part, ElementsAre(0));
  EXPECT_EQ(fitness->left_out.items, 4);
  ASSERT_EQ(fitness->left_out.reasons.size(), 3u);
  EXPECT_EQ(fitness->left_out.reasons[0].what, "language swift");
  EXPECT_EQ(fitness->left_out.reasons[0].items, 2);
  EXPECT_THAT(fitness->left_out.reasons[0].why, HasSubstr("install it"));
  EXPECT_THAT(
      rollout::Describe(fitness->left_out),
      HasSubstr("4 items are left out and in no score: 2 for language swift (swiftc: not "));
  EXPECT_THAT(rollout::Describe(fitness->left_out), HasSubstr("a crash looks like an assertion"));
  EXPECT_THAT(rollout::Describe(fitness->left_out), HasSubstr("knows no such language"));
  EXPECT_THAT(fitness->toolchains, ElementsAre(Pair("python", "Python 3.11")));
  EXPECT_THAT(judge.asked, ElementsAre("/v1/info"));
}

TEST(Exclusions, OnlyTheProfilesOfTheRunCount) {
  LanguageBenchmark benchmark({"typescript", "python"});
  InformingJudge judge;
  auto fitness =
      LeaveOutUnjudgeable(benchmark, {GradeProfile::kAssay}, judge, &benchmark.selection);
  ASSERT_TRUE(fitness.ok());
  EXPECT_EQ(fitness->left_out.items, 0);
  fitness = LeaveOutUnjudgeable(benchmark, kBoth, judge, &benchmark.selection);
  ASSERT_TRUE(fitness.ok());
  EXPECT_EQ(fitness->left_out.items, 1);
  EXPECT_EQ(fitness->left_out.reasons[0].what, "language tsc");
}

TEST(Exclusions, AnItemThatLacksTwoThingsCountsOnce) {
  LanguageBenchmark benchmark({"python", "python", "swift"});
  benchmark.probes = true;
  benchmark.left_out = {{"language dart", "nothing here runs it", 5}};
  InformingJudge judge;
  const auto fitness = LeaveOutUnjudgeable(benchmark, kBoth, judge, &benchmark.selection);
  ASSERT_TRUE(fitness.ok());
  EXPECT_THAT(benchmark.selection.part, ElementsAre(1));
  EXPECT_EQ(fitness->left_out.items, 7);
  ASSERT_EQ(fitness->left_out.reasons.size(), 4u);
  EXPECT_EQ(fitness->left_out.reasons[0].what, "language dart");
  EXPECT_EQ(fitness->left_out.reasons[2].what, "module pandas");
}

TEST(Exclusions, WithNothingLeftTheRunIsRefusedWithTheReasons) {
  LanguageBenchmark benchmark({"swift"});
  InformingJudge judge;
  const auto fitness = LeaveOutUnjudgeable(benchmark, kBoth, judge, &benchmark.selection);
  ASSERT_FALSE(fitness.ok());
  EXPECT_THAT(fitness.error().message, HasSubstr("nothing is left to ask"));
  EXPECT_THAT(fitness.error().message, HasSubstr("swiftc"));
}

TEST(Exclusions, AJudgeThatDoesNotSayIsAnError) {
  LanguageBenchmark benchmark({"python"});
  InformingJudge judge;
  judge.info = "{}";
  EXPECT_FALSE(LeaveOutUnjudgeable(benchmark, kBoth, judge, &benchmark.selection).ok());
}

TEST(Exclusions, WithoutLanguagesNothingIsLeftOut) {
  LanguageBenchmark benchmark({"", ""});
  InformingJudge judge;
  const auto fitness = LeaveOutUnjudgeable(benchmark, kBoth, judge, &benchmark.selection);
  ASSERT_TRUE(fitness.ok());
  EXPECT_EQ(fitness->left_out.items, 0);
  EXPECT_THAT(fitness->toolchains, IsEmpty());
}

}  // namespace
}  // namespace assay::eval
