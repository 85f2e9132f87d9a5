#include "lab/shared/html/html_text.h"

#include <gtest/gtest.h>

namespace assay::lab {
namespace {

TEST(EscapeHtml, LeavesNothingThatMarksUp) {
  EXPECT_EQ(EscapeHtml("<a href=\"x\">'&amp;"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;");
}

TEST(EscapeHtml, ShowsWhatCannotBeSeen) {
  EXPECT_EQ(EscapeHtml(std::string_view("a\0b\x1b\x7f", 5)), "a\\u0000b\\u001b\\u007f");
  EXPECT_EQ(EscapeHtml("x\u202ey\u200bz\ufeff"), "x\\u202ey\\u200bz\\ufeff");
  EXPECT_EQ(EscapeHtml("line\n\tnext"), "line\n\tnext");
}

TEST(EscapeHtml, KeepsLettersOfAllScriptsAndReplacesOtherBytes) {
  EXPECT_EQ(EscapeHtml("é 你 😀"), "é 你 😀");
  EXPECT_EQ(EscapeHtml("\xc3("), "\uFFFD(");
}

TEST(Html, WritesElements) {
  EXPECT_EQ(Html().Element("td", "a<b").Element("td", "number", "1").text(),
            "<td>a&lt;b</td><td class=\"number\">1</td>");
}

}  // namespace
}  // namespace assay::lab
