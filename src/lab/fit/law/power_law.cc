#include "lab/fit/law/power_law.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace assay::fit {
namespace {

constexpr double kLeastB = 1e-3, kMostB = 20;
constexpr int kCoarse = 200;
constexpr int kFine = 100;

// With this B the others follow: rewards are linear in (C / C_0)^-B.
PowerLaw WithB(const std::vector<Point>& points, double least_compute, double b, double most_a) {
  double w = 0, x = 0, xx = 0, r = 0, xr = 0;
  for (const Point& point : points) {
    const double t = std::exp(-b * std::log(point.compute / least_compute));
    w += point.weight;
    x += point.weight * t;
    xx += point.weight * t * t;
    r += point.weight * point.reward;
    xr += point.weight * t * point.reward;
  }
  PowerLaw law;
  law.b = b;
  const double determinant = w * xx - x * x;
  law.a = determinant > 1e-14 * w * xx ? (r * xx - xr * x) / determinant : r / w;
  law.a = std::min(law.a, most_a);
  const double d = std::max(0.0, (law.a * x - xr) / xx);
  if (d == 0) law.a = std::min(r / w, most_a);
  law.d = d * std::exp(b * std::log(least_compute));
  for (const Point& point : points) {
    const double residual =
        point.reward - law.a + d * std::exp(-b * std::log(point.compute / least_compute));
    law.ssr += point.weight * residual * residual;
  }
  return law;
}

}  // namespace

double PowerLaw::At(double compute) const {
  return a - d * std::exp(-b * std::log(compute));
}

PowerLaw FitPowerLaw(const std::vector<Point>& points, double most_a) {
  ASSAY_CHECK(!points.empty());
  double least = points.front().compute;
  for (const Point& point : points) least = std::min(least, point.compute);
  const double low = std::log(kLeastB), step = std::log(kMostB / kLeastB) / (kCoarse - 1);
  int best_index = 0;
  PowerLaw best;
  for (int i = 0; i < kCoarse; ++i) {
    const PowerLaw law = WithB(points, least, std::exp(low + step * i), most_a);
    if (i == 0 || law.ssr < best.ssr) {
      best = law;
      best_index = i;
    }
  }
  // The golden section between the neighbours of the best.
  const double golden = (std::sqrt(5.0) - 1) / 2;
  double left = low + step * std::max(best_index - 1, 0);
  double right = low + step * std::min(best_index + 1, kCoarse - 1);
  for (int i = 0; i < kFine; ++i) {
    const double inner_left = right - golden * (right - left);
    const double inner_right = left + golden * (right - left);
    const PowerLaw at_left = WithB(points, least, std::exp(inner_left), most_a);
    const PowerLaw at_right = WithB(points, least, std::exp(inner_right), most_a);
    (at_left.ssr < at_right.ssr ? right : left) =
        at_left.ssr < at_right.ssr ? inner_right : inner_left;
    for (const PowerLaw& law : {at_left, at_right}) {
      if (law.ssr < best.ssr) best = law;
    }
  }
  return best;
}

}  // namespace assay::fit
