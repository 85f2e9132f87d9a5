#include "langs/table.h"

#include <filesystem>

#include "langs/drivers.h"
#include "langs/host_command.h"
#include "langs/java_source.h"

namespace assay {
namespace {

using Argv = std::vector<std::string>;

Argv Join(Argv first, const Argv& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// The directory of an interpreter outside the usual places comes first on PATH, so that a program
// which starts `python3` gets the interpreter that runs it.
std::map<std::string, std::string> PathWith(const std::string& program) {
  const std::string directory = std::filesystem::path(program).parent_path();
  if (directory.empty() || directory == "/usr/bin" || directory == "/bin" ||
      directory == "/usr/local/bin") {
    return {};
  }
  return {{"PATH", directory + ":/usr/local/bin:/usr/bin:/bin"}};
}

std::map<std::string, std::string> PythonEnv(const LanguageConfig& config) {
  auto env = PathWith(config.python);
  // The work directory is thrown away after the run: writing byte code there only costs time.
  env.emplace("PYTHONDONTWRITEBYTECODE", "1");
  env.emplace("PYTHONHASHSEED", std::to_string(kHashSeed));
  // Integers of any length are read and printed; the time limit judges.
  env.emplace("PYTHONINTMAXSTRDIGITS", "0");
  return env;
}

// mold links a small program in half of GNU ld's time. One thread: a compile has one core, where
// more only cost (23 against 40 ms measured). Asked for only if this compiler accepts it.
Argv LinkerFlags(const std::string& compiler) {
  if (FindOnPath("mold").empty()) return {};
  Argv flags = {"-fuse-ld=mold", "-Wl,--threads=1"};
  const auto probe = RunHostCommand(Join(Join({compiler}, flags), {"-Wl,--version"}));
  if (probe.exit_code != 0 || probe.output.find("mold") == std::string::npos) return {};
  return flags;
}

Argv CxxLinkFlags(const std::string& compiler) {
  // Loading and relocating libstdc++.so is a third of a small program's 1.5 ms; libc stays dynamic,
  // because a static one changes what dlopen, locales and name lookups do and gains little more.
  return Join(LinkerFlags(compiler), {"-static-libstdc++"});
}

// -Xmx is far above any sensible limit: the run's memory limit judges, as for every language, and
// running into it is seen as such instead of as an OutOfMemoryError of the JVM's own choosing. The
// heap starts small and grows with live data, so the limit is not eaten by garbage.
// -Xss: recursion without end costs several times the stack it fills (490 MB resident for 64
// MB, 3.7 GB for 512), and should end as a StackOverflowError below the usual memory limits.
// -XX:-UseContainerSupport: the same behaviour whatever cgroup files a box shows.
Argv JavaCommand(const std::string& java) {
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

Argv JavacCommand(const std::string& javac) {
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

LanguageEntry Python(const LanguageConfig& config) {
  const PythonDrivers drivers = MakePythonDrivers(config.python);
  return {.id = "python",
          .aliases = {"py", "python3", "py3", "cpython"},
          .time_multiplier = 2,
          .source = "main.py",
          .run = {config.python, "{main}"},
          .env = PythonEnv(config),
          .version_argv = {config.python, "--version"},
          .install_hint = "apt install python3 (or set the interpreter's path)",
          .judge = LayoutPythonJudge,
          .function_call = PythonHook(drivers.calls_and_asserts, drivers.file_name, "call"),
          .assertion = PythonHook(drivers.calls_and_asserts, drivers.file_name, "assert"),
          .assertion_tests = PythonTestsHook(drivers.separated_asserts, drivers.file_name),
          .assertion_calls = PythonHook(drivers.separated_asserts, drivers.file_name, "calls")};
}

LanguageEntry Pytest(const LanguageConfig& config) {
  return {.id = "pytest",
          .aliases = {"py.test"},
          .time_multiplier = 2,
          .source = "test_main.py",
          .run = {config.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "{main}"},
          .env = PythonEnv(config),
          .version_argv = {config.python, "-m", "pytest", "--version"},
          .install_hint = "apt install python3-pytest (or pip install pytest)"};
}

LanguageEntry Cpp(const LanguageConfig& config) {
  return {.id = "cpp",
          .aliases = {"c++", "cxx", "cc", "cpp17", "c++17", "g++", "gpp"},
          .source = "main.cpp",
          .compile = {config.cxx, "{flags}", "{files}", "-o", "main"},
          .default_flags = config.cxx_flags,
          .link_flags = CxxLinkFlags(config.cxx),
          .artifacts = {"main"},
          .run = {"./main"},
          .version_argv = {config.cxx, "--version"},
          .install_hint = "apt install g++",
          .function_call = LayoutCppCall};
}

LanguageEntry C(const LanguageConfig& config) {
  return {.id = "c",
          .aliases = {"c17", "c11", "gcc"},
          .source = "main.c",
          .compile = {config.cc, "{flags}", "{files}", "-o", "main", "-lm"},
          .default_flags = config.c_flags,
          .link_flags = LinkerFlags(config.cc),
          .artifacts = {"main"},
          .run = {"./main"},
          .version_argv = {config.cc, "--version"},
          .install_hint = "apt install gcc libc6-dev"};
}

LanguageEntry Java(const LanguageConfig& config) {
  const std::string home = JavaHome(config);
  const std::string bin = home.empty() ? "/usr/bin/" : home + "/bin/";
  return {.id = "java",
          .aliases = {"java17", "jdk", "openjdk"},
          .time_multiplier = 2,
          .source = "Main.java",
          .compile = JavacCommand(bin + "javac"),
          .artifacts = {"*.class"},
          .run = JavaCommand(bin + "java"),
          .env = home.empty() ? std::map<std::string, std::string>{}
                              : std::map<std::string, std::string>{{"JAVA_HOME", home}},
          .version_argv = {bin + "javac", "--version"},
          .install_hint = "apt install openjdk-17-jdk-headless",
          .whole = LayoutJavaProgram,
          .judge = LayoutJavaJudge,
          .function_call = LayoutJavaCall};
}

LanguageEntry Node(const LanguageConfig& config) {
  return {.id = "nodejs",
          .aliases = {"javascript", "js", "node", "node.js", "ecmascript"},
          .time_multiplier = 2,
          .source = "main.js",
          // V8 stops recursion at 1 MB unless told; solutions recurse deeper, and the run's stack
          // limit leaves room.
          .run = {config.node, "--stack-size=65500", "{main}"},
          .env = PathWith(config.node),
          .version_argv = {config.node, "--version"},
          .install_hint = "apt install nodejs",
          .judge = LayoutNodeJudge,
          .function_call = LayoutNodeCall};
}

LanguageEntry Bash(const LanguageConfig& config) {
  return {.id = "bash",
          .aliases = {"sh", "shell", "shellscript"},
          .source = "main.sh",
          .run = {config.bash, "{main}"},
          .version_argv = {config.bash, "--version"},
          .install_hint = "apt install bash"};
}

}  // namespace

std::string JavaHome(const LanguageConfig& config) {
  if (!config.java_home.empty()) return config.java_home;
  const std::string javac = FindOnPath("javac");
  if (javac.empty()) return "";
  std::error_code error;
  const auto real = std::filesystem::canonical(javac, error);
  return error ? "" : real.parent_path().parent_path().string();
}

std::vector<LanguageEntry> BuildTable(const LanguageConfig& config) {
  return {Python(config), Pytest(config), Cpp(config), C(config),
          Java(config),   Node(config),   Bash(config)};
}

}  // namespace assay
