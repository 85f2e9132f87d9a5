#include "lab/eval/metrics/strata.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace assay::eval {
namespace {

std::string ValueOf(const EvalItem& item, Dimension dimension) {
  switch (dimension) {
    case Dimension::kDifficulty: return item.difficulty;
    case Dimension::kMonth: return MonthOf(item.date);
    case Dimension::kLanguage: return item.language;
    case Dimension::kTopic: return item.topic;
  }
  return "";
}

// Where a difficulty stands among those of the benchmarks; unknown ones come after, by name.
size_t RankOf(std::string_view value, Dimension dimension) {
  constexpr std::string_view kFromEasyToHard[] = {
      "introductory", "easy", "medium", "interview", "hard", "competition", "very hard", "extreme"};
  if (dimension != Dimension::kDifficulty) return 0;
  const std::string lower = AsciiLower(value);
  const auto* const found =
      std::find(std::begin(kFromEasyToHard), std::end(kFromEasyToHard), lower);
  return static_cast<size_t>(found - std::begin(kFromEasyToHard));
}

}  // namespace

std::string MonthOf(const std::string& date) {
  const auto digit = [&](size_t i) { return std::isdigit(static_cast<unsigned char>(date[i])); };
  if (date.size() < 7 || date[4] != '-') return "";
  for (const size_t i : {0, 1, 2, 3, 5, 6}) {
    if (!digit(i)) return "";
  }
  return date.substr(0, 7);
}

std::vector<Strata> StrataOf(const std::vector<EvalItem>& items,
                             const std::vector<Tally>& tallies) {
  std::vector<Strata> all;
  for (const Dimension dimension : kDimensions) {
    std::map<std::pair<size_t, std::string>, std::vector<Tally>> groups;
    for (const Tally& tally : tallies) {
      std::string value = ValueOf(items[tally.item], dimension);
      const size_t rank = RankOf(value, dimension);
      groups[{rank, std::move(value)}].push_back(tally);
    }
    const bool nothing_said = groups.size() == 1 && groups.begin()->first.second.empty();
    if (groups.empty() || nothing_said) continue;
    Strata strata;
    strata.dimension = dimension;
    std::vector<std::vector<Tally>> parts;
    for (auto& [key, group] : groups) {
      strata.strata.push_back({key.second, ScoreOf(items, group)});
      parts.push_back(std::move(group));
    }
    strata.mean_of_strata = MeanOfGroups(items, parts);
    all.push_back(std::move(strata));
  }
  return all;
}

}  // namespace assay::eval
