#include "langs/entries/python_interpreter.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "langs/entry/host_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as the kernel follows

bool CanBeRun(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

// Tools that switch between versions put a script in front of each, which would look for the rest
// of the tool in the box. What it starts is an interpreter as any other.
std::string BehindScript(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (file.get() != '#' || file.get() != '!') return path;
  const HostCommandResult asked =
      RunHostCommand({path, "-I", "-c", "import sys\nprint(sys.executable)"});
  const std::vector<std::string> lines = Lines(asked.output);
  return asked.exit_code == 0 && lines.size() == 1 && CanBeRun(lines[0]) ? lines[0] : path;
}

// Where the program's link leads, link by link: not the folders around them, which may be anyone's.
void AddLinks(fs::path program, std::vector<std::string>* paths) {
  std::error_code error;
  for (int i = 0; i < kMostLinks && fs::is_symlink(program, error); ++i) {
    const fs::path target = fs::read_symlink(program, error);
    if (error) return;
    program = (program.parent_path() / target).lexically_normal();
    paths->push_back(program);
  }
}

}  // namespace

PythonInterpreter FindPythonInterpreter(const LanguageConfig& config) {
  const std::string named = config.Text(kPythonInterpreter);
  std::error_code error;
  fs::path path = fs::absolute(named, error).lexically_normal();
  if (named.empty() || error) return {named};
  if (!path.has_filename()) path = path.parent_path();  // it ends with a slash
  // Before PATH, which has a program "env".
  for (const char* name : {"python", "python3"}) {
    const fs::path program = path / "bin" / name;
    if (CanBeRun(program)) return {program};
  }
  const bool bare = named.find('/') == std::string::npos;
  if (const std::string found = bare ? FindOnPath(named) : ""; !found.empty()) {
    return {BehindScript(found)};
  }
  if (!fs::is_directory(path, error)) {
    return {fs::exists(path, error) ? BehindScript(path) : named};
  }
  const std::string folder = path;
  return {folder,
          InvalidField("langs.python", "--python",
                       folder +
                           " is a folder without a bin/python that can be run, so no virtual "
                           "environment; make one (python3 -m venv " +
                           folder + ") or name an interpreter")};
}

std::vector<std::string> PythonPrefixes(const std::string& interpreter) {
  const HostCommandResult probe = RunHostCommand(
      {interpreter, "-c",
       "import sys, os\nfor p in (sys.prefix, sys.base_prefix, sys.exec_prefix, sys.executable):\n"
       "    print(p)\n    print(os.path.realpath(p))"});
  std::vector<std::string> paths;
  if (probe.exit_code != 0) return paths;
  for (std::string& path : Lines(probe.output)) {
    if (path.size() > 1 && path.front() == '/') paths.push_back(std::move(path));
  }
  AddLinks(interpreter, &paths);
  return paths;
}

}  // namespace assay
