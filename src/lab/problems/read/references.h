// The programs that rows of public sets have: where each set keeps its references, and programs
// known to be wrong. A new set is a line in the table of references.cc.
//
// Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/convert/converted.h"
#include "lab/problems/model/problem.h"
#include "text/json_reader.h"

namespace assay::lab {

// Of a converted row; without names. Programs in languages that the set doesn't name are left out.
std::vector<Solution> PublicSolutions(JsonValue row, const ConvertedRow& converted);

}  // namespace assay::lab
