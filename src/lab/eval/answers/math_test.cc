// The math benchmarks over rows of each shape that the hubs have.
#include "lab/eval/answers/math.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

#include "text/json_reader.h"

namespace assay::eval {
namespace {

class MathTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("assay_math_" + std::string(test->name()) + std::to_string(::getpid()));
    std::filesystem::create_directory(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Result<std::unique_ptr<LoadedBenchmark>> Load(
      std::string_view name, const std::string& rows,
      std::vector<std::pair<std::string, std::string>> columns = {}) {
    const std::string path = folder_ / "rows.jsonl";
    std::ofstream(path) << rows;
    BenchmarkOptions options;
    options.data = {path};
    options.columns = std::move(columns);
    for (const Benchmark& benchmark : MathBenchmarks()) {
      if (benchmark.info.name == name) return benchmark.load(options);
    }
    return InvalidField("test", "name", "unknown");
  }

  static std::string Gold(const LoadedBenchmark& loaded, size_t item) {
    const GradeTask task = loaded.Task(item, {"\\boxed{1}", ""}, GradeProfile::kAssay);
    JsonError error;
    const auto document = JsonDocument::Parse(task.body, &error);
    return document->root().Find("items").Items()[0].Find("gold").String();
  }

  std::filesystem::path folder_;
};

TEST_F(MathTest, ColumnsOfTheHubsAndMappedOnes) {
  const auto loaded = Load("aime24",
                           R"({"problem":"p","answer":204}
{"question":"q","expected_answer":"33"}
)");
  ASSERT_TRUE(loaded.ok()) << loaded.error().ToString();
  EXPECT_EQ((*loaded)->items().size(), 2U);
  EXPECT_EQ(Gold(**loaded, 0), "204");
  EXPECT_NE((*loaded)->items()[0].prompt.messages[0].content.find("within \\boxed{}"),
            std::string::npos);
  const auto mapped = Load("math", R"({"Frage":"p","Antwort":"7","answer":"8"})",
                           {{"question", "Frage"}, {"answer", "Antwort"}});
  ASSERT_TRUE(mapped.ok()) << mapped.error().ToString();
  EXPECT_EQ(Gold(**mapped, 0), "7");
  EXPECT_EQ((*mapped)->files()[0].rows, 1);
}

TEST_F(MathTest, ASharedFileGivesTheRowsOfTheSet) {
  const auto loaded = Load("gsm8k", R"({"dataset":"aime24","problem":"p","answer":"1"}
{"dataset":"gsm8k","question":"p","answer":"So it is 9.\n#### 9"}
)");
  ASSERT_TRUE(loaded.ok());
  ASSERT_EQ((*loaded)->items().size(), 1U);
  EXPECT_EQ((*loaded)->KnownSamples()[0].answer.content, "So it is 9.\n#### 9");
}

TEST_F(MathTest, LettersKeepTheirOrderFromRunToRun) {
  const std::string row =
      R"({"Question":"Which?","Correct Answer":"this","Incorrect Answer 1":"a",)"
      R"("Incorrect Answer 2":"b","Incorrect Answer 3":"c"})";
  const auto loaded = Load("gpqa_diamond", row);
  ASSERT_TRUE(loaded.ok()) << loaded.error().ToString();
  const std::string& prompt = (*loaded)->items()[0].prompt.messages[0].content;
  const std::string gold = Gold(**loaded, 0);
  EXPECT_NE(prompt.find(gold + ") this"), std::string::npos) << prompt;
  EXPECT_EQ(prompt, (*Load("gpqa_diamond", row))->items()[0].prompt.messages[0].content);
  const auto choice = Load("choice", R"({"question":"q","options":["A)$61","B)$65"],"correct":"B"}
{"question":"r","choices":["x","y","z"],"answer":2}
)");
  ASSERT_TRUE(choice.ok()) << choice.error().ToString();
  EXPECT_EQ(Gold(**choice, 0), "B");
  EXPECT_EQ(Gold(**choice, 1), "C");
  EXPECT_NE((*choice)->items()[0].prompt.messages[0].content.find("\nB) $65"), std::string::npos);
}

TEST_F(MathTest, FaultsNameRowAndColumn) {
  const auto none = Load("math", "{\"problem\":\"p\",\"answer\":\"1\"}\n{\"problem\":\"p\"}\n");
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message.find("row 2"), std::string::npos) << none.error().ToString();
  EXPECT_FALSE(Load("choice", R"({"question":"q","choices":["x","y"],"answer":2})").ok());
  EXPECT_FALSE(Load("aime25", R"({"dataset":"aime24","problem":"p","answer":"1"})").ok());
  const auto twice = Load("math",
                          "{\"id\":1,\"problem\":\"p\",\"answer\":\"1\"}\n"
                          "{\"id\":1,\"problem\":\"q\",\"answer\":\"1\"}\n");
  EXPECT_FALSE(twice.ok());
}

TEST_F(MathTest, OfficialTakesTheBoxAndOursAlsoWords) {
  const auto loaded =
      Load("gpqa_diamond", R"({"Question":"q","Correct Answer":"x","Incorrect Answer 1":"y"})");
  ASSERT_TRUE(loaded.ok());
  AnswerText words, blank;
  words.content = "So the answer is B.";
  blank.content = " \n";
  EXPECT_FALSE((*loaded)->Extract(0, words, GradeProfile::kOfficial).code.has_value());
  EXPECT_TRUE((*loaded)->Extract(0, words, GradeProfile::kAssay).code.has_value());
  EXPECT_FALSE((*loaded)->Extract(0, blank, GradeProfile::kAssay).code.has_value());
}

}  // namespace
}  // namespace assay::eval
