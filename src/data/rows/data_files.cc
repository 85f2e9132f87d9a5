#include "data/rows/data_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/files/named_file.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStage = "data.files";
constexpr std::array<std::string_view, 5> kEndings = {".jsonl", ".ndjson", ".json", ".jsonlines",
                                                      ".parquet"};
constexpr std::array<std::string_view, 3> kPackings = {".gz", ".zst", ".zstd"};
// Beside the data of a hub's folder, about it.
constexpr std::array<std::string_view, 4> kDescriptions = {
    "dataset_info.json", "dataset_infos.json", "dataset_dict.json", "state.json"};

bool HoldsRows(std::string_view name) {
  if (name.empty() || name.front() == '.') return false;
  if (std::find(kDescriptions.begin(), kDescriptions.end(), name) != kDescriptions.end()) {
    return false;
  }
  for (const std::string_view packing : kPackings) {
    if (name.ends_with(packing)) {
      name.remove_suffix(packing.size());
      break;
    }
  }
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

Error Unreadable(const std::string& path, const std::error_code& error) {
  return NamedFileError(kStage, error.value(), path + " cannot be read");
}

struct Folder {
  std::vector<std::string> files;    // that hold rows
  std::vector<std::string> folders;  // not hidden
};

Result<Folder> List(const fs::path& path) {
  Folder found;
  std::error_code error;
  for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    std::error_code status_error;
    if (at->is_directory(status_error)) {
      if (name.front() != '.') found.folders.push_back(at->path().string());
    } else if (HoldsRows(name)) {
      found.files.push_back(at->path().string());
    }
  }
  if (error) return Unreadable(path.string(), error);
  std::sort(found.files.begin(), found.files.end());
  std::sort(found.folders.begin(), found.folders.end());
  return found;
}

Error NoData(const std::string& path, const std::vector<std::string>& folders) {
  std::string message = path + " holds no data file (.jsonl, .json or .parquet, also .gz or .zst)";
  std::string deeper;
  for (const std::string& folder : folders) {
    const Result<Folder> inside = List(folder);
    if (inside.ok() && !inside->files.empty()) deeper += (deeper.empty() ? "" : ", ") + folder;
  }
  if (!deeper.empty()) message += "; these folders in it do, name one: " + deeper;
  return Error{ErrorCode::kInvalidArgument, kStage, 0, message};
}

}  // namespace

Result<std::vector<std::string>> FindDataFiles(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) {
      return NamedFileError(kStage, ENOENT, path + " cannot be read");
    }
    if (error) return Unreadable(path, error);
    if (!fs::is_directory(status)) {
      files.push_back(path);
      continue;
    }
    ASSAY_ASSIGN_OR_RETURN(Folder folder, List(path));
    if (folder.files.empty()) return NoData(path, folder.folders);
    files.insert(files.end(), folder.files.begin(), folder.files.end());
  }
  return files;
}

}  // namespace assay
