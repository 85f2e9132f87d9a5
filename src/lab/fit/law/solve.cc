// From() is Levenberg and Marquardt's method, Best() looks for where to begin, SolveLinear() gives
// A and R0 in closed form.
#include "lab/fit/law/solve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace assay::fit {
namespace {

constexpr size_t kParams = 4;
constexpr int kMostSteps = 300;
constexpr double kEnoughDrop = 1e-15;  // of the sum of squares, in proportion
constexpr double kMostDamping = 1e14;
constexpr size_t kStarts = 3;
constexpr int kGridC = 16, kGridB = 9;
constexpr double kGridLeastB = 0.15, kGridMostB = 8;

using Vector = std::array<double, kParams>;
using Matrix = std::array<Vector, kParams>;

// Solves `matrix` x = `vector` by Cholesky's decomposition; false where it isn't positive definite.
bool SolvePositive(Matrix matrix, const Vector& vector, size_t size, Vector* out) {
  for (size_t i = 0; i < size; ++i) {
    for (size_t j = 0; j <= i; ++j) {
      double sum = matrix[i][j];
      for (size_t k = 0; k < j; ++k) sum -= matrix[i][k] * matrix[j][k];
      if (i == j) {
        if (!(sum > 0)) return false;
        matrix[i][i] = std::sqrt(sum);
      } else {
        matrix[i][j] = sum / matrix[j][j];
      }
    }
  }
  Vector half{};
  for (size_t i = 0; i < size; ++i) {
    double sum = vector[i];
    for (size_t k = 0; k < i; ++k) sum -= matrix[i][k] * half[k];
    half[i] = sum / matrix[i][i];
  }
  for (size_t i = size; i-- > 0;) {
    double sum = half[i];
    for (size_t k = i + 1; k < size; ++k) sum -= matrix[k][i] * (*out)[k];
    (*out)[i] = sum / matrix[i][i];
  }
  return true;
}

}  // namespace

// In the form in which they are sought.
struct Solver::Params {
  double a = 0;
  double r0 = 0;
  double u = 0;  // ln C_mid
  double v = 0;  // ln B

  static Params Of(const Law& law) { return {law.a, law.r0, std::log(law.c_mid), std::log(law.b)}; }
  Law ToLaw() const { return {a, std::exp(v), std::exp(u), r0}; }
  std::array<double*, kParams> All() { return {&a, &r0, &u, &v}; }
};

Solver::Solver(const std::vector<Point>& points, const Bounds& bounds) : bounds_(bounds) {
  ASSAY_CHECK(!points.empty());
  for (const Point& point : points) {
    log_compute_.push_back(std::log(point.compute));
    rewards_.push_back(point.reward);
    weights_.push_back(point.weight);
  }
  const auto [least, most] = std::minmax_element(log_compute_.begin(), log_compute_.end());
  least_u_ = *least - std::log(bounds_.c_mid_beyond);
  most_u_ = *most + std::log(bounds_.c_mid_beyond);
}

double Solver::Ssr(const Params& params) const {
  const double b = std::exp(params.v);
  double sum = 0;
  for (size_t i = 0; i < rewards_.size(); ++i) {
    const double share = 1 / (1 + std::exp(b * (params.u - log_compute_[i])));
    const double residual = rewards_[i] - params.r0 - (params.a - params.r0) * share;
    sum += weights_[i] * residual * residual;
  }
  return sum;
}

void Solver::Clamp(const Held& held, Params* params) const {
  if (!held.r0) params->r0 = std::clamp(params->r0, bounds_.least_r0, bounds_.most_a);
  if (!held.a)
    params->a = std::clamp(params->a, std::min(params->r0, bounds_.most_a), bounds_.most_a);
  if (!held.c_mid) params->u = std::clamp(params->u, least_u_, most_u_);
  if (!held.b)
    params->v = std::clamp(params->v, std::log(bounds_.least_b), std::log(bounds_.most_b));
}

void Solver::SolveLinear(const Held& held, Params* params) const {
  if (held.a && held.r0) return;
  // Rewards are r0 (1 - g) + a g.
  const double b = std::exp(params->v);
  double gg = 0, hh = 0, gh = 0, gr = 0, hr = 0;
  for (size_t i = 0; i < rewards_.size(); ++i) {
    const double g = 1 / (1 + std::exp(b * (params->u - log_compute_[i])));
    const double h = 1 - g;
    gg += weights_[i] * g * g;
    hh += weights_[i] * h * h;
    gh += weights_[i] * g * h;
    gr += weights_[i] * g * rewards_[i];
    hr += weights_[i] * h * rewards_[i];
  }
  const double determinant = gg * hh - gh * gh;
  if (!held.a && !held.r0) {
    if (!(determinant > 1e-12 * gg * hh)) return;
    params->a = (gr * hh - hr * gh) / determinant;
    params->r0 = (hr * gg - gr * gh) / determinant;
    if (params->a > bounds_.most_a) {
      params->a = bounds_.most_a;
      params->r0 = (hr - params->a * gh) / hh;
    }
    if (params->r0 < bounds_.least_r0) {
      params->r0 = bounds_.least_r0;
      params->a = (gr - params->r0 * gh) / gg;
    }
  } else if (!held.a && gg > 0) {
    params->a = (gr - params->r0 * gh) / gg;
  } else if (!held.r0 && hh > 0) {
    params->r0 = (hr - params->a * gh) / hh;
  }
  Clamp(held, params);
}

