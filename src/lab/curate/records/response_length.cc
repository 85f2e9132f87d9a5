#include "lab/curate/records/response_length.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/check.h"

namespace assay::curate {

double LengthOfAll(std::vector<double> tokens, LengthOf which) {
  ASSAY_CHECK(!tokens.empty());
  std::sort(tokens.begin(), tokens.end());
  const size_t count = tokens.size();
  switch (which) {
    case LengthOf::kMedian: return (tokens[(count - 1) / 2] + tokens[count / 2]) / 2;
    case LengthOf::kMean:
      return std::accumulate(tokens.begin(), tokens.end(), 0.0) / static_cast<double>(count);
    case LengthOf::kShortest: return tokens.front();
    case LengthOf::kLongest: return tokens.back();
  }
  return tokens.front();
}

Objection OutsideLength(double tokens, const LengthBounds& bounds, double draw) {
  const std::string shown = fmt::format("{:.0f} tokens", tokens);
  if (tokens < bounds.fewest_tokens) return Finding{"too short", shown};
  if (bounds.most_tokens && tokens > *bounds.most_tokens) return Finding{"too long", shown};
  if (tokens < bounds.thin_below_tokens && draw >= bounds.thin_share) {
    return Finding{"thinned out", shown};
  }
  return std::nullopt;
}

}  // namespace assay::curate
