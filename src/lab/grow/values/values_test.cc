#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/grow/values/changes.h"
#include "lab/grow/values/number_in_text.h"
#include "lab/grow/values/shape.h"

namespace assay::grow {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::Not;

DataValue Wire(const std::string& json) {
  const auto value = ParseWire(json);
  EXPECT_TRUE(value) << json;
  return value.value_or(DataValue());
}

// A call as a list in the wire form.
Arguments Call(const std::string& json) {
  return Wire(json).items;
}

TEST(DataValue, KeepsWhatJsonLoses) {
  const std::string wire =
      R"([null,true,-3,1.5,"a\"b",{"t":[1]},{"s":[2]},{"f":[]},{"d":[1,"x",{"t":[]},2.0]}])";
  EXPECT_EQ(WireOf(Wire(wire)), wire);
  EXPECT_EQ(LiteralOf(Wire(wire)),
            R"([None, True, -3, 1.5, "a\"b", (1,), {2}, frozenset([]), {1: "x", (): 2.0}])");
  EXPECT_EQ(LiteralOf(Wire(R"({"s":[]})")), "set()");
  EXPECT_EQ(LiteralOf(Wire("123456789012345678901234567890")), "123456789012345678901234567890");
}

TEST(DataValue, RefusesWhatIsNoValue) {
  for (const char* each :
       {R"({"x":[]})", R"({"d":[1]})", R"({"t":1})", "1e999", "\"\\ud800\"", "{}"}) {
    EXPECT_FALSE(ParseWire(each)) << each;
  }
}

TEST(DataValue, IsTheSameAsPythonHasIt) {
  const auto same = [](const char* a, const char* b) { return SameValue(Wire(a), Wire(b), 1e-6); };
  EXPECT_TRUE(same("1", "1.0"));
  EXPECT_TRUE(same("true", "1"));
  EXPECT_FALSE(same("1", "2"));
  EXPECT_FALSE(same("1000000000000000001", "1000000000000000002"));
  EXPECT_TRUE(same("1000000.0", "1000000.5"));
  EXPECT_FALSE(same("1.0", "1.001"));
  EXPECT_FALSE(same("[1]", R"({"t":[1]})"));
  EXPECT_TRUE(same(R"({"s":[1,2]})", R"({"s":[2,1]})"));
  EXPECT_FALSE(same(R"({"s":[1,2]})", R"({"s":[1]})"));
  EXPECT_TRUE(same(R"({"d":[1,2,3,4]})", R"({"d":[3,4,1,2]})"));
  EXPECT_FALSE(same(R"({"d":[1,2,3,4]})", R"({"d":[3,2,1,4]})"));
  EXPECT_FALSE(same("null", "false"));
}

TEST(DataValue, ReadsWhatTheNativeRoutesTake) {
  JsonError error;
  const auto document =
      JsonDocument::Parse(R"([{"a":1},{"$set":[1]},{"$dict":[[1,2]]},2.0])", &error);
  const auto value = ReadApiJson(document->root());
  ASSERT_TRUE(value);
  EXPECT_EQ(LiteralOf(*value), R"([{"a": 1}, {1}, {1: 2}, 2.0])");
  EXPECT_EQ(ApiJsonOf(value->items[1]), R"({"$set":[1]})");
  EXPECT_EQ(ApiJsonOf(value->items[2]), R"({"$dict":[[1,2]]})");
}

bool Fits(const Shape& shape, const std::string& call, Reach reach = Reach::kWithin) {
  Arguments arguments = Call(call);
  return shape.Mend(&arguments, reach);
}

TEST(Shape, KeepsToWhatWasSeen) {
  const Shape shape({Call(R"([[3,1,2],"ab"])"), Call(R"([[5,1,1],"cd"])")});
  EXPECT_TRUE(Fits(shape, R"([[2,9],"dc"])"));
  EXPECT_FALSE(Fits(shape, R"([[2,-9],"dc"])"));
  EXPECT_TRUE(Fits(shape, R"([[2,-9],"dc"])", Reach::kBeyond));
  EXPECT_FALSE(Fits(shape, R"([[],"dc"])"));
  EXPECT_TRUE(Fits(shape, R"([[],"dc"])", Reach::kBeyond));
  // Never another type, and never a far larger number.
  EXPECT_FALSE(Fits(shape, R"([[2.5],"dc"])", Reach::kBeyond));
  EXPECT_FALSE(Fits(shape, R"([null,"dc"])", Reach::kBeyond));
  EXPECT_FALSE(Fits(shape, R"([[1000000],"dc"])", Reach::kBeyond));
  EXPECT_FALSE(Fits(shape, R"([[1]])", Reach::kBeyond));
}

