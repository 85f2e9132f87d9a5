#include "text/utf8.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay {
namespace {

std::string Encoded(uint32_t code) {
  std::string text;
  AppendUtf8(&text, code);
  return text;
}

TEST(AppendUtf8, EncodesEachLength) {
  EXPECT_EQ(Encoded(0x7f), "\x7f");
  EXPECT_EQ(Encoded(0x80), "\xc2\x80");
  EXPECT_EQ(Encoded(0x7ff), "\xdf\xbf");
  EXPECT_EQ(Encoded(0x800), "\xe0\xa0\x80");
  EXPECT_EQ(Encoded(0xffff), "\xef\xbf\xbf");
  EXPECT_EQ(Encoded(0x10000), "\xf0\x90\x80\x80");
  EXPECT_EQ(Encoded(0x10ffff), "\xf4\x8f\xbf\xbf");
}

TEST(AppendUtf8, IsWellFormedAndOneCharacter) {
  for (uint32_t code = 0; code < 0x110000; code += 31) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const std::string text = Encoded(code);
    ASSERT_TRUE(IsValidUtf8(text)) << code;
    ASSERT_EQ(CountUtf8Characters(text), 1u) << code;
  }
}

TEST(FirstInvalidUtf8, IsWhereTheSequenceBegins) {
  EXPECT_EQ(FirstInvalidUtf8(""), 0u);
  EXPECT_EQ(FirstInvalidUtf8("aé…𝑥"), 10u);
  EXPECT_EQ(FirstInvalidUtf8("\xff"), 0u);
  EXPECT_EQ(FirstInvalidUtf8("é\x80"), 2u);              // a stray continuation
  EXPECT_EQ(FirstInvalidUtf8("a\xe2\x80"), 1u);          // cut short by the end
  EXPECT_EQ(FirstInvalidUtf8("é\xe2\x80z"), 2u);         // and by a character
  EXPECT_EQ(FirstInvalidUtf8("ab\xc0\xaf"), 2u);         // overlong
  EXPECT_EQ(FirstInvalidUtf8("…\xed\xa0\x80"), 3u);      // a surrogate
  EXPECT_EQ(FirstInvalidUtf8("𝑥\xf4\x90\x80\x80"), 4u);  // behind the last character
}

TEST(CountUtf8Characters, CountsCodePoints) {
  EXPECT_EQ(CountUtf8Characters(""), 0u);
  EXPECT_EQ(CountUtf8Characters("aé…𝑥"), 4u);
}

}  // namespace
}  // namespace assay
