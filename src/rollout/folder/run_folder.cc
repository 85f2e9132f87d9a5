// Opening a folder (lock, manifest, rows), the rows in memory, whole files. Merging is in
// merge_folders.cc.
#include "rollout/folder/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/check.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "rollout/folder/durable_file.h"

namespace assay::rollout {
namespace {

constexpr char kStage[] = "rollout.folder";
constexpr char kManifest[] = "manifest.json";
constexpr char kGenerations[] = "generations.jsonl";
constexpr char kVerdicts[] = "verdicts.jsonl";
constexpr int64_t kMaxUnwrittenBytes = 8 << 20;

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, std::move(message)};
}

Status Sync(const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd || ::fsync(fd.get()) != 0) return SystemError(kStage, errno, path);
  return {};
}

bool Exists(const std::string& path) {
  return ::access(path.c_str(), F_OK) == 0;
}

bool OnlyJudgingDiffers(const std::vector<ManifestDifference>& differences) {
  return std::all_of(differences.begin(), differences.end(), [](const auto& difference) {
    return difference.kind == ManifestDifference::Kind::kJudging;
  });
}

}  // namespace

Result<std::unique_ptr<RunFolder>> RunFolder::Open(const std::string& path,
                                                   const Manifest& manifest, Start start) {
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  if (failed) return SystemError(kStage, failed.value(), path + " cannot be made");
  std::unique_ptr<RunFolder> folder(new RunFolder(path));
  ASSAY_RETURN_IF_ERROR(folder->TakeLock());
  ASSAY_RETURN_IF_ERROR(folder->AgreeOnManifest(manifest, start));
  ASSAY_RETURN_IF_ERROR(folder->LoadRows(RowFile::Use::kAppend));
  return folder;
}

Result<std::unique_ptr<RunFolder>> RunFolder::OpenToRead(const std::string& path) {
  std::unique_ptr<RunFolder> folder(new RunFolder(path));
  if (!Exists(path + "/" + kManifest)) {
    return Invalid(fmt::format("{} is no run folder: it has no {}", path, kManifest));
  }
  ASSAY_ASSIGN_OR_RETURN(const std::string text, folder->ReadFile(kManifest));
  ASSAY_ASSIGN_OR_RETURN(folder->manifest_, ParseManifest(text));
  ASSAY_RETURN_IF_ERROR(folder->LoadRows(RowFile::Use::kRead));
  return folder;
}

Status RunFolder::TakeLock() {
  ASSAY_ASSIGN_OR_RETURN(lock_, LockFolder(path_));
  return {};
}

Status RunFolder::AgreeOnManifest(const Manifest& manifest, Start start) {
  manifest_ = manifest;
  if (!Exists(path_ + "/" + kManifest)) {
    if (Exists(path_ + "/" + kGenerations)) {
      return Invalid(
          fmt::format("{} has answers and no {}: nobody knows to what", path_, kManifest));
    }
    return WriteFile(kManifest, ToJson(manifest) + "\n");
  }
  ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadFile(kManifest));
  ASSAY_ASSIGN_OR_RETURN(const Manifest before, ParseManifest(text));
  const std::vector<ManifestDifference> differences = Differences(before, manifest);
  if (!differences.empty()) {
    if (!OnlyJudgingDiffers(differences)) {
      return Invalid(fmt::format("{} is the folder of another run: {}. Name another folder", path_,
                                 Describe(differences)));
    }
    if (start != Start::kJudgeAgain) {
      return Invalid(
          fmt::format("{} was judged in another way: {}. Judge its answers again, or "
                      "name another folder",
                      path_, Describe(differences)));
    }
    ASSAY_RETURN_IF_ERROR(SetVerdictsAside());
  }
  return ToJson(before) == ToJson(manifest) ? Status()
                                            : WriteFile(kManifest, ToJson(manifest) + "\n");
}

// Before the new manifest is written: killed in between, the next start finds no verdicts under the
// old one, and judges again.
Status RunFolder::SetVerdictsAside() const {
  const std::string path = path_ + "/" + kVerdicts;
  if (!Exists(path)) return {};
  std::string aside;
  for (int i = 1; aside.empty() || Exists(aside); ++i) {
    aside = fmt::format("{}/verdicts.before-{}.jsonl", path_, i);
  }
  if (::rename(path.c_str(), aside.c_str()) != 0) {
    return SystemError(kStage, errno, path + " cannot be renamed");
  }
  return Sync(path_);
}

Status RunFolder::LoadRows(RowFile::Use use) {
  MutexLock lock(mutex_);
  ASSAY_ASSIGN_OR_RETURN(
      generation_rows_,
      RowFile::Open(path_ + "/" + kGenerations, use,
                    [this](RowFile::Place place, std::string_view line) ASSAY_REQUIRES(mutex_) {
                      const auto record = ParseGeneration(line);
                      if (!record.ok()) {
                        ++damage_.damaged_rows;
                        return;
                      }
                      Note(*record, place);
                    }));
  ASSAY_ASSIGN_OR_RETURN(verdict_rows_, RowFile::Open(path_ + "/" + kVerdicts, use,
                                                      [this](RowFile::Place, std::string_view line)
                                                          ASSAY_REQUIRES(mutex_) {
                                                            auto record = ParseVerdict(line);
                                                            if (!record.ok()) {
                                                              ++damage_.damaged_rows;
                                                              return;
                                                            }
                                                            Note(std::move(record).value());
                                                          }));
  damage_.torn_bytes = generation_rows_->torn_bytes() + verdict_rows_->torn_bytes();
  return {};
}

