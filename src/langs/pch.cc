#include "langs/pch.h"

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "langs/host_command.h"

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

// Into a directory nobody else knows yet.
Status Compile(const LanguageConfig& config, const std::vector<std::string>& flags,
               const fs::path& directory) {
  std::error_code error;
  fs::create_directory(directory / "bits", error);
  if (error) return FileError(error, "cannot create " + (directory / "bits").string());
  const fs::path source = directory / "stdc++.h";
  std::ofstream(source) << "#include <bits/stdc++.h>\n";
  std::vector<std::string> argv = {config.cxx};
  argv.insert(argv.end(), flags.begin(), flags.end());
  argv.insert(argv.end(), {"-x", "c++-header", source, "-o", directory / kHeader});
  const HostCommandResult compiled = RunHostCommand(argv);
  if (compiled.exit_code != 0) {
    return Error{.code = ErrorCode::kUnsupported,
                 .stage = kStage,
                 .message = config.cxx + " cannot precompile <bits/stdc++.h>: " + compiled.problem +
                            compiled.output.substr(0, 500)};
  }
  fs::remove(source, error);
  // Readable by the user that compile steps run as, whatever our umask.
  for (const fs::path& path : {directory, directory / "bits"}) {
    fs::permissions(path, static_cast<fs::perms>(0755), error);
    if (error) return FileError(error, "cannot set the mode of " + path.string());
  }
  fs::permissions(directory / kHeader, static_cast<fs::perms>(0644), error);
  if (error) return FileError(error, "cannot set the mode of the precompiled header");
  return {};
}

Status Prepare(const LanguageConfig& config, const std::vector<std::string>& flags,
               const fs::path& directory) {
  std::error_code error;
  if (fs::exists(directory / kHeader, error)) return {};
  std::string temporary = directory.string() + ".XXXXXX";
  if (::mkdtemp(temporary.data()) == nullptr) {
    return SystemError(kStage, errno, "cannot create " + temporary);
  }
  Status status = Compile(config, flags, temporary);
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

Status PreparePrecompiledHeaders(const std::string& cache_dir, LanguageConfig* config) {
  const HostCommandResult version = RunHostCommand({config->cxx, "--version"});
  if (version.exit_code != 0) {
    return Error{.code = ErrorCode::kUnsupported,
                 .stage = kStage,
                 .message = config->cxx + " --version failed: " + version.problem};
  }
  std::error_code error;
  fs::create_directories(cache_dir, error);
  if (error) return FileError(error, "cannot create " + cache_dir);

  std::vector<std::vector<std::string>> flag_sets = {config->cxx_flags};
  flag_sets.insert(flag_sets.end(), config->precompiled_flag_sets.begin(),
                   config->precompiled_flag_sets.end());
  config->precompiled_headers.clear();
  for (const std::vector<std::string>& flags : flag_sets) {
    const fs::path directory =
        fs::absolute(cache_dir) / CacheName(version.output, config->cxx, flags);
    ASSAY_RETURN_IF_ERROR(Prepare(*config, flags, directory));
    config->precompiled_headers.push_back({flags, directory});
  }
  return {};
}

}  // namespace assay
