// Steps that compare a row with others: benchmarks, earlier rows, lists of addresses.
#pragma once

#include <string>

#include "lab/curate/steps/attempt_steps.h"
#include "lab/curate/steps/row_step.h"

namespace assay::curate {

// Reads the benchmarks.
MadeStep MakeDecontaminate(const DecontaminateStep& settings, const std::string& name);
MadeStep MakeDuplicates(const DuplicateStep& settings, const std::string& name,
                        const std::string& folder);
// Reads the lists of addresses.
MadeStep MakeAddress(const AddressStep& settings, const std::string& name);

}  // namespace assay::curate
