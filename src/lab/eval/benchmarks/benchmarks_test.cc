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
  EXPECT_TRUE(IsNamed("v0.1.4-00000-of-00001.parquet", "v0.1.4"));
  EXPECT_TRUE(IsNamed("BigCodeBench-Hard-v0.1.4.jsonl", "bigcodebenchhard"));
  EXPECT_FALSE(IsNamed("BigCodeBench-Hard-v0.1.4.jsonl", "bigcodebench"));
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

Error Refused(const char* name, const std::string& rows,
              std::vector<std::pair<std::string, std::string>> columns = {}) {
  const File file("h.jsonl", rows);
  BenchmarkOptions options;
  options.data = {file.path()};
  options.columns = std::move(columns);
  const auto loaded = FindBenchmark(name)->load(options);
  EXPECT_FALSE(loaded.ok()) << name;
  return loaded.ok() ? Error() : loaded.error();
}

constexpr char kMbppRow[] =
    R"({"task_id": 11, "text": "t", "code": "c", "test_list": ["assert 1"]})";
constexpr char kEvalPlusRow[] =
    R"({"task_id": "HumanEval/1", "prompt": "p", "canonical_solution": "s", "entry_point": "f",)"
    R"( "base_input": [[1]], "plus_input": [[2]]})";
constexpr char kCruxRow[] =
    R"({"id": "sample_1", "code": "def f(x):\n    return x", "input": "1", "output": "1"})";

TEST(Benchmarks, TwoRowsOfOneIdAreRefusedByAll) {
  const std::pair<const char*, std::string> rows[] = {
      {"humaneval", kHumanEvalRow},
      {"humanevalplus", kEvalPlusRow},
      {"mbpp", kMbppRow},
      {"cruxeval-input", kCruxRow},
      {"mbxp", R"({"task_id": "MBPP/1", "language": "python", "prompt": "p", "test": "t"})"},
      {"multipl_e", R"({"name": "a", "language": "cpp", "prompt": "p", "tests": "t"})"},
      {"aime24", R"({"id": "1", "problem": "p", "answer": "1"})"},
      {"livecodebench",
       R"({"question_id": "1", "question_content": "q", "public_test_cases": [{"input": "1"}]})"},
      {"code_contests",
       R"({"name": "a", "description": "d", "public_tests": {"input": ["1"], "output": ["1"]}})"}};
  for (const auto& [name, row] : rows) {
    const Error error = Refused(name, row + "\n" + row + "\n");
    EXPECT_THAT(error.message, HasSubstr("row 2 has the id")) << name;
    EXPECT_THAT(error.message, HasSubstr("of an earlier row")) << name;
  }
}

TEST(Benchmarks, ColumnsMayHaveOtherNames) {
  std::string row = kHumanEvalRow;
  row.replace(row.find("\"prompt\""), 8, "\"asked\"");
  const File file("i.jsonl", row);
  BenchmarkOptions options;
  options.data = {file.path()};
  options.columns = {{"prompt", "asked"}};
  const auto loaded = FindBenchmark("humaneval")->load(options);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_THAT((*loaded)->items()[0].prompt.messages[0].content, HasSubstr("def f(x):"));
}

TEST(Benchmarks, AColumnThatNobodyReadsOrNobodyHasIsNamed) {
  EXPECT_THAT(Refused("humaneval", kHumanEvalRow, {{"question", "asked"}}).message,
              HasSubstr("reads no column 'question'; it reads canonical_solution, entry_point"));
  EXPECT_THAT(Refused("mbpp", kMbppRow, {{"text", "asked"}}).message,
              HasSubstr("no column 'asked', which --column names for 'text'"));
  EXPECT_THAT(
      Refused("aime24", R"({"id": "1", "problem": "p", "answer": "1"})", {{"solutoin", "answer"}})
          .message,
      HasSubstr("reads no column 'solutoin'"));
}

