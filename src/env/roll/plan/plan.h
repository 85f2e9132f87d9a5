// Plan: which tasks of which environments a run has, in which order.
//
// Blocks on the files. One thread's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "env/model/task.h"
#include "env/roll/play/conversation.h"

namespace assay::env {

// An environment that takes part.
struct PlanPart {
  std::string folder;
  Stage stage;
  bool compares = false;  // its rubric looks at the other rollouts of a task
  double weight = 1;
  std::optional<int64_t> tasks = std::nullopt;
};

enum class RowsUse { kTasks, kEvaluation };

struct PlanOptions {
  RowsUse rows = RowsUse::kTasks;
  std::optional<int64_t> tasks = std::nullopt;
  std::optional<uint64_t> seed = std::nullopt;
};

struct PlannedTask {
  size_t part = 0;
  Task task;
};

struct Plan {
  std::vector<PlannedTask> tasks;
  std::string json;  // array of what of each part decides the plan, for the run's manifest
};

// kInvalidArgument: a file of tasks isn't the one that its manifest has the hash of, a row is
// faulty, an id is there twice, two parts have the same name, or nothing is there to do.
Result<Plan> MakePlan(const std::vector<PlanPart>& parts, const PlanOptions& options);

}  // namespace assay::env
