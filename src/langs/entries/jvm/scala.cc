// Scala 2. The compiler is started as a Java program: the usual wrapper asks the terminal for its
// width and waits where there is none.
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
    "scala-home", "",
    "folder with the jars of Scala 2; empty means what make toolchains installed, else the one of "
    "the scalac on PATH"};

Status Layout(const Problem&, std::string_view code, ProgramLayout* layout) {
  layout->sources = {{"main.scala", Blob::FromString(std::string(code))}};
  layout->compiled = {"main.scala"};
  layout->main = ScalaMainClass(code);
  return {};
}

LanguageTools Tools(const LanguageConfig& config) {
  const Jdk jdk = FindJdk(config);
  const std::string home = FindJarsHome(config, kHome, "scala", "scalac");
  const std::vector<std::string> jars = home.empty() ? std::vector<std::string>() : JarsOf(home);
  const auto picked = PickJars(jars, {"scala-compiler", "scala-library"});
  const std::string library = picked.ok() ? picked->back() : "";
  std::vector<std::string> compile = jdk.Tool(jars, "scala.tools.nsc.Main");
  for (const std::string& word :
       {std::string("-cp"), library, std::string("-encoding"), std::string("UTF-8"),
        std::string("-nowarn"), std::string("{flags}"), std::string("-d"), std::string("main.jar"),
        std::string("{files}")}) {
    compile.push_back(word);
  }
  ArchiveJob job = {.jdk = jdk,
                    .jars = jars,
                    .files = {{"main.scala", kScalaTrial}},
                    .trials = {Filled(compile, "main.scala")}};
  LanguageTools tools;
  tools.source = "main.scala";
  tools.compile = std::move(compile);
  tools.artifacts = {"main.jar"};
  tools.run = jdk.Java();
  tools.env = {{"CLASSPATH", "main.jar:" + library}};
  tools.version_prefix = "Scala ";
  tools.programs = {jdk.bin + "java"};
  tools.find_version = [picked, jdk, home]() -> Result<std::string> {
    std::error_code error;
    if (!picked.ok()) {
      return Error{
          ErrorCode::kUnsupported, "langs.scala", 0,
          home.empty() ? "there is no Scala compiler" : home + ": " + picked.error().message};
    }
    if (!fs::exists(jdk.bin + "java", error)) {
      return Error{ErrorCode::kUnsupported, "langs.scala", 0, jdk.bin + "java is not there"};
    }
    const std::string version = JarVersion(picked->front());
    return version.empty() ? "of " + home : version;
  };
  tools.find_paths = [jdk, home] { return std::vector<std::string>{jdk.home, home}; };
  // Without the compiler there is nothing to prepare.
  if (picked.ok()) {
    tools.preparation = PrepareArchives(
        "Scala", {{std::move(job), &LanguageTools::compile}, {JavaRuns(jdk), &LanguageTools::run}});
  }
  tools.whole = Layout;
  return tools;
}

SelfTestPrograms SelfTest() {
  const auto with = [](const std::string& body) {
    return "object Main { def main(args: Array[String]): Unit = { " + body + " } }\n";
  };
  return {.right = with("assert(List(2, 2).sum == 4); println(\"ok\")"),
          .assertion = with("assert(List(2, 3).sum == 4); println(\"ok\")"),
          .broken = with("val x: Int = \"four\"; println(\"ok\")"),
          .crash = with("println(\"ok\"); println(List(1)(2))"),
          .assertion_sign = "AssertionError"};
}

}  // namespace

LanguageEntry ScalaLanguage() {
  return {.id = "scala",
          .aliases = {"scala2"},
          .extensions = {".scala"},
          .time_multiplier = 2,
          .fences = {"scala"},
          .peer_fences = {{"scala", {{"scala"}}}},
          .options = {kHome},
          .install_hint = "make toolchains (or set --scala-home)",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
