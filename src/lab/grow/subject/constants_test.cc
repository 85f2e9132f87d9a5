#include "lab/grow/subject/constants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "lab/grow/subject/proposer.h"

namespace assay::grow {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Literals(const std::vector<DataValue>& values) {
  std::vector<std::string> literals;
  for (const DataValue& each : values) literals.push_back(LiteralOf(each));
  return literals;
}

TEST(Constants, AreTheNumbersWithTheirNeighboursAndShortTexts) {
  const std::string code =
      "def f(x):\n"
      "    \"\"\"Not 99, and not 'prose':\n    it says what f does.\"\"\"\n"
      "    # nor 77\n"
      "    if x > 2.7: return 'six'\n"
      "    return x == 12 or x == 13 or 'a\\n'\n";
  EXPECT_THAT(Literals(Constants("python", code).all()),
              ElementsAre("2.7", "\"six\"", "12", "11", "13", "14"));
  EXPECT_THAT(Constants("cobol", code).all(), IsEmpty());
}

TEST(Constants, ReplaceValuesOfTheirTypeAlone) {
  const Constants constants("python", "x < 40 or x > 2.7");
  Dice dice(1);
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const DataValue made = constants.PutInto(*ParseWire(R"([1.5,7,"q",null])"), &dice);
    ASSERT_EQ(made.items.size(), 4u);
    seen.insert(LiteralOf(made.items[0]));
    seen.insert(LiteralOf(made.items[1]));
    EXPECT_EQ(LiteralOf(made.items[2]), "\"q\"");
    EXPECT_EQ(LiteralOf(made.items[3]), "None");
  }
  EXPECT_EQ(seen,
            (std::set<std::string>{"1.5", "2.7", "40.0", "39.0", "41.0", "7", "40", "39", "41"}));
}

TEST(Constants, FillAListWithAllThatFit) {
  const Constants constants("python", "x < 40 or x > 2.7");
  EXPECT_EQ(LiteralOf(constants.AllInto(*ParseWire("[1]"))), "[40, 39, 41]");
  EXPECT_EQ(LiteralOf(constants.AllInto(*ParseWire(R"(["q"])"))), R"(["q"])");
  EXPECT_EQ(LiteralOf(constants.AllInto(*ParseWire("[]"))), "[]");
  EXPECT_EQ(LiteralOf(constants.AllInto(*ParseWire("3"))), "3");
  DataValue dictionary(DataValue::Kind::kDictionary);
  dictionary.items = {DataValue::OfInteger(1), DataValue::OfInteger(2)};
  EXPECT_EQ(LiteralOf(constants.AllInto(dictionary)), "{1: 2}");
}

TEST(Constants, GoIntoTextsAsWordsAndAsNumbers) {
  const Constants constants("python", "{'six': 30}");
  Dice dice(1);
  std::vector<std::string> seen;
  for (int i = 0; i < 200; ++i) {
    seen.push_back(constants.PutInto(DataValue::OfText("on 04 may"), &dice).text);
  }
  EXPECT_THAT(seen, Contains("six six"));
  EXPECT_THAT(seen, Contains("on 30 may"));
}

TEST(Proposer, TriesTheConstantsOfAReference) {
  const std::vector<Arguments> given = {{DataValue::OfInteger(500)}, {DataValue::OfInteger(3)}};
  const Shape shape(given);
  const Proposer proposer(&given, &shape, Constants("python", "x > 777"), {},
                          [](const Arguments&) { return true; });
  Dice dice(1);
  const auto proposed = proposer.Propose(1000, &dice);
  for (const char* wanted : {"776", "777", "778"}) {
    const auto found = std::find_if(proposed.begin(), proposed.end(), [&](const Candidate& each) {
      return LiteralOf(each.input[0]) == wanted;
    });
    EXPECT_NE(found, proposed.end()) << wanted;
  }
  std::vector<std::string> origins;
  for (const Candidate& each : proposed) origins.push_back(each.origin);
  EXPECT_THAT(origins, Contains(::testing::HasSubstr("constants of a reference")));
}

}  // namespace
}  // namespace assay::grow
