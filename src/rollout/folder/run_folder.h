// RunFolder: everything that a run has paid for, in one folder, so that nothing of it is lost.
//
//   manifest.json       what it is a run of
//   generations.jsonl   answers of the model, and why there are none
//   verdicts.jsonl      what was decided about each, by profile
//   report.json …       made from the above at any time
//   lock                held by the one process that writes
//
// Rows are appended and are on the disk when the call returns: a process may be killed at any
// moment. Of rows with the same key the later one counts, except that a failure never takes the
// place of an answer, or of a verdict. Answers stay on the disk; only where they stand is kept in
// memory.
//
// Thread-safe.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/fd.h"
#include "base/mutex.h"
#include "base/result.h"
#include "rollout/folder/manifest.h"
#include "rollout/folder/records.h"
#include "rollout/folder/row_file.h"

namespace assay::rollout {

enum class RowState { kAbsent, kFailed, kDone };

// What was found that should not be there. The rows concerned are as if they had never been
// written, so they are asked for or judged again.
struct FolderDamage {
  int64_t torn_bytes = 0;    // of unfinished last lines
  int64_t damaged_rows = 0;  // lines that are no rows
};

class RunFolder {
 public:
  enum class Start {
    kGoOn,        // in the folder of the same run, or a new one
    kJudgeAgain,  // as kGoOn, and how it is judged may differ: old verdicts are put aside
  };

  // Makes the folder where there is none. kInvalidArgument: it is that of another run (the message
  // names what differs), or another process is writing there.
  static Result<std::unique_ptr<RunFolder>> Open(const std::string& path, const Manifest& manifest,
                                                 Start start = Start::kGoOn);
  // Takes no lock and appends nothing; a run may be going on in it.
  static Result<std::unique_ptr<RunFolder>> OpenToRead(const std::string& path);
  RunFolder(const RunFolder&) = delete;

  const std::string& path() const { return path_; }
  const Manifest& manifest() const { return manifest_; }
  const FolderDamage& damage() const { return damage_; }

  RowState StateOfGeneration(std::string_view key) const ASSAY_EXCLUDES(mutex_);
  // REQUIRES: StateOfGeneration isn't kAbsent.
  Result<GenerationRecord> ReadGeneration(std::string_view key) const ASSAY_EXCLUDES(mutex_);
  // In the order of the keys, one in memory at a time; ends with the first Error.
  Status ForEachGeneration(const std::function<Status(const GenerationRecord&)>& on_row) const;
  // kFailed: it is "errored".
  RowState StateOfVerdict(std::string_view key) const ASSAY_EXCLUDES(mutex_);
  // In the order of the keys.
  std::vector<VerdictRecord> Verdicts() const ASSAY_EXCLUDES(mutex_);

  // Block until the row is on the disk. REQUIRES: opened by Open.
  Status Append(const GenerationRecord& record) ASSAY_EXCLUDES(mutex_);
  Status Append(const VerdictRecord& record) ASSAY_EXCLUDES(mutex_);
  // Many at once; durable when it returns.
  Status AppendAll(const std::vector<VerdictRecord>& records) ASSAY_EXCLUDES(mutex_);
  Status AppendAllGenerations(const RunFolder& from) ASSAY_EXCLUDES(mutex_);
  // The whole file or none of it, whenever the process is killed: "report.json".
  Status WriteFile(const std::string& name, std::string_view bytes) const;
  Result<std::string> ReadFile(const std::string& name) const;

 private:
  struct GenerationPlace {
    RowFile::Place place;
    bool failed = false;
  };

  explicit RunFolder(std::string path) : path_(std::move(path)) {}
  Status TakeLock();
  Status AgreeOnManifest(const Manifest& manifest, Start start);
  Status SetVerdictsAside() const;
  Status LoadRows(RowFile::Use use);
  void Note(const GenerationRecord& record, RowFile::Place place) ASSAY_REQUIRES(mutex_);
  void Note(VerdictRecord record) ASSAY_REQUIRES(mutex_);

  const std::string path_;
  Manifest manifest_;
  FolderDamage damage_;
  UniqueFd lock_;
  std::unique_ptr<RowFile> generation_rows_;
  std::unique_ptr<RowFile> verdict_rows_;
  mutable Mutex mutex_;
  std::map<std::string, GenerationPlace, std::less<>> generations_ ASSAY_GUARDED_BY(mutex_);
  std::map<std::string, VerdictRecord, std::less<>> verdicts_ ASSAY_GUARDED_BY(mutex_);
};

// Puts the shards of one run together in a new folder, which is then that of the whole run: a
// report made of it is the one of a run in one piece. kInvalidArgument: they are of different runs
// (the message names what differs), one is there twice or missing, or `target` exists.
Status MergeRunFolders(const std::vector<std::string>& shards, const std::string& target);

}  // namespace assay::rollout
