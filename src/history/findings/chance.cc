#include "history/findings/chance.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace assay {
namespace {

double LogTerm(double hits, double tries, double p) {
  return std::lgamma(tries + 1) - std::lgamma(hits + 1) - std::lgamma(tries - hits + 1) +
         hits * std::log(p) + (tries - hits) * std::log1p(-p);
}

}  // namespace

double LogChanceOfAtLeast(int64_t hits, int64_t tries, double p) {
  ASSAY_CHECK(p > 0 && p < 1);
  if (hits <= 0) return 0;
  if (hits > tries) return -INFINITY;
  const auto n = static_cast<double>(tries);
  const double first = LogTerm(static_cast<double>(hits), n, p);
  // Terms relative to the first one. They may rise at first, and then fall geometrically.
  double sum = 1;
  double term = 1;
  for (int64_t k = hits; k < tries; ++k) {
    const auto at = static_cast<double>(k);
    term *= (n - at) / (at + 1) * p / (1 - p);
    sum += term;
    if (at > n * p && term < sum * 1e-12) break;
  }
  return std::min(0.0, first + std::log(sum));
}

double LogChanceOfAtMost(int64_t hits, int64_t tries, double p) {
  return LogChanceOfAtLeast(tries - hits, tries, 1 - p);
}

double LowestShare(int64_t hits, int64_t tries, double deviations) {
  if (tries <= 0) return 0;
  const auto n = static_cast<double>(tries);
  const double share = static_cast<double>(hits) / n;
  const double z2 = deviations * deviations;
  const double middle = share + z2 / (2 * n);
  const double width = deviations * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n));
  return std::max(0.0, (middle - width) / (1 + z2 / n));
}

}  // namespace assay
