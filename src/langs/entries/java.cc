#include <filesystem>
#include <map>
#include <utility>

#include "langs/drivers/drivers.h"
#include "langs/entries/entries.h"
#include "langs/entry/host_command.h"

namespace assay {
namespace {

constexpr LanguageOption kHome = {"java-home", "",
                                  "JDK folder; empty means the one of the javac on PATH"};

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

// The JDK's folder: the operator's, else two levels above the `javac` found on PATH. Empty when
// there is none.
std::string FindHome(const std::string& configured) {
  if (!configured.empty()) return configured;
  const std::string javac = FindOnPath("javac");
  if (javac.empty()) return "";
  std::error_code error;
  const auto real = std::filesystem::canonical(javac, error);
  return error ? "" : real.parent_path().parent_path().string();
}

// -Xmx is far above any sensible limit: the run's memory limit judges, as for every language, and
// running into it is seen as such instead of as an OutOfMemoryError of the JVM's own choosing. The
// heap starts small and grows with live data, so the limit is not eaten by garbage.
// -Xss: recursion without end costs several times the stack it fills (490 MB resident for 64
// MB, 3.7 GB for 512), and should end as a StackOverflowError below the usual memory limits.
// -XX:-UseContainerSupport: the same behaviour whatever cgroup files a box shows.
std::vector<std::string> JavaCommand(const std::string& java) {
  return {java,
          "-XX:+UseSerialGC",
          "-Xshare:auto",
          "-XX:-UsePerfData",
          "-XX:-UseContainerSupport",
          "-Xms16m",
          "-Xmx16g",
          "-Xss64m",
          "-ea",
          "{options}",
          "{main}"};
}

std::vector<std::string> JavacCommand(const std::string& javac) {
  // C1 alone compiles a one-file program a third faster than the tiered default.
  return {javac,
          "-J-XX:+UseSerialGC",
          "-J-XX:TieredStopAtLevel=1",
          "-J-XX:-UsePerfData",
          "-J-Xss64m",
          "-J-Xshare:auto",
          "-encoding",
          "UTF-8",
          "-proc:none",
          "{flags}",
          "{files}"};
}

LanguageTools Tools(const LanguageConfig& config) {
  const std::string home = FindHome(config.Text(kHome));
  const std::string bin = home.empty() ? "/usr/bin/" : home + "/bin/";
  const std::vector<std::string> jars = config.Words(kJars);
  std::map<std::string, std::string> env = {{"CLASSPATH", ClassPath(jars)}};
  if (!home.empty()) env["JAVA_HOME"] = home;
  std::vector<std::string> paths = jars;
  paths.push_back(home);
  return {.source = "Main.java",
          .compile = JavacCommand(bin + "javac"),
          .artifacts = {"*.class"},
          .run = JavaCommand(bin + "java"),
          .env = std::move(env),
          .version_argv = {bin + "javac", "--version"},
          .find_paths = [paths] { return paths; },
          .whole = LayoutJavaProgram,
          .judge = LayoutJavaJudge,
          .function_call = LayoutJavaCall};
}

}  // namespace

LanguageEntry JavaLanguage() {
  return {.id = "java",
          .aliases = {"java17", "jdk", "openjdk"},
          .extensions = {".java"},
          .time_multiplier = 2,
          .fences = {"java", "junit"},
          .peer_fences = {{"java", {{"java", "Java"}}}},
          .options = {kHome, kJars},
          .install_hint = "apt install openjdk-17-jdk-headless",
          .tools = Tools};
}

}  // namespace assay
