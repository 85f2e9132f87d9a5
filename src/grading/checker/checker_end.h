// What the exit of a special judge means, by protocol; of judges that ended by themselves. Internal
// to grading. Pure functions.
#pragma once

#include "grading/grade.h"

namespace assay {

inline constexpr int kIcpcAcceptingExitCode = 42;

Judgement GradeScaleBoxEnd(const RunResult& run);
Judgement GradeTestlibEnd(const Checker& checker, const RunResult& run);
Judgement GradeIcpcEnd(const Checker& checker, const RunResult& run);
Judgement GradeCmsEnd(const RunResult& run);

}  // namespace assay
