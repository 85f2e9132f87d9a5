#include "langs/entries/pch.h"

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "langs/entry/host_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr char kStage[] = "langs.pch";
constexpr char kHeader[] = "bits/stdc++.h.gch";

std::string CacheName(const std::string& compiler_version, const std::string& compiler,
                      const std::vector<std::string>& flags) {
  std::string key = compiler_version + '\0' + compiler;
  for (const std::string& flag : flags) key += '\0' + flag;
  return "pch-" + Sha256Hex(key).substr(0, 24);
}

Error FileError(const std::error_code& error, const std::string& what) {
  return SystemError(kStage, error.value(), what);
}

// The real header's path, asked of the compiler: compiled under its own name, it keeps the lines of
// later diagnostics as they are without it, but for the last "from main.cpp:1".
std::string HeaderPath(const std::string& compiler, const std::vector<std::string>& flags) {
  std::vector<std::string> argv = {compiler};
  argv.insert(argv.end(), flags.begin(), flags.end());
  argv.insert(argv.end(), {"-M", "-include", "bits/stdc++.h", "-x", "c++", "/dev/null"});
  const HostCommandResult listed = RunHostCommand(argv);
  constexpr std::string_view kName = "/bits/stdc++.h";
  const size_t end = listed.output.find(kName);
  if (listed.exit_code != 0 || end == std::string::npos) return "";
  const size_t start = listed.output.find_last_of(" \n", end) + 1;
  return listed.output.substr(start, end + kName.size() - start);
}

// Into a directory nobody else knows yet.
Status Compile(const std::string& compiler, const std::vector<std::string>& flags,
               const fs::path& directory) {
  std::error_code error;
  fs::create_directory(directory / "bits", error);
  if (error) return FileError(error, "cannot create " + (directory / "bits").string());
  // g++ opens the plain file of this directory where it finds but cannot use the .gch: after
  // another include, or a second time.
  std::ofstream(directory / "bits/stdc++.h") << "#include_next <bits/stdc++.h>\n";
  const std::string source = HeaderPath(compiler, flags);
  std::vector<std::string> argv = {compiler};
  argv.insert(argv.end(), flags.begin(), flags.end());
  argv.insert(argv.end(), {"-x", "c++-header", source, "-o", directory / kHeader});
  const HostCommandResult compiled = RunHostCommand(argv);
  if (compiled.exit_code != 0) {
    return Error{.code = ErrorCode::kUnsupported,
                 .stage = kStage,
                 .message = compiler + " cannot precompile <bits/stdc++.h>: " + compiled.problem +
                            compiled.output.substr(0, 500)};
  }
  // Readable by the user that compile steps run as, whatever our umask.
  for (const fs::path& path : {directory, directory / "bits"}) {
    fs::permissions(path, static_cast<fs::perms>(0755), error);
    if (error) return FileError(error, "cannot set the mode of " + path.string());
  }
  for (const fs::path& path : {directory / kHeader, directory / "bits/stdc++.h"}) {
    fs::permissions(path, static_cast<fs::perms>(0644), error);
    if (error) return FileError(error, "cannot set the mode of " + path.string());
  }
  return {};
}

Status Prepare(const std::string& compiler, const std::vector<std::string>& flags,
               const fs::path& directory) {
  std::error_code error;
  if (fs::exists(directory / kHeader, error)) return {};
  std::string temporary = directory.string() + ".XXXXXX";
  if (::mkdtemp(temporary.data()) == nullptr) {
    return SystemError(kStage, errno, "cannot create " + temporary);
  }
  Status status = Compile(compiler, flags, temporary);
  if (status.ok()) {
    fs::rename(temporary, directory, error);
    // Another server was faster: its header is as good.
    if (error && !fs::exists(directory / kHeader)) {
      status = FileError(error, "cannot rename to " + directory.string());
    }
  }
  fs::remove_all(temporary, error);
  return status;
}

}  // namespace

Status PreparePrecompiledHeaders(const std::string& cache_dir, const std::string& compiler,
                                 const std::vector<std::vector<std::string>>& flag_sets,
                                 std::vector<PrecompiledHeader>* headers) {
  const HostCommandResult version = RunHostCommand({compiler, "--version"});
  if (version.exit_code != 0) {
    return Error{.code = ErrorCode::kUnsupported,
                 .stage = kStage,
                 .message = compiler + " --version failed: " + version.problem};
  }
  std::error_code error;
  fs::create_directories(cache_dir, error);
  if (error) return FileError(error, "cannot create " + cache_dir);
  for (const std::vector<std::string>& flags : flag_sets) {
    const fs::path directory = fs::absolute(cache_dir) / CacheName(version.output, compiler, flags);
    ASSAY_RETURN_IF_ERROR(Prepare(compiler, flags, directory));
    headers->push_back({flags, directory});
  }
  return {};
}

}  // namespace assay
