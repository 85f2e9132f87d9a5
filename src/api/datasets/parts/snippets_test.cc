#include "api/datasets/parts/snippets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(AmongTests, PutsTheProgramInItsPlaceOrFirst) {
  EXPECT_EQ(AmongTests("A", "x\n#<INSERT>\ny"), "x\nA\ny");
  EXPECT_EQ(AmongTests("A\nif __name__ == 'x': f()", "tests"), "A\n\ntests");
}

std::string Cut(std::string code, const std::vector<std::string>& tokens) {
  CutAtStopTokens(tokens, &code);
  return code;
}

std::string CutWhole(std::string code, const std::vector<std::string>& tokens) {
  CutWholeAtStopTokens(tokens, &code);
  return code;
}

TEST(StopTokens, EndAContinuationAtTheFirstAndAProgramAtTheLastBrace) {
  EXPECT_EQ(Cut("a\n}\nb\n}\n", {"\n}"}), "a");
  EXPECT_EQ(CutWhole("a\n}\nb\n}\n", {"\n}"}), "a\n}\nb");
  EXPECT_EQ(Cut("a\n\nb", {"\n\n", "re:b"}), "a\n\nb");
  std::string python = "    return 1\n\nprint(2)";
  CutAtTopLevel(&python);
  EXPECT_EQ(python, "    return 1\n");
}

TEST(MergeGoFile, HasOneClauseAndOneListOfImports) {
  EXPECT_EQ(
      MergeGoFile("import (\"fmt\")\npackage main\nimport (\n  \"fmt\"\n  \"os\"\n)\nfunc f() {}"),
      "package main\n\nimport \"fmt\"\nimport \"os\"\n\nfunc f() {}\n");
}

TEST(JoinJavaSources, HasImportsFirstAndNoPublicTypes) {
  const std::string joined = JoinJavaSources(
      {"package a;\nimport java.util.*;\n// A class of words\npublic class A { String s = \"}\"; }",
       "class T { int mine; }"},
      "import java.util.*;\nclass T { A a; }");
  EXPECT_THAT(joined, HasSubstr("\nimport java.util.*;\n\nclass A { String s = \"}\"; }\n"));
  EXPECT_THAT(joined, HasSubstr("class T { A a; }"));
  EXPECT_THAT(joined, Not(HasSubstr("mine")));
  EXPECT_THAT(joined, Not(HasSubstr("package")));
}

}  // namespace
}  // namespace assay
