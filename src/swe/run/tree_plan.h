// PlanTree: what is written into a task's tree before its tests run, and what of a patch isn't.
//
// The candidate's patch is applied to the base; the task's tests are made of the base, too, never
// of what the patch left of them, and are written over it. Files that steer the test runner and
// that the reference leaves alone stay as in the base. Pure but for the callback, which reads the
// tree before anything is changed; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "swe/patch/apply.h"
#include "swe/run/run_task.h"

namespace assay::swe {

struct TreePlan {
  // In this order; those of the later lists aren't in the earlier ones.
  std::vector<FileChange> patch;
  std::vector<FileChange> tests;
  // As in the base: files of the patch that steer the runner, by RunnerFiles::kRestore.
  std::vector<FileChange> put_back;
  // Of the patch: files of the task's tests, which are written over, and those that steer the
  // runner and aren't the reference's to change.
  std::vector<std::string> touched_tests;
  std::vector<std::string> runner_files;
  // Why the patch isn't resolved, whatever its tests would say; nothing is to be run then.
  std::optional<std::string> refused;

  // Of the tests, without those that are removed.
  std::vector<std::string> TestPaths() const;
};

// An error is the task's: its own patches don't fit the tree. kInvalidArgument, stage "swe.task",
// with the field.
Result<TreePlan> PlanTree(const RunTask& task, std::string_view patch, const ReadTree& read);
// The same of the reference. REQUIRES: task.HasReference().
Result<TreePlan> PlanReference(const RunTask& task, const ReadTree& read);

}  // namespace assay::swe
