// The answers of /v1/problems/stats and /v1/runs, from tallies. Pure, thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/enum_names.h"
#include "history/findings/finding.h"
#include "history/findings/tally.h"

namespace assay {

enum class ProblemOrder { kWorst, kCount, kRecent };
inline constexpr auto kProblemOrderNames =
    MakeEnumNames<ProblemOrder>({{ProblemOrder::kWorst, "worst"},
                                 {ProblemOrder::kCount, "count"},
                                 {ProblemOrder::kRecent, "recent"}});
static_assert(kProblemOrderNames.IsWholeUpTo(ProblemOrder::kRecent));

// `limit` problems after the first `skip`.
std::string ProblemsReport(const Tallies& tallies, const std::vector<Finding>& findings,
                           ProblemOrder order, size_t skip, size_t limit);
std::string RunsReport(const Tallies& tallies);

}  // namespace assay
