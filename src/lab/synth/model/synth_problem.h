// A problem as the lab reads them, as one whose judge is sought. Pure.
#pragma once

#include "base/result.h"
#include "lab/problems/model/problem.h"
#include "lab/synth/model/problem.h"

namespace assay::synth {

// kInvalidArgument: it has no outputs that a judge could be asked about; names the field and what
// can be done.
Result<SynthProblem> SynthProblemOf(const lab::LabelledProblem& problem);

}  // namespace assay::synth
