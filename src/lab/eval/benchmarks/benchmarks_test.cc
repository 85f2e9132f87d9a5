#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <set>

#include "lab/eval/benchmarks/table.h"
#include "lab/eval/shared/rows.h"

namespace assay::eval {
namespace {

using ::testing::HasSubstr;

class File {
 public:
  File(const std::string& name, const std::string& text)
      : path_(::testing::TempDir() + std::to_string(::getpid()) + name) {
    std::ofstream(path_) << text;
  }
  ~File() { std::remove(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  const std::string path_;
};

constexpr char kHumanEvalRow[] =
    R"({"task_id": "HumanEval/1", "prompt": "def f(x):\n    \"\"\"x\"\"\"\n",)"
    R"( "canonical_solution": "    return x\n", "test": "def check(c):\n    assert c(1) == 1\n",)"
    R"( "entry_point": "f"})";

std::unique_ptr<LoadedBenchmark> Loaded(const char* name, const File& file, Protocol protocol) {
  BenchmarkOptions options;
  options.data = {file.path()};
  options.protocol = protocol;
  auto loaded = FindBenchmark(name)->load(options);
  EXPECT_TRUE(loaded.ok()) << loaded.error().message;
  return loaded.ok() ? std::move(loaded).value() : nullptr;
}

TEST(Benchmarks, HaveNamesOfTheirOwnAndSayWhatTheyWant) {
  std::set<std::string> names;
  for (const Benchmark& benchmark : AllBenchmarks()) {
    EXPECT_TRUE(names.insert(benchmark.info.name).second) << benchmark.info.name;
    EXPECT_FALSE(benchmark.info.wanted.empty()) << benchmark.info.name;
    EXPECT_FALSE(benchmark.info.protocols.empty()) << benchmark.info.name;
    const auto loaded = benchmark.load({});
    ASSERT_FALSE(loaded.ok()) << benchmark.info.name;
    EXPECT_EQ(loaded.error().code, ErrorCode::kInvalidArgument) << benchmark.info.name;
  }
}

TEST(Benchmarks, StandInsAreSaid) {
  EXPECT_THAT(FindBenchmark("mbxp")->info.deviations,
              HasSubstr("javascript: lodash is a stand-in"));
  EXPECT_THAT(FindBenchmark("humaneval_x")->info.deviations,
              HasSubstr("go: testify's assert.Equal is a stand-in"));
  EXPECT_THAT(FindBenchmark("humanevalplus")->info.deviations,
              HasSubstr("np.allclose is a stand-in"));
}

TEST(Benchmarks, FilesAreKnownByTheirNames) {
  EXPECT_TRUE(IsNamed("HumanEval.jsonl.gz", "humaneval"));
  EXPECT_TRUE(IsNamed("HumanEvalPlus-v0.1.10.jsonl.gz", "humanevalplus"));
  EXPECT_TRUE(IsNamed("humanevalplus_2023_04.dev.jsonl.gz", "humanevalplus"));
  EXPECT_TRUE(IsNamed("mbpp_sanitized.dev.jsonl", "mbppsanitized"));
  EXPECT_FALSE(IsNamed("HumanEvalPlus.jsonl", "humaneval"));
  EXPECT_FALSE(IsNamed("mbpp_sanitized.jsonl", "mbpp"));
  EXPECT_FALSE(IsNamed("humaneval.txt", "humaneval"));
}

TEST(Benchmarks, ACompletionIsCutAndPutBehindItsPrompt) {
  const File file("c.jsonl", kHumanEvalRow);
  const auto loaded = Loaded("humaneval", file, Protocol::kCompletion);
  ASSERT_NE(loaded, nullptr);
  EXPECT_EQ(loaded->items()[0].prompt.text, "def f(x):\n    \"\"\"x\"\"\"\n");
  const Extracted extracted =
      loaded->Extract(0, {.content = "    return x\nprint(1)"}, GradeProfile::kOfficial);
  EXPECT_EQ(extracted.code, "    return x");
  const GradeTask task = loaded->Task(0, extracted, GradeProfile::kAssay);
  EXPECT_THAT(task.body, HasSubstr(R"(\"\"\"x\"\"\"\n    return x")"));
}

TEST(Benchmarks, AnAnswerOfAChatIsItsBlock) {
  const File file("d.jsonl", kHumanEvalRow);
  const auto loaded = Loaded("humaneval", file, Protocol::kChat);
  ASSERT_NE(loaded, nullptr);
  const AnswerText answer{.content = "```python\na = 1\n```\nand\n```python\nb = 2\n```\n"};
  EXPECT_EQ(*loaded->Extract(0, answer, GradeProfile::kOfficial).code, "a = 1");
  EXPECT_EQ(loaded->Extract(0, answer, GradeProfile::kAssay).code->substr(0, 5), "b = 2");
}

TEST(Benchmarks, ARowThatLacksAColumnIsNamed) {
  const File file("e.jsonl", R"({"task_id": "HumanEval/1", "prompt": "p", "test": "t"})");
  BenchmarkOptions options;
  options.data = {file.path()};
  const auto loaded = FindBenchmark("humaneval")->load(options);
  ASSERT_FALSE(loaded.ok());
  EXPECT_THAT(loaded.error().message, HasSubstr("row 1"));
  EXPECT_THAT(loaded.error().message, HasSubstr("entry_point"));
}

TEST(Benchmarks, CruxEvalNeverRunsAnOutputThatNamesTheCall) {
  const File file("f.jsonl",
                  R"({"id": "sample_1", "code": "def f(x):\n    return x", "input": "1",)"
                  R"( "output": "1"})");
  const auto loaded = Loaded("cruxeval-output", file, Protocol::kCompletion);
  ASSERT_NE(loaded, nullptr);
  AnswerText answer{.content = "f(1)"};
  answer.is_program = true;
  const Extracted never = loaded->TakeProgram(0, answer, GradeProfile::kOfficial);
  EXPECT_FALSE(never.code);
  EXPECT_EQ(never.otherwise, SampleState::kMasked);
  answer.content = "1";
  EXPECT_TRUE(loaded->TakeProgram(0, answer, GradeProfile::kOfficial).code);
}

TEST(Benchmarks, MbppsExamplesHaveToBeInTheFile) {
  const File file("g.jsonl",
                  R"({"task_id": 11, "text": "t", "code": "c", "test_list": ["assert 1"]})");
  BenchmarkOptions options;
  options.data = {file.path()};
  options.protocol = Protocol::kCompletion;
  const auto loaded = FindBenchmark("mbpp")->load(options);
  ASSERT_FALSE(loaded.ok());
  EXPECT_THAT(loaded.error().message, HasSubstr("problem 2"));
}

}  // namespace
}  // namespace assay::eval
