#include "text/json_reader.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <cmath>

#include "text/json_writer.h"

namespace assay {
namespace {

std::optional<JsonDocument> Parse(std::string_view text) {
  JsonError error;
  return JsonDocument::Parse(text, &error);
}

TEST(JsonReader, ReadsValues) {
  const auto document =
      Parse(R"( {"a": [1, -2.5e3, true, null, "x\u00e9\ud83d\ude00\n"], "b": {}} )");
  ASSERT_TRUE(document);
  const auto items = document->root().Find("a").Items();
  ASSERT_EQ(items.size(), 5u);
  EXPECT_EQ(items[0].Double(), 1);
  EXPECT_EQ(items[1].Double(), -2500);
  EXPECT_TRUE(items[2].Bool());
  EXPECT_TRUE(items[3].IsNull());
  EXPECT_EQ(items[4].String(), "x\u00e9\U0001F600\n");
  EXPECT_EQ(document->root().Find("b").Count(), 0u);
  EXPECT_EQ(document->root().Count(), 2u);
  EXPECT_FALSE(document->root().Find("c"));
}

TEST(JsonReader, LastOfRepeatedKeysCounts) {
  const auto document = Parse(R"({"a":1,"\u0061":2,"b":3})");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->root().Find("a").raw(), "2");
}

TEST(JsonReader, KeepsTheSourceOfValues) {
  const auto document = Parse(R"({"a":[123456789012345678901234567890, 1.10, [ "q" ]]})");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->root().Find("a").raw(), R"([123456789012345678901234567890, 1.10, [ "q" ]])");
}

TEST(JsonReader, TakesWhatPythonWrites) {
  const auto document = Parse("\xEF\xBB\xBF[NaN, Infinity, -Infinity, 1e999]");
  ASSERT_TRUE(document);
  const auto items = document->root().Items();
  EXPECT_TRUE(std::isnan(items[0].Double()));
  EXPECT_TRUE(std::isinf(items[1].Double()));
  EXPECT_LT(items[2].Double(), 0);
  EXPECT_TRUE(std::isinf(items[3].Double()));
}

TEST(JsonReader, FlagsLoneSurrogatesOnly) {
  const auto document = Parse(R"(["\ud800","\udc00","\ud83d\ude00","\ud800\u0041","ok"])");
  ASSERT_TRUE(document);
  const auto items = document->root().Items();
  EXPECT_TRUE(items[0].HasLoneSurrogate());
  EXPECT_TRUE(items[1].HasLoneSurrogate());
  EXPECT_FALSE(items[2].HasLoneSurrogate());
  EXPECT_TRUE(items[3].HasLoneSurrogate());
  EXPECT_EQ(items[3].String(), "\uFFFDA");
  EXPECT_FALSE(items[4].HasLoneSurrogate());
}

TEST(JsonReader, RefusesWhatIsNotJson) {
  for (const char* text : {"",        " ",         "{",          "[",       "]",
                           "{]",      "[1,]",      "{\"a\":1,}", "{\"a\"}", "{a:1}",
                           "[1 2]",   "01",        "1.",         ".5",      "+1",
                           "-",       "1e",        "tru",        "nul",     "\"",
                           "\"\\x\"", "\"\\u12\"", "\"\n\"",     "[1]x",    "{\"a\":1 \"b\":2}",
                           "-Inf",    "Nan",       "\"\xff\"",   "'a'",     "[\"a\\"}) {
    EXPECT_FALSE(Parse(text)) << text;
  }
}

TEST(JsonReader, SaysWhereATextIsNoUtf8) {
  JsonError error;
  EXPECT_FALSE(JsonDocument::Parse("{\"a\": \"é\xff\"}", &error));
  EXPECT_EQ(error.offset, 9u);
  EXPECT_EQ(error.message, "not valid UTF-8");
}

TEST(JsonReader, BoundsDepthAndValues) {
  JsonError error;
  const std::string deep = std::string(600, '[') + std::string(600, ']');
  EXPECT_FALSE(JsonDocument::Parse(deep, &error));
  EXPECT_TRUE(error.too_large);
  const std::string fine = std::string(500, '[') + std::string(500, ']');
  EXPECT_TRUE(Parse(fine));
  std::string wide = "[1";
  for (size_t i = 0; i < JsonDocument::kMaxValues; ++i) wide += ",1";
  error = {};
  EXPECT_FALSE(JsonDocument::Parse(wide + "]", &error));
  EXPECT_TRUE(error.too_large);
}

// On what both know, ours and simdjson agree about what is JSON.
TEST(JsonReader, AgreesWithSimdjsonOnMutatedDocuments) {
  const std::string seed =
      R"~({"code":"print(\"a\\n\")","n":[1,-2,3.25e-1,0],"o":{"t":true,"f":false,"z":null},"u":"\u00e9"})~";
  const std::string alphabet = "{}[]\",:\\0123456789.eE+-truefalsn ux";
  uint64_t state = 42;
  const auto next = [&state] {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return state >> 33;
  };
  simdjson::dom::parser parser;
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text = seed;
    for (uint64_t edits = next() % 3 + 1; edits > 0; --edits) {
      const size_t at = next() % text.size();
      if (next() % 3 == 0) {
        text.erase(at, 1);
      } else {
        text[at] = alphabet[next() % alphabet.size()];
      }
    }
    const simdjson::error_code theirs = parser.parse(text).error();
    JsonError error;
    const auto ours = JsonDocument::Parse(text, &error);
    bool lone = false;
    if (ours) {
      // simdjson refuses lone surrogates and numbers beyond its range; we don't.
      lone = theirs == simdjson::STRING_ERROR || theirs == simdjson::NUMBER_ERROR;
    }
    EXPECT_TRUE(ours.has_value() == (theirs == simdjson::SUCCESS) || lone)
        << text << " " << simdjson::error_message(theirs) << " " << error.message;
    accepted += ours ? 1 : 0;
  }
  EXPECT_GT(accepted, 1000);
}

TEST(JsonWriter, WritesWhatTheReaderReads) {
  const std::string text("quote\" back\\ tab\t nul\0 e\u00e9", 24);
  JsonWriter json;
  json.BeginObject().Key("s").String(text).Key("d").BeginArray();
  for (const double value : {10.0, 0.1, 1e22, -0.0, 1e-7, 123456.789}) json.Double(value);
  json.EndArray().Key("e").BeginObject().EndObject().Key("i").Int(-5).Key("n").Null().EndObject();
  EXPECT_EQ(json.text().substr(json.text().find("\"d\"")),
            R"("d":[10.0,0.1,1e+22,-0.0,1e-07,123456.789],"e":{},"i":-5,"n":null})");
  const auto document = Parse(json.text());
  ASSERT_TRUE(document);
  EXPECT_EQ(document->root().Find("s").String(), text);
}

}  // namespace
}  // namespace assay