TEST(Shape, OfFewKindsOfCharactersThereAreNoOthers) {
  const Shape binary({Call(R"(["0101"])"), Call(R"(["11"])")});
  EXPECT_FALSE(Fits(binary, R"(["12"])", Reach::kBeyond));
  const Shape brackets({Call(R"x(["(()) ()"])x"), Call(R"x(["((()))"])x")});
  EXPECT_TRUE(Fits(brackets, R"x(["()()"])x"));
  EXPECT_FALSE(Fits(brackets, R"x([")("])x", Reach::kBeyond));
  const Shape words({Call(R"(["hello there"])")});
  EXPECT_TRUE(Fits(words, R"(["xyz"])"));
  EXPECT_FALSE(Fits(words, R"(["xyz!"])", Reach::kBeyond));
  EXPECT_FALSE(Fits(words, R"(["xyz "])"));
}

TEST(Shape, AnArgumentThatIsALengthStaysOne) {
  const Shape shape({Call("[[1,2,3],3]"), Call("[[4],1]")});
  Arguments arguments = Call("[[1,2],7]");
  ASSERT_TRUE(shape.Mend(&arguments, Reach::kWithin));
  EXPECT_EQ(LiteralOf(arguments[1]), "2");
}

TEST(Shape, ArgumentsThatBelongTogetherStayTogether) {
  const Shape lengths({Call("[[1,2],[3,4]]"), Call("[[1],[9]]")});
  EXPECT_FALSE(Fits(lengths, "[[1,2],[3]]", Reach::kBeyond));
  const Shape index({Call("[[1,2,3],2]"), Call("[[4],1]")});
  EXPECT_FALSE(Fits(index, "[[1,2],5]", Reach::kBeyond));
  const Shape range({Call("[1,2]"), Call("[3,9]"), Call("[0,4]")});
  EXPECT_FALSE(Fits(range, "[5,4]", Reach::kBeyond));
  const Shape matrix({Call("[[[1,2],[3,4]]]")});
  EXPECT_FALSE(Fits(matrix, "[[[1,2],[3]]]", Reach::kBeyond));
}

TEST(Shape, SortedListsStaySorted) {
  const Shape shape({Call("[[1,2,3]]"), Call("[[4,5,9]]")});
  EXPECT_FALSE(Fits(shape, "[[2,1]]"));
  EXPECT_TRUE(Fits(shape, "[[2,1]]", Reach::kBeyond));
}

TEST(Shape, NumbersThatDifferByChanceMayRepeat) {
  // A few out of many: one expects a third of a repeated pair.
  const Shape chance({Call("[[3,100,4,5,150,6]]"), Call("[[42,4,55,68,80]]")});
  EXPECT_TRUE(Fits(chance, "[[7,7,2]]"));
  // Nine out of nine, time and again, are no chance.
  const Shape rule({Call("[[1,2,3,4,5,6,7,8,9]]"), Call("[[9,2,3,4,5,6,7,8,1]]")});
  EXPECT_FALSE(Fits(rule, "[[7,7,2]]"));
  EXPECT_TRUE(Fits(rule, "[[7,7,2]]", Reach::kBeyond));
  // How many texts there are nobody knows.
  const Shape texts({Call(R"([["a","b","c"]])"), Call(R"([["d","e","f"]])")});
  EXPECT_FALSE(Fits(texts, R"([["a","a"]])"));
}

TEST(Shape, DrawsTheSameForTheSameDice) {
  const Shape shape({Call(R"([[3,1,2],"ab",{"t":[1,"x"]},{"d":["k",2.5]}])"),
                     Call(R"([[7],"cde",{"t":[4,"y"]},{"d":["m",1.5]}])")});
  Dice a(7), b(7);
  int fitting = 0;
  for (int i = 0; i < 200; ++i) {
    Arguments drawn = shape.Draw(&a);
    EXPECT_EQ(WireOf(DataValue::OfList(drawn)), WireOf(DataValue::OfList(shape.Draw(&b))));
    fitting += shape.Mend(&drawn, Reach::kBeyond) ? 1 : 0;
  }
  EXPECT_GT(fitting, 100);
}

