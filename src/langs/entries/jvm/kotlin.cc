// Kotlin, compiled, and Kotlin scripts. The compiler is started as a Java program: the wrapper of
// the usual installation asks the terminal and the shell for things that a box has not.
#include <filesystem>

#include "langs/entries/jvm/class_archive.h"
#include "langs/entries/jvm/jdk.h"
#include "langs/entries/jvm/jvm.h"
#include "langs/entries/jvm/main_class.h"
#include "langs/entries/jvm/trial_programs.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr LanguageOption kHome = {
    "kotlin-home", "",
    "folder with the Kotlin compiler's jars; empty means what make toolchains installed, else the "
    "one of the kotlinc on PATH"};
constexpr char kCompilerClass[] = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler";

struct Kotlin {
  Jdk jdk;
  std::string home;
  std::vector<std::string> jars;     // all of the compiler's
  std::vector<std::string> library;  // what programs see
  Status status;                     // what is missing

  std::string version() const {
    for (const char* name : {"kotlin-compiler-embeddable", "kotlin-compiler"}) {
      const auto jar = PickJars(jars, {name});
      if (!jar.ok()) continue;
      const std::string version = JarVersion(jar->front());
      return version.empty() ? "of " + home : version;
    }
    return "";
  }
};

Kotlin FindKotlin(const LanguageConfig& config) {
  Kotlin kotlin{FindJdk(config), FindJarsHome(config, kHome, "kotlin", "kotlinc"), {}, {}, {}};
  if (!kotlin.home.empty()) kotlin.jars = JarsOf(kotlin.home);
  auto library =
      PickJars(kotlin.jars, {"kotlin-stdlib", "kotlin-reflect", "kotlin-script-runtime"});
  if (library.ok()) {
    kotlin.library = *std::move(library);
  } else {
    kotlin.status = library.error();
  }
  std::error_code error;
  if (kotlin.version().empty()) {
    kotlin.status = Error{ErrorCode::kUnsupported, "langs.kotlin", 0,
                          kotlin.home.empty() ? "there is no Kotlin compiler"
                                              : "there is no Kotlin compiler in " + kotlin.home};
  } else if (!fs::exists(kotlin.jdk.bin + "java", error)) {
    kotlin.status =
        Error{ErrorCode::kUnsupported, "langs.kotlin", 0, kotlin.jdk.bin + "java is not there"};
  }
  return kotlin;
}

std::vector<std::string> CompilerCommand(const Kotlin& kotlin) {
  std::vector<std::string> command = kotlin.jdk.Tool(kotlin.jars, kCompilerClass);
  // The library is named by its jars: there need be no folder that is laid out like the usual
  // installation's.
  for (const std::string& word :
       {std::string("-no-stdlib"), std::string("-no-reflect"), std::string("-nowarn"),
        std::string("-cp"), ClassPathOf(kotlin.library)}) {
    command.push_back(word);
  }
  return command;
}

// What both entries have in common.
LanguageTools CommonTools(const Kotlin& kotlin) {
  LanguageTools tools;
  tools.version_prefix = "Kotlin ";
  tools.programs = {kotlin.jdk.bin + "java"};
  tools.find_version = [kotlin]() -> Result<std::string> {
    if (!kotlin.status.ok()) return kotlin.status.error();
    return kotlin.version();
  };
  tools.find_paths = [kotlin] { return std::vector<std::string>{kotlin.jdk.home, kotlin.home}; };
  return tools;
}

std::vector<std::string> ProgramCommand(const Kotlin& kotlin) {
  std::vector<std::string> command = CompilerCommand(kotlin);
  for (const char* word : {"{flags}", "-d", "main.jar", "{files}"}) command.push_back(word);
  return command;
}

std::vector<std::string> ScriptCommand(const Kotlin& kotlin) {
  std::vector<std::string> command = CompilerCommand(kotlin);
  // The script runs inside the compiler's own process: its asserts are to hold there.
  command.insert(command.begin() + 1, "-ea");
  for (const char* word : {"-script", "{main}"}) command.push_back(word);
  return command;
}

// One archive for both: most classes are the compiler's.
ArchiveJob CompilerArchive(const Kotlin& kotlin) {
  return {.jdk = kotlin.jdk,
          .jars = kotlin.jars,
          .files = {{"main.kt", kKotlinTrial}, {"main.kts", kKotlinScriptTrial}},
          .trials = {Filled(ProgramCommand(kotlin), "main.kt"),
                     Filled(ScriptCommand(kotlin), "", "main.kts")}};
}

Status LayoutProgram(const Problem&, std::string_view code, ProgramLayout* layout) {
  layout->sources = {{"main.kt", Blob::FromString(std::string(code))}};
  layout->compiled = {"main.kt"};
  layout->main = KotlinMainClass(code);
  return {};
}

LanguageTools Tools(const LanguageConfig& config) {
  const Kotlin kotlin = FindKotlin(config);
  LanguageTools tools = CommonTools(kotlin);
  tools.source = "main.kt";
  tools.compile = ProgramCommand(kotlin);
  tools.artifacts = {"main.jar"};
  tools.run = kotlin.jdk.Java();
  tools.env = {{"CLASSPATH", "main.jar:" + ClassPathOf(kotlin.library)}};
  tools.whole = LayoutProgram;
  if (kotlin.status.ok()) {
    tools.preparation =
        PrepareArchives("Kotlin", {{CompilerArchive(kotlin), &LanguageTools::compile},
                                   {JavaRuns(kotlin.jdk), &LanguageTools::run}});
  }
  return tools;
}

LanguageTools ScriptTools(const LanguageConfig& config) {
  const Kotlin kotlin = FindKotlin(config);
  LanguageTools tools = CommonTools(kotlin);
  tools.source = "main.kts";
  tools.run = ScriptCommand(kotlin);
  if (kotlin.status.ok()) {
    tools.preparation =
        PrepareArchives("Kotlin scripts", {{CompilerArchive(kotlin), &LanguageTools::run}});
  }
  return tools;
}

SelfTestPrograms SelfTest(const std::string& before, const std::string& after) {
  const auto with = [&](const std::string& body) { return before + body + after + "\n"; };
  return {.right = with("assert(listOf(2, 2).sum() == 4); println(\"ok\")"),
          .assertion = with("assert(listOf(2, 3).sum() == 4); println(\"ok\")"),
          .broken = with("val x: Int = \"four\"; println(\"ok\")"),
          .crash = with("println(\"ok\"); println(listOf(1)[2])"),
          .assertion_sign = "AssertionError"};
}

constexpr char kHint[] = "make toolchains (or set --kotlin-home)";

}  // namespace

LanguageEntry KotlinLanguage() {
  return {.id = "kotlin",
          .aliases = {"kt", "kotlinc"},
          .extensions = {".kt"},
          .time_multiplier = 2,
          .fences = {"kotlin", "kt", "kts"},
          .options = {kHome},
          .install_hint = kHint,
          .self_test = SelfTest("fun main() { ", " }"),
          .tools = Tools};
}

LanguageEntry KotlinScriptLanguage() {
  return {.id = "kotlin_script",
          .aliases = {"kts"},
          .extensions = {".kts"},
          .time_multiplier = 2,
          .fences = {"kotlin", "kt", "kts"},
          .install_hint = kHint,
          .self_test = SelfTest("", ""),
          .tools = ScriptTools};
}

}  // namespace assay
