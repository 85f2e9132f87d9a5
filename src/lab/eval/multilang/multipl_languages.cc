#include "lab/eval/multilang/multipl_languages.h"

#include <algorithm>

namespace assay::eval {
namespace {

bool Has(const std::string& text, std::string_view word) {
  return text.find(word) != std::string::npos;
}

std::string ByExit(const ProgramRun& run) {
  return run.exit_code == 0 ? "" : "exit_code";
}

// rackunit ends with 0 whatever its checks say, and writes what failed to stderr.
std::string NoStderr(const ProgramRun& run) {
  return !run.stderr_text.empty() ? "stderr_not_empty" : ByExit(run);
}

std::string RacketChecks(const ProgramRun& run) {
  if (Has(run.stderr_text, "FAILURE") || Has(run.stderr_text, "ERROR")) return "check_failed";
  return ByExit(run);
}

std::string PerlWords(const ProgramRun& run) {
  if (Has(run.stdout_text, "ERROR") || Has(run.stderr_text, "ERROR")) return "says_error";
  return ByExit(run);
}

std::string PhpWords(const ProgramRun& run) {
  return Has(run.stdout_text, "PHP Parse error") ? "parse_error" : ByExit(run);
}

std::string GoWords(const ProgramRun& run) {
  for (const std::string_view word : {"[setup failed]", "[build failed]", "FAIL"}) {
    if (Has(run.stdout_text, word)) return "tests_failed";
  }
  // What a file without tests says, which ends with 0, too.
  if (Has(run.stdout_text, "no test files")) return "no_tests";
  return ByExit(run);
}

// mono ends with 0 when an assertion failed.
std::string MonoAsserts(const ProgramRun& run) {
  if (Has(run.stderr_text, "System.Diagnostics.DefaultTraceListener.Fail")) return "assertion";
  if (Has(run.stderr_text, "Unhandled Exception")) return "exception";
  return ByExit(run);
}

constexpr const char* kCppPrelude =
    "using namespace std;\n#include<optional>\n#include<cassert>\n#include<stdlib.h>\n"
    "#include<algorithm>\n#include<cmath>\n#include<math.h>\n#include<numeric>\n#include<stdio.h>\n"
    "#include<vector>\n#include<set>\n#include<map>\n#include<queue>\n#include<stack>\n"
    "#include<list>\n#include<deque>\n#include<boost/any.hpp>\n#include<string>\n"
    "#include<climits>\n#include<cstring>\n#include<iostream>\n#include<sstream>\n"
    "#include<fstream>\n";
constexpr const char* kJavaPrelude =
    "import java.util.*;\nimport java.lang.reflect.*;\nimport org.javatuples.*;\n"
    "import java.security.*;\nimport java.math.*;\nimport java.io.*;\nimport java.util.stream.*;\n";
constexpr const char* kCsharpPrelude =
    "using System;\nusing System.Numerics;\nusing System.Diagnostics;\n"
    "using System.Collections.Generic;\nusing System.Linq;\nusing System.Text;\n"
    "using System.Security.Cryptography;\nusing System.Collections.Generic;\n";
constexpr const char* kDPrelude = "import std.array;\nimport std.algorithm;\n";

MultiplLanguage Interpreted(std::vector<std::string> names, std::string language,
                            std::vector<std::string> fences, std::vector<std::string> peer_fences,
                            double run_s) {
  MultiplLanguage row;
  row.names = std::move(names);
  row.language = std::move(language);
  row.fences = std::move(fences);
  row.peer_fences = std::move(peer_fences);
  row.run_s = run_s;
  row.official = ByExit;
  row.assay = ByExit;
  return row;
}

MultiplLanguage Compiled(std::vector<std::string> names, std::string language,
                         std::vector<std::string> fences, std::vector<std::string> peer_fences,
                         double compile_s, double run_s) {
  MultiplLanguage row = Interpreted(std::move(names), std::move(language), std::move(fences),
                                    std::move(peer_fences), run_s);
  row.compile_s = compile_s;
  return row;
}

std::vector<MultiplLanguage> MakeLanguages() {
  std::vector<MultiplLanguage> all;
  const auto add = [&all](MultiplLanguage row) -> MultiplLanguage& {
    all.push_back(std::move(row));
    return all.back();
  };
  {
    auto& cpp = add(Compiled({"cpp"}, "cpp", {"cpp", "c++", "cc", "cxx"},
                             {"cpp", "c++", "C++", "Cpp", "CPP"}, 15, 15));
    cpp.join = TestsJoin::kFunction;
    cpp.tests_need_imports = true;
    cpp.peer_stops = true;
    cpp.peer_prelude = kCppPrelude;
    cpp.official_flags = {"-std=c++17"};
  }
  {
    auto& cs =
        add(Compiled({"cs"}, "csharp", {"csharp", "c#", "cs"}, {"csharp", "c#", "C#"}, 15, 5));
    cs.join = TestsJoin::kClass;
    cs.tests_need_imports = true;
    cs.peer_stops = true;
    cs.peer_prelude = kCsharpPrelude;
    cs.peer_main = "public static void Main";
    cs.official = MonoAsserts;
    cs.assay = MonoAsserts;
  }
  {
    // One command compiles and runs.
    auto& d = add(Compiled({"d"}, "d_ut", {"d"}, {"D", "d"}, 15, 15));
    d.peer_prelude = kDPrelude;
    d.peer_main = "void main";
  }
  {
    auto& go =
        add(Compiled({"go_test.go", "go"}, "go_test", {"go", "golang"}, {"go", "Go"}, 30, 30));
    go.peer_prelude = "import (\"fmt\")\n";
    go.official = GoWords;
    go.assay = GoWords;
  }
  {
    auto& java = add(Compiled({"java"}, "java", {"java"}, {"java", "Java"}, 15, 15));
    java.join = TestsJoin::kClass;
    java.tests_need_imports = true;
    java.peer_stops = true;
    java.peer_prelude = kJavaPrelude;
    java.peer_file_is_no_types = true;
  }
  add(Interpreted({"jl"}, "julia", {"julia", "jl"}, {"julia", "Julia", "jl"}, 5));
  // SandboxFusion asks for a name here that none of its fences has: the first block is taken.
  add(Interpreted({"js"}, "nodejs", {"javascript", "js", "node"}, {}, 5));
  add(Interpreted({"lua"}, "lua", {"lua"}, {"lua", "Lua"}, 15));
  add(Interpreted({"php"}, "php", {"php"}, {"php", "PHP"}, 15)).official = PhpWords;
  add(Interpreted({"pl"}, "perl", {"perl", "pl"}, {"perl", "Perl", "PERL"}, 15)).official =
      PerlWords;
  add(Interpreted({"r"}, "r", {"r"}, {"R", "r"}, 5));
  add(Interpreted({"rb"}, "ruby", {"ruby", "rb"}, {"ruby", "Ruby"}, 5));
  {
    auto& rkt = add(Interpreted({"rkt"}, "racket", {"racket", "rkt", "scheme"}, {"racket"}, 15));
    rkt.official = NoStderr;
    rkt.assay = RacketChecks;
  }
  {
    auto& rs = add(Compiled({"rs"}, "rust", {"rust", "rs"}, {"rust", "Rust", "rs"}, 15, 5));
    rs.join = TestsJoin::kFunction;
    rs.peer_stops = true;
  }
  {
    auto& scala = add(Compiled({"scala"}, "scala", {"scala"}, {"scala", "Scala"}, 45, 45));
    scala.join = TestsJoin::kClass;
    scala.peer_stops = true;
    scala.official = NoStderr;
  }
  {
    auto& sh = add(Interpreted({"sh"}, "bash", {"bash", "sh", "shell"},
                               {"bash", "Bash", "BASH", "sh", "shell"}, 5));
    sh.join = TestsJoin::kFunction;
    sh.peer_stops = true;
  }
  {
    auto& swift = add(Compiled({"swift"}, "swift", {"swift"}, {"swift"}, 45, 5));
    swift.join = TestsJoin::kFunction;
    swift.peer_stops = true;
  }
  // The reference has the types checked; peers, and our own rule, run what they are about.
  add(Compiled({"ts"}, "typescript", {"typescript", "ts"}, {"typescript"}, 15, 15))
      .official_language = "tsc";
  // What newer releases of the data have; no harness puts chat answers of these together, so tests
  // are appended.
  add(Compiled({"adb", "ada"}, "ada", {"ada"}, {"ada"}, 15, 15));
  add(Interpreted({"clj"}, "clojure", {"clojure", "clj"}, {"clojure"}, 15));
  add(Interpreted({"elixir", "exs"}, "elixir", {"elixir", "exs"}, {"elixir"}, 15));
  add(Compiled({"hs"}, "haskell", {"haskell", "hs"}, {"haskell"}, 15, 15));
  add(Interpreted({"lean"}, "lean", {"lean"}, {"lean"}, 5));
  add(Compiled({"ml"}, "ocaml", {"ocaml", "ml"}, {"ocaml"}, 15, 15));
  return all;
}

}  // namespace

const std::vector<MultiplLanguage>& MultiplLanguages() {
  static const std::vector<MultiplLanguage> all = MakeLanguages();
  return all;
}

const MultiplLanguage* FindMultiplLanguage(std::string_view name) {
  for (const MultiplLanguage& language : MultiplLanguages()) {
    if (language.language == name ||
        std::find(language.names.begin(), language.names.end(), name) != language.names.end()) {
      return &language;
    }
  }
  return nullptr;
}

}  // namespace assay::eval
