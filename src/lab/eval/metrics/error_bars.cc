#include "lab/eval/metrics/error_bars.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "base/check.h"

namespace assay::eval {
namespace {

constexpr double kTail = 0.975;  // of two-sided 95 %
// Below it a standard error is the rounding of sums.
constexpr double kNoSpread = 1e-9;

// The regularized incomplete beta function I_x(a, b) by its continued fraction (Abramowitz and
// Stegun 26.5.8), evaluated by the modified method of Lentz. REQUIRES: x < (a + 1) / (a + b + 2),
// where it converges fast.
double BetaFraction(double x, double a, double b) {
  constexpr double kTiny = 1e-300;
  double c = 1;
  double d = 1 - (a + b) * x / (a + 1);
  d = 1 / (std::abs(d) < kTiny ? kTiny : d);
  double fraction = d;
  const auto step = [&](double term) {
    d = 1 + term * d;
    d = 1 / (std::abs(d) < kTiny ? kTiny : d);
    c = 1 + term / c;
    if (std::abs(c) < kTiny) c = kTiny;
    fraction *= c * d;
    return c * d;
  };
  for (int m = 1; m < 500; ++m) {
    step(m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)));
    const double change = step(-(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)));
    if (std::abs(change - 1) < 1e-15) break;
  }
  return fraction;
}

double LogGamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);  // std::lgamma writes a global
}

double IncompleteBeta(double x, double a, double b) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front =
      std::exp(LogGamma(a + b) - LogGamma(a) - LogGamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * BetaFraction(x, a, b) / a;
  return 1 - front * BetaFraction(1 - x, b, a) / b;
}

// P(T <= t) for t >= 0.
double StudentCdf(double t, double degrees) {
  return 1 - 0.5 * IncompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

Interval Clipped(double low, double high) {
  return {std::clamp(low, 0.0, 1.0), std::clamp(high, 0.0, 1.0)};
}

std::map<std::string_view, double> SumsByCluster(const std::vector<Deviation>& deviations) {
  std::map<std::string_view, double> sums;
  for (const Deviation& one : deviations) sums[one.cluster] += one.weight * one.residual;
  return sums;
}

}  // namespace

size_t CountClusters(const std::vector<Deviation>& deviations) {
  return SumsByCluster(deviations).size();
}

std::optional<double> ClusteredStandardError(const std::vector<Deviation>& deviations) {
  const std::map<std::string_view, double> sums = SumsByCluster(deviations);
  if (sums.size() < 2) return std::nullopt;
  double squares = 0;
  for (const auto& [cluster, sum] : sums) squares += sum * sum;
  const auto clusters = static_cast<double>(sums.size());
  return std::sqrt(squares * clusters / (clusters - 1));
}

double StudentQuantile(double probability, double degrees) {
  ASSAY_CHECK(0.5 <= probability && probability < 1 && degrees >= 1);
  double low = 0, high = 1;
  while (StudentCdf(high, degrees) < probability) {
    low = high;
    high *= 2;
  }
  for (int i = 0; i < 200 && low < high; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (StudentCdf(middle, degrees) < probability ? low : high) = middle;
  }
  return high;
}

double CriticalValue(size_t clusters) {
  ASSAY_CHECK(clusters >= 2);
  return StudentQuantile(kTail, static_cast<double>(clusters - 1));
}

void SetErrorOverProblems(const std::vector<Deviation>& deviations, Estimate* estimate) {
  estimate->problems_se = ClusteredStandardError(deviations);
  if (!estimate->problems_se) return;
  const size_t clusters = CountClusters(deviations);
  // A mean of exact zeros or ones may be off by a rounding.
  const double share = std::clamp(estimate->value, 0.0, 1.0);
  const double se = *estimate->problems_se;
  const double spread = share * (1 - share);
  // Without any spread the problems are as good as so many draws of 0 or 1.
  const double number =
      se > kNoSpread && spread > kNoSpread ? spread / (se * se) : static_cast<double>(clusters);
  estimate->problems_interval = lab::WilsonInterval(share, number, CriticalValue(clusters));
}

void SetSamplingError(double variance, Estimate* estimate) {
  const double se = std::sqrt(variance);
  estimate->sampling_se = se;
  estimate->sampling_interval =
      Clipped(estimate->value - lab::kNormal95 * se, estimate->value + lab::kNormal95 * se);
}

}  // namespace assay::eval
