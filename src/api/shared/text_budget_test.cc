#include "api/shared/text_budget.h"

#include <gtest/gtest.h>

#include <string>

#include "text/json_writer.h"

namespace assay {
namespace {

size_t TextOf(std::string_view bytes) {
  JsonWriter json;
  json.Bytes(bytes);
  return json.Take().size() - 2;
}

TEST(TextBudget, HoldsNoMoreTextThanItHas) {
  for (const std::string_view piece :
       {"a", "\n", "\"", "\x01", "\x7f", "\xff", "\xc3", "\xc3\xa9", "\xe2\x82", "\xed\xa0\xbd"}) {
    std::string many;
    for (int i = 0; i < 1000; ++i) many += piece;
    TextBudget budget(300);
    const std::string_view taken = budget.Take(many);
    EXPECT_LE(TextOf(taken), 303) << "a character may be cut";
    EXPECT_GE(taken.size(), 50);
    EXPECT_LE(budget.Take(many).size(), 5) << "what is left is less than one";
    TextBudget whole(static_cast<int64_t>(3 * TextOf(many)));
    EXPECT_EQ(whole.Take(many), many);
  }
  TextBudget budget(10);
  EXPECT_FALSE(budget.TakeText(11));
  EXPECT_TRUE(budget.TakeText(10));
  EXPECT_FALSE(budget.TakeText(1));
  EXPECT_EQ(budget.Take("a"), "");
}

TEST(TextBudget, IsSharedByTheSubmissionsOfARequest) {
  EXPECT_EQ(ReplyTextShare(1), kMostReplyText);
  EXPECT_EQ(ReplyTextShare(8), kMostRequestText / 8);
  EXPECT_EQ(ReplyTextShare(1'000'000), kLeastReplyText);
}

}  // namespace
}  // namespace assay
