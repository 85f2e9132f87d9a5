// The answer of /v1/stats: figures of the verdicts of the last while, all together and by one of
// their properties. Pure, thread-safe.
#pragma once

#include <string>

#include "base/enum_names.h"
#include "history/findings/recent_verdicts.h"

namespace assay {

enum class StatsBy { kRun, kProblem, kVerdict, kCause, kLanguage, kTenant };
inline constexpr auto kStatsByNames = MakeEnumNames<StatsBy>({{StatsBy::kRun, "run"},
                                                              {StatsBy::kProblem, "problem"},
                                                              {StatsBy::kVerdict, "verdict"},
                                                              {StatsBy::kCause, "cause"},
                                                              {StatsBy::kLanguage, "language"},
                                                              {StatsBy::kTenant, "tenant"}});
static_assert(kStatsByNames.IsWholeUpTo(StatsBy::kTenant));

// Rows beyond these, the most frequent ones, are left out.
inline constexpr size_t kMostStatsRows = 1'000;

struct StatsQuery {
  double now = 0;
  double window_s = 3600;
  std::string tenant;  // empty: all
  StatsBy by = StatsBy::kVerdict;
};

std::string StatsReport(const StatsQuery& query, const RecentView& view);

}  // namespace assay
