// How programs are put together. The rows are shaped as the data's, shortened.
#include "lab/eval/multilang/multipl_program.h"

#include <gtest/gtest.h>

#include "lab/eval/multilang/code_mask.h"

namespace assay::eval {
namespace {

MultiplRow MakeRow(std::string_view language, std::string prompt, std::string tests,
                   std::vector<std::string> stops) {
  MultiplRow row;
  row.language = FindMultiplLanguage(language);
  row.prompt = std::move(prompt);
  row.tests = std::move(tests);
  row.stops = std::move(stops);
  return row;
}

MultiplRow CppRow() {
  return MakeRow("cpp", "#include<assert.h>\nlong twice(long n) {\n",
                 "}\nint main() {\n    assert(twice(2) == 4);\n}\n", {"\n}"});
}

MultiplRow JavaRow() {
  return MakeRow(
      "java", "import java.util.*;\nclass Problem {\n    public static long twice(long n) {\n",
      "    }\n    public static void main(String[] args) {\n    assert(twice(2L) == 4L);\n"
      "    }\n\n}\n",
      {"\n    }\n"});
}

int Count(const std::string& text, std::string_view word) {
  int count = 0;
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

TEST(MultiplProgram, CompletionIsPromptThenAnswerUpToAStopThenTests) {
  EXPECT_EQ(CompletionProgram(CppRow(), "    return n * 2;\n}\nint more() { return 1; }"),
            "#include<assert.h>\nlong twice(long n) {\n    return n * 2;\n}\nint main() {\n"
            "    assert(twice(2) == 4);\n}\n");
}

TEST(MultiplProgram, PeersCutAtTheFirstFunctionsEnd) {
  const std::string answer =
      "long helper(long n) {\n    return n;\n}\nlong twice(long n) {\n"
      "    return helper(n) * 2;\n}\nint main() {\n    return 0;\n}";
  const std::string theirs = PeerChatProgram(CppRow(), answer);
  EXPECT_EQ(Count(theirs, "twice(long n)"), 0) << theirs;  // the fault that makes rows flip
  const std::string ours = OwnChatProgram(CppRow(), answer);
  EXPECT_EQ(Count(ours, "twice(long n)"), 1) << ours;
  EXPECT_EQ(Count(ours, "int main()"), 1) << ours;
  EXPECT_EQ(Count(ours, "{"), Count(ours, "}")) << ours;
}

// Of 201 recorded answers of MBPP one has such a class and passes by our profile.
TEST(MultiplProgram, APublicClassIsAnErrorToThePeersAlone) {
  const std::string body =
      " Problem {\n    public static long twice(long n) {\n        return 2 * n;\n";
  EXPECT_EQ(Count(PeerChatProgram(JavaRow(), "class" + body), "public class"), 0);
  const std::string theirs = PeerChatProgram(JavaRow(), "public class" + body);
  EXPECT_EQ(Count(theirs, "public class"), 2) << theirs;
  EXPECT_EQ(Count(OwnChatProgram(JavaRow(), "public class" + body + "    }\n}\n"), "public class"),
            1);
}

TEST(MultiplProgram, TestsGoIntoTheModelsOwnClass) {
  const std::string answer =
      "import java.util.*;\nclass Problem {\n    // A brace in a comment: }\n"
      "    public static long twice(long n) {\n        return n * 2;\n    }\n"
      "    public static void main(String[] args) {\n        System.out.println(\"}\");\n    }\n}";
  const std::string ours = OwnChatProgram(JavaRow(), answer);
  EXPECT_EQ(Count(ours, "void main"), 1) << ours;
  EXPECT_EQ(Count(ours, "assert(twice(2L)"), 1) << ours;
  EXPECT_LT(ours.find("assert(twice"), ours.rfind('}')) << ours;
  const std::string mask = MaskLiterals(ours);
  EXPECT_EQ(Count(mask, "{"), Count(mask, "}")) << ours;
}

TEST(MultiplProgram, ABareMethodGetsThePromptsClass) {
  const std::string ours = OwnChatProgram(
      JavaRow(), "import java.io.*;\npublic static long twice(long n) {\n    return n * 2;\n}");
  EXPECT_EQ(ours.rfind("import java.io.*;\nimport java.util.*;\nclass Problem {", 0), 0U) << ours;
  EXPECT_EQ(Count(ours, "{"), Count(ours, "}")) << ours;
}

// Else a right answer without <assert.h> would be wrong for what the tests want.
TEST(MultiplProgram, TestsHaveWhatThePromptIncludesWhateverTheAnswerDoes) {
  const std::string cpp =
      OwnChatProgram(CppRow(), "#include <vector>\nlong twice(long n) {\n    return n * 2;\n}");
  EXPECT_EQ(cpp.rfind("#include<assert.h>\n#include <vector>\nlong twice", 0), 0U) << cpp;
  const std::string java = OwnChatProgram(
      JavaRow(),
      "class Problem {\n    public static long twice(long n) {\n        return n * 2;\n    }\n}");
  EXPECT_EQ(java.rfind("import java.util.*;\nclass Problem", 0), 0U) << java;
}

TEST(MultiplProgram, TestsInCSharpHaveWhatThePromptImports) {
  const MultiplRow row = MakeRow("cs",
                                 "using System;\nusing System.Diagnostics;\nclass Problem {\n    "
                                 "public static long Twice(long n) {\n",
                                 "    }\n    public static void Main(string[] args) {\n    "
                                 "Debug.Assert(Twice(2L) == 4L);\n    }\n\n}\n",
                                 {});
  const std::string ours = OwnChatProgram(row,
                                          "using System;\nclass Problem {\n    public static long "
                                          "Twice(long n) {\n        return n * 2;\n    }\n}");
  EXPECT_EQ(ours.rfind("using System;\nusing System.Diagnostics;\nusing System;\nclass", 0), 0U)
      << ours;
  EXPECT_EQ(Count(ours, "Debug.Assert"), 1) << ours;
}

TEST(MultiplProgram, GoHasOnePackageAndTheTestsImports) {
  const MultiplRow row = MakeRow("go_test.go", "package twice_test\n",
                                 "func TestTwice(t *testing.T) { _ = fmt.Sprintf(\"\") }", {});
  const std::string ours =
      OwnChatProgram(row,
                     "package main\n\nimport (\n\t\"sort\"\n\t\"os\"\n)\n\nfunc twice(n int) int { "
                     "sort.Ints(nil); return n }\n"
                     "func TestOwn(t *testing.T) { if true { os.Exit(1) } }\nfunc main() {}\n");
  EXPECT_EQ(ours.rfind("package main\n\nimport \"sort\"\nimport \"fmt\"\nimport \"testing\"\n", 0),
            0U)
      << ours;
  EXPECT_EQ(Count(ours, "package"), 1) << ours;
  EXPECT_EQ(Count(ours, "func Test"), 1) << ours;
  EXPECT_EQ(Count(ours, "func main"), 0) << ours;
}

TEST(MultiplProgram, PhpsClosingTagKeepsNoTestFromRunning) {
  const MultiplRow row = MakeRow("php", "<?php\nfunction twice($n) {\n", "test();", {});
  for (const std::string& program : {OwnChatProgram(row, "<?php\nfunction twice($n) {}\n?>\n"),
                                     PeerChatProgram(row, "<?php\nfunction twice($n) {}\n?>")}) {
    EXPECT_EQ(Count(program, "?>"), 0) << program;
  }
}

TEST(MultiplProgram, TellsADefinitionFromACall) {
  EXPECT_TRUE(Defines(CppRow(), "long twice(long n) { return 2; }"));
  EXPECT_FALSE(Defines(CppRow(), "int main() { return twice(2); }"));
  const auto row = [](std::string prompt) { return MakeRow("cpp", std::move(prompt), "", {}); };
  EXPECT_TRUE(Defines(row("#lang racket\n(define (twice n)\n"), "(define (twice m) m)"));
  EXPECT_FALSE(Defines(row("#lang racket\n(define (twice n)\n"), "(twice 2)"));
  EXPECT_TRUE(Defines(row("twice <- function(n) {"), "twice <- function(x) x"));
  EXPECT_FALSE(Defines(row("twice <- function(n) {"), "print(twice(2))"));
  EXPECT_TRUE(Defines(row("sub twice {\n    my($n) = @_;\n"), "sub twice { }"));
  EXPECT_TRUE(Defines(row("# $1\ntwice() {\n"), "twice() {\n  echo\n}"));
  EXPECT_FALSE(Defines(row(""), ""));
}

TEST(MultiplProgram, HostileTextsAreLeftAlone) {
  for (const std::string_view answer : {"", "}", "{", "class", "int main(", "\"", "/*", "package",
                                        "import (", "import \"", "class Problem { twice("}) {
    for (const std::string_view language : {"cpp", "java", "go", "php", "rkt", "scala", "d"}) {
      MultiplRow row = MakeRow(language, "", "", {});
      EXPECT_FALSE(OwnChatProgram(row, answer).size() > 200 + answer.size());
      EXPECT_FALSE(PeerChatProgram(row, answer).empty());
    }
  }
}

TEST(MultiplLanguages, RulesThatCatchWhatExitCodesDont) {
  ProgramRun run;
  run.exited = true;
  run.exit_code = 0;
  run.stderr_text = "--------------------\nFAILURE\nname: check-within\n";
  EXPECT_NE(FindMultiplLanguage("rkt")->official(run), "");
  EXPECT_NE(FindMultiplLanguage("rkt")->assay(run), "");
  run.stderr_text = "WARNING: a JVM says something";
  EXPECT_NE(FindMultiplLanguage("scala")->official(run), "");
  EXPECT_EQ(FindMultiplLanguage("scala")->assay(run), "");
  run.stderr_text = "at System.Diagnostics.DefaultTraceListener.Fail";
  EXPECT_NE(FindMultiplLanguage("cs")->assay(run), "");
  run.stderr_text.clear();
  run.stdout_text = "?   \tcommand-line-arguments\t[no test files]\n";
  EXPECT_NE(FindMultiplLanguage("go")->official(run), "");
  run.stdout_text = "ok!ERROR";
  EXPECT_NE(FindMultiplLanguage("pl")->official(run), "");
  EXPECT_EQ(FindMultiplLanguage("pl")->assay(run), "");
  run.stdout_text = "PHP Parse error: x";
  EXPECT_NE(FindMultiplLanguage("php")->official(run), "");
}

}  // namespace
}  // namespace assay::eval
