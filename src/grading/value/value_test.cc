#include "grading/value/value.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay {
namespace {

using Kind = Value::Kind;

Value Parse(std::string_view text) {
  std::string error;
  auto value = ParseValue(text, &error);
  EXPECT_TRUE(value.has_value()) << text << ": " << error;
  return value.value_or(Value());
}

// "" when equal, else the first difference.
std::string Difference(std::string_view expected, std::string_view actual,
                       Profile profile = Profile::kAssay) {
  return FindDifference({.profile = profile}, Parse(expected), Parse(actual)).value_or("");
}
bool Equal(std::string_view expected, std::string_view actual, Profile profile = Profile::kAssay) {
  return Difference(expected, actual, profile).empty();
}

TEST(ParseValue, ReadsEveryKind) {
  EXPECT_EQ(Parse(" null ").kind, Kind::kNull);
  EXPECT_EQ(Parse("true").text, "true");
  EXPECT_EQ(Parse("-0").text, "0");
  EXPECT_EQ(Parse("-007").text, "-7");
  EXPECT_EQ(Parse("123456789012345678901234567890").text, "123456789012345678901234567890");
  EXPECT_EQ(Parse("1.5e3").number, 1500);
  EXPECT_EQ(Parse("1e3").kind, Kind::kFloat);
  EXPECT_TRUE(std::isnan(Parse("NaN").number));
  EXPECT_EQ(Parse("-Infinity").number, -INFINITY);
  EXPECT_EQ(Parse(R"({"$float":"-inf"})").number, -INFINITY);
  EXPECT_EQ(Parse(R"({"$set":[1,2]})").kind, Kind::kSet);
  EXPECT_EQ(Parse(R"({"$bytes":"AAH/"})").text, std::string("\0\x01\xff", 3));
  EXPECT_EQ(Parse(R"({"$complex":[1,2.5]})").kind, Kind::kComplex);
  EXPECT_EQ(Parse(R"({"$decimal":"1.50"})").kind, Kind::kDecimal);
  EXPECT_EQ(Parse(R"({"$repr":"Foo"})").kind, Kind::kOpaque);
  EXPECT_EQ(Parse(R"({"$dict":[[[1,2],3]]})").items.size(), 2u);
  EXPECT_EQ(Parse(R"({"$set":[1],"other":2})").kind, Kind::kDict);
  EXPECT_EQ(Parse(R"({"$unknown":[1]})").kind, Kind::kDict);
}

TEST(ParseValue, ReadsEveryEscape) {
  EXPECT_EQ(Parse(R"("a\"\\\/\b\f\n\r\t\u0041")").text, "a\"\\/\b\f\n\r\tA");
  EXPECT_EQ(Parse(R"("\u00e9\u20ac")").text, "é€");
  EXPECT_EQ(Parse(R"("\ud83d\ude00")").text, "😀");
  EXPECT_EQ(Parse(R"("\ud83d")").text, "\xed\xa0\xbd");
  EXPECT_EQ(Parse(R"("\ud83d\u0041")").text,
            "\xed\xa0\xbd"
            "A");
  EXPECT_EQ(Parse(R"("\ud83d\ud83d\ude00")").text,
            "\xed\xa0\xbd"
            "😀");
  EXPECT_EQ(Parse(R"("\u0000")").text, std::string(1, '\0'));
}

TEST(ParseValue, RefusesWhatIsNotExactlyOneValue) {
  for (const char* text : {"",
                           " ",
                           "nul",
                           "1 2",
                           "[1,]",
                           "[1",
                           "[",
                           "{\"a\":}",
                           "{\"a\" 1}",
                           "{a:1}",
                           "{\"a\":1,}",
                           "\"abc",
                           "\"\\x\"",
                           "\"\\u12\"",
                           "\"\\u12g4\"",
                           "\"\\",
                           "1.",
                           ".5",
                           "-",
                           "1e",
                           "+1",
                           "0x1",
                           "'a'",
                           "True",
                           "{\"$float\":\"1.5\"}",
                           "{\"$set\":1}",
                           "{\"$bytes\":3}",
                           "{\"$complex\":[1]}",
                           "{\"$complex\":[\"a\",1]}",
                           "{\"$dict\":[[1]]}",
                           "]"}) {
    std::string error;
    EXPECT_FALSE(ParseValue(text, &error).has_value()) << text;
    EXPECT_FALSE(error.empty()) << text;
  }
}

TEST(ParseValue, DepthIsBounded) {
  const auto nested = [](size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(ParseValue(nested(500), nullptr).has_value());
  EXPECT_FALSE(ParseValue(nested(600), nullptr).has_value());
  EXPECT_FALSE(ParseValue(std::string(5'000'000, '['), nullptr).has_value());
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_FALSE(ParseValue(objects, nullptr).has_value());
}

// What a marker stands for counts, as there may be many of them in what is expected as plain
// values.
TEST(ParseValue, HoldsAsManyValuesAsItMay) {
  const std::vector<std::pair<const char*, size_t>> cases = {
      {"1", 1},
      {"[1,2]", 3},
      {R"({"a":1,"b":[2]})", 6},
      {R"({"$set":[1,2]})", 3},
      {R"({"$dict":[[1,2],[3,4]]})", 5},
      {R"({"$complex":[1,2]})", 3},
      {R"({"$fraction":[1,2]})", 1},
      {R"([{"$float":"nan"},{"$bytes":"AAH/"},{"$decimal":"1.5"},{"$repr":"T"}])", 5},
      {R"({"$other":[1]})", 4},
  };
  for (const auto& [text, count] : cases) {
    EXPECT_EQ(CountValues(Parse(text)), count) << text;
    // Room for what a marker is made of, at one time.
    const std::string many = std::string("[") + text + "," + text + "," + text + "]";
    ValueFault fault;
    EXPECT_TRUE(ParseValueWithin(many, 3 * count + 5, &fault).has_value()) << text;
    if (count == 1) continue;
    EXPECT_FALSE(ParseValueWithin(many, 3 * count, &fault).has_value()) << text;
    EXPECT_TRUE(fault.too_many) << text;
  }
  ValueFault fault;
  EXPECT_FALSE(ParseValueWithin("[1,", 100, &fault).has_value());
  EXPECT_FALSE(fault.too_many);
}

TEST(SplitObject, SaysWhereValuesStand) {
  std::string error;
  const auto members = SplitObject(R"( {"a" : [1, "}"] ,"\u0062":{"c":NaN}} )", 2, &error);
  ASSERT_TRUE(members.has_value()) << error;
  ASSERT_EQ(members->size(), 2u);
  EXPECT_EQ((*members)[0].text, R"([1, "}"])");
  EXPECT_EQ((*members)[1].key, "b");
  EXPECT_EQ((*members)[1].text, R"({"c":NaN})");
  for (const char* text :
       {"", "[]", "{", R"({"a"})", R"({"a":})", R"({"a":1,})", R"({"a":1}x)", R"({"a":[1})",
        R"({"a":"\x"})", R"({"a":01x})", R"({"a":1,"b":2,"c":3})"}) {
    EXPECT_FALSE(SplitObject(text, 2, &error).has_value()) << text;
  }
  EXPECT_TRUE(SplitObject("{}", 2, &error)->empty());
  EXPECT_EQ(FirstItem(" [ 12 , 3]"), "12");
  EXPECT_EQ(FirstItem("[]"), std::nullopt);
  EXPECT_EQ(FirstItem("null"), std::nullopt);
  EXPECT_EQ(FirstItem(""), std::nullopt);
}

