#include "langs/entries/pch.h"

#include <filesystem>
#include <fstream>

#include "langs/entry/host_command.h"
#include "langs/entry/made_once.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr char kStage[] = "langs.pch";
constexpr char kHeader[] = "bits/stdc++.h.gch";

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
               const fs::path& directory, const std::stop_token& stop) {
  std::error_code error;
  fs::create_directory(directory / "bits", error);
  if (error) {
    return SystemError(kStage, error.value(), "cannot create " + (directory / "bits").string());
  }
  // g++ opens the plain file of this directory where it finds but cannot use the .gch: after
  // another include, or a second time.
  std::ofstream(directory / "bits/stdc++.h") << "#include_next <bits/stdc++.h>\n";
  std::vector<std::string> argv = {compiler};
  argv.insert(argv.end(), flags.begin(), flags.end());
  argv.insert(argv.end(),
              {"-x", "c++-header", HeaderPath(compiler, flags), "-o", directory / kHeader});
  return RunForOnce(argv, compiler + " cannot precompile <bits/stdc++.h>", kStage, stop);
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
  std::string key = version.output + '\0' + compiler;
  for (const std::string& flag : flags) key += '\0' + flag;
  ASSAY_ASSIGN_OR_RETURN(std::string directory, PlaceMadeOnce(cache_dir, "pch", key, kStage));
  return PrecompiledHeader{flags, std::move(directory)};
}

bool IsMade(const PrecompiledHeader& header) {
  std::error_code error;
  return fs::exists(fs::path(header.directory) / kHeader, error);
}

Status MakePrecompiledHeader(const PrecompiledHeader& header, const std::string& compiler,
                             const std::stop_token& stop) {
  if (IsMade(header)) return {};
  return MakeOnce(header.directory, {"bits"}, kStage, [&](const std::string& directory) {
    return Compile(compiler, header.flags, directory, stop);
  });
}

}  // namespace assay
