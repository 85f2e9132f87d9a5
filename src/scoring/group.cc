#include "scoring/group.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace assay::scoring {
namespace {

using Scores = std::span<const std::optional<double>>;

// What there is of each member that has a score.
template <typename Make>
Values OfEach(Scores scores, Make make) {
  Values values(scores.size());
  for (size_t i = 0; i < scores.size(); ++i) {
    if (scores[i]) values[i] = make(*scores[i]);
  }
  return values;
}

std::string Collapsed(std::string_view text) {
  std::string words;
  bool space = false;
  for (const char c : text) {
    if (c == ' ' || (c >= '\t' && c <= '\r')) {
      space = !words.empty();
      continue;
    }
    if (space) words += ' ';
    space = false;
    words += c;
  }
  return words;
}

}  // namespace

GroupMoments MomentsOf(Scores scores, StdKind kind) {
  GroupMoments moments;
  for (const auto& score : scores) {
    if (!score) continue;
    ++moments.size;
    moments.mean += *score;
  }
  if (moments.size == 0) return moments;
  const auto size = static_cast<double>(moments.size);
  moments.mean /= size;
  double squares = 0;
  for (const auto& score : scores) {
    if (score) squares += (*score - moments.mean) * (*score - moments.mean);
  }
  const double divisor = kind == StdKind::kSample ? size - 1 : size;
  if (divisor > 0) moments.std = std::sqrt(squares / divisor);
  return moments;
}

Values Advantages(Scores scores, const AdvantageRule& rule) {
  const GroupMoments moments = MomentsOf(scores, rule.std);
  const auto highest = std::max_element(scores.begin(), scores.end());
  const bool same = std::all_of(scores.begin(), scores.end(),
                                [&](const auto& score) { return !score || *score == **highest; });
  return OfEach(scores, [&](double score) {
    if (same) return 0.0;  // whatever the last digit of the mean is
    const double above = score - moments.mean;
    return rule.divide_by_std ? above / (moments.std + rule.epsilon) : above;
  });
}

Values PassRate(Scores scores, double least) {
  size_t members = 0;
  size_t passed = 0;
  for (const auto& score : scores) {
    members += score ? 1 : 0;
    passed += score && *score >= least ? 1 : 0;
  }
  return OfEach(scores,
                [&](double) { return static_cast<double>(passed) / static_cast<double>(members); });
}

Values BestOf(Scores scores) {
  // Nothing is less than any score.
  const auto best = std::max_element(scores.begin(), scores.end());
  return OfEach(scores, [&](double score) { return score == **best ? 1.0 : 0.0; });
}

Values DuplicateShare(std::span<const std::optional<std::string>> texts) {
  std::unordered_map<std::string, size_t> counts;
  std::vector<std::string> collapsed(texts.size());
  size_t members = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (!texts[i]) continue;
    ++members;
    collapsed[i] = Collapsed(*texts[i]);
    ++counts[collapsed[i]];
  }
  Values values(texts.size());
  for (size_t i = 0; i < texts.size(); ++i) {
    if (!texts[i]) continue;
    const auto same = static_cast<double>(counts[collapsed[i]] - 1);
    values[i] = members > 1 ? same / static_cast<double>(members - 1) : 0;
  }
  return values;
}

}  // namespace assay::scoring
