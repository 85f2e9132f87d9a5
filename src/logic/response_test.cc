#include "logic/response.h"

#include <gtest/gtest.h>

#include "logic/kinds.h"

namespace assay::logic {
namespace {

TEST(LogicResponse, TakesTheLastClosedBlockAfterTheThoughts) {
  EXPECT_EQ(FinalAnswer("x\n```\n1 2\n3 4\n```\nor\n```text\n5\n```\n"), "5");
  EXPECT_EQ(FinalAnswer("```\n1\n```\nthen ```\n2"), "1");  // the other never ends
  EXPECT_EQ(FinalAnswer("```\n1\n```\n</think>\n``` 7 ```"), "7");
  EXPECT_EQ(FinalAnswer("```\n1\n```</think> I don't know"), std::nullopt);
  EXPECT_EQ(FinalAnswer("</think>```\r\n1 2\r\n```"), "1 2");
  EXPECT_EQ(FinalAnswer("```\n```"), "");
}

TEST(LogicResponse, TakesBlocksAsModelsCloseThem) {
  EXPECT_EQ(FinalAnswer("Answer: ```3``` it is"), "3");
  EXPECT_EQ(FinalAnswer("```1``` or ```2```"), "2");
  EXPECT_EQ(FinalAnswer("```\n1 2\n3 4```"), "1 2\n3 4");
  EXPECT_EQ(FinalAnswer("````text\n```\n5\n````"), "```\n5");
  EXPECT_EQ(FinalAnswer("~~~\n6\n~~~\n"), "6");
  EXPECT_EQ(FinalAnswer("~~~\n6\n```\n"), std::nullopt);
  EXPECT_EQ(FinalAnswer("``7``"), std::nullopt);
}

TEST(LogicResponse, WithoutABlockABoxOrATagIsTaken) {
  EXPECT_EQ(FinalAnswer("\\boxed{3} or \\boxed{ {a} b }."), "{a} b");
  EXPECT_EQ(FinalAnswer("\\boxed{\\text{none}}"), "none");
  EXPECT_EQ(FinalAnswer("\\boxed{\\text{a} \\text{b}}"), "\\text{a} \\text{b}");
  EXPECT_EQ(FinalAnswer("\\boxed{3"), std::nullopt);
  EXPECT_EQ(FinalAnswer("<answer>1</answer><answer> -1 </answer>"), "-1");
  EXPECT_EQ(FinalAnswer("</answer><answer>"), std::nullopt);
  EXPECT_EQ(FinalAnswer("the answer is 5"), std::nullopt);
  EXPECT_EQ(FinalAnswer(""), std::nullopt);
}

TEST(LogicResponse, JudgesWhatItFinds) {
  const Kind* kind = FindKind("word_sorting");
  ASSERT_NE(kind, nullptr);
  Dice dice(1);
  const Puzzle puzzle = kind->Make(1, &dice);
  JsonError error;
  const auto document = JsonDocument::Parse(puzzle.facts, &error);
  ASSERT_TRUE(document) << error.message;
  const auto solution = kind->Solve(document->root());
  ASSERT_TRUE(solution.ok());
  const auto judge = [&](const std::string& response) {
    const auto judged = Judge(*kind, document->root(), response);
    EXPECT_TRUE(judged.ok());
    return std::string(judged.ok() ? judged->verdict.reason : "");
  };
  EXPECT_EQ(judge("<think>hm</think>\n```\n" + *solution + "\n```"), "right");
  EXPECT_EQ(judge(*solution), "no_answer");
  EXPECT_NE(judge("```\nx\n```"), "right");
  EXPECT_FALSE(Judge(*kind, JsonValue(), "").ok());  // a row without facts
}

TEST(LogicKinds, AreFoundByTheirNames) {
  EXPECT_EQ(AllKinds().size(), 29u);
  for (const Kind* kind : AllKinds()) EXPECT_EQ(FindKind(kind->name()), kind);
  EXPECT_EQ(FindKind("chess"), nullptr);
}

}  // namespace
}  // namespace assay::logic
