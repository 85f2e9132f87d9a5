#include "langs/entry/made_once.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>

#include "base/fd.h"
#include "base/text.h"
#include "langs/entry/host_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr int kMostSeconds = 600;  // with low priority on a busy host
constexpr size_t kMostWords = 500;

Error FileError(const char* stage, const std::error_code& error, const std::string& what) {
  return SystemError(stage, error.value(), what);
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

// On the disk before it has its name: a JVM crashes over an archive that a power cut made shorter.
Status Sync(const fs::path& path, const char* stage) {
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file && ::fsync(file.get()) == 0) return {};
  return SystemError(stage, errno, "cannot write " + path.string());
}

// Readable by the user that programs run as, whatever our umask.
Status Finish(const fs::path& path, const char* stage) {
  std::error_code error;
  const bool folder = fs::is_directory(path, error);
  if (!error) fs::permissions(path, static_cast<fs::perms>(folder ? 0755 : 0644), error);
  if (error) return FileError(stage, error, "cannot set the mode of " + path.string());
  if (!folder) return Sync(path, stage);
  for (fs::directory_iterator entry(path, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    ASSAY_RETURN_IF_ERROR(Finish(entry->path(), stage));
  }
  return error ? FileError(stage, error, "cannot read " + path.string()) : Status();
}

Status Move(const fs::path& from, const fs::path& to, const char* stage) {
  ASSAY_RETURN_IF_ERROR(Finish(from, stage));
  std::error_code error;
  fs::rename(from, to, error);
  std::error_code unknown;
  // Another server was faster: what it made is as good.
  if (!error || fs::exists(to, unknown)) return {};
  return FileError(stage, error, "cannot make " + to.string());
}

// Needs root and namespaces; its failure says nothing about the command.
std::vector<std::string> DyingWithUs(const std::vector<std::string>& argv) {
  std::vector<std::string> guarded = {"setpriv", "--pdeathsig",      "KILL", "unshare", "--fork",
                                      "--pid",   "--kill-child=KILL"};
  guarded.insert(guarded.end(), argv.begin(), argv.end());
  return guarded;
}

}  // namespace

std::string FileState(const std::string& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error) return path + "|-";
  const auto written = fs::last_write_time(path, error).time_since_epoch().count();
  return path + '|' + std::to_string(size) + '|' + std::to_string(written);
}

Result<std::string> PlaceMadeOnce(const std::string& cache_dir, std::string_view kind,
                                  const std::string& key, const char* stage) {
  const std::string name = std::string(kind) + "-" + Sha256Hex(key).substr(0, 24);
  const fs::path folder = fs::absolute(cache_dir) / name;
  std::error_code error;
  if (!fs::exists(folder, error)) {
    fs::create_directories(folder, error);
    if (error) return FileError(stage, error, "cannot create " + folder.string());
    fs::permissions(folder, static_cast<fs::perms>(0755), error);
    if (error) return FileError(stage, error, "cannot set the mode of " + folder.string());
  }
  const fs::path real = fs::canonical(folder, error);
  if (error) return FileError(stage, error, "cannot find " + folder.string());
  return real.string();
}

Status MakeOnce(const std::string& folder, const std::vector<std::string>& entries,
                const char* stage, const std::function<Status(const std::string& folder)>& make) {
  RemoveOldAttempts(folder);
  std::string attempt = folder + ".XXXXXX";
  if (::mkdtemp(attempt.data()) == nullptr) {
    return SystemError(stage, errno, "cannot create " + attempt);
  }
  Status status = make(attempt);
  for (const std::string& entry : entries) {
    if (status.ok()) status = Move(fs::path(attempt) / entry, fs::path(folder) / entry, stage);
  }
  std::error_code error;
  fs::remove_all(attempt, error);
  return status;
}

Status RunForOnce(const std::vector<std::string>& argv, const std::string& failed,
                  const char* stage, const std::stop_token& stop) {
  std::vector<std::string> nice = {"nice", "-n", "19"};
  nice.insert(nice.end(), argv.begin(), argv.end());
  HostCommandResult done = RunHostCommand(DyingWithUs(nice), kMostSeconds, stop);
  if (done.exit_code != 0 && !stop.stop_requested()) {
    done = RunHostCommand(nice, kMostSeconds, stop);
  }
  if (done.exit_code == 0) return {};
  return Error{ErrorCode::kUnsupported, stage, 0,
               failed + ": " + done.problem + done.output.substr(0, kMostWords)};
}

}  // namespace assay
