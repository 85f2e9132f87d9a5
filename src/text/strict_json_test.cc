#include "text/strict_json.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

std::string Strict(std::string_view json) {
  JsonWriter writer;
  WriteStrict(json, &writer);
  return writer.Take();
}

TEST(WriteStrict, NullIsWhatJsonHasNoFormFor) {
  EXPECT_EQ(Strict("NaN"), "null");
  EXPECT_EQ(Strict("-Infinity"), "null");
  EXPECT_EQ(Strict(R"([1.0, NaN,{"a" :[ Infinity]}, -Infinity ,-1])"),
            R"([1.0, null,{"a" :[ null]}, null ,-1])");
}

TEST(WriteStrict, TheRestStaysAsItIsWritten) {
  for (const char* json :
       {R"({"a": [1.10, 1e5], "b":"NaN"})", R"(["\"NaN", "\\", "-Infinity"])",
        "12345678901234567890", "\"\"", R"({"NaN": null, "Infinity\\": true})"}) {
    EXPECT_EQ(Strict(json), json);
  }
  EXPECT_EQ(Strict(R"(["\\", NaN, "NaN\\"])"), R"(["\\", null, "NaN\\"])");
}

TEST(WriteStrict, CommasComeFromTheWriter) {
  JsonWriter json;
  json.BeginObject().Key("a");
  WriteStrict("NaN", &json);
  json.Key("b").Int(1).EndObject();
  EXPECT_EQ(json.text(), R"({"a":null,"b":1})");
}

}  // namespace
}  // namespace assay
