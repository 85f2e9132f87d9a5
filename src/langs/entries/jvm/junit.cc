#include <filesystem>

#include "langs/drivers/drivers.h"
#include "langs/entries/jvm/class_archive.h"
#include "langs/entries/jvm/jdk.h"
#include "langs/entries/jvm/jvm.h"
#include "langs/entries/jvm/trial_programs.h"
#include "langs/entry/common.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr LanguageOption kJar = {
    "junit-jar", "",
    "JUnit's console launcher (the standalone jar) for tests in Java; empty means what make "
    "toolchains installed"};
constexpr char kUsualJar[] = "/junit/junit-platform-console-standalone-1.8.2.jar";

// Code may be all there is, or nothing beside the files that a request brings.
Status Layout(const Problem& problem, std::string_view code, ProgramLayout* layout) {
  if (code.find_first_not_of(" \t\r\n\f\v") == code.npos) return {};
  return LayoutJavaProgram(problem, code, layout);
}

LanguageTools Tools(const LanguageConfig& config) {
  const Jdk jdk = FindJdk(config);
  const std::string configured = config.Text(kJar);
  const std::string jar = configured.empty() ? config.Text(kToolchains) + kUsualJar : configured;
  // All Java files that are there, as the peers have it: there need be no code beside them.
  std::vector<std::string> compile = {"/bin/sh", "-c", "exec \"$0\" \"$@\" *.java"};
  for (std::string& word : jdk.Javac()) {
    if (word != "{files}") compile.push_back(std::move(word));
  }
  std::vector<std::string> run = jdk.Java();
  run.resize(run.size() - 2);  // without "{options}" and "{main}"
  // No tests at all are no success: the launcher would exit with 0.
  for (const char* word : {"-jar", jar.c_str(), "--class-path", ".", "--scan-class-path",
                           "--fail-if-no-tests", "--disable-banner", "--disable-ansi-colors"}) {
    run.push_back(word);
  }
  ArchiveJob tests = {.jdk = jdk,
                      .jars = {jar},
                      .files = {{"MainTest.java", kJunitTrial}},
                      .before = {{"env", "CLASSPATH=.:" + jar}},
                      .trials = {run}};
  const auto javac = Filled(jdk.Javac(), "MainTest.java");
  tests.before[0].insert(tests.before[0].end(), javac.begin(), javac.end());
  return {.source = "Main.java",
          .compile = std::move(compile),
          .artifacts = {"*.class"},
          .run = std::move(run),
          .env = {{"CLASSPATH", ".:*:" + jar}},
          .version_prefix = "JUnit console ",
          .find_version = [jdk, jar]() -> Result<std::string> {
            std::error_code error;
            for (const std::string& file : {jar, jdk.bin + "javac"}) {
              if (!fs::exists(file, error)) {
                return Error{ErrorCode::kUnsupported, "langs.junit", 0, file + " is not there"};
              }
            }
            return JarVersion(jar);
          },
          .programs = {jar},
          .find_paths =
              [jdk, jar] {
                return std::vector<std::string>{jdk.home, jar};
              },
          .preparation = PrepareArchives("JUnit", {{JavaCompiles(jdk), &LanguageTools::compile},
                                                   {std::move(tests), &LanguageTools::run}}),
          .whole = Layout};
}

SelfTestPrograms SelfTest() {
  const auto with = [](const std::string& body) {
    return "import static org.junit.jupiter.api.Assertions.*;\n"
           "import org.junit.jupiter.api.Test;\n"
           "public class MainTest { @Test void it() { " +
           body + " } }\n";
  };
  return {.right = with("assertEquals(4, 2 + 2);"),
          .assertion = with("assertEquals(4, 2 + 3);"),
          .broken = with("assertEquals(4, \"four\" - 1);"),
          .crash = with("int[] none = {}; none[1] = 2;"),
          .assertion_sign = "AssertionFailedError",
          .right_prints = false};
}

}  // namespace

LanguageEntry JunitLanguage() {
  return {.id = "junit",
          .compile_units = {".java"},
          .time_multiplier = 2,
          .fences = {"java", "junit"},
          .options = {kJar},
          .install_hint = "make toolchains (or set --junit-jar)",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
