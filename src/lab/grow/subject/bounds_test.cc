#include "lab/grow/subject/bounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::grow {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// "0=3": the first argument is asked whether it is about 3; "1#2" its length, "0?" its truth.
std::vector<std::string> Bounds(const std::string& body, const std::string& name = "f") {
  const std::string code =
      "import math\ndef g(n):\n    return n == 77\ndef f(n, items, *, k):\n    " + body +
      "\nn == 88\n";
  std::vector<std::string> words;
  for (const Bound& each : BoundsOf(code, name)) {
    std::string word = std::to_string(each.argument);
    if (each.of == Bound::Of::kTruth) word += "?";
    if (each.of == Bound::Of::kWhole) word += "/";
    if (each.of == Bound::Of::kValue) word += "=" + std::to_string(each.value);
    if (each.of == Bound::Of::kLength) word += "#" + std::to_string(each.value);
    words.push_back(word);
  }
  return words;
}

TEST(Bounds, AreTheValuesOnBothSidesOfAQuestion) {
  EXPECT_THAT(Bounds("if n == 0: return 1"), ElementsAre("0=0"));
  EXPECT_THAT(Bounds("if (n < 0): return 1"), ElementsAre("0=-1", "0=0"));
  EXPECT_THAT(Bounds("return n > 0 and n % 2 == 0"), ElementsAre("0=0", "0=1"));
  EXPECT_THAT(Bounds("return 1 <= n <= 12"), ElementsAre("0=0", "0=1", "0=12", "0=13"));
  EXPECT_THAT(Bounds("if n != -1 or len(items) >= 2: pass"), ElementsAre("0=-1", "1#1", "1#2"));
  EXPECT_THAT(Bounds("if 3 < n: pass"), ElementsAre("0=3", "0=4"));
  EXPECT_THAT(Bounds("if not items: return 0"), ElementsAre("1?"));
  EXPECT_THAT(Bounds("if not isinstance(n, int): return 0"), ElementsAre("0/"));
  EXPECT_THAT(Bounds("return isinstance(items, list)"), IsEmpty());
  EXPECT_THAT(Bounds("return n == 77", "g"), ElementsAre("0=77"));
}

TEST(Bounds, AreOfTheArgumentAsItCame) {
  EXPECT_THAT(Bounds("while n > 0: n //= 10"), IsEmpty());
  EXPECT_THAT(Bounds("n = n % 5\n    if n == 0: return 1"), IsEmpty());
  EXPECT_THAT(Bounds("n -= 1\n    if n == 0: return 1"), IsEmpty());
  EXPECT_THAT(Bounds("m, n = n, 2\n    if n == 0: return 1"), IsEmpty());
  EXPECT_THAT(Bounds("for n in items:\n        if n == 0: return 1"), IsEmpty());
  EXPECT_THAT(Bounds("for i in items:\n        if n == 0: break\n        n -= 1"), IsEmpty());
  EXPECT_THAT(Bounds("for i in items:\n        if n == 0: break\n    return n"),
              ElementsAre("0=0"));
  EXPECT_THAT(Bounds("items.pop()\n    if not items: return 1"), IsEmpty());
  EXPECT_THAT(Bounds("if (n := g(n)) and n == 3: return 1"), IsEmpty());
  EXPECT_THAT(Bounds("return g(n=3) if n == 3 else 1"), ElementsAre("0=3"));
  EXPECT_THAT(Bounds("if n == 0: return 1\n    return n * f(n - 1, items)"), IsEmpty());
  EXPECT_THAT(Bounds("if n % 2 == 0: return 1"), IsEmpty());
  EXPECT_THAT(Bounds("if n == 2 * k: return 1"), IsEmpty());
  EXPECT_THAT(Bounds("if items[n] == 0: return n.x == 3"), IsEmpty());
  EXPECT_THAT(Bounds("if k == 0: return 1"), IsEmpty()) << "k isn't given by its place";
  EXPECT_THAT(Bounds("if n == 0: return 1", "h"), IsEmpty());
  EXPECT_THAT(BoundsOf("def f(n", "f"), IsEmpty());
  EXPECT_THAT(BoundsOf("def f(n): return n ==", "f"), IsEmpty());
  EXPECT_THAT(BoundsOf("", "f"), IsEmpty());
}

TEST(Bounds, AreFoundBehindALineOfAnyLength) {
  std::string line = "n";
  for (int i = 0; i < 200'000; ++i) line += ", n";
  EXPECT_THAT(Bounds(line + "\n    if n == 0: return 1"), ElementsAre("0=0"));
  EXPECT_THAT(Bounds(line + " = items\n    if n == 0: return 1"), IsEmpty());
}

std::string Met(Bound bound, const std::string& wire) {
  return LiteralOf(Meet(bound, *ParseWire(wire)));
}

TEST(Bounds, AreMetByNumbersAndByLengths) {
  EXPECT_EQ(Met({0, Bound::Of::kValue, -1}, "5"), "-1");
  EXPECT_EQ(Met({0, Bound::Of::kValue, 2}, "5.5"), "2.0");
  EXPECT_EQ(Met({0, Bound::Of::kValue, 2}, R"("abc")"), "\"abc\"");
  EXPECT_EQ(Met({0, Bound::Of::kLength, 2}, "[7,8,9]"), "[7, 8]");
  EXPECT_EQ(Met({0, Bound::Of::kLength, 4}, "[7,8,9]"), "[7, 8, 9]");
  EXPECT_EQ(Met({0, Bound::Of::kLength, -1}, "[7]"), "[7]");
  EXPECT_EQ(Met({0, Bound::Of::kLength, 2}, "\"a\u00e9\u00fcb\""), "\"a\u00e9\"");
  EXPECT_EQ(Met({0, Bound::Of::kLength, 1}, R"({"d":[1,2,3,4]})"), "{1: 2}");
  EXPECT_EQ(Met({0, Bound::Of::kTruth, 0}, "[7,8]"), "[]");
  EXPECT_EQ(Met({0, Bound::Of::kTruth, 0}, "7"), "0");
  EXPECT_EQ(Met({0, Bound::Of::kTruth, 0}, "null"), "None");
  EXPECT_EQ(Met({0, Bound::Of::kWhole, 0}, "7"), "7.5");
  EXPECT_EQ(Met({0, Bound::Of::kWhole, 0}, "[7]"), "[7]");
}

}  // namespace
}  // namespace assay::grow
