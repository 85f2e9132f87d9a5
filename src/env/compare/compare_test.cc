#include "env/compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "env/begin/env_test_util.h"
#include "env/check/check.h"

namespace assay::env {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CompareEnvironments, TellsWhatBecameOfEachPart) {
  const TestFolder folder;
  folder.Begin("a");
  folder.Begin("b");
  EXPECT_TRUE(CompareEnvironments(folder / "a", folder / "b")->Same());
  folder.Replace("b/environment.yaml", "weight: 0.1", "weight: 0.2");
  folder.Replace("b/environment.yaml", "Think step", "Reason step");
  folder.Replace("b/environment.yaml", "version: 0.1.0", "version: 0.2.0");
  folder.Replace("b/tasks.jsonl", "\"42\"", "\"43\"");
  folder.Replace("b/tasks.jsonl", "product-1", "product-2");
  // Neither the order of fields nor white space is a change.
  folder.Replace("b/tasks.jsonl", R"({"id": "linear-1", "question")",
                 R"({ "id":"linear-1","question")");
  ASSERT_TRUE(WriteHashes(folder / "b").ok());
  const auto changes = CompareEnvironments(folder / "a", folder / "b");
  ASSERT_TRUE(changes.ok()) << changes.error().message;
  EXPECT_FALSE(changes->Same());
  ASSERT_EQ(changes->rubric.size(), 1U);
  EXPECT_EQ(changes->rubric[0].field, "rubric.functions[1].weight");
  EXPECT_EQ(changes->rubric[0].before, "0.1");
  EXPECT_EQ(changes->rubric[0].after, "0.2");
  ASSERT_EQ(changes->prompts.size(), 1U);
  EXPECT_EQ(changes->prompts[0].field, "prompt.system");
  ASSERT_EQ(changes->manifest.size(), 2U);  // version, and the hash of the tasks
  ASSERT_EQ(changes->tasks.size(), 1U);
  const TaskChanges& tasks = changes->tasks[0];
  EXPECT_THAT(tasks.added_ids, ElementsAre("product-2"));
  EXPECT_THAT(tasks.removed_ids, ElementsAre("product-1"));
  EXPECT_EQ(tasks.changed, 1);
  ASSERT_EQ(tasks.changed_tasks.size(), 1U);
  EXPECT_EQ(tasks.changed_tasks[0].id, "sum-1");
  EXPECT_THAT(tasks.changed_tasks[0].fields, ElementsAre("answer"));
}

TEST(CompareEnvironments, CountsManyAndNamesSome) {
  const TestFolder folder;
  folder.Begin("a");
  folder.Begin("b");
  std::string before;
  std::string after;
  for (int i = 0; i < 300; ++i) {
    const std::string id = "{\"id\": " + std::to_string(i);
    before += id + ", \"question\": \"a\", \"answer\": 1}\n";
    after += id + ", \"question\": \"b\", \"answer\": 1}\n";
  }
  folder.Write("a/tasks.jsonl", before);
  folder.Write("b/tasks.jsonl", after);
  const auto changes = CompareEnvironments(folder / "a", folder / "b");
  ASSERT_TRUE(changes.ok());
  EXPECT_EQ(changes->tasks[0].changed, 300);
  EXPECT_EQ(changes->tasks[0].changed_tasks.size(), TaskChanges::kMostNamed);
  EXPECT_THAT(changes->tasks[0].added_ids, IsEmpty());
  folder.Write("b/tasks.jsonl", "{\"question\": 1}\n");
  EXPECT_FALSE(CompareEnvironments(folder / "a", folder / "b").ok());
}

}  // namespace
}  // namespace assay::env