TEST(Benchmarks, RowsInALanguageThatNothingRunsAreLeftOutAndCounted) {
  const std::string row =
      R"({"task_id": "MBPP/1", "language": "python", "prompt": "p", "test": "t"})";
  const std::string sharp =
      R"({"task_id": "MBCSP/1", "language": "csharp", "prompt": "p", "test": "t"})";
  const File file("k.jsonl", row + "\n" + sharp + "\n");
  const auto loaded = Loaded("mbxp", file, Protocol::kCompletion);
  ASSERT_NE(loaded, nullptr);
  EXPECT_EQ(loaded->items().size(), 1u);
  ASSERT_EQ(loaded->RowsLeftOut().size(), 1u);
  EXPECT_EQ(loaded->RowsLeftOut()[0].what, "language csharp");
  EXPECT_EQ(loaded->RowsLeftOut()[0].items, 1);
}

constexpr char kBigCodeBenchRow[] =
    R"({"task_id": "BigCodeBench/1", "complete_prompt": "import math\ndef task_func(x):\n    )"
    R"(\"\"\"Doc.\"\"\"\n", "instruct_prompt": "Do it.\n", "canonical_solution": "    return x", )"
    R"("code_prompt": "import math\ndef task_func(x):\n", "test": "class TestCases: pass", )"
    R"("entry_point": "task_func", "doc_struct": "{}", "libs": "['math']"})";

TEST(Benchmarks, BigCodeBenchAsksInItsWords) {
  const File file("l.jsonl", kBigCodeBenchRow);
  const auto complete = Loaded("bigcodebench-complete", file, Protocol::kChat);
  ASSERT_NE(complete, nullptr);
  const std::string ask =
      "Please provide a self-contained Python script that solves the following problem in a "
      "markdown code block:\n";
  EXPECT_EQ(complete->items()[0].prompt.messages[0].content,
            ask + "```\nimport math\ndef task_func(x):\n    \"\"\"Doc.\"\"\"\n```\n");
  const auto instruct = Loaded("bigcodebench-hard-instruct", file, Protocol::kChat);
  ASSERT_NE(instruct, nullptr);
  EXPECT_EQ(instruct->items()[0].prompt.messages[0].content, ask + "Do it.\n");
  const auto goes_on = Loaded("bigcodebench-complete", file, Protocol::kCompletion);
  ASSERT_NE(goes_on, nullptr);
  EXPECT_THAT(goes_on->Extract(0, {.content = "    return 1\nprint(2)"}, GradeProfile::kAssay).code,
              ::testing::Optional(HasSubstr("Doc.\"\"\"\n    return 1")));
}

TEST(Benchmarks, BigCodeBenchIsCalibratedAndAsksForItsModules) {
  const File file("m.jsonl", kBigCodeBenchRow);
  const auto loaded = Loaded("bigcodebench-complete", file, Protocol::kChat);
  ASSERT_NE(loaded, nullptr);
  const AnswerText answer{.content = "```python\ndef task_func(x):\n    return x\n```"};
  const GradeTask task =
      loaded->Task(0, loaded->Extract(0, answer, GradeProfile::kOfficial), GradeProfile::kOfficial);
  EXPECT_THAT(task.body, HasSubstr("code_prompt"));
  EXPECT_THAT(task.body, HasSubstr(R"(\"extract\":true)"));
  const auto probes = loaded->Probes({0});
  ASSERT_EQ(probes.size(), 1u);
  EXPECT_THAT(probes[0].items, ::testing::ElementsAre(0));
  const auto lacks = loaded->ReadProbe(
      probes[0], 200,
      R"({"verdict":"AC","cause":"candidate","reason":"finished","tests":[{"status":"exited",)"
      R"("exit_code":0,"stdout":"[[\"pandas\"]]\n","stderr":""}]})");
  ASSERT_TRUE(lacks.ok()) << lacks.error().message;
  EXPECT_THAT((*lacks)[0], ::testing::ElementsAre("module pandas"));
  EXPECT_FALSE(loaded->ReadProbe(probes[0], 429, "{}").ok());
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
