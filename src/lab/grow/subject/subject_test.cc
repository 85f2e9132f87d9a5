#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/grow/subject/grown_asserts.h"
#include "lab/grow/subject/pool.h"
#include "lab/grow/subject/text_layout.h"

namespace assay::grow {
namespace {

using ::testing::HasSubstr;

std::string Parts(const TextLayout& layout, const std::string& text) {
  const auto arguments = layout.TakeApart(text);
  return arguments ? LiteralOf(DataValue::OfList(*arguments)) : "none";
}

TEST(TextLayout, KnowsLinesOfTokens) {
  const auto layout = TextLayout::Learn({"3 4\nabc\n", "5 6\nx\n"});
  ASSERT_TRUE(layout);
  EXPECT_EQ(Parts(*layout, "1 2\nq\n"), R"([1, 2, "q"])");
  EXPECT_EQ(Parts(*layout, "1 2 3\nq\n"), "none");
  EXPECT_EQ(layout->PutTogether(*layout->TakeApart("3 4\nabc")), "3 4\nabc\n");
}

TEST(TextLayout, KnowsAListOfAnyLength) {
  const std::vector<std::string> texts = {"3\n1 2 3\n", "2\n7 -8\n"};
  const auto layout = TextLayout::Learn(texts);
  ASSERT_TRUE(layout);
  EXPECT_EQ(Parts(*layout, texts[0]), "[3, [1, 2, 3]]");
  const Shape shape({*layout->TakeApart(texts[0]), *layout->TakeApart(texts[1])});
  Arguments shorter = *layout->TakeApart(texts[0]);
  shorter[1].items.pop_back();
  ASSERT_TRUE(shape.Mend(&shorter, Reach::kWithin));
  EXPECT_EQ(layout->PutTogether(shorter), "2\n1 2\n");
}

TEST(TextLayout, AListThatIsCountedIsOneWhateverItsLength) {
  const auto layout = TextLayout::Learn({"3\n1 2 3\n", "3\n7 8 9\n"});
  ASSERT_TRUE(layout);
  EXPECT_EQ(Parts(*layout, "2\n1 2\n"), "[2, [1, 2]]");
}

TEST(TextLayout, KnowsABlockOfLinesThatIsCounted) {
  const std::vector<std::string> texts = {"2 9\na 1\nb 2\n", "1 5\nc 3\n"};
  const auto layout = TextLayout::Learn(texts);
  ASSERT_TRUE(layout);
  EXPECT_EQ(Parts(*layout, texts[0]), R"([2, 9, [("a", 1), ("b", 2)]])");
  for (const std::string& text : texts) {
    EXPECT_EQ(layout->PutTogether(*layout->TakeApart(text)), text);
  }
}

TEST(TextLayout, KnowsWhenThereIsNone) {
  EXPECT_FALSE(TextLayout::Learn({"1\n2\n", "1\n2\n3\n"}));
  EXPECT_FALSE(TextLayout::Learn({"", "1\n"}));
  EXPECT_FALSE(TextLayout::Learn({}));
}

TEST(Pool, GivesEachSourceItsTurn) {
  Pool pool({{DataValue::OfInteger(0)}});
  for (int i = 0; i < 100; ++i) pool.Add("many", {{DataValue::OfInteger(i)}, "many"});
  pool.Add("rare", {{DataValue::OfInteger(500)}, "rare"});
  pool.Add("rare", {{DataValue::OfInteger(50)}, "is there already"});
  Dice dice(1);
  const auto taken = pool.Take(4, &dice);
  ASSERT_EQ(taken.size(), 4u);
  EXPECT_EQ(std::count_if(taken.begin(), taken.end(),
                          [](const Candidate& c) { return c.origin == "rare"; }),
            1);
  for (const Candidate& each : taken) EXPECT_NE(LiteralOf(each.input[0]), "0");
}

NewTest Added(const std::string& input, const std::string& expected) {
  return {ParseWire(input)->items, *ParseWire(expected), "random"};
}

TEST(GrownAsserts, CompareAsTheGivenOnesDo) {
  LabelledProblem problem;
  problem.problem = R"({"mode":"assert","assert_code":"assert set(f([1])) == {1}\n"})";
  const ProblemParts parts = PartsOf(problem.problem);
  const std::string grown =
      WithAsserts(problem, parts, "f", {"set(__assay_call__)", 0}, 1e-6,
                  {Added("[[2,2]]", R"({"s":[2]})"), Added("[[]]", R"({"s":[]})")});
  EXPECT_EQ(
      PartsOf(grown).assert_code,
      "assert set(f([1])) == {1}\nassert set(f([2, 2])) == {2}\nassert set(f([])) == set()\n");
}

TEST(GrownAsserts, GoBehindTheGivenCheck) {
  LabelledProblem problem;
  problem.problem =
      R"({"mode":"assert","function_name":"f","assert_code":"def check(candidate):\n    pass\n"})";
  const ProblemParts parts = PartsOf(problem.problem);
  const std::string code =
      PartsOf(WithAsserts(problem, parts, "f", {}, 1e-6,
                          {Added("[1]", "2.5"), Added("[2]", "[-0.5]"), Added("[3]", "-0.5")}))
          .assert_code;
  EXPECT_THAT(code, HasSubstr("_assay_given_check(candidate)\n"));
  EXPECT_THAT(code, HasSubstr("    assert abs(candidate(1) - 2.5) <= 2.4999999999999998e-06\n"));
  EXPECT_THAT(code, HasSubstr("    assert _assay_close(candidate(2), [-0.5])\n"));
  EXPECT_THAT(code, HasSubstr("    assert abs(candidate(3) - (-0.5)) <= 1e-06\n"));
  EXPECT_THAT(code, HasSubstr("def _assay_close(got, want):"));
}

}  // namespace
}  // namespace assay::grow
