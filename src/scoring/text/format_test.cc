#include "scoring/text/format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::scoring {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

bool Has(std::string_view response, FormatPart part) {
  return CheckFormat(response, {.require = {part}}).value == 1;
}

TEST(Format, ThoughtsAreOpenedAtTheBeginningIfAtAll) {
  EXPECT_TRUE(Has("<think>a</think>b", FormatPart::kThink));
  EXPECT_TRUE(Has("\n<think>\na\n</think>\n\nb", FormatPart::kThink));
  EXPECT_TRUE(Has("a</think>b", FormatPart::kThink));
  EXPECT_FALSE(Has("so: <think>a</think>b", FormatPart::kThink));
  EXPECT_FALSE(Has("<think>a<think>b</think>c", FormatPart::kThink));
  EXPECT_FALSE(Has("<think>a</think>b</think>c", FormatPart::kThink));
  EXPECT_FALSE(Has("<think> </think>b", FormatPart::kThink));
  EXPECT_FALSE(Has("<think>a</think> \n", FormatPart::kThink));
  EXPECT_FALSE(Has("<think>a", FormatPart::kThink));
  EXPECT_FALSE(Has("42", FormatPart::kThink));
}

TEST(Format, ABoxIsClosedAndNotEmpty) {
  EXPECT_TRUE(Has("so \\boxed{\\frac{1}{2}}.", FormatPart::kBoxed));
  EXPECT_TRUE(Has("\\boxed{\\{1,2\\}}", FormatPart::kBoxed));
  EXPECT_TRUE(Has("\\boxed{1} and then \\boxed{", FormatPart::kBoxed));
  EXPECT_FALSE(Has("\\boxed{", FormatPart::kBoxed));
  EXPECT_FALSE(Has("\\boxed{ }", FormatPart::kBoxed));
  EXPECT_FALSE(Has("<think>\\boxed{1}</think>1", FormatPart::kBoxed));
  std::string many;
  for (int i = 0; i < 100'000; ++i) many += "\\boxed{";
  EXPECT_FALSE(Has(many, FormatPart::kBoxed));  // and ends
}

TEST(Format, AnAnswerTagStandsOnce) {
  EXPECT_TRUE(Has("<think>x</think><answer>4</answer>", FormatPart::kAnswerTag));
  EXPECT_FALSE(Has("<answer>4</answer><answer>5</answer>", FormatPart::kAnswerTag));
  EXPECT_FALSE(Has("</answer><answer>", FormatPart::kAnswerTag));
  EXPECT_FALSE(Has("<answer></answer>", FormatPart::kAnswerTag));
}

TEST(Format, ACodeBlockIsClosed) {
  EXPECT_TRUE(Has("see\n```python\nprint()\n```\n", FormatPart::kCodeBlock));
  EXPECT_TRUE(Has("~~~~\n```\nx\n~~~~", FormatPart::kCodeBlock));
  EXPECT_FALSE(Has("```python\nprint()", FormatPart::kCodeBlock));
  EXPECT_FALSE(Has("```\n\n```", FormatPart::kCodeBlock));
  EXPECT_FALSE(Has("use ```x``` there", FormatPart::kCodeBlock));
  EXPECT_FALSE(Has("<think>\n```\nx\n```\n</think>done", FormatPart::kCodeBlock));
}

TEST(Format, SectionsComeInOrder) {
  FormatRule rule;
  for (const char* name : {"Plan", "Code", "Test"}) {
    rule.sections.push_back({name, *Pattern::Compile("(?m)^## " + std::string(name) + "$")});
  }
  EXPECT_THAT(CheckFormat("## Plan\na\n## Code\nb\n## Test\nc", rule).missing, IsEmpty());
  const FormatResult swapped = CheckFormat("## Code\n## Plan\n## Test", rule);
  EXPECT_THAT(swapped.missing, ElementsAre("Code"));
  EXPECT_EQ(swapped.value, 0);
  rule.share = true;
  rule.require = {FormatPart::kBoxed};
  const FormatResult half = CheckFormat("## Plan\n## Code", rule);
  EXPECT_THAT(half.missing, ElementsAre("boxed", "Test"));
  EXPECT_EQ(half.value, 0.5);
}

}  // namespace
}  // namespace assay::scoring
