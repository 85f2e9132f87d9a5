#include "text/yaml/yaml_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using ::testing::HasSubstr;

std::string Json(const std::string& yaml) {
  const auto json = YamlToJson(yaml, "f.yaml");
  return json.ok() ? *json : "fault: " + json.error().message;
}

TEST(YamlToJson, GivesPlainScalarsTheTypesOfTheCoreSchema) {
  EXPECT_EQ(Json("a: 1\nb: 1.5\nc: -2e3\nd: true\ne: ~\nf:\ng: yes\nh: text"),
            R"({"a":1,"b":1.5,"c":-2000.0,"d":true,"e":null,"f":null,"g":"yes","h":"text"})");
  EXPECT_EQ(Json(R"(["1", 'true', "null", 1.2.3, 2020-01-02, inf, 0x10, -, 1e999])"),
            R"(["1","true","null","1.2.3","2020-01-02","inf","0x10","-","1e999"])");
  EXPECT_EQ(Json("- |\n  two\n  lines\n- >-\n  one\n  line"), R"(["two\nlines\n","one line"])");
}

TEST(YamlToJson, IsTheSameForJson) {
  const std::string json = R"({"a":{"b":[1,2.5,"x",null,false]},"c":"\u00e9\n"})";
  EXPECT_EQ(Json(json), "{\"a\":{\"b\":[1,2.5,\"x\",null,false]},\"c\":\"é\\n\"}");
  EXPECT_EQ(Json(""), "null");
}

TEST(YamlToJson, AliasesRepeatWhatTheyStandFor) {
  EXPECT_EQ(Json("a: &x {b: 1}\nc: *x"), R"({"a":{"b":1},"c":{"b":1}})");
}

TEST(YamlToJson, FaultsNameTheirPlace) {
  EXPECT_THAT(Json("a: [1"), HasSubstr("f.yaml:"));
  EXPECT_THAT(Json("a: 1\nb:\n  c: 2\n  c: 3"), HasSubstr("f.yaml:4: b.c: is there twice"));
  EXPECT_THAT(Json("? [1, 2]\n: x"), HasSubstr("a key that is no text"));
}

TEST(YamlToJson, IsBounded) {
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += '[';
  for (int i = 0; i < 100; ++i) deep += ']';
  EXPECT_THAT(Json(deep), HasSubstr("is too deep"));
  EXPECT_THAT(Json(std::string(100'000, '[')), HasSubstr("fault: "));
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 10; ++k) bomb += before + ", ";
    bomb += "x]\n";
  }
  EXPECT_THAT(Json(bomb), HasSubstr("has too many values"));
}

}  // namespace
}  // namespace assay
