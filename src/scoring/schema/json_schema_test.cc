#include "scoring/schema/json_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scoring/schema/schema_values.h"

namespace assay::scoring {
namespace {

using ::testing::HasSubstr;

JsonDocument Parsed(const std::string& text) {
  JsonError error;
  auto document = JsonDocument::Parse(text, &error);
  EXPECT_TRUE(document) << text;
  return *std::move(document);
}

std::shared_ptr<const JsonSchema> Compiled(const std::string& text, FieldErrors* errors) {
  const JsonDocument document = Parsed(text);
  return JsonSchema::Compile(document.root(), FieldPath{} / "schema", errors);
}

// "" when the value is valid, else "path keyword".
std::string Violation(const std::string& schema, const std::string& value) {
  FieldErrors errors;
  const auto compiled = Compiled(schema, &errors);
  EXPECT_TRUE(compiled) << (errors.empty() ? "" : errors.errors()[0].message);
  if (!compiled) return "no schema";
  const JsonDocument document = Parsed(value);
  const auto violation = compiled->Check(document.root());
  return violation ? violation->path + " " + violation->keyword : "";
}

std::string Fault(const std::string& schema) {
  FieldErrors errors;
  EXPECT_FALSE(Compiled(schema, &errors)) << schema;
  if (errors.empty()) return "";
  return ToString(errors.errors()[0].path) + ": " + errors.errors()[0].message;
}

TEST(JsonSchema, Types) {
  EXPECT_EQ(Violation(R"({"type":"integer"})", "1.0"), "");
  EXPECT_EQ(Violation(R"({"type":"integer"})", "1.5"), " type");
  EXPECT_EQ(Violation(R"({"type":"integer"})", "123456789012345678901234567890"), "");
  EXPECT_EQ(Violation(R"({"type":["null","string"]})", "null"), "");
  EXPECT_EQ(Violation(R"({"type":["null","string"]})", "true"), " type");
  EXPECT_EQ(Violation("false", "1"), " false");
  EXPECT_EQ(Violation("{}", "1"), "");
}

TEST(JsonSchema, SaysWhereAndWhat) {
  const std::string schema = R"({"type":"object","required":["steps"],"additionalProperties":false,
      "properties":{"steps":{"type":"array","minItems":1,"items":{"type":"string"}}}})";
  EXPECT_EQ(Violation(schema, R"({"steps":["a"]})"), "");
  EXPECT_EQ(Violation(schema, R"({"steps":["a",2]})"), "/steps/1 type");
  EXPECT_EQ(Violation(schema, R"({"steps":[]})"), "/steps minItems");
  EXPECT_EQ(Violation(schema, R"({})"), " required");
  EXPECT_EQ(Violation(schema, R"({"steps":["a"],"more":1})"), "/more additionalProperties");
}

TEST(JsonSchema, NumbersAndTexts) {
  EXPECT_EQ(Violation(R"({"minimum":1,"exclusiveMaximum":3})", "3"), " exclusiveMaximum");
  EXPECT_EQ(Violation(R"({"multipleOf":0.0001})", "0.0075"), "");
  EXPECT_EQ(Violation(R"({"multipleOf":0.0001})", "0.00751"), " multipleOf");
  EXPECT_EQ(Violation(R"({"minLength":2})", "\"\xf0\x9f\x92\xa9\""), " minLength");
  EXPECT_EQ(Violation(R"({"pattern":"^a+$"})", "\"aab\""), " pattern");
  EXPECT_EQ(Violation(R"({"pattern":"a"})", "17"), "");
}

TEST(JsonSchema, EqualityIsOfValues) {
  EXPECT_EQ(Violation(R"({"const":1})", "1.0"), "");
  EXPECT_EQ(Violation(R"({"const":0})", "-0.0"), "");
  EXPECT_EQ(Violation(R"({"const":9007199254740992})", "9007199254740992.0"), "");
  EXPECT_EQ(Violation(R"({"multipleOf":1e-8})", "12391239123"), "");
  EXPECT_EQ(Violation(R"({"enum":[{"a":1,"b":2}]})", R"({"b":2,"a":1.0})"), "");
  EXPECT_EQ(Violation(R"({"const":9007199254740993})", "9007199254740992"), " const");
  EXPECT_EQ(Violation(R"({"uniqueItems":true})", "[1,true,\"1\",[1],0]"), "");
  EXPECT_EQ(Violation(R"({"uniqueItems":true})", "[1,1.0]"), " uniqueItems");
}

