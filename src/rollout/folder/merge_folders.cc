#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "rollout/folder/run_folder.h"

namespace assay::rollout {
namespace {

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "rollout.merge", 0, std::move(message)};
}

Manifest WithoutShard(Manifest manifest) {
  manifest.shard = {};
  return manifest;
}

using Folders = std::vector<std::unique_ptr<RunFolder>>;

// All are shards of one run, each there once.
Status CheckShards(const Folders& folders) {
  const Manifest first = WithoutShard(folders.front()->manifest());
  const int64_t count = folders.front()->manifest().shard.count;
  std::set<int64_t> missing;
  for (int64_t i = 1; i <= count; ++i) missing.insert(i);
  for (const auto& folder : folders) {
    const Manifest& manifest = folder->manifest();
    auto differences = Differences(first, WithoutShard(manifest));
    if (differences.empty() && manifest.samples != first.samples) {
      differences = Differences(WithoutShard(manifest), first);
    }
    if (!differences.empty()) {
      return Invalid(fmt::format("{} is of another run than {}: {}", folder->path(),
                                 folders.front()->path(), Describe(differences)));
    }
    if (manifest.shard.count != count || missing.erase(manifest.shard.index) == 0) {
      return Invalid(fmt::format("{} is shard {}/{}: of {} shards each is to be given once",
                                 folder->path(), manifest.shard.index, manifest.shard.count,
                                 count));
    }
  }
  if (!missing.empty()) {
    return Invalid(fmt::format("shard {}/{} is missing", *missing.begin(), count));
  }
  return {};
}

Status CopyRows(const Folders& folders, RunFolder* merged) {
  std::vector<VerdictRecord> verdicts;
  for (const auto& folder : folders) {
    ASSAY_RETURN_IF_ERROR(merged->AppendAllGenerations(*folder));
    for (VerdictRecord& record : folder->Verdicts()) verdicts.push_back(std::move(record));
  }
  return merged->AppendAll(verdicts);
}

}  // namespace

Status MergeRunFolders(const std::vector<std::string>& shards, const std::string& target) {
  if (shards.empty()) return Invalid("name the folders to merge");
  Folders folders;
  for (const std::string& path : shards) {
    ASSAY_ASSIGN_OR_RETURN(folders.emplace_back(), RunFolder::OpenToRead(path));
  }
  ASSAY_RETURN_IF_ERROR(CheckShards(folders));
  std::error_code failed;
  if (std::filesystem::exists(target, failed)) return Invalid(target + " is there already");
  // A merge that is killed must not look like a run that lacks answers.
  std::string unfinished = target;
  while (unfinished.size() > 1 && unfinished.back() == '/') unfinished.pop_back();
  unfinished += ".unfinished";
  std::filesystem::remove_all(unfinished, failed);
  {
    ASSAY_ASSIGN_OR_RETURN(const auto merged,
                           RunFolder::Open(unfinished, WithoutShard(folders.front()->manifest())));
    ASSAY_RETURN_IF_ERROR(CopyRows(folders, merged.get()));
  }
  std::filesystem::rename(unfinished, target, failed);
  if (failed) {
    return SystemError("rollout.merge", failed.value(), target + " cannot be made");
  }
  return {};
}

}  // namespace assay::rollout
