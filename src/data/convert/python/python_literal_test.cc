#include "data/convert/python/python_literal.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

struct Literal {
  const char* python;
  const char* json;
};

TEST(PythonLiteral, IsReadAsPythonsReprWritesIt) {
  const Literal literals[] = {
      {"{'a': 1, \"b\": [True, False, None], 'c': (1, 2.5,)}",
       R"({"a":1,"b":[true,false,null],"c":[1,2.5]})"},
      {"['it\\'s', \"a'b\", 'x\\ty\\n', '\\\\']", R"(["it's","a'b","x\ty\n","\\"])"},
      {"'\\xe9\\u20ac\\U0001f600'", "\"é€😀\""},
      {"{1: 'a', True: 'b', None: 'c', 1.5: 'd'}", R"({"1":"a","true":"b","null":"c","1.5":"d"})"},
      {"[-3, 1e300, 1e-05, .5, 3., inf, -inf, nan]",
       "[-3,1e300,1e-05,0.5,3.0,Infinity,-Infinity,NaN]"},
      {"('a' 'b')", R"(["ab"])"},
      {" [ ] ", "[]"},
      {"{}", "{}"},
  };
  for (const Literal& literal : literals) {
    EXPECT_EQ(PythonLiteralToJson(literal.python).value_or("nothing"), literal.json)
        << literal.python;
  }
}

TEST(PythonLiteral, NothingElseIsRead) {
  for (const char* text :
       {"", "f(1)", "[1", "{'a'}", "{1, 2}", "'a", "'a\nb'", "b'a'", "1 + 2", "[1] x", "__import__",
        "'\\ud800'", "'\\x4'", "1_000", "007", "[1,,2]", "{'a': }", "'\\"}) {
    EXPECT_FALSE(PythonLiteralToJson(text)) << text;
  }
  const std::string deep(100'000, '[');
  EXPECT_FALSE(PythonLiteralToJson(deep));
}

}  // namespace
}  // namespace assay
