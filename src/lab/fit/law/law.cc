#include "lab/fit/law/law.h"

#include <cmath>

namespace assay::fit {

double Law::At(double compute) const {
  return r0 + (a - r0) / (1 + std::exp(b * (std::log(c_mid) - std::log(compute))));
}

double SquaredResiduals(const std::vector<Point>& points, const Law& law) {
  double sum = 0;
  for (const Point& point : points) {
    const double residual = point.reward - law.At(point.compute);
    sum += point.weight * residual * residual;
  }
  return sum;
}

std::vector<double> Residuals(const std::vector<Point>& points, const Law& law) {
  std::vector<double> residuals;
  residuals.reserve(points.size());
  for (const Point& point : points) residuals.push_back(point.reward - law.At(point.compute));
  return residuals;
}

double LogF(const Law& law, double reward) {
  return law.b * std::log(law.c_mid) - std::log((law.a - law.r0) / (reward - law.r0) - 1);
}

}  // namespace assay::fit
