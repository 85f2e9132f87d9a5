#include "lab/fit/infer/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace assay::fit {
namespace {

constexpr int kCrossingSteps = 2000;
constexpr double kFarBeyond = 1000;

Result<Study> StudyOf(const NamedRun& run, const StudyRules& rules) {
  Result<Study> study = StudyCurve(run.points, rules);
  if (study.ok()) return study;
  Error error = study.error();
  error.message = run.name + ": " + error.message;
  return error;
}

}  // namespace

std::vector<double> Crossings(const Law& first, const Law& second, double from, double to) {
  const auto ahead = [&](double log_compute) {
    const double compute = std::exp(log_compute);
    return first.At(compute) - second.At(compute);
  };
  std::vector<double> crossings;
  const double step = (std::log(to) - std::log(from)) / kCrossingSteps;
  for (int i = 0; i < kCrossingSteps; ++i) {
    double left = std::log(from) + step * i, right = left + step;
    if (ahead(left) == 0 || (ahead(left) > 0) == (ahead(right) > 0)) continue;
    for (int halving = 0; halving < 60; ++halving) {
      const double middle = (left + right) / 2;
      ((ahead(middle) > 0) == (ahead(left) > 0) ? left : right) = middle;
    }
    crossings.push_back(std::exp((left + right) / 2));
  }
  return crossings;
}

Result<RunComparison> CompareRuns(const std::vector<NamedRun>& runs) {
  RunComparison comparison;
  double mean = 0, least = 1e300, most = -1e300, from = 1e300, to = 0;
  bool all_identified = true;
  for (const NamedRun& run : runs) {
    ASSAY_ASSIGN_OR_RETURN(Study study, StudyOf(run, run.rules));
    const double a = study.fit.law.a;
    mean += a / static_cast<double>(runs.size());
    least = std::min(least, a);
    most = std::max(most, a);
    from = std::min(from, study.least_compute);
    to = std::max(to, study.most_compute);
    all_identified = all_identified && study.identified != Identified::kNo;
    for (const std::string& warning : study.warnings) {
      comparison.warnings.push_back(run.name + ": " + warning);
    }
    comparison.names.push_back(run.name);
    comparison.studies.push_back(std::move(study));
  }
  for (size_t i = 0; i < runs.size(); ++i) {
    for (size_t j = i + 1; j < runs.size(); ++j) {
      const Study& first = comparison.studies[i];
      const Study& second = comparison.studies[j];
      RunPair pair;
      pair.first = i;
      pair.second = j;
      pair.a_difference = first.fit.law.a - second.fit.law.a;
      pair.comparable = first.identified != Identified::kNo && second.identified != Identified::kNo;
      pair.same_asymptote = pair.comparable && std::fabs(pair.a_difference) <= kAsymptoteMargin;
      for (const double crossing :
           Crossings(first.fit.law, second.fit.law, from, to * kFarBeyond)) {
        if (first.fit.law.At(crossing) - first.fit.law.r0 > kAsymptoteMargin) {
          pair.crossings.push_back(crossing);
        }
      }
      comparison.pairs.push_back(std::move(pair));
      if (std::fabs(first.fit.law.r0 - second.fit.law.r0) > 1e-9 && runs[i].rules.r0) {
        comparison.warnings.push_back(
            fmt::format("{} and {} have another R0 ({:.4g}, {:.4g}): B and C_mid aren't comparable",
                        runs[i].name, runs[j].name, first.fit.law.r0, second.fit.law.r0));
      }
    }
  }
  if (runs.size() > 1 && all_identified && most - least <= kAsymptoteMargin) {
    comparison.shared_a = mean;
    for (const NamedRun& run : runs) {
      StudyRules rules = run.rules;
      rules.a = mean;
      ASSAY_ASSIGN_OR_RETURN(Study refit, StudyOf(run, rules));
      comparison.refits.push_back(std::move(refit));
    }
  }
  return comparison;
}

}  // namespace assay::fit
