#include "langs/entries/jvm/jdk.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "langs/entry/common.h"
#include "langs/entry/host_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// Where the version begins in a jar's file name without ".jar": behind the first "-" that a digit
// follows. npos: it has none.
size_t VersionAt(const std::string& stem) {
  for (size_t dash = stem.find('-'); dash != std::string::npos; dash = stem.find('-', dash + 1)) {
    if (dash + 1 < stem.size() && stem[dash + 1] >= '0' && stem[dash + 1] <= '9') return dash + 1;
  }
  return std::string::npos;
}

}  // namespace

Jdk FindJdk(const LanguageConfig& config) {
  Jdk jdk{config.Text(kJavaHome), ""};
  if (jdk.home.empty()) {
    const std::string javac = FindOnPath("javac");
    std::error_code error;
    const auto real = javac.empty() ? fs::path() : fs::canonical(javac, error);
    if (!error && !real.empty()) jdk.home = real.parent_path().parent_path().string();
  }
  jdk.bin = jdk.home.empty() ? "/usr/bin/" : jdk.home + "/bin/";
  return jdk;
}

// -Xmx is far above any sensible limit: the run's memory limit judges, as for every language, and
// running into it is seen as such instead of as an OutOfMemoryError of the JVM's own choosing. The
// heap starts small and grows with live data, so the limit is not eaten by garbage.
// -Xss: recursion without end costs several times the stack it fills (490 MB resident for 64
// MB, 3.7 GB for 512), and should end as a StackOverflowError below the usual memory limits.
// -XX:-UseContainerSupport: the same behaviour whatever cgroup files a box shows.
// -Djava.io.tmpdir: as it is by itself; said, because a box may have it elsewhere.
std::vector<std::string> Jdk::Java() const {
  return {bin + "java",
          "-XX:+UseSerialGC",
          "-Xshare:auto",
          "-XX:-UsePerfData",
          "-XX:-UseContainerSupport",
          "-Djava.io.tmpdir=/tmp",
          "-Xms16m",
          "-Xmx16g",
          "-Xss64m",
          "-ea",
          "{options}",
          "{main}"};
}

// C1 alone runs a compiler of one small file faster than the tiered default.
std::vector<std::string> Jdk::Tool(const std::vector<std::string>& jars,
                                   const std::string& main_class) const {
  return {bin + "java",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:-UsePerfData",
          "-XX:-UseContainerSupport",
          "-Xshare:auto",
          "-Xmx16g",
          "-Xss64m",
          "-cp",
          ClassPathOf(jars),
          main_class};
}

std::vector<std::string> Jdk::Javac() const {
  // C1 alone compiles a one-file program a third faster than the tiered default.
  return {bin + "javac",
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

std::vector<std::string> Filled(const std::vector<std::string>& command, const std::string& file,
                                const std::string& main) {
  std::vector<std::string> filled;
  for (const std::string& word : command) {
    if (word == "{flags}" || word == "{options}") continue;
    filled.push_back(word == "{files}" ? file : word == "{main}" ? main : word);
  }
  return filled;
}

std::string FindJarsHome(const LanguageConfig& config, const LanguageOption& option,
                         const std::string& name, const std::string& program) {
  const std::string configured = config.Text(option);
  if (!configured.empty()) return configured;
  const std::string installed = config.Text(kToolchains) + "/" + name;
  std::error_code error;
  if (fs::is_directory(installed, error)) return installed;
  const std::string on_path = FindOnPath(program);
  if (on_path.empty()) return "";
  const fs::path real = fs::canonical(on_path, error);
  return error ? "" : real.parent_path().parent_path().string();
}

std::vector<std::string> JarsOf(const std::string& folder) {
  std::vector<std::string> jars;
  std::error_code error;
  const fs::path library = fs::path(folder) / "lib";
  fs::directory_iterator entry(fs::is_directory(library, error) ? library : fs::path(folder),
                               error);
  // By hand: the loop over a range throws when reading on fails.
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() == ".jar") jars.push_back(entry->path().string());
  }
  std::sort(jars.begin(), jars.end());
  return jars;
}

Result<std::vector<std::string>> PickJars(const std::vector<std::string>& jars,
                                          const std::vector<std::string>& names) {
  std::vector<std::string> picked;
  for (const std::string& name : names) {
    const auto found = std::find_if(jars.begin(), jars.end(), [&](const std::string& jar) {
      const std::string stem = fs::path(jar).stem().string();
      const size_t version = VersionAt(stem);
      return stem == name || (version != std::string::npos && stem.substr(0, version - 1) == name);
    });
    if (found == jars.end()) {
      return Error{ErrorCode::kUnsupported, "langs.jars", 0, name + ".jar is not there"};
    }
    picked.push_back(*found);
  }
  return picked;
}

std::string JarVersion(const std::string& jar) {
  const std::string stem = fs::path(jar).stem().string();
  const size_t version = VersionAt(stem);
  return version == std::string::npos ? "" : stem.substr(version);
}

std::string ClassPathOf(const std::vector<std::string>& parts) {
  std::string path;
  for (const std::string& part : parts) path += (path.empty() ? "" : ":") + part;
  return path;
}

}  // namespace assay
