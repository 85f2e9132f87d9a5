#include <gmock/gmock.h>

#include <set>
#include <sstream>
#include <string>

#include "drivers_embedded.h"
#include "langs/drivers/driver_harness.h"
#include "langs/shared_process.h"
#include "langs/source/java_source.h"

namespace assay {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(LanguageTable, KnowsItsLanguagesByNameAndAlias) {
  EXPECT_THAT(Table().Languages(),
              ::testing::IsSupersetOf({"python", "pytest", "cpp", "c", "java", "nodejs", "bash"}));
  for (const auto& [name, id] : std::map<std::string, std::string>{{"py", "python"},
                                                                   {"Python3", "python"},
                                                                   {"C++", "cpp"},
                                                                   {"cpp17", "cpp"},
                                                                   {"C", "c"},
                                                                   {"Java", "java"},
                                                                   {"javascript", "nodejs"},
                                                                   {"nodejs", "nodejs"},
                                                                   {"JS", "nodejs"},
                                                                   {"node", "nodejs"},
                                                                   {"sh", "bash"}}) {
    EXPECT_EQ(Table().Canonical(name), id) << name;
  }
  EXPECT_EQ(Table().Canonical("klingon"), std::nullopt);
  EXPECT_TRUE(Table().Compiles("java"));
  EXPECT_FALSE(Table().Compiles("python"));
  EXPECT_EQ(Table().TimeMultiplier("cpp"), 1);
}

TEST(LanguageTable, MakesWholePrograms) {
  const auto cpp = Table().MakeProgram("c++", ProgramKind::kWhole, "int main() {}", {}, {"-O1"});
  ASSERT_TRUE(cpp.ok());
  EXPECT_EQ(cpp->language, "cpp");
  EXPECT_THAT(cpp->compile_argv, Contains("-O1"));
  EXPECT_THAT(cpp->compile_argv, ::testing::Not(Contains("-O2")));
  EXPECT_FALSE(cpp->sources_at_run);
  EXPECT_FALSE(cpp->reply);
  const auto python = Table().MakeProgram("py", ProgramKind::kWhole, "pass", {}, {});
  ASSERT_TRUE(python.ok());
  EXPECT_THAT(python->run_argv, ElementsAre("/usr/bin/python3", "main.py"));
  EXPECT_EQ(python->env.at("PATH"), "/usr/local/bin:/usr/bin:/bin");
}

TEST(LanguageTable, LaunchesJudgesWhoseExceptionsWouldRejectOutputs) {
  const std::string code = "public class Check {}";
  const std::map<std::string, std::string> mains = {
      {"python", "main.py"}, {"nodejs", "assay_judge.js"}, {"java", "AssayJudge"}, {"c", "./main"}};
  for (const auto& [language, main] : mains) {
    const auto judge = Table().MakeProgram(language, ProgramKind::kJudge, code, {}, {});
    ASSERT_TRUE(judge.ok()) << language;
    EXPECT_THAT(judge->run_argv, Contains(main));
    EXPECT_FALSE(judge->reply) << language;
    EXPECT_EQ(judge->sources.size(), language == "c" ? 1 : 2) << language;
  }
}

TEST(LanguageTable, FlagsThatChooseTheLinkingKeepIt) {
  const auto sanitized =
      Table().MakeProgram("cpp", ProgramKind::kWhole, "", {}, {"-fsanitize=address"});
  ASSERT_TRUE(sanitized.ok());
  EXPECT_THAT(sanitized->compile_argv, ::testing::Not(Contains("-static-libstdc++")));
}

TEST(LanguageTable, RunsAWholeProgramOfEachLanguage) {
  const std::map<std::string, std::string> programs = {
      {"python", "print(sum(map(int, input().split())))"},
      {"pytest", "def test_it(): assert 1 + 1 == 2\n"},
      {"cpp",
       "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b; }"},
      {"c",
       "#include <stdio.h>\n#include <math.h>\nint main(void) { double a, b;\n"
       "  scanf(\"%lf %lf\", &a, &b); printf(\"%.0f\", sqrt(a * a) + b); }"},
      {"java",
       "import java.util.*; class Helper {} public class Sum { public static void\n"
       "main(String[] a) { var s = new Scanner(System.in);\n"
       "System.out.print(s.nextInt() + s.nextInt()); } }"},
      {"nodejs",
       "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);\n"
       "console.log(a + b);"},
      {"bash", "read a b; echo $((a + b))"},
      {"perl", "my ($a, $b) = split ' ', <>; print $a + $b;"},
      {"lua", "local a, b = io.read('n', 'n') print(a + b)"},
      {"ruby", "puts gets.split.map(&:to_i).sum"}};
  for (const auto& [language, code] : programs) {
    const auto program = Table().MakeProgram(language, ProgramKind::kWhole, code, {}, {});
    ASSERT_TRUE(program.ok());
    DriverHarness harness;
    harness.Build(*program);
    const DriverRun run = harness.Run("3 4");
    EXPECT_EQ(run.exit_code, 0) << language << run.err;
    EXPECT_THAT(run.out, HasSubstr(language == "pytest" ? "1 passed" : "7")) << language;
  }
}

TEST(LanguageTable, ErrorsNameTheField) {
  const auto message = [](std::string_view language, ProgramKind kind, const Problem& problem) {
    const auto program = Table().MakeProgram(language, kind, "", problem, {});
    return program.ok() ? "" : program.error().message;
  };
  Problem named;
  named.function_name = "f";
  EXPECT_THAT(message("klingon", ProgramKind::kWhole, {}), HasSubstr("language"));
  EXPECT_THAT(message("bash", ProgramKind::kFunctionCall, named), HasSubstr("language"));
  EXPECT_THAT(message("cpp", ProgramKind::kAssert, named), HasSubstr("language"));
  EXPECT_THAT(message("python", ProgramKind::kFunctionCall, {}), HasSubstr("function_name"));
  EXPECT_THAT(message("python", ProgramKind::kAssert, {}), HasSubstr("assert_code"));
  named.function_name = "f); evil(";
  EXPECT_THAT(message("cpp", ProgramKind::kFunctionCall, named), HasSubstr("function_name"));
}

TEST(LanguageTable, ProbesAndSaysWhatToInstall) {
  LanguageConfig config;
  config.Set("node", "/nowhere/node");
  for (const Toolchain& toolchain : LanguageTable(config).Probe()) {
    if (toolchain.language == "python") {
      EXPECT_TRUE(toolchain.available) << toolchain.problem;
      EXPECT_THAT(toolchain.version, HasSubstr("Python 3"));
    }
    if (toolchain.language == "nodejs") {
      EXPECT_FALSE(toolchain.available);
      EXPECT_THAT(toolchain.problem, HasSubstr("apt install nodejs"));
    }
  }
  const auto paths = Table().ToolchainPaths();
  EXPECT_THAT(paths, Contains("/usr"));
  EXPECT_THAT(paths, ::testing::Each(::testing::Not(::testing::StartsWith("/etc"))));
}

TEST(DriverInput, SharesArraysAndWrapsOtherValues) {
  Problem problem;
  problem.mode = ProblemMode::kFunctionCall;
  TestCase test{"0", Blob::FromString(" [1, 2]"), Blob::Empty()};
  EXPECT_EQ(Table().DriverInput(problem, test, "n"), test.input);
  test.input = Blob::FromString("{\"a\":1}\n");
  EXPECT_EQ(Table().DriverInput(problem, test, "n")->view(), "[{\"a\":1}]");
}

TEST(DriverInput, WritesAssertRequests) {
  Problem problem;
  problem.mode = ProblemMode::kAssert;
  problem.assert_code = "assert f('\"\\') == '\xff\n'";
  problem.function_name = "f";
  const TestCase test{"0", Blob::Empty(), Blob::Empty()};
  EXPECT_EQ(Table().DriverInput(problem, test, "n1")->view(),
            "{\"nonce\":\"n1\",\"setup\":\"\","
            "\"test\":\"assert f('\\\"\\\\') == '\xEF\xBF\xBD\\u000a'\",\"function\":\"f\"}");
}

TEST(ScanJava, FindsClassesOutsideCommentsAndStrings) {
  const JavaSource source = ScanJava(
      "// public class Wrong\n/* class Wrong { } */\n@Deprecated\n"
      "class Helper<T> { String s = \"public class Wrong {\"; char c = '{'; class Inner {}\n"
      "  String t = \"\"\"\n   } public class Wrong \\\"\"\" {\"\"\"; }\n"
      "public final class Real extends Helper<Integer> {\n  int x;\n"
      "  public static strictfp void main(final String... args) { class Local {} } }\n");
  EXPECT_EQ(source.public_type, "Real");
  EXPECT_EQ(source.main_type, "Real");
  EXPECT_THAT(source.types, ElementsAre("Helper", "Real"));
  EXPECT_EQ(ScanJava("class A{} class B{static void main(String[] a){}}").main_type, "B");
  EXPECT_EQ(ScanJava("class A{ void main(){} }").main_type, "");
  EXPECT_TRUE(ScanJava("public int f() { return 1; }").types.empty());
  EXPECT_EQ(ScanJava("class A { \"unfinished").first_type, "A");
}

// The quoted words of the driver's set of that name.
std::set<std::string> WordsOfDriver(const std::string& name) {
  const std::string text(Embedded_python_10_text_py());
  const size_t begin = text.find("\n" + name + " = {");
  EXPECT_NE(begin, text.npos) << name;
  std::istringstream words(text.substr(begin, text.find('}', begin) - begin));
  std::set<std::string> found;
  for (std::string word; std::getline(words, word, '"') && std::getline(words, word, '"');) {
    found.insert(word);
  }
  return found;
}

TEST(SharedProcessHint, KnowsTheWordsOfTheTestsDriver) {
  Problem problem;
  problem.mode = ProblemMode::kAssert;
  const auto hint = [&](const std::string& text) {
    problem.assert_code = text;
    return SharedProcessHint(problem);
  };
  for (const std::string& word : WordsOfDriver("SHARED_PROCESS_NAMES")) {
    EXPECT_EQ(hint("assert " + word + "(f)"), "the tests use " + word);
  }
  for (const std::string& word : WordsOfDriver("SHARED_PROCESS_WORDS")) {
    EXPECT_EQ(hint("assert " + word + "(f)"), "the tests use " + word);
    EXPECT_EQ(hint("assert f." + word + " == 1"), "the tests use " + word);
  }
  EXPECT_EQ(hint("import time\nassert f(time.time())"), "the tests use time");
  EXPECT_EQ(hint("time = 3\nassert f(time) == 1"), "");
  for (const std::string& word : WordsOfDriver("SHARED_PROCESS_ATTRIBUTES")) {
    EXPECT_EQ(hint("assert f." + word + " == 1"), "the tests use " + word);
  }
  for (const std::string& word : WordsOfDriver("CANDIDATE_MODULES")) {
    EXPECT_EQ(hint("from " + word + " import f"), "the tests import the program");
  }
  EXPECT_EQ(hint("async def test(): pass"), "the tests use async");
  EXPECT_EQ(hint("assert f('a') == 1  # '\nassert eval(1)"), "the tests use eval");
}

TEST(SharedProcessHint, IsSilentOnOrdinaryTests) {
  Problem problem;
  problem.mode = ProblemMode::kAssert;
  for (const char* text :
       {"", "def check(candidate):\n    assert candidate([1], 'x') == 2  # not eval(1)\n",
        "assert f.inspect(1) == stdout", "assert f('open', \"it's global\") == '# \\' input'",
        "\"\"\"Opens 'open'.\n\nawait\"\"\"\nassert f('''eval''') == 1", "assert f('open",
        "import math\nassert main_loop() == math.pi"}) {
    problem.assert_code = text;
    EXPECT_EQ(SharedProcessHint(problem), "") << text;
  }
  problem.mode = ProblemMode::kStdinStdout;
  problem.assert_code = "eval(1)";
  EXPECT_EQ(SharedProcessHint(problem), "");
}

}  // namespace
}  // namespace assay
