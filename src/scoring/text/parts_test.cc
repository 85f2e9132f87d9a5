#include "scoring/text/parts.h"

#include <gtest/gtest.h>

namespace assay::scoring {
namespace {

std::string_view Thoughts(std::string_view text) {
  return PartOf(text, TextPart::kThoughts);
}
std::string_view Answer(std::string_view text) {
  return PartOf(text, TextPart::kAnswer);
}

TEST(TextParts, TheLastClosingTagDivides) {
  EXPECT_EQ(Thoughts("<think>a</think>b"), "a");
  EXPECT_EQ(Answer("<think>a</think>b"), "b");
  EXPECT_EQ(Thoughts("a</think>b</think>c"), "a</think>b");
  EXPECT_EQ(Answer("a</think>b</think>c"), "c");
  EXPECT_EQ(PartOf("<think>a</think>b", TextPart::kResponse), "<think>a</think>b");
}

TEST(TextParts, WithoutTagsAllIsAnswer) {
  EXPECT_EQ(Thoughts("42"), "");
  EXPECT_EQ(Answer("42"), "42");
  EXPECT_EQ(Answer("say <think>"), "say <think>");
}

TEST(TextParts, ThoughtsThatNeverEndAreAllThereIs) {
  EXPECT_EQ(Thoughts(" \n<think>on and on"), "on and on");
  EXPECT_EQ(Answer(" \n<think>on and on"), "");
}

}  // namespace
}  // namespace assay::scoring
