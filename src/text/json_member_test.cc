#include "text/json_member.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

std::string Copied(std::string_view text, std::initializer_list<std::string_view> without = {}) {
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  JsonWriter json;
  json.BeginObject().Key("first").Int(1);
  CopyMembers(document->root(), &json, without);
  return json.Key("last").Int(2).EndObject().Take();
}

TEST(CopyMembers, ValuesStayAsTheyAreWritten) {
  EXPECT_EQ(Copied(R"({"b" : 1.50, "a":[ 1,{"x":NaN} ],"\"\u00e9":"\u00e9"})"),
            R"({"first":1,"b":1.50,"a":[ 1,{"x":NaN} ],"\"é":"\u00e9","last":2})");
  EXPECT_EQ(Copied(R"({"a":1,"a":2})"), R"({"first":1,"a":1,"a":2,"last":2})");
  EXPECT_EQ(Copied("{}"), R"({"first":1,"last":2})");
}

TEST(CopyMembers, LeavesOutThoseThatAreNamed) {
  EXPECT_EQ(Copied(R"({"a":1,"b":{"a":2},"a":3,"c":4})", {"a", "c", "d"}),
            R"({"first":1,"b":{"a":2},"last":2})");
}

}  // namespace
}  // namespace assay