TEST(ParseValue, LastOfRepeatedKeysCounts) {
  const Value value = Parse(R"({"a":1,"a":2})");
  EXPECT_EQ(Find(value, "a")->text, "2");
  EXPECT_EQ(Find(value, "b"), nullptr);
  EXPECT_TRUE(Equal(R"({"a":1,"a":2})", R"({"a":2})"));
}

TEST(ValueEquality, Numbers) {
  EXPECT_TRUE(Equal("3", "3"));
  EXPECT_TRUE(Equal("3", "3.0"));
  EXPECT_TRUE(Equal("0", "-0.0"));
  EXPECT_FALSE(Equal("3", "3.0000001"));
  EXPECT_FALSE(Equal("3", "NaN"));
  EXPECT_TRUE(Equal("10000000000000000000000", "1e22"));
  EXPECT_FALSE(Equal("10000000000000000000001", "1e22"));
  EXPECT_FALSE(Equal("123456789012345678901", "123456789012345678902"));
  EXPECT_TRUE(Equal("0.3", "0.30000000000000004"));
  EXPECT_TRUE(Equal("3.0", "3"));
  EXPECT_FALSE(Equal("3.5", "3"));
  EXPECT_FALSE(Equal("1.0", "1.00001"));
  EXPECT_TRUE(Equal("NaN", R"({"$float":"nan"})"));
  EXPECT_TRUE(Equal("Infinity", R"({"$float":"inf"})"));
  EXPECT_FALSE(Equal("Infinity", "-Infinity"));
  EXPECT_FALSE(Equal("Infinity", "1e308"));
  EXPECT_FALSE(Equal("1", "\"1\""));
}

