#include "lab/eval/rubrics/environment_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "data/rows/rows_fixture.h"

namespace assay::eval {
namespace {

using ::testing::HasSubstr;

constexpr char kTasks[] = R"({"id": 1, "q": "1+1", "answer": "2", "reference": "so 2", "topic": "t"}
{"id": "b", "q": "2+2", "answer": "4"}
)";

class EnvironmentRowsTest : public ::testing::Test {
 protected:
  // An environment whose manifest ends with `more`.
  Result<std::unique_ptr<LoadedBenchmark>> Load(const std::string& more = "",
                                                const std::string& rows = "",
                                                const std::string& functions = "kind: math") {
    folder_.Write("tasks.jsonl", kTasks);
    folder_.Write("held.jsonl", R"({"id": "e", "q": "3+3", "answer": "6"})");
    folder_.Write("environment.yaml",
                  "name: sums\nversion: 1.0.0\n"
                  "tasks: {file: tasks.jsonl, sha256: " +
                      Sha256Hex(kTasks) +
                      "}\nfields: {gold: answer}\n"
                      "prompt: {system: Be short., user: \"What is {q}?\"}\n"
                      "rubric: {functions: [{" +
                      functions + "}]}\n" + more);
    BenchmarkOptions options;
    options.environment = folder_.path();
    options.rows = rows;
    return EnvironmentRows().load(options);
  }
  std::string Fault(const std::string& more, const std::string& rows = "",
                    const std::string& functions = "kind: math") {
    const auto loaded = Load(more, rows, functions);
    return loaded.ok() ? "none" : loaded.error().message;
  }
  static std::string Held() {
    return "evaluation: {file: held.jsonl, sha256: " +
           Sha256Hex(R"({"id": "e", "q": "3+3", "answer": "6"})") + "}\n";
  }

  TemporaryFolder folder_;
};

TEST_F(EnvironmentRowsTest, ATaskIsAskedAndJudgedAsItsEnvironmentSays) {
  const auto loaded = Load("limits: {response_tokens: 512}\n");
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  const auto& items = (*loaded)->items();
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(items[0].id, "1");
  EXPECT_EQ(items[0].topic, "t");
  ASSERT_EQ(items[0].prompt.messages.size(), 2u);
  EXPECT_EQ(items[0].prompt.messages[0].role, "system");
  EXPECT_EQ(items[0].prompt.messages[1].content, "What is 1+1?");
  EXPECT_EQ((*loaded)->ResponseTokens(), 512);
  const Extracted extracted = (*loaded)->Extract(1, {.content = "four"}, GradeProfile::kAssay);
  EXPECT_EQ((*loaded)->Task(1, extracted, GradeProfile::kAssay).body,
            R"({"rubrics":{"rubric":{"functions":[{"kind":"math"}]}},"items":[{"id":"b",)"
            R"("prompt":"What is 2+2?","gold":"4","response":"four"}]})");
  ASSERT_EQ((*loaded)->KnownSamples().size(), 1u);
  EXPECT_EQ((*loaded)->KnownSamples()[0].answer.content, "so 2");
}

TEST_F(EnvironmentRowsTest, EvaluationRowsGoFirst) {
  EXPECT_EQ((*Load(Held()))->items()[0].id, "e");
  EXPECT_EQ((*Load(Held(), "tasks"))->items().size(), 2u);
  EXPECT_EQ((*Load())->items().size(), 2u);
  EXPECT_THAT(Fault("", "evaluation"), HasSubstr("sums has no evaluation rows"));
}

TEST_F(EnvironmentRowsTest, WhatOneAnswerCannotBeIsRefused) {
  EXPECT_THAT(Fault("limits: {turns: 3}\n"), HasSubstr("3 turns"));
  EXPECT_THAT(Fault("tools: [shell]\n"), HasSubstr("`assay env run`"));
  EXPECT_THAT(Fault("python: own.py\n"), HasSubstr("Python"));
  EXPECT_THAT(Fault("", "", "kind: math}, {kind: best_of"), HasSubstr("compares"));
}

TEST_F(EnvironmentRowsTest, ChangedRowsAreNotTheEnvironments) {
  ASSERT_TRUE(Load().ok());
  folder_.Write("tasks.jsonl", R"({"id": 1, "q": "1+1", "answer": "3"})");
  BenchmarkOptions options;
  options.environment = folder_.path();
  const auto loaded = EnvironmentRows().load(options);
  ASSERT_FALSE(loaded.ok());
  EXPECT_THAT(loaded.error().message, HasSubstr("assay env check"));
}

}  // namespace
}  // namespace assay::eval
