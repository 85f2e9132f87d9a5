// JobPlan: a submission with everything looked up that running it needs. Immutable once built, so
// workers read it without a lock.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "langs/language.h"
#include "model/submission.h"

namespace assay {

struct JobPlan {
  Submission submission;
  Program program;
  std::string compile_key;  // of CompileCache; empty when the program isn't compiled

  // Asserts in two processes, where the language can: the tests alone, the code alone. `program`
  // has both in one, for tests that can't be separated.
  std::optional<Program> assert_tests;
  std::optional<Program> assert_calls;

  std::optional<Program> checker;
  std::string checker_key;
  std::optional<Program> transcript_checker;
  std::string transcript_checker_key;

  const std::vector<TestCase>& tests() const { return submission.problem->tests; }
};

// What a checker may use, and its compilation: the problem's, not the candidate's, limits. Fixed,
// so that identical checkers share one compile.
Limits CheckerLimits();         // 10 s of CPU time, 30 s of wall time, 1 GiB
Limits CheckerCompileLimits();  // 30 s of CPU time, 60 s of wall time, 2 GiB

// Checks every field and looks up the programs. kInvalidArgument names the field at fault. A plain
// run (ProblemMode::kRun) that brings no test gets one without input.
Result<JobPlan> MakeJobPlan(Submission submission, const LanguageTable& languages);

}  // namespace assay
