// Difficulty: how often the tasks of an environment were solved, from a run of several samples a
// task, and which tasks to keep by it.
//
// A rate is a share of the samples that were judged: those without a reward (masked, failed, never
// asked) say nothing about a task and are counted beside it.
//
// DifficultyTable isn't thread-safe; the functions block on the file system.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/shared/intervals/wilson.h"

namespace assay::env {

// "difficulty.jsonl", beside the run.
inline constexpr char kDifficultyFile[] = "difficulty.jsonl";

struct TaskDifficulty {
  std::string environment;  // empty: the run doesn't say
  std::string task;         // its id
  int64_t samples = 0;      // that were judged
  int64_t passes = 0;       // of them
  int64_t unjudged = 0;

  // Nothing: no sample was judged.
  std::optional<double> Rate() const;
  std::optional<lab::Interval> Interval() const;  // Wilson's, 95 %
};

// {"id", "environment", "samples", "passes", "unjudged", "rate", "low", "high"}; the last three are
// null where nothing was judged.
std::string ToJson(const TaskDifficulty& task);

class DifficultyTable {
 public:
  // `passed`: nothing where the sample has no reward.
  void Add(std::string_view environment, std::string_view task, std::optional<bool> passed);
  // By environment, then task.
  std::vector<TaskDifficulty> Tasks() const;

 private:
  std::map<std::pair<std::string, std::string>, TaskDifficulty> tasks_;
};

// JSON lines with "reward", a number or null, and "task", "environment" where they have them: what
// `assay env run` writes. A line without a task is a sample of the task that its "id" names; of
// lines that have both, the last of an id counts. It passes with a reward of at least `pass_at`.
Status ReadRollouts(const std::string& path, double pass_at, DifficultyTable* table);

struct Selection {
  std::optional<double> min_rate, max_rate;  // both are among them
  int64_t min_samples = 1;                   // of a task's rate; with fewer it isn't kept
};

struct Selected {
  int64_t kept = 0;
  int64_t too_hard = 0;  // below min_rate
  int64_t too_easy = 0;  // above max_rate
  int64_t unknown = 0;   // no line of the difficulty file, or too few samples
};

// Copies the environment of `folder` to `out`, which must not be there, with the tasks that
// `difficulty` (a file as above) lets through: a file of JSON lines under the old name, whose hash
// environment.yaml gets. The order of the rows stays. kInvalidArgument: none is left.
Result<Selected> SelectTasks(const std::string& folder, const std::string& difficulty,
                             const Selection& selection, const std::string& out);

}  // namespace assay::env