TEST(Shape, DrawsIntervalsWithTheirEndsInOrder) {
  const Shape shape(
      {Call(R"([{"t":[-3,1]}])"), Call(R"([{"t":[2,9]}])"), Call(R"([{"t":[0,4]}])")});
  Dice dice(1);
  for (int i = 0; i < 100; ++i) {
    const Arguments drawn = shape.Draw(&dice);
    EXPECT_LE(*drawn[0].items[0].Integer(), *drawn[0].items[1].Integer());
  }
  const Shape pairs({Call(R"([{"t":["z",1]}])"), Call(R"([{"t":["b",2]}])")});
  for (int i = 0; i < 20; ++i) {
    const Arguments drawn = pairs.Draw(&dice);
    EXPECT_TRUE(drawn[0].items[0].Is(DataValue::Kind::kText));
  }
}

TEST(Changes, MakeTheEdgeCases) {
  Dice dice(1);
  const auto made = [&](const std::string& wire) {
    std::vector<std::string> literals;
    for (const ChangedValue& each : ChangesOf(Wire(wire), &dice)) {
      literals.push_back(std::string(each.change) + " " + LiteralOf(each.value));
    }
    return literals;
  };
  EXPECT_THAT(made("5"), Contains("one less 4"));
  EXPECT_THAT(made("5"), Contains("negated -5"));
  EXPECT_THAT(made("[2,1]"), Contains("emptied []"));
  EXPECT_THAT(made("[2,1]"), Contains("sorted [1, 2]"));
  EXPECT_THAT(made("[2,1]"), Contains("doubled [2, 1, 2, 1]"));
  EXPECT_THAT(made(R"("ab c")"), Contains(R"(reversed "c ba")"));
  EXPECT_THAT(made(R"("ab c")"), Contains(R"(reversed "c ab")"));
  EXPECT_THAT(made(R"({"d":[1,2,3,4]})"), Contains("values swapped {1: 4, 3: 2}"));
  EXPECT_THAT(made("0"), Not(Contains("zero 0")));
}

TEST(Changes, ReachWhatAValueHolds) {
  Dice dice(1);
  std::vector<std::string> literals;
  ForEachChange(Wire(R"([[1,2],{"t":["a"]}])"), 20, &dice,
                [&](std::string_view, DataValue whole) { literals.push_back(LiteralOf(whole)); });
  EXPECT_THAT(literals, Contains(R"([[1, 2], ("",)])"));
  EXPECT_THAT(literals, Contains(R"([[0, 2], ("a",)])"));
}

TEST(Changes, SmallerValuesAreSmallerOrNearerToZero) {
  for (const char* each : {"[5,[1,2]]", R"("abc")", "-3", "2.5", R"({"d":[1,[2]]})"}) {
    const DataValue value = Wire(each);
    for (const DataValue& smaller : SmallerThan(value)) {
      EXPECT_LE(SizeOf(smaller), SizeOf(value)) << each;
      EXPECT_NE(WireOf(smaller), WireOf(value));
    }
  }
}

TEST(NumberInText, KeepsTheWidthThatZerosFill) {
  const std::string date = "03-11-2000";
  const auto places = NumbersIn(date);
  ASSERT_EQ(places.size(), 3u);
  EXPECT_EQ(WithNumber(date, places[0], "7"), "07-11-2000");
  EXPECT_EQ(WithNumber(date, places[0], "12"), "12-11-2000");
  EXPECT_EQ(WithNumber(date, places[1], "7"), "03-7-2000");
  EXPECT_THAT(NumbersIn("none"), ::testing::IsEmpty());
}

TEST(Changes, ChangeANumberThatATextHasInIt) {
  Dice dice(1);
  std::vector<std::string> made;
  for (const ChangedValue& each : ChangesOf(DataValue::OfText("5 apples"), &dice)) {
    made.push_back(std::string(each.change) + ": " + each.value.text);
  }
  EXPECT_THAT(made, Contains("number one more: 6 apples"));
  EXPECT_THAT(made, Contains("number zero: 0 apples"));
  // A text that is a number as a whole is no other than before.
  for (const ChangedValue& each : ChangesOf(DataValue::OfText("0101"), &dice)) {
    EXPECT_THAT(std::string(each.change), Not(::testing::StartsWith("number")));
  }
}

}  // namespace
}  // namespace assay::grow
