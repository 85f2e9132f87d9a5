#include "lab/eval/export/exporters.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "lab/eval/report/report_fixture.h"
#include "text/json_reader.h"

namespace assay::eval {
namespace {

// A run of two items, whose samples have texts and the words of EvalPlus' driver.
class ExportersTest : public ::testing::Test {
 protected:
  ExportersTest()
      : report_(Summarize(FixtureRecords({{"HumanEval/0", "python", "PFPF", "PPPP"},
                                          {"HumanEval/1", "python", "PEFF", "PPPP"}}),
                          {1.0})) {
    input_.report = &report_;
    input_.profile = &report_.profiles[0];
    input_.samples.resize(2);
    for (const Outcome& outcome : report_.records.profiles[0].outcomes) {
      const bool passed = outcome.state == SampleState::kPassed;
      const bool errored = outcome.state == SampleState::kErrored;
      input_.samples[outcome.item].push_back(
          {outcome, errored ? "" : "text\n```python\nprint(1)\n```\nend", {}});
      if (errored) continue;
      input_.samples[outcome.item].back().parts = {{"base", "pass"},
                                                   {"plus", passed ? "pass" : "fail"}};
    }
  }

  std::string Text(const Result<Export>& made, const std::string& name) {
    EXPECT_TRUE(made.ok());
    for (const ExportFile& file : made->files) {
      if (file.name == name) return file.text;
    }
    ADD_FAILURE() << name;
    return "";
  }

  RunReport report_;
  ExportInput input_;
};

JsonDocument Parsed(const std::string& text) {
  JsonError error;
  auto document = JsonDocument::Parse(text, &error);
  EXPECT_TRUE(document) << error.message;
  return std::move(*document);
}

TEST_F(ExportersTest, ScaleBoxHasNullForWhatWasNotJudged) {
  const auto made = ExportScaleBox(input_);
  const std::string results = Text(made, "results.json");
  const JsonDocument document = Parsed(results);
  const std::vector<JsonValue> rows = document.root().Items();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].Find("scalebox").raw(), "[1.0,0.0,1.0,0.0]");
  EXPECT_EQ(rows[1].Find("scalebox").raw(), "[1.0,null,0.0,0.0]");
  EXPECT_EQ(rows[1].Find("responses").Count(), 4u);
  EXPECT_EQ(rows[0].Find("prompt").String(), "Solve HumanEval/0");
  EXPECT_EQ(Text(made, "accuracy.json"),
            "{\"accuracy\":[1.0,0.0,0.5,0.0],\"mean_accuracy\":0.375}\n");
  const std::string samples = Text(made, "samples.jsonl");
  EXPECT_EQ(std::count(samples.begin(), samples.end(), '\n'), 2);
  ASSERT_EQ(made->notes.size(), 1u);
}

TEST_F(ExportersTest, EvalPlusHasBothStatuses) {
  const auto made = ExportEvalPlus(input_);
  const std::string text = Text(made, "samples_eval_results.json");
  const JsonDocument document = Parsed(text);
  const std::vector<JsonValue> first = document.root().Find("eval").Find("HumanEval/0").Items();
  ASSERT_EQ(first.size(), 4u);
  EXPECT_EQ(first[1].Find("base_status").String(), "pass");
  EXPECT_EQ(first[1].Find("plus_status").String(), "fail");
  // The errored sample is left out, so that one item has three.
  EXPECT_EQ(document.root().Find("eval").Find("HumanEval/1").Count(), 3u);
  EXPECT_EQ(document.root().Find("pass_at_k").Find("base").raw(), "{\"pass@1\":1.0}");
  EXPECT_NEAR(document.root().Find("pass_at_k").Find("plus").Find("pass@1").Double(),
              (0.5 + 1.0 / 3) / 2, 1e-9);
  EXPECT_EQ(document.root().Find("date").String(), "1970-01-01 00:00");
}

TEST_F(ExportersTest, EvalPlusRefusesARunWithoutItsWords) {
  for (auto& samples : input_.samples) {
    for (ExportedSample& sample : samples) sample.parts.clear();
  }
  const auto made = ExportEvalPlus(input_);
  ASSERT_FALSE(made.ok());
  EXPECT_NE(made.error().message.find("--profile official"), std::string::npos);
}

TEST_F(ExportersTest, LiveCodeBenchLeavesOutWhatItHasNoWordFor) {
  const auto made = ExportLiveCodeBench(input_);
  const std::string text = Text(made, "codegeneration_output_eval_all.json");
  const JsonDocument document = Parsed(text);
  const std::vector<JsonValue> rows = document.root().Items();
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].Find("question_id").String(), "HumanEval/0");
  EXPECT_EQ(rows[0].Find("graded_list").raw(), "[true,false,true,false]");
  EXPECT_EQ(rows[0].Find("pass@1").Double(), 0.5);
  EXPECT_EQ(rows[0].Find("code_list").Items()[0].String(), "print(1)");
  EXPECT_EQ(made->notes.size(), 1u);
}

TEST_F(ExportersTest, EveryEvalEverHasTheErrorOverProblemsApart) {
  input_.now = 1700000000;
  const auto made = ExportEveryEvalEver(input_);
  const std::string text = Text(made, "every_eval_ever.json");
  const JsonDocument document = Parsed(text);
  EXPECT_EQ(document.root().Find("schema_version").String(), "0.2.1");
  EXPECT_EQ(document.root().Find("evaluation_id").String(), "humaneval/model-1/1700000000");
  const JsonValue first = document.root().Find("evaluation_results").Items()[0];
  const Estimate& estimate = report_.profiles[0].score.pass_at_k[0].estimate;
  EXPECT_NEAR(first.Find("score_details").Find("score").Double(), estimate.value, 1e-9);
  EXPECT_NEAR(
      first.Find("score_details").Find("uncertainty").Find("standard_error").Find("value").Double(),
      *estimate.problems_se, 1e-9);
  EXPECT_TRUE(first.Find("score_details").Find("details").Find("sampling_standard_error"));
  EXPECT_EQ(first.Find("generation_config").Find("generation_args").raw(), "{\"temperature\":0.2}");
}

TEST_F(ExportersTest, EveryEvalEverPublishesNoRefusedHeadline) {
  report_.profiles[0].refusal = "too many errors";
  EXPECT_FALSE(ExportEveryEvalEver(input_).ok());
}

TEST(Exporters, HaveNamesOfTheirOwn) {
  ASSERT_EQ(AllExporters().size(), 4u);
  EXPECT_EQ(AllExporters()[0].name, "scalebox");
}

}  // namespace
}  // namespace assay::eval
