#include "sandbox/zygote/python_zygote.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string_view>

#include "base/fd.h"
#include "base/text.h"

extern "C" const char assay_python_zygote_begin[], assay_python_zygote_end[];

namespace assay {
namespace {

std::string Join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ',';
    text += word;
  }
  return text;
}

// "collections" for "collections.abc"
std::string TopLevel(const std::string& module) {
  return module.substr(0, module.find('.'));
}

bool HasSize(const std::string& path, size_t bytes) {
  std::error_code error;
  return std::filesystem::file_size(path, error) == bytes && !error;
}

// Named by its contents, so that servers of different versions share a directory.
Result<std::string> WriteLibrary(const std::string& directory) {
  const std::string_view bytes(
      assay_python_zygote_begin,
      static_cast<size_t>(assay_python_zygote_end - assay_python_zygote_begin));
  const std::string path = directory + "/python-" + Sha256Hex(bytes).substr(0, 16) + ".so";
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    return SystemError("zygote.directory", error.value(), "cannot make " + directory);
  }
  if (HasSize(path, bytes.size())) return path;
  const std::string temporary = path + "." + std::to_string(::getpid());
  UniqueFd fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755));
  if (!fd) return SystemError("zygote.library", errno, "cannot write " + temporary);
  bool written =
      ::write(fd.get(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) &&
      ::fchmod(fd.get(), 0755) == 0 && ::fsync(fd.get()) == 0;
  // Another server may have put it there meanwhile, and its interpreters may have mapped it: a file
  // that is replaced is another one, by another name, to who compares their mappings.
  written = written && (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, path.c_str(),
                                    RENAME_NOREPLACE) == 0 ||
                        (errno == EEXIST && HasSize(path, bytes.size())) ||
                        ::rename(temporary.c_str(), path.c_str()) == 0);
  const int failure = errno;
  ::unlink(temporary.c_str());  // there still, unless it was renamed
  if (written) return path;
  return SystemError("zygote.library", failure, "cannot write " + path);
}

// What programs that deal with the system import beside the usual ones: 4 ms of CPU cold. A kind of
// its own, because the libraries they map make each fork of the usual kind 4 % dearer.
const std::vector<std::string>& SystemModules() {
  static const std::vector<std::string> modules = {"faulthandler", "resource", "select",
                                                   "shutil",       "signal",   "subprocess"};
  return modules;
}

}  // namespace

const std::vector<std::string>& UsualPythonImports() {
  static const std::vector<std::string> modules = {
      "__future__", "abc",         "array",           "ast",        "bisect",
      "cmath",      "collections", "collections.abc", "contextlib", "copy",
      "csv",        "dataclasses", "datetime",        "decimal",    "enum",
      "fractions",  "functools",   "heapq",           "inspect",    "io",
      "itertools",  "json",        "locale",          "math",       "numbers",
      "operator",   "os",          "queue",           "random",     "re",
      "statistics", "string",      "struct",          "textwrap",   "threading",
      "time",       "traceback",   "types",           "typing",     "unicodedata"};
  return modules;
}

Result<std::vector<WarmProgram>> PreparePythonZygotes(const PythonZygoteOptions& options,
                                                      const std::vector<PythonStart>& starts) {
  ASSAY_ASSIGN_OR_RETURN(const std::string library, WriteLibrary(options.directory));
  std::vector<WarmProgram> programs;
  std::vector<std::string> usual;
  for (const std::string& module : options.imports) usual.push_back(TopLevel(module));
  for (const PythonStart& start : starts) {
    WarmProgram program;
    program.argv = start.argv;
    for (const auto& [name, value] : start.env) program.env.push_back(name + "=" + value);
    program.stack_bytes = options.stack_bytes;
    program.library = library;
    program.script = std::filesystem::path(start.argv.back()).filename();
    program.imports = Join(options.imports);
    program.quick_end = options.quick_end;
    for (const std::string& package : options.packages) {
      WarmProgram with_package = program;
      with_package.words = {TopLevel(package)};
      with_package.imports += "," + package;
      programs.push_back(std::move(with_package));
    }
    if (start.whole_program) {
      WarmProgram system = program;
      system.words = SystemModules();
      system.imports += "," + Join(SystemModules());
      programs.push_back(std::move(system));
      WarmProgram bare = program;
      bare.imports.clear();
      program.words = usual;
      programs.push_back(std::move(program));
      programs.push_back(std::move(bare));
    } else {
      programs.push_back(std::move(program));
    }
  }
  return programs;
}

}  // namespace assay
