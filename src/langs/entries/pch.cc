#include "langs/entries/pch.h"

#include <stdlib.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "langs/entry/host_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr char kStage[] = "langs.pch";
constexpr char kHeader[] = "bits/stdc++.h.gch";
constexpr int kMostSeconds = 600;  // with low priority on a busy host

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

// The command, ended with all it started when this thread ends, so that a killed server leaves no
// compiler behind: g++ is not one process. Needs root and namespaces; its failure says nothing
// about the command.
std::vector<std::string> DyingWithUs(const std::vector<std::string>& argv) {
  std::vector<std::string> guarded = {"setpriv", "--pdeathsig",      "KILL", "unshare", "--fork",
                                      "--pid",   "--kill-child=KILL"};
  guarded.insert(guarded.end(), argv.begin(), argv.end());
  return guarded;
}

// What attempts have left whose server was killed.
void RemoveOldAttempts(const fs::path& directory) {
  const auto yesterday = fs::file_time_type::clock::now() - std::chrono::hours(24);
  const std::string prefix = directory.filename().string() + ".";
  std::error_code error;
  fs::directory_iterator entry(directory.parent_path(), error);
  // By hand: the loop over a range throws when reading on fails. The end, too, is where an error
  // is.
  for (; entry != fs::directory_iterator(); entry.increment(error)) {
    const fs::path path = entry->path();
    if (!StartsWith(path.filename().string(), prefix)) continue;
    std::error_code unknown;
    const auto written = fs::last_write_time(path, unknown);
    if (!unknown && written < yesterday) fs::remove_all(path, unknown);
  }
}

// Into a directory nobody else knows yet.
Status Compile(const std::string& compiler, const std::vector<std::string>& flags,
               const fs::path& directory, const std::stop_token& stop) {
  std::error_code error;
  fs::create_directory(directory / "bits", error);
  if (error) return FileError(error, "cannot create " + (directory / "bits").string());
  // g++ opens the plain file of this directory where it finds but cannot use the .gch: after
  // another include, or a second time.
  std::ofstream(directory / "bits/stdc++.h") << "#include_next <bits/stdc++.h>\n";
  const std::string source = HeaderPath(compiler, flags);
  // A server that has begun judges other languages meanwhile: theirs are the cores.
  std::vector<std::string> argv = {"nice", "-n", "19", compiler};
  argv.insert(argv.end(), flags.begin(), flags.end());
  argv.insert(argv.end(), {"-x", "c++-header", source, "-o", directory / kHeader});
  HostCommandResult compiled = RunHostCommand(DyingWithUs(argv), kMostSeconds, stop);
  if (compiled.exit_code != 0 && !stop.stop_requested()) {
    compiled = RunHostCommand(argv, kMostSeconds, stop);
  }
  if (compiled.exit_code != 0) {
    return Error{.code = ErrorCode::kUnsupported,
                 .stage = kStage,
                 .message = compiler + " cannot precompile <bits/stdc++.h>: " + compiled.problem +
                            compiled.output.substr(0, 500)};
  }
  // Readable by the user that compile steps run as, whatever our umask.
  fs::permissions(directory / "bits", static_cast<fs::perms>(0755), error);
  if (error) return FileError(error, "cannot set the mode of " + (directory / "bits").string());
  for (const fs::path& path : {directory / kHeader, directory / "bits/stdc++.h"}) {
    fs::permissions(path, static_cast<fs::perms>(0644), error);
    if (error) return FileError(error, "cannot set the mode of " + path.string());
  }
  return {};
}

}  // namespace

Result<PrecompiledHeader> PlacePrecompiledHeader(const std::string& cache_dir,
                                                 const std::string& compiler,
                                                 const std::vector<std::string>& flags) {
  const HostCommandResult version = RunHostCommand({compiler, "--version"});
  if (version.exit_code != 0) {
    return Error{.code = ErrorCode::kUnsupported,
                 .stage = kStage,
                 .message = compiler + " --version failed: " + version.problem};
  }
  const fs::path directory = fs::absolute(cache_dir) / CacheName(version.output, compiler, flags);
  std::error_code error;
  if (!fs::exists(directory, error)) {
    fs::create_directories(directory, error);
    if (error) return FileError(error, "cannot create " + directory.string());
    fs::permissions(directory, static_cast<fs::perms>(0755), error);
    if (error) return FileError(error, "cannot set the mode of " + directory.string());
  }
  return PrecompiledHeader{flags, directory};
}

bool IsMade(const PrecompiledHeader& header) {
  std::error_code error;
  return fs::exists(fs::path(header.directory) / kHeader, error);
}

Status MakePrecompiledHeader(const PrecompiledHeader& header, const std::string& compiler,
                             const std::stop_token& stop) {
  if (IsMade(header)) return {};
  RemoveOldAttempts(header.directory);
  std::string temporary = header.directory + ".XXXXXX";
  if (::mkdtemp(temporary.data()) == nullptr) {
    return SystemError(kStage, errno, "cannot create " + temporary);
  }
  std::error_code error;
  Status status = Compile(compiler, header.flags, temporary, stop);
  if (status.ok()) {
    fs::rename(fs::path(temporary) / "bits", fs::path(header.directory) / "bits", error);
    // Another server was faster: its header is as good.
    if (error && !IsMade(header)) status = FileError(error, "cannot fill " + header.directory);
  }
  fs::remove_all(temporary, error);
  return status;
}

}  // namespace assay
