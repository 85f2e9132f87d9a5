// RolloutFolder: the folder of a run of rollouts.
//
//   manifest.json    what it is a run of: the same command goes on there, another one is refused
//   rollouts.jsonl   rollouts with their rewards
//   finished.jsonl   those whose conversation is over, until all have their reward
//   summary.json     of the last start that came to an end of its own
//
// A rollout is durable when Append returns, so a process may be killed at any time: what was
// finished is kept, what wasn't begins anew. A line of rollouts.jsonl that comes later counts
// instead of an earlier one with the same id; Tidy leaves one of each.
//
// Thread-safe, but for opening and Tidy. One process writes at a time.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fd.h"
#include "base/mutex.h"
#include "base/result.h"
#include "env/roll/model/rollout.h"
#include "rollout/folder/row_file.h"

namespace assay::env {

class RolloutFolder {
 public:
  // `manifest`: a JSON object; its members "run" and "assay_version" may differ from those that are
  // there. kInvalidArgument: it is the folder of another run (the message names what differs), or
  // another process is writing there.
  static Result<std::unique_ptr<RolloutFolder>> Open(const std::string& path,
                                                     const std::string& manifest);
  RolloutFolder(const RolloutFolder&) = delete;

  // A word of this folder's own, the same for each start.
  const std::string& run() const { return run_; }

  // The newest line of a rollout, with its reward where it has one; nothing: it isn't there.
  Result<std::optional<RolloutLine>> Find(const std::string& id) const ASSAY_EXCLUDES(mutex_);
  // The text of it. kInternal: it isn't there.
  Result<std::string> ReadLine(const std::string& id) const ASSAY_EXCLUDES(mutex_);
  // Of the newest lines that have a reward or a mask.
  struct Scored {
    std::optional<double> reward;
    std::optional<Mask> mask;
  };
  std::optional<Scored> FindScored(const std::string& id) const ASSAY_EXCLUDES(mutex_);

  // Without their rewards, and with them. Block until they are on the disk.
  Status AppendFinished(const std::string& id, const std::string& line) ASSAY_EXCLUDES(mutex_);
  Status AppendScored(const std::vector<std::pair<std::string, std::string>>& lines)
      ASSAY_EXCLUDES(mutex_);
  // The whole file or none of it.
  Status WriteFile(const std::string& name, std::string_view bytes) const;
  // After the last Append: takes out lines that count no more and, where every finished rollout has
  // its reward, finished.jsonl.
  Status Tidy() ASSAY_EXCLUDES(mutex_);

 private:
  enum class In { kFinished, kRollouts };
  struct Place {
    In in = In::kFinished;
    rollout::RowFile::Place place;
    Scored scored;
  };

  explicit RolloutFolder(std::string path) : path_(std::move(path)) {}
  Status AgreeOnManifest(const std::string& manifest);
  Status Load(In in);
  rollout::RowFile& rows(In in) const { return in == In::kFinished ? *finished_ : *rollouts_; }

  const std::string path_;
  std::string run_;
  UniqueFd lock_;
  std::unique_ptr<rollout::RowFile> finished_;
  std::unique_ptr<rollout::RowFile> rollouts_;
  mutable Mutex mutex_;
  std::map<std::string, Place> places_ ASSAY_GUARDED_BY(mutex_);
  int64_t superseded_ ASSAY_GUARDED_BY(mutex_) = 0;  // lines of rollouts.jsonl
};

}  // namespace assay::env