Solution Solver::From(const Law& start, const Held& held) const {
  Params now = Params::Of(start);
  Clamp(held, &now);
  const std::array<bool, kParams> fixed = {held.a, held.r0, held.c_mid, held.b};
  double ssr = Ssr(now);
  double damping = 1e-3;
  for (int step = 0; step < kMostSteps && damping < kMostDamping; ++step) {
    Vector gradient{};
    Matrix normal{};
    const double b = std::exp(now.v);
    for (size_t i = 0; i < rewards_.size(); ++i) {
      const double z = b * (log_compute_[i] - now.u);
      const double g = 1 / (1 + std::exp(-z));
      const double gain = now.a - now.r0;
      const double slope = gain * g * (1 - g);
      const double residual = rewards_[i] - now.r0 - gain * g;
      const Vector row = {g, 1 - g, -slope * b, slope * z};
      for (size_t j = 0; j < kParams; ++j) {
        gradient[j] += weights_[i] * row[j] * residual;
        for (size_t k = 0; k <= j; ++k) normal[j][k] += weights_[i] * row[j] * row[k];
      }
    }
    // What is held, or pushed against its bound, takes no part.
    const Vector least = {std::min(now.r0, bounds_.most_a), bounds_.least_r0, least_u_,
                          std::log(bounds_.least_b)};
    const Vector most = {bounds_.most_a, bounds_.most_a, most_u_, std::log(bounds_.most_b)};
    std::array<size_t, kParams> free{};
    size_t count = 0;
    for (size_t j = 0; j < kParams; ++j) {
      const double value = *now.All()[j];
      const bool pushed =
          (value >= most[j] && gradient[j] > 0) || (value <= least[j] && gradient[j] < 0);
      if (!fixed[j] && !pushed) free[count++] = j;
    }
    if (count == 0) break;
    bool better = false;
    double drop = 0;
    while (!better && damping < kMostDamping) {
      Matrix part{};
      Vector right{}, change{};
      for (size_t j = 0; j < count; ++j) {
        right[j] = gradient[free[j]];
        for (size_t k = 0; k <= j; ++k) part[j][k] = normal[free[j]][free[k]];
        part[j][j] += damping * std::max(part[j][j], std::numeric_limits<double>::min());
      }
      if (SolvePositive(part, right, count, &change)) {
        Params next = now;
        for (size_t j = 0; j < count; ++j) *next.All()[free[j]] += change[j];
        Clamp(held, &next);
        const double next_ssr = Ssr(next);
        if (next_ssr < ssr) {
          better = true;
          drop = ssr - next_ssr;
          now = next;
          ssr = next_ssr;
        }
      }
      damping *= better ? 0.1 : 10;
    }
    damping = std::max(damping, 1e-15);
    if (better && drop <= kEnoughDrop * ssr) break;
  }
  return {now.ToLaw(), ssr, !held.a && now.a >= bounds_.most_a};
}

Solution Solver::Best(const Law& values, const Held& held, const std::optional<Law>& near) const {
  struct Start {
    double ssr;
    Params params;
  };
  std::vector<Start> starts;
  const int c_steps = held.c_mid ? 1 : kGridC;
  const int b_steps = held.b ? 1 : kGridB;
  // Between the least compute and some way beyond the greatest.
  const auto [first, last] = std::minmax_element(log_compute_.begin(), log_compute_.end());
  const double least_u = *first - 2, most_u = *last + 3;
  for (int i = 0; i < c_steps; ++i) {
    for (int j = 0; j < b_steps; ++j) {
      Params params{values.a, values.r0, 0, 0};
      params.u =
          held.c_mid ? std::log(values.c_mid) : least_u + (most_u - least_u) * i / (kGridC - 1);
      params.v =
          held.b ? std::log(values.b)
                 : std::log(kGridLeastB) + std::log(kGridMostB / kGridLeastB) * j / (kGridB - 1);
      SolveLinear(held, &params);
      Clamp(held, &params);
      starts.push_back({Ssr(params), params});
    }
  }
  const size_t kept = std::min(kStarts, starts.size());
  std::partial_sort(starts.begin(), starts.begin() + static_cast<std::ptrdiff_t>(kept),
                    starts.end(), [](const Start& x, const Start& y) { return x.ssr < y.ssr; });
  std::vector<Law> laws;
  for (size_t i = 0; i < kept; ++i) laws.push_back(starts[i].params.ToLaw());
  if (near) laws.push_back(*near);
  std::optional<Solution> best;
  for (const Law& law : laws) {
    Solution solution = From(law, held);
    if (!best || solution.ssr < best->ssr) best = solution;
  }
  return *best;
}

Solution FitLaw(const std::vector<Point>& points, const Law& values, const Held& held,
                const Bounds& bounds) {
  return Solver(points, bounds).Best(values, held);
}

}  // namespace assay::fit
