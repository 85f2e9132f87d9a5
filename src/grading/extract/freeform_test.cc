#include "grading/extract/freeform.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grading/extract/freeform_cuts.h"

namespace assay {
namespace {

PeerFences Python() {
  return {{"python", "py"}, UnfencedCode::kPythonDefinition};
}

std::string Freeform(std::string_view text, std::string_view language = "python") {
  return ExtractFreeform(text, language, Python()).code;
}

std::string Later(std::string_view text, std::string_view language, PeerFences fences = {},
                  LaterFreeform rule = {}) {
  return ExtractLaterFreeform(text, language, fences, rule).code;
}

TEST(Freeform, TakesTheFirstBlockOfWhateverLanguage) {
  EXPECT_EQ(Freeform("```cpp\nA\n```\n```python\nB\n```"), "A");
  EXPECT_EQ(Freeform("text ```python\nA\r\nB\n"), "A\nB\n");
  EXPECT_EQ(Freeform("def f():\n    return 1\nf()\n"), "def f():\n    return 1\n");
  EXPECT_EQ(Freeform("nothing"), "");
}

TEST(Freeform, DropsWhatWouldMeetTheTests) {
  EXPECT_EQ(Freeform("```python\nA\nif __name__ == \"__main__\":\n  f()\n```"), "A");
  EXPECT_EQ(Freeform("```\nA\nint main() {}\n```", "cpp"), "A");
  EXPECT_EQ(Freeform("```\nA\n# Example usage:\nB\n```"), "A");
  EXPECT_EQ(Freeform("```\npackage main\nA\n```", "go"), "\nA");
}

TEST(LaterFreeform, CountsOnlyBlocksOfTheLanguage) {
  const PeerFences rust = {{"rust"}, UnfencedCode::kNone};
  EXPECT_EQ(Later("```bash\nA\n```\n\n```rust\nB\n```", "rust", rust), "B");
  EXPECT_EQ(Later("```\nrust\nB\n```", "rust", rust), "B");
  EXPECT_EQ(Later("```rust\nA\n```\n\n```rust\nB\n```", "rust", rust,
                  {.of_language = false, .first_only = false}),
            "A\n\nB");
  EXPECT_EQ(Later("```kotlin\nA\n```", "kotlin"), "A");
}

TEST(LaterFreeform, KeepsAMethodWithoutItsClass) {
  const std::string text =
      "```java\nclass X {\n  public static int f(int a) {\n    if (a > 0) { a = 1; }\n"
      "    return a;\n  }\n  void g() {}\n}\n```";
  EXPECT_EQ(Later(text, "java", {{"java"}}, {.inner_function_only = true}),
            "public static int f(int a) {\n    if (a > 0) { a = 1; }\n    return a;\n  }");
}

TEST(LaterFreeform, DropsMainFunctionsAndWrappers) {
  EXPECT_EQ(Later("```go\nfunc f() {}\nfunc main() { f() }\n```", "go", {{"go"}}), "func f() {}\n");
  EXPECT_EQ(Later("```scala\nobject A extends App {\n  def f = 1\n}\n```", "scala", {{"scala"}}),
            "\n  def f = 1\n");
  EXPECT_EQ(Later("```verilog\nmodule m (input a);\n  x\nendmodule\n```", "verilog", {{"verilog"}}),
            "\n  x\n\nendmodule");
  EXPECT_EQ(Later("assign a = b;", "verilog", {{"verilog"}}), "assign a = b;");
}

TEST(FreeformCuts, TakeLinearTimeOnHostileTexts) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "object a public static func main( module b (";
  for (std::string copy : {text}) {
    KeepScalaObjectBody(&copy);
    KeepVerilogModuleBody(&copy);
    EraseMainFunction("func", &copy);
    KeepFirstStaticMethod(true, &copy);
    EXPECT_EQ(copy, text);
  }
}

}  // namespace
}  // namespace assay
