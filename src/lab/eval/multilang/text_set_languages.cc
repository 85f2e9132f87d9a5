#include "lab/eval/multilang/text_set_languages.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "lab/eval/multilang/code_mask.h"
#include "lab/eval/multilang/go_program.h"
#include "multilang_embedded.h"

namespace assay::eval {
namespace {

std::string ByExit(const ProgramRun& run) {
  return run.exit_code == 0 ? "" : "exit_code";
}

// console.assert ends with 0 and writes to stderr; the reference counts anything printed.
std::string SaysNothing(const ProgramRun& run) {
  if (!run.stderr_text.empty()) return "stderr_not_empty";
  return !run.stdout_text.empty() ? "stdout_not_empty" : ByExit(run);
}

std::string AssertsHeld(const ProgramRun& run) {
  return run.stderr_text.find("Assertion failed") != std::string::npos ? "assertion" : ByExit(run);
}

std::string GoTestsRan(const ProgramRun& run) {
  return run.stdout_text.find("no test") != std::string::npos ? "no_tests" : ByExit(run);
}

constexpr std::string_view kPythonImports =
    "import math\nimport re\nimport sys\nimport copy\nimport datetime\nimport itertools\n"
    "import collections\nimport heapq\nimport statistics\nimport functools\nimport hashlib\n"
    "import numpy\nimport numpy as np\nimport string\nfrom typing import *\n"
    "from collections import *\n";
constexpr std::string_view kCppIncludes[] = {
    "#include<stdlib.h>", "#include<algorithm>", "#include<math.h>",
    "#include<stdio.h>",  "#include<vector>",    "#include<string>",
    "#include<climits>",  "#include<cstring>",   "#include<iostream>"};

// Lines of an answer that begin less than its function does end it.
std::string IndentedPart(const std::string& prompt, const std::string& text) {
  if (text.size() < prompt.size() || text.compare(0, prompt.size(), prompt) != 0) return text;
  std::string kept = prompt;
  for (size_t at = prompt.size(); at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    if (!TrimAsciiSpace(line).empty() && line[0] != ' ' && line[0] != '\t') break;
    kept.append(line).append("\n");
    at = end + 1;
  }
  return kept;
}

std::string PythonX(const TextRow& row, const std::string& text) {
  // Without numpy, which nothing in the rows needs, a host without it would fail every program.
  std::string imports(kPythonImports);
  const size_t numpy = imports.find("import numpy\n");
  imports.insert(numpy, "try:\n    ");
  const size_t alias = imports.find("import numpy as np\n");
  imports.insert(alias, "    ");
  imports.insert(imports.find("import string\n"), "except ImportError:\n    pass\n");
  return imports + IndentedPart(row.prompt, text) + "\n" + row.test + "\n";
}

std::string CppX(const TextRow& row, const std::string& text) {
  std::string includes;
  for (const std::string_view line : kCppIncludes) {
    if (row.prompt.find(line) == std::string::npos) includes.append(line).append("\n");
  }
  return includes + "\n" + text + "\n" + row.test;
}

std::string GoX(const TextRow& row, const std::string& text) {
  // The rows' assertions are testify's, of which they use one: it is brought along.
  const std::string assertions(Embedded_go_assert_txt());
  return GoUsedImports(assertions + "\n" + text + "\n" + row.test);
}

std::string LineThenTest(const TextRow& row, const std::string& text) {
  return text + "\n" + row.test;
}

std::string ThenTest(const TextRow& row, const std::string& text) {
  return text + row.test;
}

std::string PythonCheck(const TextRow& row, const std::string& text) {
  return text + "\n" + row.test + "\ncheck(" + row.entry_point + ")";
}

using Program = std::function<std::string(const TextRow& row, const std::string& text)>;

TextSetLanguage Runs(std::string name, std::string language, std::vector<std::string> fences,
                     Program program) {
  TextSetLanguage row;
  row.name = std::move(name);
  row.language = std::move(language);
  row.fences = std::move(fences);
  row.program = std::move(program);
  row.official = ByExit;
  row.assay = ByExit;
  return row;
}

TextSetLanguage CantRun(std::string name, std::string why_not) {
  TextSetLanguage row;
  row.name = std::move(name);
  row.why_not = std::move(why_not);
  return row;
}

std::vector<TextSetLanguage> MakeHumanEvalX() {
  std::vector<TextSetLanguage> all;
  all.push_back(Runs("python", "python", {"python", "py"}, PythonX));
  all.back().stand_in = "its import of numpy may fail";
  all.push_back(Runs("cpp", "cpp", {"cpp", "c++"}, CppX));
  all.back().official_flags = {"-std=c++11", "-lcrypto", "-lssl"};
  all.push_back(Runs("java", "java", {"java"}, LineThenTest));
  all.push_back(Runs("js", "nodejs", {"javascript", "js"}, LineThenTest));
  all.back().official = SaysNothing;
  all.back().assay = AssertsHeld;
  all.back().errata = {{"JavaScript/112", "an assertion of its test fails for its own solution"},
                       {"JavaScript/162", "its solution needs the package js-md5"}};
  all.push_back(Runs("go", "go_test", {"go", "golang"}, GoX));
  all.back().stand_in = "testify's assert.Equal is a stand-in of ours";
  all.back().official = GoTestsRan;
  all.back().assay = GoTestsRan;
  all.back().errata = {{"Go/95", "its solution depends on the order of a map, which is random"}};
  all.push_back(
      CantRun("rust", "its rows need the crates rand, regex and md5, which cargo fetches"));
  return all;
}

std::vector<TextSetLanguage> MakeMbxp() {
  std::vector<TextSetLanguage> all;
  all.push_back(Runs("python", "python", {"python", "py"}, PythonCheck));
  all.push_back(Runs("cpp", "cpp", {"cpp", "c++"}, ThenTest));
  all.back().official_flags = {"-std=gnu++17"};  // what g++ takes when it is told nothing
  all.push_back(CantRun("csharp", "its tests need the library CompareNETObjects and dotnet"));
  all.push_back(Runs("go", "go", {"go", "golang"}, ThenTest));
  all.push_back(Runs("java", "java", {"java"}, ThenTest));
  all.push_back(Runs("javascript", "nodejs", {"javascript", "js"}, ThenTest));
  all.back().stand_in = "lodash is a stand-in of ours, which has isEqual alone";
  all.back().files = {{"node_modules/lodash/index.js", std::string(Embedded_lodash_equal_js())}};
  all.push_back(Runs("kotlin", "kotlin", {"kotlin", "kt"}, ThenTest));
  all.push_back(Runs("perl", "perl", {"perl"}, ThenTest));
  all.push_back(Runs("php", "php", {"php"}, ThenTest));
  all.push_back(Runs("ruby", "ruby", {"ruby", "rb"}, ThenTest));
  all.push_back(Runs("scala", "scala", {"scala"}, ThenTest));
  all.push_back(Runs("swift", "swift", {"swift"}, ThenTest));
  // Types don't count: their compiler never finds the module that every test imports, and what it
  // says is thrown away.
  all.push_back(Runs("typescript", "typescript", {"typescript", "ts"}, ThenTest));
  all.back().errata = {{"*", "the release's solutions in TypeScript are cut off or don't parse"}};
  return all;
}

// Imports of the prompt that an answer lacks.
std::string MissingImports(const TextRow& row, const std::string& code) {
  std::string missing;
  for (size_t at = 0; at < row.prompt.size();) {
    const size_t end = std::min(row.prompt.find('\n', at), row.prompt.size());
    const std::string line(TrimAsciiSpace(std::string_view(row.prompt).substr(at, end - at)));
    const bool import = StartsWith(line, "import ") || StartsWith(line, "#include") ||
                        StartsWith(line, "using namespace") || StartsWith(line, "from ");
    if (import && code.find(line) == std::string::npos) missing += line + "\n";
    at = end + 1;
  }
  return missing;
}

}  // namespace

const std::vector<TextSetLanguage>& HumanEvalXLanguages() {
  static const std::vector<TextSetLanguage> all = MakeHumanEvalX();
  return all;
}

const std::vector<TextSetLanguage>& MbxpLanguages() {
  static const std::vector<TextSetLanguage> all = MakeMbxp();
  return all;
}

std::string ChatText(const TextRow& row, const std::string& language, const std::string& code) {
  std::string own = code;
  if (language == "cpp" || language == "kotlin") {
    if (const auto main = FindMain(MaskLiterals(own))) {
      own.erase(main->first, main->second - main->first);
    }
  }
  if (language == "go") return GoMainProgram(row.prompt, own);
  if (language == "go_test") return own;
  if (language == "php" && !StartsWith(TrimAsciiSpace(own), "<?")) own = "<?php\n" + own;
  if (language == "scala" && FindWord(MaskLiterals(own), "object") == std::string::npos) {
    return "object Main extends App {\n" + own + "\n";
  }
  return MissingImports(row, own) + own;
}

}  // namespace assay::eval
