#include <filesystem>
#include <map>
#include <utility>

#include "langs/drivers/drivers.h"
#include "langs/entries/jvm/class_archive.h"
#include "langs/entries/jvm/jdk.h"
#include "langs/entries/jvm/jvm.h"

namespace assay {
namespace {

constexpr LanguageOption kJars = {
    "java-jars", "/usr/share/java/javatuples.jar",
    "jars on the class path of Java programs, behind their own; one that isn't there is left out"};

// What a program brings comes first: its classes, and jars among its files.
std::string ClassPath(const std::vector<std::string>& jars) {
  std::string path = ".:*";
  std::error_code error;
  for (const std::string& jar : jars) {
    if (std::filesystem::exists(jar, error)) path += ":" + jar;
  }
  return path;
}

// Of twice as many calls and loops as a JVM asks for by itself before it compiles a method: what a
// test's run ends before it pays off is a tenth of its CPU time. Three and five times as many make
// short programs faster still, and those of a fifth of a second a sixth slower
// (docs/benchmarks.md).
constexpr char kCompileLater[] = "-XX:CompileThresholdScaling=2";

std::vector<std::string> RunCommand(const Jdk& jdk) {
  std::vector<std::string> run = jdk.Java();
  run.insert(run.begin() + 1, kCompileLater);
  return run;
}

LanguageTools Tools(const LanguageConfig& config) {
  const Jdk jdk = FindJdk(config);
  const std::vector<std::string> jars = config.Words(kJars);
  std::map<std::string, std::string> env = {{"CLASSPATH", ClassPath(jars)}};
  if (!jdk.home.empty()) env["JAVA_HOME"] = jdk.home;
  std::vector<std::string> paths = jars;
  paths.push_back(jdk.home);
  return {.source = "Main.java",
          .compile = jdk.Javac(),
          .artifacts = {"*.class"},
          .run = RunCommand(jdk),
          .env = std::move(env),
          .version_argv = {jdk.bin + "javac", "--version"},
          .find_paths = [paths] { return paths; },
          .preparation = PrepareArchives("Java", {{JavaCompiles(jdk), &LanguageTools::compile},
                                                  {JavaRuns(jdk), &LanguageTools::run}}),
          .whole = LayoutJavaProgram,
          .judge = LayoutJavaJudge,
          .function_call = LayoutJavaCall};
}

SelfTestPrograms SelfTest() {
  const auto with = [](const std::string& body) {
    return "public class Main { public static void main(String[] a) { " + body + " } }\n";
  };
  return {.right = with("assert 2 + 2 == 4; System.out.println(\"ok\");"),
          .assertion = with("assert a.length == 1 : \"not so\"; System.out.println(\"ok\");"),
          .broken = with("int x = \"four\"; System.out.println(\"ok\");"),
          .crash = with("System.out.println(\"ok\"); System.out.println(1 / a.length);"),
          .assertion_sign = "AssertionError"};
}

}  // namespace

LanguageEntry JavaLanguage() {
  return {.id = "java",
          .aliases = {"java17", "jdk", "openjdk"},
          .extensions = {".java"},
          .time_multiplier = 2,
          .fences = {"java", "junit"},
          .peer_fences = {{"java", {{"java", "Java"}}}},
          .options = {kJavaHome, kJars},
          .install_hint = "apt install openjdk-17-jdk-headless",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
