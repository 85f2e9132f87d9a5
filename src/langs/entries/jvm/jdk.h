// The JDK that Java, and the languages that compile to its byte code, share: where it is, how it is
// started for programs and for compilers, and jars. Internal to this room.
//
// The functions look at the host's files; thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "langs/entry/config.h"

namespace assay {

inline constexpr LanguageOption kJavaHome = {
    "java-home", "", "JDK folder; empty means the one of the javac on PATH"};

// The folder of a compiler's jars: the operator's; else `name` in the folder of toolchains when it
// is there; else the installation of `program` on PATH. Empty when there is none.
std::string FindJarsHome(const LanguageConfig& config, const LanguageOption& option,
                         const std::string& name, const std::string& program);

struct Jdk {
  std::string home;  // the operator's, else two levels above `javac` on PATH; empty: none found
  std::string bin;   // "/usr/lib/jvm/java-17-openjdk-amd64/bin/"

  // Runs a program: "{options}" and "{main}" are still to be filled in.
  std::vector<std::string> Java() const;
  // Runs a compiler, or another tool of ours, from these jars. Without the options of a program:
  // what a tool needs is a quick start.
  std::vector<std::string> Tool(const std::vector<std::string>& jars,
                                const std::string& main_class) const;
  std::vector<std::string> Javac() const;
};
Jdk FindJdk(const LanguageConfig& config);

// A command as it is for one file: its placeholders filled in, without flags and options.
std::vector<std::string> Filled(const std::vector<std::string>& command, const std::string& file,
                                const std::string& main = "");

// The jars of a folder, or of its `lib` when it has one, in the order of their names; none when it
// isn't there.
std::vector<std::string> JarsOf(const std::string& folder);
// Those whose file is `name`.jar or `name`-<version>.jar, in the order of the names given; an error
// names the first that is missing.
Result<std::vector<std::string>> PickJars(const std::vector<std::string>& jars,
                                          const std::vector<std::string>& names);
// "2.0.0" of "/x/kotlin-compiler-embeddable-2.0.0.jar"; empty when the name has none.
std::string JarVersion(const std::string& jar);

std::string ClassPathOf(const std::vector<std::string>& parts);

}  // namespace assay
