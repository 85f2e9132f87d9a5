#include "langs/drivers/drivers.h"
#include "langs/entries/entries.h"
#include "langs/entries/pch.h"
#include "langs/entries/shared.h"
#include "langs/testlib/testlib.h"

namespace assay {
namespace {

constexpr LanguageOption kCompiler = {"cxx", "/usr/bin/g++", "C++ compiler"};
constexpr LanguageOption kFlags = {"cxx-flags", "-O2 -std=gnu++17", "default C++ flags"};
constexpr LanguageOption kTestlib = {
    "testlib", "", "testlib.h for judges that include it; empty means the built-in one"};

std::vector<std::string> LinkFlags(const std::string& compiler) {
  std::vector<std::string> flags = FastLinkerFlags(compiler);
  // Loading and relocating libstdc++.so is a third of a small program's 1.5 ms; libc stays dynamic,
  // because a static one changes what dlopen, locales and name lookups do and gains little more.
  flags.push_back("-static-libstdc++");
  return flags;
}

// Parsing <bits/stdc++.h> is most of a submission's compile time.
Result<PreparationWork> Precompile(const std::string& compiler, const std::string& cache_dir,
                                   LanguageTools* tools) {
  ASSAY_ASSIGN_OR_RETURN(PrecompiledHeader header,
                         PlacePrecompiledHeader(cache_dir, compiler, tools->default_flags));
  tools->flag_additions.push_back({header.flags, {"-I", header.directory}});
  tools->visible_paths.push_back(header.directory);
  if (IsMade(header)) return PreparationWork();
  return PreparationWork([compiler, header = std::move(header)](const std::stop_token& stop) {
    return MakePrecompiledHeader(header, compiler, stop);
  });
}

LanguageTools Tools(const LanguageConfig& config) {
  const std::string compiler = config.Text(kCompiler);
  const std::string testlib_path = config.Text(kTestlib);
  const Result<BlobPtr> testlib =
      testlib_path.empty() ? Result<BlobPtr>(OwnTestlib()) : LoadTestlib(testlib_path);
  LanguageTools tools = {
      .source = "main.cpp",
      .compile = {compiler, "{flags}", "{files}", "-o", "main"},
      .default_flags = config.Words(kFlags),
      .link_flags = LinkFlags(compiler),
      .libraries = UsualLibraries(),
      .artifacts = {"main"},
      .run = {"./main"},
      .version_argv = {compiler, "--version"},
      .programs = {compiler},
      .offered_files = {{"testlib.h", testlib.ok() ? *testlib : OwnTestlib()}},
      .preparation = {.what = "C++'s precompiled header",
                      .without = "C++ compiles without a precompiled header",
                      .pays_at_once = true,
                      .place =
                          [compiler](const std::string& cache_dir, LanguageTools* made) {
                            return Precompile(compiler, cache_dir, made);
                          }},
      .function_call = LayoutCppCall};
  if (!testlib.ok()) tools.settings = testlib.error();
  return tools;
}

SelfTestPrograms SelfTest() {
  const auto with = [](const std::string& body) {
    return "#include <assert.h>\n#include <stdio.h>\nint main(int argc, char** argv) { " + body +
           " }\n";
  };
  return {.right = with("assert(argc + 1 == 2); puts(\"ok\");"),
          .assertion = with("assert(argc + 2 == 2); puts(\"ok\");"),
          .broken = with("undeclared = argc; puts(\"ok\");"),
          .crash = with("puts(\"ok\"); *(volatile int*)(long)(argc - 1) = 4;"),
          .assertion_sign = "Assertion"};
}

}  // namespace

LanguageEntry CppLanguage() {
  return {.id = "cpp",
          .aliases = {"c++", "cxx", "cc", "cpp17", "c++17", "g++", "gpp"},
          .extensions = {".cpp", ".cc", ".cxx", ".c++"},
          .fences = {"cpp", "c++", "cc", "cxx", "hpp", "c++17"},
          .peer_fences = {{"cpp", {{"cpp", "c++", "C++", "Cpp", "CPP"}}}},
          // Contest systems of the last years; older sources compile with it, too.
          .contest_flags = {"-O2", "-std=gnu++20"},
          .options = {kCompiler, kFlags, kTestlib},
          .install_hint = "apt install g++",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
