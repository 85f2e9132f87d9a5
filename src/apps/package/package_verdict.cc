#include "apps/package/package_verdict.h"

#include <algorithm>

#include "grading/grade.h"
#include "judging/outcome.h"
#include "judging/runs/near_limit.h"

namespace assay {
namespace {

std::string FolderOf(const TestCase& test) {
  const size_t slash = test.id.rfind('/');
  return slash == std::string::npos ? std::string() : test.id.substr(0, slash);
}

double WorthOf(const TestResult& test) {
  return test.share.value_or(test.verdict == Verdict::kAccepted ? 1 : 0);
}

// What was earned of the tests that count.
double ScoreOf(const std::vector<TestPart>& parts, const SubmissionResult& result) {
  double earned = 0;
  size_t counted = 0;
  for (const TestPart& part : parts) {
    if (!part.scored) continue;
    counted += part.end - part.begin;
    const auto begin = result.tests.begin() + static_cast<ptrdiff_t>(part.begin);
    const auto end = result.tests.begin() + static_cast<ptrdiff_t>(part.end);
    const bool passed = std::all_of(
        begin, end, [](const TestResult& test) { return test.verdict == Verdict::kAccepted; });
    if (part.group && !passed) continue;
    for (auto test = begin; test != end; ++test) earned += WorthOf(*test);
  }
  return counted == 0 ? 0 : earned / static_cast<double>(counted);
}

}  // namespace

std::vector<TestPart> PartsOf(const ProblemPackage& package) {
  if (!package.scoring) return {{0, package.tests.size()}};
  std::vector<TestPart> parts;
  std::string last;
  bool secret = false;
  for (size_t i = 0; i < package.tests.size(); ++i) {
    const std::string folder = FolderOf(package.tests[i]);
    if (parts.empty() || folder != last) {
      TestPart part;
      part.begin = i;
      part.group = folder != "secret";
      part.scored = folder != "sample";
      if (!part.group) part.stop = StopPolicy::kRunAll;
      secret |= part.scored;
      parts.push_back(part);
      last = folder;
    }
    parts.back().end = i + 1;
  }
  for (TestPart& part : parts) part.scored |= !secret;
  return parts;
}

SubmissionResult UnderLimits(const ProblemPackage& package, const ProblemPtr& problem,
                             SubmissionResult run, const Limits& limits) {
  for (size_t i = 0; i < run.tests.size(); ++i) {
    TestResult& test = run.tests[i];
    if (!test.executed || test.cause != Cause::kCandidate) continue;
    if (!ExceedsTime(test.run, limits)) continue;
    StopAtLimit(limits, &test.run);
    Apply(GradeRun(*problem, problem->tests[i], test.run, ""), &test);
  }
  Submission whole;
  whole.problem = problem;
  whole.stop = package.scoring ? StopPolicy::kRunAll : StopPolicy::kFirstFailure;
  Aggregate(whole, &run);
  if (package.scoring && run.score && run.tests.size() == package.tests.size()) {
    run.score = ScoreOf(PartsOf(package), run);
  }
  return run;
}

Agreement AgreementOf(const Expectation& expectation, const SubmissionResult& under_limit,
                      const SubmissionResult& with_extra_time) {
  const auto first = Agrees(expectation, under_limit);
  if (first.value_or(false)) return Agreement::kUnderLimit;
  const auto second = Agrees(expectation, with_extra_time);
  if (second.value_or(false)) return Agreement::kWithExtraTime;
  return first || second ? Agreement::kNone : Agreement::kUnknown;
}

}  // namespace assay
