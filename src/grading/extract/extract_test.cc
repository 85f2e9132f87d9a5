#include "grading/extract/extract.h"

#include <gtest/gtest.h>

#include <map>

#include "base/build/sanitized.h"

namespace assay {
namespace {

struct Vector {
  std::string text;
  std::string code;
  ExtractedType type;
  std::string language = "python";
};

constexpr ExtractedType kFenced = ExtractedType::kFenced;
constexpr ExtractedType kIncomplete = ExtractedType::kIncompleteFenced;
constexpr ExtractedType kHeuristic = ExtractedType::kHeuristic;
constexpr ExtractedType kEmpty = ExtractedType::kEmpty;

// As the tables of languages have them, and peers' names of languages that are in none.
Fences FencesOf(const std::string& language) {
  static const std::map<std::string, Fences> languages = {
      {"python",
       {{"python", "py", "python3"},
        {{"python", "Python", "py", "Python3"}, UnfencedCode::kPythonDefinition}}},
      {"cpp", {{"cpp", "c++"}, {{"cpp", "c++", "C++"}}}},
      {"javascript", {{"javascript", "js", "node", "nodejs"}, {{"javascript"}}}},
      {"nodejs", {{"javascript", "js", "node", "nodejs"}, {{"JS", "js"}}}},
      {"bash", {{"bash"}, {{"bash"}, UnfencedCode::kAllLines}}},
      {"sql", {{"sql"}, {{"sql"}, UnfencedCode::kSqlQuery}}},
      {"D_ut", {}},
      {"typescript", {{"typescript", "ts"}, {{"typescript"}}}},
      {"COBOL", {{"cobol"}, {}}},
      {"", {}}};
  return languages.at(language);
}

void Check(ExtractProfile profile, const std::vector<Vector>& vectors) {
  for (const Vector& v : vectors) {
    const ExtractedCode result = ExtractCode(v.text, FencesOf(v.language), profile);
    EXPECT_EQ(result.code, v.code) << v.language << "\n" << v.text;
    EXPECT_EQ(ToString(result.type), ToString(v.type)) << v.language << "\n" << v.text;
  }
}

TEST(ExtractSandboxFusion, ObservedVectors) {
  Check(ExtractProfile::kSandboxFusion,
        {
            {"x\n```python\nA\n```\ny\n```python\nB\n```\n", "A", kFenced},
            {"```cpp\nA\n```\n```python\nB\n```", "B", kFenced},
            {"```\nA\n```\n```python\nB\n```", "B", kFenced},
            {"```cpp\nA\n```\n", "A", kFenced},
            {"```python\nprint(1)```", "print(1)```", kIncomplete},
            {"```python\nprint(1)```\ntext\n```python\nB\n```", "print(1)```\ntext", kFenced},
            {"```python\n```", "```", kIncomplete},
            {"```python\n\n```", "", kFenced},
            {"```python\n\n\nA\n\n\n```", "\n\nA", kFenced},
            {"```python\r\nA\r\n```\r\n", "A\r", kFenced},
            {"```python\nA\nB", "A\nB", kIncomplete},
            {"```cpp\nA\n```\n```python\nB\n", "A", kFenced},
            {"use ```y``` so\n```python\nA\n```\n", "```python\nA", kFenced},
            {"<think>```python\nWRONG\n```</think>\n```python\nRIGHT\n```", "WRONG", kFenced},
            {"~~~python\nA\n~~~", "", kEmpty},
            {"````python\nA\n````", "A", kFenced},
            {"print(1)", "", kEmpty},
            {"import os\n\ndef f():\n\n  return 1\n\nprint(f(1))\n",
             "import os\ndef f():\n  return 1\n", kHeuristic},
            {"int main() { return 0; }", "", kEmpty, "cpp"},
            {"", "", kEmpty},
        });
}

TEST(ExtractSandboxFusion, LanguageNamesAreExact) {
  Check(ExtractProfile::kSandboxFusion,
        {
            {"```text\nA\n```\n```PYTHON\nB\n```\n```Python3\nC\n```", "C", kFenced},
            {"```text\nA\n```\n```python title=x\nB\n```", "A", kFenced},
            {"```text\nA\n```\n``` c++ \nB\n```", "B", kFenced, "cpp"},
            {"```text\nA\n```\n```javascript\nB\n```", "A", kFenced, "nodejs"},
            {"```text\nA\n```\n```js\nB\n```", "B", kFenced, "nodejs"},
            {"```text\nA\n```\n```d\nB\n```", "A", kFenced, "D_ut"},
            {"```text\nA\n```\n```ts\nB\n```", "A", kFenced, "typescript"},
        });
}

TEST(ExtractSandboxFusion, Heuristics) {
  Check(ExtractProfile::kSandboxFusion,
        {
            {"Sure:\nimport a\nfrom b import c\n# note\nclass X:\n  y = 1\n  z = 2\nX()\ndef "
             "g():\n  pass\n",
             "import a\nfrom b import c\n# note\nclass X:\n  y = 1\n  z = 2\n", kHeuristic},
            {"import a\nprint()\ndef f():\n  pass", "def f():\n  pass\n", kHeuristic},
            {"def f(): pass\ndef g():\n  pass", "def g():\n  pass\n", kHeuristic},
            {"def f(): pass\n", "", kEmpty},
            {"#\ndef g():\n\tpass", "def g():\n\tpass\n", kHeuristic},
            {"Query:\n\n  SELECT 1\nfrom t; done", "  SELECT 1\nfrom t", kHeuristic, "sql"},
            {"with a as (select 1) select 2;", "with a as (select 1) select 2", kHeuristic, "sql"},
            {"no query", "", kEmpty, "sql"},
            {"ls\n\necho", "ls\necho\n", kHeuristic, "bash"},
        });
}

TEST(ExtractNatively, LastBlockOfTheLanguageAfterThinking) {
  Check(ExtractProfile::kAssay,
        {
            {"```python\nA\n```\n```python\nB\n```\n", "B", kFenced},
            {"```python\nA\n```\n```cpp\nB\n```\n", "A", kFenced},
            {"```Py\nA\n```\nrun it:\n```bash\npip\n```\n", "A", kFenced},
            {"```\nA\n```\n```cpp\nB\n```\n", "A", kFenced},
            {"```cpp\nA\n```\n", "A", kFenced},
            {"<think>\n```python\nWRONG\n```\n</think>\n```python\nRIGHT\n```\n", "RIGHT", kFenced},
            {"<think>\n```python\nWRONG\n```\n</think>\nno code", "", kEmpty},
            {"a</think>b</think>```python\nA\n```", "A", kFenced},
            {"~~~python\nA\n```\nB\n~~~\n", "A\n```\nB", kFenced},
            {"````python\nA\n```\nB\n````\n", "A\n```\nB", kFenced},
            {"use ```y``` so\n```python\nA\n```\n", "A", kFenced},
            {"```y``` starts a line\n```python\nA\n```\n", "A", kFenced},
            {"```python title=\"x\"\r\nA\r\n```\r\n", "A\r", kFenced},
            {"1. Do\n   ```python\n   if x:\n     y\n\n   ```\n", "if x:\n  y\n", kFenced},
            {"```python\n```", "", kFenced},
            {"```python\nA\nB", "A\nB", kIncomplete},
            {"```python\nprint(\"```\")\n```\n", "print(\"```\")", kFenced},
            {"```nodejs\nA\n```\n```text\nB\n```", "A", kFenced, "javascript"},
            {"```C++\nA\n```\n```text\nB\n```", "A", kFenced, "cpp"},
            {"```cobol\nA\n```\n```text\nB\n```", "A", kFenced, "COBOL"},
            {"```cobol\nA\n```\n```text\nB\n```", "B", kFenced, ""},
            {"import os\nprint(os.getcwd())\n", "import os\nprint(os.getcwd())\n", kHeuristic},
            {"int main() {\n  return 0;\n}\n", "int main() {\n  return 0;\n}\n", kHeuristic, "cpp"},
            {"The answer is f(x) = 3.\nIt follows.\n", "", kEmpty},
            {"", "", kEmpty},
        });
}

TEST(ExtractLikeVerl, LastPythonBlock) {
  Check(ExtractProfile::kVerl, {
                                   {"```python\nA\n```\n```python\nB\n```\n", "\nB\n", kFenced},
                                   {"```python\nA\n", "\nA\n", kIncomplete},
                                   {"```cpp\nA\n```\n", "A\n", kFenced},
                                   {"```\nA\n```\n", "\nA\n", kFenced},
                                   {"A", "", kEmpty},
                               });
}

TEST(Extract, LargeTextsAreLinear) {
  for (const char* piece : {"`", "```", "```\n", "\n```", "```python\n", "~~~\n", "import x\n",
                            "with as ", "def f():\n", "\n", "</think>", " ", "```a\n \n"}) {
    std::string text;
    while (text.size() < (kSanitized ? 256u << 10 : 4u << 20)) text += piece;
    for (const auto profile :
         {ExtractProfile::kAssay, ExtractProfile::kSandboxFusion, ExtractProfile::kVerl}) {
      for (const char* language : {"python", "sql", "bash"}) {
        EXPECT_LE(ExtractCode(text, FencesOf(language), profile).code.size(), text.size() + 1);
      }
    }
  }
}

TEST(Extract, ProfileNames) {
  EXPECT_EQ(kExtractProfileNames.Find("scalebox"), ExtractProfile::kSandboxFusion);
  EXPECT_EQ(kExtractProfileNames.Find("assay"), ExtractProfile::kAssay);
  EXPECT_EQ(kExtractProfileNames.Find("nothing"), std::nullopt);
}

TEST(ExtractRules, SayWhichOneFoundTheProgram) {
  const auto rule = [](ExtractProfile profile, const std::string& text,
                       const std::string& language = "python") {
    return ToString(ExtractCode(text, FencesOf(language), profile).rule);
  };
  constexpr auto kAssay = ExtractProfile::kAssay, kPeer = ExtractProfile::kSandboxFusion,
                 kVerl = ExtractProfile::kVerl;
  EXPECT_EQ(rule(kAssay, "```py\nA\n```\n```\nB\n```\n"), "language_block");
  EXPECT_EQ(rule(kAssay, "```\nB\n```\n```cpp\nC\n```\n"), "untagged_block");
  EXPECT_EQ(rule(kAssay, "```cpp\nC\n```\n"), "any_block");
  EXPECT_EQ(rule(kAssay, "```cpp\nC\n"), "unfinished_block");
  EXPECT_EQ(rule(kAssay, "import sys\nprint(1)\n"), "whole_text");
  EXPECT_EQ(rule(kAssay, "I can't solve this problem.\n"), "none");
  EXPECT_EQ(rule(kPeer, "```python\nA\n```\n"), "language_block");
  EXPECT_EQ(rule(kPeer, "```cpp\nA\n```\n"), "any_block");
  EXPECT_EQ(rule(kPeer, "```cpp\nA\n"), "unfinished_block");
  EXPECT_EQ(rule(kPeer, "def f():\n  pass\n"), "definition");
  EXPECT_EQ(rule(kPeer, "select 1;\n", "sql"), "query");
  EXPECT_EQ(rule(kPeer, "echo 1\n", "bash"), "whole_text");
  EXPECT_EQ(rule(kPeer, "Sorry.\n"), "none");
  EXPECT_EQ(rule(kVerl, "```python\nA\n```"), "language_block");
  EXPECT_EQ(rule(kVerl, "```\nA\n```"), "any_block");
  EXPECT_EQ(rule(kVerl, "```\nA\n"), "unfinished_block");
  EXPECT_EQ(rule(kVerl, "A"), "none");
}

}  // namespace
}  // namespace assay
