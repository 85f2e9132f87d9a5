#include "lab/fit/infer/simulate.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "base/check.h"

namespace assay::fit {
namespace {

// The errors of one parameter over many fits.
class Tally {
 public:
  void Add(double error, double truth, const Estimate& estimate) {
    errors_.push_back(error);
    profile_ += estimate.profile.low <= truth && truth <= estimate.profile.high;
    if (!estimate.drawn) return;
    ++drawn_of_;
    drawn_ += estimate.drawn->low <= truth && truth <= estimate.drawn->high;
  }
  Recovery Result() const {
    Recovery recovery;
    if (errors_.empty()) return recovery;
    const double n = static_cast<double>(errors_.size());
    std::vector<double> sizes;
    for (const double error : errors_) {
      recovery.mean_error += error / n;
      sizes.push_back(std::fabs(error));
    }
    for (const double error : errors_) {
      recovery.sd += (error - recovery.mean_error) * (error - recovery.mean_error) / n;
    }
    recovery.sd = std::sqrt(recovery.sd);
    std::sort(sizes.begin(), sizes.end());
    recovery.error_95 = sizes[static_cast<size_t>(0.95 * (n - 1))];
    recovery.profile_covers = profile_ / n;
    if (drawn_of_ > 0) recovery.drawn_covers = static_cast<double>(drawn_) / drawn_of_;
    return recovery;
  }

 private:
  std::vector<double> errors_;
  int profile_ = 0, drawn_ = 0, drawn_of_ = 0;
};

}  // namespace

std::vector<Point> SimulatedPoints(const Simulation& simulation) {
  ASSAY_CHECK(simulation.from > 0 && simulation.every > 0 && simulation.to >= simulation.from);
  std::mt19937_64 random(simulation.seed);
  std::normal_distribution<double> noise(0, simulation.noise > 0 ? simulation.noise : 1);
  std::vector<Point> points;
  const double steps = std::floor((simulation.to - simulation.from) / simulation.every + 1e-9);
  for (double step = 0; step <= steps; ++step) {
    const double compute = simulation.from + step * simulation.every;
    const double error = simulation.noise > 0 ? noise(random) : 0;
    points.push_back({compute, std::clamp(simulation.law.At(compute) + error, 0.0, 1.0), 1});
  }
  return points;
}

RecoveryStudy StudyRecovery(const Simulation& simulation, int runs, const StudyRules& rules,
                            const std::function<void(int)>& on_run) {
  RecoveryStudy recovery;
  recovery.runs = runs;
  const Law& truth = simulation.law;
  Tally a, b, c_mid;
  for (int run = 0; run < runs; ++run) {
    if (on_run) on_run(run);
    Simulation one = simulation;
    one.seed = simulation.seed + static_cast<uint64_t>(run);
    StudyRules with_seed = rules;
    with_seed.resample.seed = one.seed;
    with_seed.with_checks = false;  // of which nothing is kept
    const Result<Study> study = StudyCurve(SimulatedPoints(one), with_seed);
    if (!study.ok()) {
      ++recovery.refused;
      continue;
    }
    recovery.not_quoted += study->identified == Identified::kNo;
    a.Add(study->fit.law.a - truth.a, truth.a, study->a);
    b.Add(study->fit.law.b / truth.b - 1, truth.b, study->b);
    c_mid.Add(study->fit.law.c_mid / truth.c_mid - 1, truth.c_mid, study->c_mid);
  }
  recovery.a = a.Result();
  recovery.b = b.Result();
  recovery.c_mid = c_mid.Result();
  return recovery;
}

}  // namespace assay::fit
