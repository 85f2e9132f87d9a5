#include "langs/toolchain.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "langs/entry/host_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

std::string FirstLine(std::string_view text) {
  return std::string(TrimAsciiSpace(text.substr(0, text.find('\n'))));
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

bool IsBelow(const std::string& path, const std::string& directory) {
  return StartsWith(path, directory) && path.size() > directory.size() &&
         path[directory.size()] == '/';
}

}  // namespace

Toolchain ProbeToolchain(const LanguageEntry& entry, const LanguageTools& tools) {
  Toolchain toolchain;
  toolchain.language = entry.id;
  if (tools.find_version != nullptr) {
    toolchain.path = tools.programs.empty() ? "" : tools.programs.front();
    auto version = tools.find_version();
    toolchain.available = version.ok();
    if (version.ok()) {
      toolchain.version = tools.version_prefix + *version;
    } else {
      toolchain.problem = version.error().message + "; install it with: " + entry.install_hint;
    }
    return toolchain;
  }
  const std::string& program = tools.version_argv.front();
  toolchain.path = program.find('/') == std::string::npos ? FindOnPath(program) : program;
  const HostCommandResult probe = RunHostCommand(tools.version_argv);
  if (probe.exit_code == 0) {
    toolchain.available = true;
    toolchain.version = tools.version_prefix + FirstLine(probe.output);
    return toolchain;
  }
  const std::string reason =
      probe.exit_code < 0 ? probe.problem : "exit code " + std::to_string(probe.exit_code);
  toolchain.problem = program + ": " + reason + "; install it with: " + entry.install_hint;
  return toolchain;
}

std::vector<std::string> FindToolchainPaths(const std::vector<LanguageTools>& languages) {
  std::vector<std::string> paths;
  std::error_code error;
  for (const char* path : {"/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32"}) {
    if (fs::exists(path, error)) paths.push_back(path);
  }
  for (const LanguageTools& tools : languages) {
    for (const std::string& program : tools.programs) AddProgram(program, &paths);
    if (tools.find_paths != nullptr) {
      for (const std::string& path : tools.find_paths()) AddWithTarget(path, &paths);
    }
    paths.insert(paths.end(), tools.visible_paths.begin(), tools.visible_paths.end());
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
