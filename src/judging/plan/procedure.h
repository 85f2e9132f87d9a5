// Procedure: the ways a test is judged, as one variant. It is decided once, when a job is planned,
// from the problem's flags; from then on nobody asks for flags, and each way carries just what it
// needs. One more way is one more alternative here and one more file beside judging/procedures.h.
//
// Plain values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>

#include "base/result.h"
#include "langs/entry/program.h"
#include "model/problem.h"

namespace assay {

// Places in JobPlan::programs.
inline constexpr size_t kCandidateProgram = 0;
inline constexpr size_t kCheckerProgram = 1;
inline constexpr size_t kTranscriptCheckerProgram = 2;

// A special judge of the problem.
struct PlannedJudge {
  const Checker* rules = nullptr;  // the problem's own
  size_t program = 0;
};

// The program is run and what it did is told; its limits are exact.
struct PlainRun {};

// The program reads the input; its output is compared, and read by the checker where that is asked.
struct StdinCompare {
  std::optional<PlannedJudge> checker;
};

// A driver calls the candidate's function; the returned value is compared.
struct FunctionCall {};

// Test code uses the candidate's definitions.
struct Asserts {
  // In two processes, where the language can: the tests alone, the code alone. The plan's program
  // has both in one, for tests that can't be separated.
  struct Separated {
    Program tests;
    Program calls;
  };
  std::optional<Separated> separated;
};

// The candidate and an interactor talk; what a testlib interactor wrote may have a judge too.
struct Interactive {
  PlannedJudge interactor;
  std::optional<PlannedJudge> transcript_checker;
};

using Procedure = std::variant<PlainRun, StdinCompare, FunctionCall, Asserts, Interactive>;

// The one place where combinations of a problem's flags that make no sense are refused, by
// kInvalidArgument that names the field. The answer points into the problem. Asserts aren't
// separated yet.
Result<Procedure> ChooseProcedure(const Problem& problem);

// The field that a client names a judge by.
std::string FieldOf(const Checker& judge);

// What the candidate's code becomes.
ProgramKind ProgramKindFor(const Procedure& procedure);

}  // namespace assay
