// From one run of a package's tests to the verdicts under a shorter time limit. Pure.
//
// The formats have two limits: the one that contestants see, and that times a margin which a slow
// submission has to exceed. A run's own CPU time answers for both, so nothing is run twice.
#pragma once

#include <optional>
#include <vector>

#include "data/packages/expectation.h"
#include "data/packages/package.h"
#include "model/submission.h"

namespace assay {

// Tests next to each other that are run as one submission.
struct TestPart {
  size_t begin = 0;
  size_t end = 0;  // one past the last
  StopPolicy stop = StopPolicy::kFirstFailure;
  // A folder of a scoring package: worth its tests when all of them pass, and else nothing.
  bool group = false;
  bool scored = true;  // samples aren't, unless there is nothing else
};
// One part of all tests, but in scoring packages, where a failure decides only its group.
std::vector<TestPart> PartsOf(const ProblemPackage& package);

// `run` is of all tests of `problem`, in order, under limits no shorter than `limits`: what would
// it be had the tests been stopped at those? Puts verdict, sentence and score together anew.
SubmissionResult UnderLimits(const ProblemPackage& package, const ProblemPtr& problem,
                             SubmissionResult run, const Limits& limits);

// A submission agrees when either verdict is expected; which one is told apart.
enum class Agreement { kUnderLimit, kWithExtraTime, kNone, kUnknown };
Agreement AgreementOf(const Expectation& expectation, const SubmissionResult& under_limit,
                      const SubmissionResult& with_extra_time);

}  // namespace assay
