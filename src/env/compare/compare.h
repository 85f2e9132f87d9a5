// CompareEnvironments: what became of an environment: fields of its manifest, prompts and rubric
// among them, and its tasks by their ids. Memory is that of the ids and a hash for each.
//
// Blocks on the file system; thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "env/model/manifest.h"

namespace assay::env {

struct FieldChange {
  std::string field;   // "rubric.functions[0].weight"
  std::string before;  // JSON; empty: it wasn't there
  std::string after;   // JSON; empty: it is gone
};

struct ChangedTask {
  std::string id;
  std::vector<std::string> fields;  // of the row
};

struct TaskChanges {
  static constexpr size_t kMostNamed = 100;

  std::string use;  // "tasks" or "evaluation"
  int64_t before = 0;
  int64_t after = 0;
  int64_t added = 0;
  int64_t removed = 0;
  int64_t changed = 0;
  // The first of each.
  std::vector<std::string> added_ids;
  std::vector<std::string> removed_ids;
  std::vector<ChangedTask> changed_tasks;
};

struct Comparison {
  std::vector<FieldChange> manifest;
  std::vector<FieldChange> prompts;
  std::vector<FieldChange> rubric;
  std::vector<TaskChanges> tasks;

  bool Same() const;
};

// Two folders. kInvalidArgument: one of them is no environment, or has rows without ids.
Result<Comparison> CompareEnvironments(const std::string& before, const std::string& after);

}  // namespace assay::env
