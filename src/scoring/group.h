// What is said of a completion among those of one prompt. Members without a value are no part of
// their group: neither of its mean nor of its size, and nothing is said of them.
//
// Pure; thread-safe.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/enum_names.h"

namespace assay::scoring {

using Values = std::vector<std::optional<double>>;

// Over the members that have a value. Without any: size 0 and zeros.
struct GroupMoments {
  size_t size = 0;
  double mean = 0;
  double std = 0;
};

enum class StdKind {
  kSample,      // divided by n - 1, as torch.std does and trainers with it
  kPopulation,  // divided by n
};
inline constexpr auto kStdKindNames = MakeEnumNames<StdKind>({
    {StdKind::kSample, "sample"},
    {StdKind::kPopulation, "population"},
});
static_assert(kStdKindNames.IsWholeUpTo(StdKind::kPopulation));

GroupMoments MomentsOf(std::span<const std::optional<double>> scores, StdKind kind);

struct AdvantageRule {
  // GRPO (Shao et al. 2024): (score - mean) / (std + epsilon). Dr. GRPO (Liu et al. 2025), which is
  // INTELLECT-3's too: score - mean.
  bool divide_by_std = true;
  StdKind std = StdKind::kSample;
  double epsilon = 1e-6;
};
// 0 for all of a group whose scores are the same, and for the only member.
Values Advantages(std::span<const std::optional<double>> scores, const AdvantageRule& rule);

// The share of members with at least `least`, the same for all of them.
Values PassRate(std::span<const std::optional<double>> scores, double least);
// 1 for whoever has the highest score, 0 for the others; equals share the place.
Values BestOf(std::span<const std::optional<double>> scores);
// Of the other members, the share with the same text but for white space. The only member has 0.
// Nothing: no member.
Values DuplicateShare(std::span<const std::optional<std::string>> texts);

}  // namespace assay::scoring