void RunFolder::Note(const GenerationRecord& record, RowFile::Place place) {
  const GenerationPlace now{place, record.error.has_value()};
  const auto [found, is_new] = generations_.try_emplace(record.key, now);
  if (!is_new && (!now.failed || found->second.failed)) found->second = now;
}

void RunFolder::Note(VerdictRecord record) {
  const bool failed = record.state == kErroredState;
  const auto found = verdicts_.find(record.key);
  if (found == verdicts_.end()) {
    std::string key = record.key;
    verdicts_.emplace(std::move(key), std::move(record));
  } else if (!failed || found->second.state == kErroredState) {
    found->second = std::move(record);
  }
}

RowState RunFolder::StateOfGeneration(std::string_view key) const {
  MutexLock lock(mutex_);
  const auto found = generations_.find(key);
  if (found == generations_.end()) return RowState::kAbsent;
  return found->second.failed ? RowState::kFailed : RowState::kDone;
}

Result<GenerationRecord> RunFolder::ReadGeneration(std::string_view key) const {
  RowFile::Place place;
  {
    MutexLock lock(mutex_);
    const auto found = generations_.find(key);
    ASSAY_CHECK(found != generations_.end());
    place = found->second.place;
  }
  ASSAY_ASSIGN_OR_RETURN(const std::string line, generation_rows_->Read(place));
  return ParseGeneration(line);
}

Status RunFolder::ForEachGeneration(
    const std::function<Status(const GenerationRecord&)>& on_row) const {
  std::vector<std::string> keys;
  {
    MutexLock lock(mutex_);
    for (const auto& [key, place] : generations_) keys.push_back(key);
  }
  for (const std::string& key : keys) {
    ASSAY_ASSIGN_OR_RETURN(const GenerationRecord record, ReadGeneration(key));
    ASSAY_RETURN_IF_ERROR(on_row(record));
  }
  return {};
}

RowState RunFolder::StateOfVerdict(std::string_view key) const {
  MutexLock lock(mutex_);
  const auto found = verdicts_.find(key);
  if (found == verdicts_.end()) return RowState::kAbsent;
  return found->second.state == kErroredState ? RowState::kFailed : RowState::kDone;
}

std::vector<VerdictRecord> RunFolder::Verdicts() const {
  MutexLock lock(mutex_);
  std::vector<VerdictRecord> records;
  records.reserve(verdicts_.size());
  for (const auto& [key, record] : verdicts_) records.push_back(record);
  return records;
}

Status RunFolder::Append(const GenerationRecord& record) {
  ASSAY_CHECK(lock_.valid());
  ASSAY_ASSIGN_OR_RETURN(const RowFile::Place place, generation_rows_->Append(ToJson(record)));
  MutexLock lock(mutex_);
  Note(record, place);
  return {};
}

Status RunFolder::Append(const VerdictRecord& record) {
  ASSAY_CHECK(lock_.valid());
  const auto place = verdict_rows_->Append(ToJson(record));
  if (!place.ok()) return place.error();
  MutexLock lock(mutex_);
  Note(record);
  return {};
}

Status RunFolder::AppendAll(const std::vector<VerdictRecord>& records) {
  ASSAY_CHECK(lock_.valid());
  for (const VerdictRecord& record : records) verdict_rows_->Put(ToJson(record));
  ASSAY_RETURN_IF_ERROR(verdict_rows_->Flush());
  MutexLock lock(mutex_);
  for (const VerdictRecord& record : records) Note(record);
  return {};
}

Status RunFolder::AppendAllGenerations(const RunFolder& from) {
  ASSAY_CHECK(lock_.valid());
  int64_t unwritten = 0;
  const auto copy = [&](const GenerationRecord& record) -> Status {
    const RowFile::Place place = generation_rows_->Put(ToJson(record));
    unwritten += place.bytes;
    if (unwritten > kMaxUnwrittenBytes) {
      ASSAY_RETURN_IF_ERROR(generation_rows_->Flush());
      unwritten = 0;
    }
    MutexLock lock(mutex_);
    Note(record, place);
    return {};
  };
  ASSAY_RETURN_IF_ERROR(from.ForEachGeneration(copy));
  return generation_rows_->Flush();
}

Status RunFolder::WriteFile(const std::string& name, std::string_view bytes) const {
  ASSAY_CHECK(lock_.valid());
  return WriteDurably(path_ + "/" + name, bytes);
}

Result<std::string> RunFolder::ReadFile(const std::string& name) const {
  return assay::ReadFile(path_ + "/" + name, kStage);
}

}  // namespace assay::rollout
