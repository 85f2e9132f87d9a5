// Reference harnesses rebuilt as Python programs that run in the box as the submission: the
// candidate runs inside the same process, or a fork of it, as it does with theirs. So what they get
// wrong is wrong here as well, and a candidate that means to cheat can; that is what `official`
// says. Nothing outside the box is at stake.
//
// The program says on stdout a token that is new for each task and one word: "pass", "fail", or
// "broken" when the harness itself could not do its work. Pure but for the randomness of tokens;
// thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/eval/model/benchmark.h"

namespace assay::eval {

// Names the rules of all drivers here, and what a row has of them; a change that moves a verdict or
// gives the row another field changes it, so that a run that is resumed judges its older rows again
// instead of mixing the two. "-2": EvalPlus' words for its parts are fields.
inline constexpr std::string_view kOfficialRules = "official-2";

// One text with its tests, run under a timer: HumanEval, MBPP, CRUXEval.
GradeTask InProcessProgram(std::string_view program, double seconds);

struct EvalPlusTask {
  std::string_view dataset;  // "humaneval", "mbpp"
  std::string_view id;       // "Mbpp/164"
  std::string_view entry_point;
  std::string_view reference;   // a whole program
  std::string_view base_input;  // JSON
  std::string_view plus_input;  // JSON; null: the data has none
  double atol = 0;
  std::string_view program;
  bool extract = false;  // `program` is an answer yet
};
GradeTask EvalPlusEvaluation(const EvalPlusTask& task);

// Of profile `assay`: `check`, for after the reference and the constants that it names.
std::string EvalPlusTestCode();

struct BigCodeBenchTask {
  std::string_view entry_point;
  std::string_view code_prompt;  // imports and signature
  std::string_view test;
  std::string_view program;
  bool extract = false;  // `program` is an answer yet
  bool official = true;  // false: the same without what their harness wraps; see the driver
};
GradeTask BigCodeBenchEvaluation(const BigCodeBenchTask& task);

// Which modules programs import that Python lacks where it is judged. `items`: the texts of each.
GradeTask MissingModules(const std::vector<std::vector<std::string>>& items);
// For each item its missing modules. An Error: the answer says nothing.
Result<std::vector<std::vector<std::string>>> ReadMissingModules(size_t items, int status,
                                                                 std::string_view body);

// What the evaluations answer. Of EvalPlus, `parts` has the words of its harness for the base and
// the additional inputs ("base", "plus": "pass", "fail", "timeout"), and `message` says after how
// many.
Grade ReadOfficialAnswer(const GradeTask& task, int status, std::string_view body,
                         const Grade& by_default);

}  // namespace assay::eval