TEST(ValueEquality, PeersKnowNoTolerance) {
  EXPECT_FALSE(Equal("0.3", "0.30000000000000004", Profile::kScaleBox));
  EXPECT_TRUE(Equal("3.0", "3", Profile::kScaleBox));
  EXPECT_FALSE(Equal("NaN", "NaN", Profile::kScaleBox));
  EXPECT_TRUE(Equal("0.3", "0.30000000000000004", Profile::kCompat));
}

TEST(ValueEquality, VerlTakesTheFirstItemOfTheExpectation) {
  EXPECT_TRUE(Equal("[3]", "3", Profile::kVerlPrime));
  EXPECT_TRUE(Equal("[[1,2]]", "[1,2]", Profile::kVerlPrime));
  EXPECT_TRUE(Equal("[3]", "[3]", Profile::kVerlPrime));
  EXPECT_FALSE(Equal("[3]", "4", Profile::kVerlPrime));
  EXPECT_FALSE(Equal("[3]", "3", Profile::kLiveCodeBench));
  EXPECT_FALSE(Equal("0.3", "0.30000000000000004", Profile::kLiveCodeBench));
  EXPECT_FALSE(Equal("[0.3]", "0.30000000000000004", Profile::kVerlPrime));
}

TEST(ValueEquality, BoolsAreNumbersAsInPython) {
  for (const Profile profile : kProfiles) {
    EXPECT_TRUE(Equal("true", "true", profile));
    EXPECT_FALSE(Equal("true", "false", profile));
    EXPECT_TRUE(Equal("true", "1", profile));
    EXPECT_TRUE(Equal("0", "false", profile));
    EXPECT_TRUE(Equal("1.0", "true", profile));
    EXPECT_FALSE(Equal("2", "true", profile));
    EXPECT_FALSE(Equal("true", "0.9999999999", profile));
    EXPECT_FALSE(Equal("0", "null", profile));
    EXPECT_FALSE(Equal("\"\"", "false", profile));
  }
}

TEST(ValueEquality, Containers) {
  EXPECT_TRUE(Equal("[1,[2,3]]", "[1,[2,3.0]]"));
  EXPECT_FALSE(Equal("[1,2]", "[2,1]"));
  EXPECT_FALSE(Equal("[1,2]", R"({"$set":[1,2]})"));
  EXPECT_TRUE(Equal(R"({"$set":[1,2,"a"]})", R"({"$set":["a",2.0,1,1]})"));
  EXPECT_FALSE(Equal(R"({"$set":[1,2]})", R"({"$set":[1,"2"]})"));
  EXPECT_TRUE(Equal(R"({"$set":[{"$set":[1,2]}]})", R"({"$set":[{"$set":[2,1]}]})"));
  EXPECT_FALSE(Equal("{}", "[]"));
  EXPECT_FALSE(Equal("null", "false"));
  EXPECT_TRUE(Equal(R"({"$bytes":"YQ=="})", R"({"$bytes":"YQ=="})"));
  EXPECT_FALSE(Equal("\"a\"", R"({"$bytes":"YQ=="})"));
  EXPECT_TRUE(Equal(R"({"$complex":[1,2]})", R"({"$complex":[1.0,2.0]})"));
  EXPECT_FALSE(Equal(R"({"$repr":"A"})", R"({"$repr":"A"})"));
}

