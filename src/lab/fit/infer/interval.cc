#include "lab/fit/infer/interval.h"

#include <algorithm>
#include <array>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "base/check.h"
#include "base/dice/mix.h"

namespace assay::fit {
namespace {

constexpr int kBisections = 50;
constexpr double kNarrow = 1e-9;

// Where a parameter is kept, and the form in which its profile is walked.
struct Place {
  double Law::*value;
  bool Held::*held;
  bool logarithmic;
};
// By Parameter.
constexpr std::array kPlaces = {
    Place{&Law::a, &Held::a, false},
    Place{&Law::b, &Held::b, true},
    Place{&Law::c_mid, &Held::c_mid, true},
    Place{&Law::r0, &Held::r0, false},
};
const Place& PlaceOf(Parameter parameter) {
  return kPlaces[static_cast<size_t>(parameter)];
}

double Coordinate(const Place& place, double value) {
  return place.logarithmic ? std::log(value) : value;
}
double Value(const Place& place, double coordinate) {
  return place.logarithmic ? std::exp(coordinate) : coordinate;
}

Held With(Held held, const Place& place) {
  held.*place.held = true;
  return held;
}

// Where the profile leaves what is allowed on one side.
class Walk {
 public:
  Walk(const Solver& solver, const Solution& best, const Held& held, const Place& place,
       double allowed)
      : solver_(solver), best_(best), held_(With(held, place)), place_(place), allowed_(allowed) {}

  // From the best value to `bound`; `open`: allowed even there.
  double To(double bound, double first_step, bool* open) const {
    double inside = Coordinate(place_, best_.law.*place_.value);
    const double sign = bound > inside ? 1 : -1;
    Law near = best_.law;
    double step = first_step;
    double outside = bound;
    *open = true;
    while (sign * (bound - inside) > 0) {
      const double next = sign * (inside + sign * step - bound) > 0 ? bound : inside + sign * step;
      if (!Allowed(next, &near)) {
        outside = next;
        *open = false;
        break;
      }
      inside = next;
      step *= 2;
    }
    if (*open) return Value(place_, bound);
    for (int i = 0;
         i < kBisections && std::fabs(outside - inside) > kNarrow * (1 + std::fabs(inside)); ++i) {
      const double middle = (inside + outside) / 2;
      (Allowed(middle, &near) ? inside : outside) = middle;
    }
    return Value(place_, inside);
  }

 private:
  // `near`: a law of a neighbouring value, to begin with.
  bool Allowed(double coordinate, Law* near) const {
    Law start = *near;
    start.*place_.value = Value(place_, coordinate);
    const Solution solution = solver_.From(start, held_);
    if (solution.ssr > allowed_) return false;
    *near = solution.law;
    return true;
  }

  const Solver& solver_;
  const Solution& best_;
  const Held held_;
  const Place& place_;
  const double allowed_;
};

}  // namespace

double ValueOf(const Law& law, Parameter parameter) {
  return law.*PlaceOf(parameter).value;
}

bool IsHeld(const Held& held, Parameter parameter) {
  return held.*PlaceOf(parameter).held;
}

Range ProfileRange(const std::vector<Point>& points, const Solution& best, const Held& held,
                   const Bounds& bounds, Parameter parameter, double confidence) {
  const double value = ValueOf(best.law, parameter);
  const double freedom = static_cast<double>(points.size()) - held.Free();
  if (freedom < 1) return {value, value, true, true};
  const boost::math::students_t distribution(freedom);
  const double t = boost::math::quantile(distribution, 0.5 + confidence / 2);
  const double allowed = best.ssr * (1 + t * t / freedom);
  const Solver solver(points, bounds);
  const Place& place = PlaceOf(parameter);
  const Walk walk(solver, best, held, place, allowed);
  double least = 0, most = 0;
  const double step = place.logarithmic ? 1e-2 : 1e-3;
  const auto [first, last] =
      std::minmax_element(points.begin(), points.end(),
                          [](const Point& x, const Point& y) { return x.compute < y.compute; });
  switch (parameter) {
    case Parameter::kA:
      least = best.law.r0;
      most = bounds.most_a;
      break;
    case Parameter::kR0:
      least = bounds.least_r0;
      most = best.law.a;
      break;
    case Parameter::kB:
      least = std::log(bounds.least_b);
      most = std::log(bounds.most_b);
      break;
    case Parameter::kCMid:
      least = std::log(first->compute / bounds.c_mid_beyond);
      most = std::log(last->compute * bounds.c_mid_beyond);
      break;
  }
  Range range;
  range.low = walk.To(least, step, &range.open_low);
  range.high = walk.To(most, step, &range.open_high);
  return range;
}

double Autocorrelation(const std::vector<double>& residuals) {
  const size_t n = residuals.size();
  if (n < 3) return 0;
  double mean = 0, products = 0, squares = 0;
  for (const double residual : residuals) mean += residual / static_cast<double>(n);
  for (size_t i = 0; i < n; ++i) {
    squares += (residuals[i] - mean) * (residuals[i] - mean);
    if (i > 0) products += (residuals[i] - mean) * (residuals[i - 1] - mean);
  }
  return squares > 0 ? products / squares : 0;
}

bool HangTogether(const std::vector<double>& residuals) {
  return Autocorrelation(residuals) > 2 / std::sqrt(static_cast<double>(residuals.size()));
}

Draws Resample(const std::vector<Point>& points, const Solution& best, const Held& held,
               const Bounds& bounds, const ResampleRules& rules) {
  const size_t n = points.size();
  const double freedom = static_cast<double>(n) - held.Free();
  if (freedom < 1 || rules.draws <= 0) return {};
  std::vector<double> residuals = Residuals(points, best.law);
  double mean = 0;
  for (size_t i = 0; i < n; ++i) {
    residuals[i] *= std::sqrt(points[i].weight);
    mean += residuals[i] / static_cast<double>(n);
  }
  const double wider = std::sqrt(static_cast<double>(n) / freedom);
  for (double& residual : residuals) residual = (residual - mean) * wider;
  size_t block = std::min(rules.block, n);
  if (rules.block == 0) {
    block = HangTogether(residuals)
                ? static_cast<size_t>(std::lround(std::cbrt(static_cast<double>(n))))
                : 1;
  }
  Dice dice(rules.seed);
  Draws draws;
  Solver solver(points, bounds);
  for (int draw = 0; draw < rules.draws; ++draw) {
    size_t from = 0;
    for (size_t i = 0; i < n; ++i) {
      from = i % block == 0 ? dice.Below(n) : (from + 1) % n;
      solver.SetReward(
          i, best.law.At(points[i].compute) + residuals[from] / std::sqrt(points[i].weight));
    }
    draws.laws.push_back(solver.From(best.law, held).law);
    draws.residuals.push_back(residuals[dice.Below(n)]);
  }
  return draws;
}

Range PercentileRange(std::vector<double> values, double confidence) {
  ASSAY_CHECK(!values.empty());
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    const double place = share * static_cast<double>(values.size() - 1);
    const size_t below = static_cast<size_t>(place);
    const size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (values[above] - values[below]) * (place - static_cast<double>(below));
  };
  return {at((1 - confidence) / 2), at((1 + confidence) / 2)};
}

Range DrawnRange(const Draws& draws, Parameter parameter, double confidence) {
  std::vector<double> values;
  values.reserve(draws.laws.size());
  for (const Law& law : draws.laws) values.push_back(ValueOf(law, parameter));
  return PercentileRange(std::move(values), confidence);
}

}  // namespace assay::fit
