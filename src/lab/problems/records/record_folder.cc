#include "lab/problems/records/record_folder.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "base/files/same_file.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "rollout/folder/durable_file.h"

namespace assay::lab {
namespace {

constexpr char kStage[] = "lab.records";
constexpr char kManifest[] = "manifest.json";

}  // namespace

Result<std::unique_ptr<RecordFolder>> RecordFolder::Open(const std::string& path, const Kind& kind,
                                                         std::string_view manifest,
                                                         const std::vector<std::string>& inputs) {
  std::vector<std::string> names = {kManifest, kind.name};
  names.insert(names.end(), kind.outputs.begin(), kind.outputs.end());
  ASSAY_RETURN_IF_ERROR(RefuseOverwriting(path, names, inputs));
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  if (failed) return SystemError(kStage, failed.value(), path + " cannot be made");
  std::unique_ptr<RecordFolder> folder(new RecordFolder(path));
  ASSAY_ASSIGN_OR_RETURN(folder->lock_, rollout::LockFolder(path));
  ASSAY_RETURN_IF_ERROR(folder->AgreeOn(manifest, kind.what));
  MutexLock lock(folder->mutex_);
  ASSAY_ASSIGN_OR_RETURN(
      folder->rows_,
      rollout::RowFile::Open(path + "/" + kind.name, rollout::RowFile::Use::kAppend,
                             [&](rollout::RowFile::Place place, std::string_view line)
                                 ASSAY_REQUIRES(folder->mutex_) {
                                   if (const auto head = kind.read_head(line)) {
                                     folder->records_[head->index] = {place, head->done};
                                   }
                                 }));
  return folder;
}

Status RecordFolder::AgreeOn(std::string_view manifest, const std::string& what) const {
  const std::string path = path_ + "/" + kManifest;
  if (::access(path.c_str(), F_OK) != 0) {
    return rollout::WriteDurably(path, std::string(manifest) + "\n");
  }
  ASSAY_ASSIGN_OR_RETURN(const std::string before, ReadFile(path, kStage));
  if (TrimAsciiSpace(before) == manifest) return {};
  return Error{ErrorCode::kInvalidArgument, kStage, 0,
               path_ + " is the folder of another " + what +
                   ": its manifest.json names other files, options or another build. Name another "
                   "folder"};
}

bool RecordFolder::Done(int64_t index) const {
  MutexLock lock(mutex_);
  const auto found = records_.find(index);
  return found != records_.end() && found->second.done;
}

int64_t RecordFolder::done() const {
  MutexLock lock(mutex_);
  int64_t count = 0;
  for (const auto& [index, record] : records_) count += record.done ? 1 : 0;
  return count;
}

Status RecordFolder::Put(const RecordHead& head, std::string_view line) {
  ASSAY_ASSIGN_OR_RETURN(const auto place, rows_->Append(line));
  MutexLock lock(mutex_);
  records_[head.index] = {place, head.done};
  return {};
}

Status RecordFolder::ForEach(const std::function<Status(std::string_view)>& on_line) const {
  std::map<int64_t, Record> records;
  {
    MutexLock lock(mutex_);
    records = records_;
  }
  for (const auto& [index, record] : records) {
    ASSAY_ASSIGN_OR_RETURN(const std::string line, rows_->Read(record.place));
    ASSAY_RETURN_IF_ERROR(on_line(line));
  }
  return {};
}

}  // namespace assay::lab