TEST(ValueEquality, DictKeysMeetAsJsonText) {
  EXPECT_TRUE(Equal(R"({"1":"a","2":"b"})", R"({"$dict":[[2,"b"],[1,"a"]]})"));
  EXPECT_TRUE(Equal(R"({"true":1,"null":2,"1.5":3})", R"({"$dict":[[true,1],[null,2],[1.5,3]]})"));
  EXPECT_FALSE(Equal(R"({"1":"a"})", R"({"$dict":[[1,"a"],["1","a"]]})"));
  EXPECT_FALSE(Equal(R"({"[1, 2]":"a"})", R"({"$dict":[[[1,2],"a"]]})"));
  EXPECT_FALSE(Equal(R"({"a":1})", R"({"a":1,"b":2})"));
  EXPECT_TRUE(Equal(R"({"$dict":[["$set",[1]]]})", R"({"$dict":[["$set",[1]]]})"));
}

TEST(ValueEquality, DictKeysThatJsonCannotHoldMeetAsMembersOfSetsDo) {
  EXPECT_TRUE(Equal(R"({"$dict":[[[1,2],3],[[],4]]})", R"({"$dict":[[[],4],[[1,2],3]]})"));
  EXPECT_TRUE(Equal(R"({"$dict":[[[1,"a"],3]]})", R"({"$dict":[[[1.0,"a"],3]]})"));
  EXPECT_TRUE(
      Equal(R"({"$dict":[[{"$bytes":"YQ=="},1]]})", R"({"$dict":[[{"$bytes":"YQ=="},1]]})"));
  EXPECT_FALSE(Equal(R"({"$dict":[[{"$bytes":"YQ=="},1]]})", R"({"a":1})"));
  EXPECT_FALSE(Equal(R"({"$dict":[[[1,2],3]]})", R"({"$dict":[[[2,1],3]]})"));
  EXPECT_FALSE(Equal(R"({"$dict":[[[1,2],3]]})", R"({"$dict":[[[1,2],4]]})"));
  EXPECT_FALSE(Equal(R"({"$dict":[[[1,2],3]]})", R"({"[1, 2]":3})"));
  EXPECT_FALSE(Equal(R"({"$dict":[[[{"$repr":"A"}],3]]})", R"({"$dict":[[[{"$repr":"A"}],3]]})"));
}

TEST(ValueEquality, DecimalsAndFractionsAreNumbers) {
  EXPECT_TRUE(Equal("3", R"({"$fraction":[3,1]})"));
  EXPECT_TRUE(Equal("0.333333333", R"({"$fraction":[1,3]})"));
  EXPECT_FALSE(Equal("0.34", R"({"$fraction":[1,3]})"));
  EXPECT_FALSE(Equal("NaN", R"({"$fraction":[1,0]})"));
  EXPECT_TRUE(Equal("1.5", R"({"$decimal":"1.50"})"));
  EXPECT_TRUE(Equal("3", R"({"$decimal":"3"})"));
  EXPECT_TRUE(Equal("3", R"({"$decimal":"3.00"})"));
  EXPECT_FALSE(Equal("3", R"({"$decimal":"3.01"})"));
  EXPECT_FALSE(Equal("\"3\"", R"({"$decimal":"3"})"));
  EXPECT_FALSE(Equal("3", R"({"$decimal":"sNaN"})"));
}

TEST(ValueEquality, NamesTheFirstDifference) {
  EXPECT_EQ(Difference("[1,2,[3]]", "[1,2,[4]]"), "value[2][0]: expected 3, got 4");
  EXPECT_EQ(Difference("[1]", "[1,2]"), "value: expected 1 items, got 2");
  EXPECT_EQ(Difference(R"({"a":[true]})", R"({"a":["x"]})"),
            "value[\"a\"][0]: expected true, got \"x\"");
  EXPECT_EQ(Difference(R"({"a":1})", R"({"b":1})"),
            "value: expected the key \"a\", which is missing");
  EXPECT_EQ(Difference("3", R"({"$repr":"Foo"})"), "value: expected 3, got an object of type Foo");
}

}  // namespace
}  // namespace assay
