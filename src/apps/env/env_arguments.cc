#include "apps/env/env_arguments.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "apps/cli/failure.h"
#include "base/text.h"
#include "env/check/score_check.h"
#include "env/model/names.h"
#include "text/excerpt.h"

namespace assay {
namespace {

constexpr size_t kMostLineBytes = 4000;

// Of the XDG base directory specification.
std::string UserFolder(const char* variable, const char* below_home) {
  const char* const named = std::getenv(variable);
  if (named != nullptr && *named == '/') return std::string(named) + "/assay";
  const char* const home = std::getenv("HOME");
  return std::string(home != nullptr ? home : "/tmp") + "/" + below_home + "/assay";
}

bool IsFolder(const std::string& path) {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode);
}

}  // namespace

int FailEnv(const char* verb, const Error& error, int exit_code) {
  const std::string text = FailureText(error);
  std::fprintf(stderr, "assay env %s: ", verb);
  // Line by line, for a fault of each; what is in them may be a stranger's.
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::fprintf(stderr, "%s\n", OneLineOf(text.substr(at, end - at), kMostLineBytes).c_str());
    at = end + 1;
  }
  return exit_code;
}

void StoreArguments::AddTo(CommandLine* command) {
  command
      ->Option("--store", folder_,
               "folder of installed environments [ASSAY_ENVIRONMENTS in the environment, else "
               "~/.local/share/assay/environments]")
      .FromEnvironment("ASSAY_ENVIRONMENTS");
}

std::string StoreArguments::Folder() const {
  if (!folder_.empty()) return folder_;
  return UserFolder("XDG_DATA_HOME", ".local/share") + "/environments";
}

void KeyArguments::AddListTo(CommandLine* command) {
  command
      ->Option("--keys", list_,
               "file with the public keys that are trusted, one a line "
               "[ASSAY_ENVIRONMENT_KEYS in the environment, else ~/.config/assay/environment-keys]")
      .FromEnvironment("ASSAY_ENVIRONMENT_KEYS");
}

void KeyArguments::AddTo(CommandLine* command) {
  AddListTo(command);
  command->Option("--key", files_, "trust this public key, too; may be repeated").OnceEach();
}

std::string KeyArguments::ListFile() const {
  if (!list_.empty()) return list_;
  return UserFolder("XDG_CONFIG_HOME", ".config") + "/environment-keys";
}

Result<std::vector<env::PublicKey>> KeyArguments::Read() const {
  std::vector<std::string> files = files_;
  struct stat found {};
  // The usual list need not be there; one that is named must.
  if (!list_.empty() || ::stat(ListFile().c_str(), &found) == 0) files.push_back(ListFile());
  return env::ReadPublicKeys(files);
}

bool NamesPackFile(const std::string& named) {
  return named.ends_with(".tar.zst") || named.ends_with(".tar.gz");
}

Result<OpenedEnvironment> OpenEnvironment(const std::string& named, const std::string& store) {
  OpenedEnvironment opened;
  if (NamesPackFile(named)) {
    std::error_code ignored;
    const std::string temporary = std::filesystem::temp_directory_path(ignored).string();
    ASSAY_ASSIGN_OR_RETURN(opened.unpacked, env::Staging::Make(temporary));
    opened.folder = opened.unpacked->path();
    const auto manifest = env::OpenPack(named, opened.folder, {});
    if (!manifest.ok()) {
      Error error = manifest.error();
      error.message = named + ": " + error.message;
      return error;
    }
    return opened;
  }
  if (IsFolder(named)) {
    opened.folder = named;
    return opened;
  }
  const auto wanted = env::Wanted::Parse(named);
  if (!wanted.ok()) {
    return Error{ErrorCode::kInvalidArgument, "env", 0,
                 fmt::format("'{}' is no folder, no pack's file and no name of an installed "
                             "environment",
                             named)};
  }
  ASSAY_ASSIGN_OR_RETURN(const auto found, env::Store(store).Find(*wanted));
  if (!found) {
    return Error{ErrorCode::kInvalidArgument, "env", 0,
                 fmt::format("'{}' is no folder, and {} has no such environment", named, store)};
  }
  opened.folder = found->path;
  return opened;
}

Result<bool> ComparesGroup(const std::string& folder, const env::Manifest& manifest) {
  ASSAY_ASSIGN_OR_RETURN(const std::string text, env::ReadManifestText(folder));
  const env::ManifestReading reading = env::ParseManifest(text);
  std::vector<env::Fault> faults;
  const auto rubric = env::ScoreCheck().CheckRubric(manifest, *reading.document, &faults);
  if (rubric) return rubric->NeedsGroup();
  return Error{ErrorCode::kInvalidArgument, "env", 0,
               faults.empty() ? "the rubric is faulty" : faults[0].ToString()};
}

void PrintFaults(const char* verb, const env::CheckReport& report) {
  for (const env::Fault& fault : report.faults) {
    std::fprintf(stderr, "%s: %s\n", OneLineOf(fault.where, 300).c_str(),
                 OneLineOf(fault.what, 2000).c_str());
  }
  const auto shown = static_cast<int64_t>(report.faults.size());
  if (report.fault_count > shown) {
    std::fprintf(stderr, "and %lld more\n", static_cast<long long>(report.fault_count - shown));
  }
  std::fprintf(stderr, "assay env %s: %lld %s\n", verb, static_cast<long long>(report.fault_count),
               report.fault_count == 1 ? "fault" : "faults");
}

std::string OneLineOf(const std::string& text, size_t most_bytes) {
  return Excerpt(text, most_bytes);
}

}  // namespace assay
