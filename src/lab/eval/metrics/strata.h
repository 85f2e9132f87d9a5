// Scores by difficulty, month, language and topic. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/eval/metrics/score.h"

namespace assay::eval {

enum class Dimension { kDifficulty, kMonth, kLanguage, kTopic };
inline constexpr Dimension kDimensions[] = {Dimension::kDifficulty, Dimension::kMonth,
                                            Dimension::kLanguage, Dimension::kTopic};

struct Stratum {
  std::string value;  // empty: items that don't say
  Score score;
};

struct Strata {
  Dimension dimension = Dimension::kDifficulty;
  // Difficulties from easy to hard, as far as their names are known ones; all others by name.
  std::vector<Stratum> strata;
  // pass@1 with every stratum weighing the same; none unless all have judged items.
  std::optional<Estimate> mean_of_strata;
};

// "2024-10" of "2024-10-05"; empty when it isn't a date.
std::string MonthOf(const std::string& date);

// Dimensions of which no item says anything are left out. `tallies`: one for each item.
std::vector<Strata> StrataOf(const std::vector<EvalItem>& items, const std::vector<Tally>& tallies);

}  // namespace assay::eval
