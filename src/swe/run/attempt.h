// RunAttempt: a task's tests, run once on one patch in a fresh sandbox.
//
// The order is the defence: the tree; the patch; the tests and the control tests over it; the
// setup, if there is one; then every process it left is ended, and tests, controls and the files
// that steer the runner are made what they should be once more; the command; its log or report.
// Nothing that the patch does reaches the grading but by what the command wrote.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "sessions/sandboxes.h"
#include "swe/grade/verdict.h"
#include "swe/run/run_task.h"
#include "swe/run/task_box.h"

namespace assay::swe {

struct GradeJob {
  std::string tenant;  // whose sandbox it is
  std::shared_ptr<const RunTask> task;
  Repository repository;
  RunLimits limits;
  std::string patch;
  Nanoseconds patience = std::chrono::minutes(10);  // for a sandbox, where there is no room
};

struct RanAttempt {
  Attempt attempt;
  TestLists lists;                        // with the control tests of this run
  bool has_decoys = false;                // the task has some, or some were made
  std::optional<std::string> refused;     // why nothing was run: the patch
  std::vector<std::string> tests;         // of the task's test files: what the patch touched
  std::vector<std::string> runner_files;  // that the patch touched, and the reference doesn't
  std::string log;                        // of the setup if it failed, else of the command
  Nanoseconds setup_time{0};
  Nanoseconds time{0};  // of the command
};

enum class Patch { kCandidates, kReferences };
// Which tests are in the tree: the task's own, or its decoys in the place of them. Of those the
// lists then have must_fail alone.
enum class TestSet { kOwn, kDecoys };

// Blocks for as long as the limits allow, within a bound. Errors: kInvalidArgument, the task or the
// repository is at fault, with the field where there is one; kCancelled; all others are our
// environment's. What a candidate can bring about is never an error.
// REQUIRES: of the reference, that the task has one.
Result<RanAttempt> RunAttempt(Sandboxes& sandboxes, const GradeJob& job, Patch patch, TestSet set,
                              TaskBox::Cancel& cancel);

}  // namespace assay::swe
