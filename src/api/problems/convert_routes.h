// POST /v1/problems:convert: rows of other people's data sets as native problems and gold answers
// (docs/datasets.md). A row that isn't understood is refused by itself; the others convert. With
// `store` problems go into the problem store and are named in the answer.
//
// Rows may be megabytes and unpack to more, so nothing of this happens on an I/O thread.
#pragma once

#include "api/problems/problem_routes.h"

namespace assay {

// Takes what the routes of problems take, under the same rules.
void RegisterConvertRoutes(Router& router, const ProblemRoutesDeps& deps);

}  // namespace assay
