// Runs the submissions of a problem package on this machine's engine.
//
// Called by the main thread only; Judge blocks.
#pragma once

#include <functional>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/interrupt.h"
#include "apps/package/package_verdict.h"
#include "apps/setup/machine.h"
#include "base/clock.h"
#include "data/packages/expectation.h"
#include "data/packages/package.h"

namespace assay {

// A submission and what became of it.
struct PackageRow {
  const PackageSubmission* submission = nullptr;
  Expectation expectation;
  std::string language;  // empty: none of the table
  bool judged = false;
  double hard_limit_s = 0;  // what it was run under
  // Of all tests, in order; their outputs are not kept.
  SubmissionResult run;
  double slowest_s = 0;
};

// What a test may use when the time limit is `limit_s`.
Limits LimitsOf(const ProblemPackage& package, double limit_s);

class PackageJudge {
 public:
  using Finished = std::function<void(const PackageRow&)>;

  // All outlive the judge. `finished` is called by Judge, on the caller's thread, in the rows'
  // order. What isn't finished at the deadline, or when `interrupt` is raised, is cancelled and
  // stays unjudged.
  PackageJudge(const ProblemPackage& package, ProblemPtr problem, SteadyTime deadline,
               const Interrupt& interrupt, Machine& machine, Finished finished);

  void Judge(const std::vector<PackageRow*>& rows, double limit_s);

 private:
  struct Pending;

  Submission SubmissionOf(const PackageRow& row, size_t part, double limit_s) const;
  void Start(PackageRow* row, double limit_s, Pending* pending);
  void Finish(Pending* pending);
  bool EndsInTime(const std::future<void>& ended) const;

  const ProblemPackage& package_;
  const ProblemPtr problem_;
  const std::vector<TestPart> parts_;
  std::vector<ProblemPtr> part_problems_;
  const SteadyTime deadline_;
  const Interrupt& interrupt_;
  Machine& machine_;
  const Finished finished_;
};

}  // namespace assay
