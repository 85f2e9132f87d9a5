#include "lab/eval/benchmarks/crux_answer.h"

#include <gtest/gtest.h>

namespace assay::eval {
namespace {

TEST(CruxAnswer, OfficialTakesOneSideOfTheFirstEquals) {
  EXPECT_EQ(CruxOfficialAnswer("assert f(\"a\") == \"b\"\n", CruxSide::kOutput), "\"b\"");
  EXPECT_EQ(CruxOfficialAnswer("assert f(\"a\") == \"b\"\n", CruxSide::kInput), "f(\"a\")");
  EXPECT_EQ(CruxOfficialAnswer("thus\n[ANSWER]\nf(1) == 2\n[/ANSWER] bye", CruxSide::kOutput), "2");
  // Even one inside a text: their rule, and their mistake.
  EXPECT_EQ(CruxOfficialAnswer("assert f(1) == \"x == y\"", CruxSide::kOutput), "\"x");
}

TEST(CruxAnswer, AssayReadsTheLastAnswerAndWholeTexts) {
  EXPECT_EQ(CruxAssayAnswer("assert f(1) == \"x == y\"", CruxSide::kOutput), "\"x == y\"");
  EXPECT_EQ(CruxAssayAnswer("[ANSWER]1[/ANSWER] or [ANSWER]2[/ANSWER]", CruxSide::kOutput), "2");
  EXPECT_EQ(
      CruxAssayAnswer("[ANSWER]\n```python\nassert f(')') == 3\n```\n[/ANSWER]", CruxSide::kInput),
      "f(')')");
}

TEST(CruxAnswer, AnInputThatIsNoCallOfFIsNone) {
  EXPECT_FALSE(CruxAssayAnswer("\"b\" or f(1)", CruxSide::kInput));
  EXPECT_FALSE(CruxAssayAnswer("f(1) and 3", CruxSide::kInput));
  EXPECT_FALSE(CruxAssayAnswer("f((1)", CruxSide::kInput));
}

}  // namespace
}  // namespace assay::eval
