#include "lab/rl/orchestra/grade/task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::orchestra {
namespace {

using testing::HasSubstr;

Task Read(const std::string& row, const std::string& system = "") {
  auto task = ReadTask(row, system);
  EXPECT_TRUE(task.ok()) << task.error().message;
  return std::move(task).value();
}

TEST(Task, AQuestionOfMathematicsAsksForABox) {
  const Task task = Read(R"({"question": "What is 1 + 1?", "answer": "#### 2"})");
  EXPECT_TRUE(task.math);
  EXPECT_EQ(task.gold, "2");
  EXPECT_THAT(task.messages, HasSubstr("What is 1 + 1?"));
  EXPECT_THAT(task.messages, HasSubstr("\\\\boxed{}"));
  EXPECT_THAT(Read(R"({"problem": "Find x, in \\boxed{}.", "answer": "3"})").messages,
              testing::Not(HasSubstr("step by step")));
}

TEST(Task, MessagesOfTheRowStayAsTheyAre) {
  const Task task = Read(
      R"({"id": "a", "prompt": [{"role": "user", "content": "hi"}], "gold": "1"})", "be brief");
  EXPECT_EQ(task.id, "a");
  EXPECT_EQ(task.messages,
            R"([{"role":"system","content":"be brief"},{"role": "user", "content": "hi"}])");
}

TEST(Task, OurOwnFormHasAProblem) {
  const Task task = Read(
      R"({"id": "s", "prompt": "Add.", "language": "cpp", "problem": {"tests": [{"input": "1", "expected": "1"}]}})");
  EXPECT_FALSE(task.math);
  EXPECT_EQ(task.language, "cpp");
  EXPECT_EQ(task.problem, R"({"tests": [{"input": "1", "expected": "1"}]})");
  EXPECT_EQ(task.messages, R"([{"role":"user","content":"Add."}])");
}

TEST(Task, RowsThatNothingCanJudgeOrAskAreRefused) {
  EXPECT_THAT(ReadTask(R"({"prompt": "hello"})", "").error().message, HasSubstr("formats"));
  EXPECT_THAT(ReadTask(R"({"gold": "1"})", "").error().message, HasSubstr("prompt: is missing"));
  EXPECT_FALSE(ReadTask("[", "").ok());
}

}  // namespace
}  // namespace assay::orchestra
