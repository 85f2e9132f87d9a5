// RunJournal: what a run of rollouts has paid for, in a folder that survives being killed at any
// moment: every finished group, what became of it, every batch, the newest weights.
//
//   rollouts.jsonl            a line for each of these, in their order
//   batches/step-000001.jsonl what the trainer gets
//   evaluations.jsonl         a line for each problem of each evaluation
//
// One thread's but for the constant parts; blocks on the disk.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/rl/orchestra/ask/inference_server.h"
#include "lab/rl/orchestra/batch/rollout_record.h"
#include "rollout/folder/row_file.h"

namespace assay::orchestra {

// Where the run stands, as the folder says it.
struct RunState {
  int64_t steps = 0;  // batches that are whole
  int64_t taken = 0;  // of these, by the trainer
  Weights weights;
  std::vector<int64_t> ready;      // groups to train on that are in no batch yet
  std::vector<int64_t> undecided;  // that the curriculum may not have heard of
};

class RunJournal {
 public:
  // Makes the folder where there is none. Its lock is the curriculum's.
  static Result<std::unique_ptr<RunJournal>> Open(const std::string& folder);
  RunJournal(const RunJournal&) = delete;

  const RunState& found() const { return found_; }
  // Of a group that was found or added and is in no batch.
  Result<GroupRecord> ReadGroupOf(int64_t group) const;

  Status AddGroup(const GroupRecord& group);
  Status Decide(int64_t group, bool train);
  // `lines`: the batch's file. It is whole when this returns.
  Status AddBatch(int64_t step, const std::vector<int64_t>& groups, std::string_view lines);
  Status SetWeights(const Weights& weights);
  Status SetTaken(int64_t step);
  Status AddEvaluation(std::string_view line);

  std::string BatchPath(int64_t step) const;

 private:
  explicit RunJournal(std::string folder) : folder_(std::move(folder)) {}
  Status Load();
  Status Note(std::string_view line, rollout::RowFile::Place place);
  Status Append(std::string_view line);

  const std::string folder_;
  std::unique_ptr<rollout::RowFile> rows_;
  std::unique_ptr<rollout::RowFile> evaluations_;
  RunState found_;
  struct Known {
    rollout::RowFile::Place place;
    bool decided = false;
    bool train = false;
  };
  std::map<int64_t, Known> groups_;  // in no batch
};

}  // namespace assay::orchestra
