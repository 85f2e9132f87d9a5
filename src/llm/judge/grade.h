// Grade: what a judge model says of a response, or why it says nothing. Plain values and pure
// functions; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/enum_names.h"

namespace assay {

// Why there is no grade. Each of them masks; none is a score.
enum class GradeFault {
  kTimeout,      // no answer in time
  kUnreachable,  // no connection, or one that broke off
  kOverloaded,   // 429 and its like, to the last try
  kRefused,      // another status
  kBadReply,     // a 200 that is no completion with text
  kNoGrade,      // a text without a grade in the form with the code
  kTwoGrades,    // several that differ
  kOutOfRange,   // one beyond the scale
  kUnanswered,   // the server ends, or too many questions wait
};
inline constexpr auto kGradeFaultNames = MakeEnumNames<GradeFault>({
    {GradeFault::kTimeout, "judge_timeout"},
    {GradeFault::kUnreachable, "judge_unreachable"},
    {GradeFault::kOverloaded, "judge_overloaded"},
    {GradeFault::kRefused, "judge_refused"},
    {GradeFault::kBadReply, "judge_bad_reply"},
    {GradeFault::kNoGrade, "judge_no_grade"},
    {GradeFault::kTwoGrades, "judge_two_grades"},
    {GradeFault::kOutOfRange, "judge_out_of_range"},
    {GradeFault::kUnanswered, "judge_unanswered"},
});
static_assert(kGradeFaultNames.IsWholeUpTo(GradeFault::kUnanswered));

struct Grade {
  std::optional<double> value;                 // on the scale of the question
  GradeFault fault = GradeFault::kUnanswered;  // without a value
  std::string message = {};                    // likewise: a sentence for people
};

struct GradeScale {
  double lowest = 0;
  double highest = 10;
};

// The grade of a reply: a number after "GRADE[nonce]:", behind any thoughts. What is written with
// another code, as a response might have it that a model repeats, is no grade.
Grade ParseGrade(std::string_view reply, std::string_view nonce, const GradeScale& scale);

}  // namespace assay
