// PythonBenchmark: what the benchmarks of Python functions have in common. Under `official` a
// driver of ours judges and says so in its own words; their known samples are programs; and a chat
// is asked for a script in the words of EvalPlus.
//
// Immutable once loaded, thread-safe.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "lab/eval/official/harness.h"
#include "lab/eval/shared/judge_body.h"
#include "lab/eval/shared/row_benchmark.h"

namespace assay::eval {

// Of asserts under `assay`.
inline constexpr BodyLimits kUsualLimits = {.cpu_time_s = 10, .wall_time_s = 20, .memory_mb = 1024};

template <typename Problem>
class PythonBenchmark : public RowBenchmark<Problem> {
 public:
  Grade ReadAnswer(size_t item, GradeProfile profile, const GradeTask& task, int status,
                   std::string_view body) const final {
    Grade grade = LoadedBenchmark::ReadAnswer(item, profile, task, status, body);
    if (profile != GradeProfile::kOfficial) return grade;
    return ReadOfficialAnswer(task, status, body, grade);
  }
};

inline KnownSample KnownProgram(size_t item, std::string program, SampleState expected,
                                std::string erratum = {}) {
  KnownSample known;
  known.item = item;
  known.kind = expected == SampleState::kPassed ? "gold" : "known wrong";
  known.answer.content = std::move(program);
  known.answer.is_program = true;
  known.expected = expected;
  known.erratum = std::move(erratum);
  return known;
}

inline std::vector<ChatMessage> AskForScript(std::string_view problem) {
  return {{"user",
           "Please provide a self-contained Python script that solves the following problem in a "
           "markdown code block:\n```python\n" +
               std::string(TrimAsciiSpace(problem)) + "\n```"}};
}

}  // namespace assay::eval
