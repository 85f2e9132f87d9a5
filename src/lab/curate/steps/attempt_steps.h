// Steps that look at what a row says beside its text: when it was published, and what models made
// of it. Attempts that nobody has judged yet are judged as math answers against the row's own.
#pragma once

#include <memory>
#include <string>

#include "lab/curate/steps/row_step.h"

namespace assay::curate {

using MadeStep = Result<std::unique_ptr<RowStep>>;

// `name` is the step's, for messages.
MadeStep MakeReleased(const ReleasedStep& settings, const std::string& name);
MadeStep MakeVerifiable(const VerifiableStep& settings, const std::string& name);
MadeStep MakeLength(const LengthStep& settings, const std::string& name, uint64_t seed);
MadeStep MakeDifficulty(const DifficultyStep& settings, const std::string& name);

}  // namespace assay::curate
