#include "text/yaml/yaml_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

using testing::HasSubstr;

std::string JsonOf(const std::string& yaml) {
  const auto document = YamlDocument::Parse(yaml, "a.yaml");
  return document.ok() ? document->json() : document.error().message;
}

TEST(YamlDocument, TypesPlainScalarsByTheCoreSchema) {
  EXPECT_EQ(JsonOf("a: [1, -2, +3, 010, 1.5, .5, 1., 1e-3, 1.0.0, on, no, yes]"),
            R"({"a":[1,-2,3,10,1.5,0.5,1.0,1e-3,"1.0.0","on","no","yes"]})");
  EXPECT_EQ(JsonOf("a: [true, False, ~, null, '1', \"true\", !!str 5, .inf, -, 1e, .]"),
            R"({"a":[true,false,null,null,"1","true","5",".inf","-","1e","."]})");
  EXPECT_EQ(JsonOf("[123456789012345678901234567890, 0.1, 00, -0]"),
            "[123456789012345678901234567890,0.1,0,-0]");
}

TEST(YamlDocument, TakesJsonAsItIs) {
  EXPECT_EQ(JsonOf(R"({"a": {"b": [1, "x\ny", null, true, 1e-6]}})"),
            R"({"a":{"b":[1,"x\ny",null,true,1e-6]}})");
  EXPECT_EQ(JsonOf("# nothing\n"), "null");
}

TEST(YamlDocument, ComesToAnEnd) {
  // Found by fuzzing: yaml-cpp's LoadAll makes documents of this without an end.
  EXPECT_THAT(JsonOf("\n  a: \"b:\n  - c\n\", \"d\n  e: 1\n 4c c   44"), HasSubstr("a.yaml:"));
  EXPECT_EQ(JsonOf("---\na: 1\n...\n# the end\n"), R"({"a":1})");
}

TEST(YamlDocument, RefusesWhatHasNoOneMeaning) {
  EXPECT_EQ(JsonOf("a: 1\nb: 2\na: 3\n"), "a.yaml:3: 'a' stands here twice");
  EXPECT_THAT(JsonOf("a: !!binary aGk=\n"), HasSubstr("a.yaml:1: tags"));
  EXPECT_THAT(JsonOf("? [1]\n: 2\n"), HasSubstr("a key must be a text"));
  EXPECT_EQ(JsonOf("a: 1\n---\nb: 2\n"), "a.yaml:2: is a second document");
  EXPECT_THAT(JsonOf("a: [\n"), HasSubstr("a.yaml:2: "));
  EXPECT_THAT(JsonOf("a: \"\xff\"\n"), HasSubstr("UTF-8"));
}

TEST(YamlDocument, BoundsDepthAndAliases) {
  EXPECT_THAT(JsonOf(std::string(100, '[') + std::string(100, ']')), HasSubstr("nested deeper"));
  std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 10; ++j) laughs += (j == 0 ? "" : ", ") + last;
    laughs += "]\n";
  }
  EXPECT_THAT(JsonOf(laughs), HasSubstr("too large"));
  // An alias in itself goes on without end.
  EXPECT_THAT(JsonOf("a: &a [*a]\n"), HasSubstr("a.yaml:1: "));
}

TEST(YamlDocument, TellsLines) {
  const auto document = YamlDocument::Parse("a: 1\nb:\n  c:\n    - x\n    - d: 2\n", "a.yaml");
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->LineOf({}), 1);
  EXPECT_EQ(document->LineOf(FieldPath{} / "b" / "c"), 3);
  EXPECT_EQ(document->LineOf(FieldPath{} / "b" / "c" / 1 / "d"), 5);
  // Of what isn't there: what is around it.
  EXPECT_EQ(document->LineOf(FieldPath{} / "b" / "c" / 7), 3);
  EXPECT_EQ(document->LineOf(FieldPath{} / "b" / "zz"), 2);
}

}  // namespace
}  // namespace assay
