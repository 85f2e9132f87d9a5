// How far a score may be off. Two questions with two answers, which are never mixed:
//   sampling       the same problems, other draws from the model
//   over problems  other problems of the same kind (and other draws): what a comparison with
//   another
//                  model, or a claim about the skill, is about
//
// Over problems: the standard error of a mean of independent problems; where rows belong together
// (one problem in many languages) the rows of a cluster count as one: cluster-robust, with the
// factor G / (G - 1) for G clusters. Without clusters it is the standard deviation over the square
// root of their number. Miller 2024 (Adding Error Bars to Evals), section 2.
//
// Intervals are for 95 %. Over problems: Wilson's score interval (1927) with the number of problems
// that would give this standard error, p (1 - p) / se^2, and Student's t for the normal (Dean and
// Pagano 2015 compare such intervals for clustered surveys). It stays within 0 and 1 and is no
// point when every problem is solved. Of a difference: se times Student's t.
//
// Pure functions, thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "lab/shared/intervals/wilson.h"

namespace assay::eval {

using lab::Interval;

// A score in 0..1, with what is known of its errors.
struct Estimate {
  double value = 0;
  std::optional<double> sampling_se;
  std::optional<Interval> sampling_interval;
  std::optional<double> problems_se;
  std::optional<Interval> problems_interval;
};

// A problem's part in a mean.
struct Deviation {
  double weight = 0;    // of the problem in the mean; 1 / N when all count alike
  double residual = 0;  // its score less the mean
  std::string cluster;
};

size_t CountClusters(const std::vector<Deviation>& deviations);
// None with fewer than two clusters.
std::optional<double> ClusteredStandardError(const std::vector<Deviation>& deviations);

// x with P(T <= x) = probability. REQUIRES: 0.5 <= probability < 1, degrees >= 1.
double StudentQuantile(double probability, double degrees);
// Of 95 % intervals with this many clusters. REQUIRES: clusters >= 2.
double CriticalValue(size_t clusters);

// Fills in the error over problems of `estimate` from its problems.
void SetErrorOverProblems(const std::vector<Deviation>& deviations, Estimate* estimate);
// `variance` of the value under other draws.
void SetSamplingError(double variance, Estimate* estimate);

}  // namespace assay::eval