TEST(JsonSchema, Combinations) {
  const std::string one = R"({"oneOf":[{"type":"integer"},{"minimum":2}]})";
  EXPECT_EQ(Violation(one, "1"), "");
  EXPECT_EQ(Violation(one, "2.5"), "");
  EXPECT_EQ(Violation(one, "3"), " oneOf");
  EXPECT_EQ(Violation(one, "1.5"), " oneOf");
  const std::string condition =
      R"({"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}})";
  EXPECT_EQ(Violation(condition, R"({"a":1,"b":1})"), "");
  EXPECT_EQ(Violation(condition, R"({"a":1,"c":1})"), " required");
  EXPECT_EQ(Violation(condition, R"({"c":1})"), "");
  EXPECT_EQ(Violation(R"({"not":{"type":"null"}})", "null"), " not");
  EXPECT_EQ(Violation(R"({"contains":{"const":1},"maxContains":1})", "[1,1]"), " maxContains");
  EXPECT_EQ(Violation(R"({"contains":{"const":1},"minContains":0})", "[]"), "");
}

TEST(JsonSchema, ReferencesAndRecursion) {
  const std::string tree =
      R"({"$ref":"#/$defs/node","$defs":{"node":{"type":"object","required":["v"],)"
      R"("properties":{"v":{"type":"number"},"next":{"$ref":"#/$defs/node"}}}}})";
  EXPECT_EQ(Violation(tree, R"({"v":1,"next":{"v":2}})"), "");
  EXPECT_EQ(Violation(tree, R"({"v":1,"next":{"v":"2"}})"), "/next/v type");
  EXPECT_EQ(Violation(R"({"$defs":{"a/b%":{"const":1}},"$ref":"#/$defs/a~1b%25"})", "2"), " const");
  EXPECT_THAT(Fault(R"({"$ref":"#"})"), HasSubstr("refers to itself"));
  EXPECT_THAT(Fault(R"({"anyOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"allOf":[{"$ref":"#"}]}}})"),
              HasSubstr("refers to itself"));
  EXPECT_THAT(Fault(R"({"$ref":"http://a.b/c"})"), HasSubstr("schema.$ref: "));
  EXPECT_THAT(Fault(R"({"$ref":"#/const","const":{"type":7}})"), HasSubstr("where a schema is"));
}

TEST(JsonSchema, WhatItDoesNotKnowIsRefusedWithItsPlace) {
  EXPECT_THAT(Fault(R"({"properties":{"a":{"requierd":[]}}})"),
              HasSubstr("schema.properties.a.requierd: No keyword"));
  EXPECT_THAT(Fault(R"({"$schema":"http://mine/"})"), HasSubstr("schema.$schema: "));
  EXPECT_THAT(Fault(R"({"unevaluatedItems":false})"), HasSubstr("schema.unevaluatedItems"));
  EXPECT_THAT(Fault(R"({"type":"float"})"), HasSubstr("'integer'"));
  EXPECT_THAT(Fault(R"({"minLength":-1})"), HasSubstr("whole number"));
  EXPECT_THAT(Fault(R"x({"pattern":"(?=a)"})x"), HasSubstr("RE2"));
  EXPECT_THAT(Fault(R"({"items":[{}]})"), HasSubstr("object, true or false"));
  EXPECT_THAT(Fault("7"), HasSubstr("schema: "));
}

// Each level doubles the work of the one below: without a budget, for longer than anybody waits.
TEST(JsonSchema, HostileValuesEnd) {
  std::string schema = R"({"$ref":"#/$defs/s0","$defs":{)";
  for (int i = 0; i < 40; ++i) {
    const std::string next = "{\"$ref\":\"#/$defs/s" + std::to_string(i + 1) + "\"}";
    schema += "\"s" + std::to_string(i) + "\":{\"anyOf\":[" + next + "," + next + "]},";
  }
  schema += R"("s40":{"type":"null"}}})";
  EXPECT_EQ(Violation(schema, "1"), " budget");
  // Each level of the value is two of the schema, with the reference.
  const auto deep = [](int levels) {
    return std::string(static_cast<size_t>(levels), '[') +
           std::string(static_cast<size_t>(levels), ']');
  };
  const std::string recursive = R"({"items":{"$ref":"#"}})";
  EXPECT_EQ(Violation(recursive, deep(JsonSchema::kMostDepth / 2 - 1)), "");
  EXPECT_EQ(Violation(recursive, deep(JsonSchema::kMostDepth / 2 + 1)), " budget");
  std::string wide = "{\"k\":0";
  for (int i = 0; i < 20'000; ++i) wide += ",\"k" + std::to_string(i) + "\":0";
  EXPECT_EQ(Violation(R"({"propertyNames":{"maxLength":9},"additionalProperties":{"const":0}})",
                      wide + "}"),
            "");
}

TEST(EqualityKey, KeepsWholeNumbersThatNoDoubleIs) {
  EXPECT_NE(EqualityKey(Parsed("18446744073709551617").root()),
            EqualityKey(Parsed("18446744073709551616").root()));
}

}  // namespace
}  // namespace assay::scoring
