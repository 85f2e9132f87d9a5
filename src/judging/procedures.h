// The procedures: for each way a test is judged (judging/plan/procedure.h) one function in a file
// of its own, from the test and the means to have programs run to what became of it.
//
//   plain_run.cc       run, and tell what happened
//   stdin_compare.cc   run with the input, compare, ask the checker; in passes where it wants them
//   function_call.cc   a driver calls the function, compare the value
//   asserts.cc         test code and candidate, in two processes where that works
//   interactive.cc     candidate and interactor as a pair, and who judges what was written
//
// JudgeTest is all that others need. One more way to judge is one more file and one more line here;
// what it shares between tests (a cache, a model to ask) it finds in JudgeServices.
//
// Each runs on the calling thread for as long as its runs take. Thread-safe.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "grading/grade.h"
#include "judging/assert_calls_cache.h"
#include "judging/blame/judge_records.h"
#include "judging/plan/plan.h"
#include "judging/runs/runs.h"
#include "model/compile_run.h"
#include "model/submission_result.h"

namespace assay {

// A program of the plan's when the tests begin.
struct ReadyProgram {
  CompileRunPtr compiled;          // null where nothing is compiled
  std::optional<Judgement> fault;  // of a judge that couldn't be made ready
};

// What becomes of assert tests that need to share a process with the candidate: their verdict is
// only as good as the candidate is honest.
enum class Unseparated {
  kAccept,  // it counts, and says `separation: none`
  kMask,    // they are run, and the verdict is told without a score
  kRefuse,  // they are not run
};

// What procedures use beside runs; one for all tests.
struct JudgeServices {
  const LanguageTable& languages;
  AssertCallsCache& assert_calls;
  JudgeRecords& judge_records;
  Unseparated unseparated = Unseparated::kAccept;
};

struct TestToJudge {
  const JobPlan& plan;
  size_t index;
  const std::vector<ReadyProgram>& programs;  // as JobPlan::programs
  JudgeServices services;

  const Problem& problem() const { return *plan.submission.problem; }
  const TestCase& test() const { return plan.tests()[index]; }
  const ReadyProgram& candidate() const { return programs[kCandidateProgram]; }
};

// A fault of ours is a TestResult too.
using TestOutcome = std::variant<TestResult, TaskStopped>;

TestOutcome JudgeTest(const TestToJudge& test, Runs& runs);

TestOutcome Judge(const PlainRun& procedure, const TestToJudge& test, Runs& runs);
TestOutcome Judge(const StdinCompare& procedure, const TestToJudge& test, Runs& runs);
TestOutcome Judge(const FunctionCall& procedure, const TestToJudge& test, Runs& runs);
TestOutcome Judge(const Asserts& procedure, const TestToJudge& test, Runs& runs);
TestOutcome Judge(const Interactive& procedure, const TestToJudge& test, Runs& runs);

}  // namespace assay
