// JobPlan: a submission with everything looked up that running it needs. Immutable once built, so
// workers read it without a lock.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "judging/plan/planned_program.h"
#include "judging/plan/procedure.h"
#include "langs/language.h"
#include "model/submission.h"

namespace assay {

struct JobPlan {
  Submission submission;
  Procedure procedure;  // how each test is judged; points into the submission's problem
  // In the order in which they are compiled: the candidate's, then the problem's judges. A judge
  // that comes with a way of judging that has no use for it is there, and never asked.
  std::vector<PlannedProgram> programs;
  // Of the runs of its candidate's tests, which may share a process (RunRequest::series). No other
  // plan's; 0: they are too few for that to pay, or their runs alternate with others.
  uint64_t series = 0;
  bool may_follow_others = false;  // RunRequest::may_follow_others, of the same runs

  const Program& candidate() const { return programs[kCandidateProgram].program; }
  const std::vector<TestCase>& tests() const { return submission.problem->tests; }
};

// Checks every field and looks up the programs. kInvalidArgument names the field at fault. A plain
// run (ProblemMode::kRun) that brings no test gets one without input.
Result<JobPlan> MakeJobPlan(Submission submission, const LanguageTable& languages);

}  // namespace assay
