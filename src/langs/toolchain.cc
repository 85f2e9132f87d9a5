#include "langs/toolchain.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "langs/host_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

std::string FirstLine(std::string_view text) {
  return std::string(TrimAsciiSpace(text.substr(0, text.find('\n'))));
}

Toolchain ProbeOne(const LanguageEntry& entry) {
  Toolchain toolchain;
  toolchain.language = entry.id;
  const std::string& program = entry.version_argv.front();
  toolchain.path = program.find('/') == std::string::npos ? FindOnPath(program) : program;
  const HostCommandResult probe = RunHostCommand(entry.version_argv);
  if (probe.exit_code == 0) {
    toolchain.available = true;
    toolchain.version = FirstLine(probe.output);
    if (entry.id == "nodejs") toolchain.version = "Node.js " + toolchain.version;
    return toolchain;
  }
  const std::string reason =
      probe.exit_code < 0 ? probe.problem : "exit code " + std::to_string(probe.exit_code);
  toolchain.problem = program + ": " + reason + "; install it with: " + entry.install_hint;
  return toolchain;
}

// A path as given and, when it leads elsewhere through symbolic links, where it ends.
void AddWithTarget(const std::string& path, std::vector<std::string>* paths) {
  std::error_code error;
  if (path.empty() || !fs::exists(path, error)) return;
  paths->push_back(path);
  const fs::path real = fs::canonical(path, error);
  if (!error && real != path) paths->push_back(real);
}

// A program outside /usr brings its prefix: /opt/tool for /opt/tool/bin/cc. The file alone when
// it is not in a bin directory, so that odd places are not opened to the candidate.
void AddProgram(const std::string& program, std::vector<std::string>* paths) {
  std::error_code error;
  if (program.find('/') == std::string::npos) return;
  for (const fs::path& path : {fs::path(program), fs::canonical(program, error)}) {
    if (path.empty()) continue;
    const bool in_bin = path.parent_path().filename() == "bin" &&
                        path.parent_path().parent_path() != path.root_path();
    AddWithTarget(in_bin ? path.parent_path().parent_path() : path, paths);
  }
}

// Where the interpreter says its library is: a virtual environment has two prefixes, and neither
// need be where the program lies.
void AddPythonPrefixes(const std::string& python, std::vector<std::string>* paths) {
  const HostCommandResult probe = RunHostCommand(
      {python, "-c",
       "import sys, os\nfor p in (sys.prefix, sys.base_prefix, sys.exec_prefix, sys.executable):\n"
       "    print(p)\n    print(os.path.realpath(p))"});
  if (probe.exit_code != 0) return;
  size_t start = 0;
  while (start < probe.output.size()) {
    size_t end = probe.output.find('\n', start);
    if (end == std::string::npos) end = probe.output.size();
    const std::string path = probe.output.substr(start, end - start);
    if (StartsWith(path, "/") && path != "/") AddWithTarget(path, paths);
    start = end + 1;
  }
}

bool IsBelow(const std::string& path, const std::string& directory) {
  return StartsWith(path, directory) && path.size() > directory.size() &&
         path[directory.size()] == '/';
}

}  // namespace

std::vector<Toolchain> ProbeToolchains(const std::vector<LanguageEntry>& entries) {
  std::vector<Toolchain> toolchains;
  for (const LanguageEntry& entry : entries) toolchains.push_back(ProbeOne(entry));
  return toolchains;
}

std::vector<std::string> FindToolchainPaths(const LanguageConfig& config) {
  std::vector<std::string> paths;
  std::error_code error;
  for (const char* path : {"/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32"}) {
    if (fs::exists(path, error)) paths.push_back(path);
  }
  for (const std::string& program :
       {config.python, config.cxx, config.cc, config.node, config.bash}) {
    AddProgram(program, &paths);
  }
  AddPythonPrefixes(config.python, &paths);
  AddWithTarget(JavaHome(config), &paths);
  for (const PrecompiledHeader& header : config.precompiled_headers) {
    paths.push_back(header.directory);
  }
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  const std::vector<std::string> all = paths;
  std::erase_if(paths, [&](const std::string& path) {
    return std::any_of(all.begin(), all.end(),
                       [&](const std::string& other) { return IsBelow(path, other); });
  });
  return paths;
}

}  // namespace assay
