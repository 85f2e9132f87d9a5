// What is wrong with a problem, or with what programs do to it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "history/findings/chance.h"
#include "history/findings/detectors.h"

namespace assay {
namespace {

// Nobody, everybody: chance alone leaves out a tenth, or a twentieth, of the programs that rarely.
constexpr double kFewPass = 0.04;
constexpr double kFewFail = 0.08;
constexpr size_t kLeastGroups = 4;
const double kHundredth = std::log(0.01);
// Where all who get as far as one test fail it, fewer are enough.
constexpr int64_t kLeastFailures = 40;
constexpr int64_t kLeastStopped = 12;
constexpr double kLeastStoppedShare = 0.15;

constexpr int64_t kLeastCrashes = 3;
constexpr double kUsualCrashShare = 0.005;
const double kTenThousandth = std::log(1e-4);

constexpr int64_t kLeastTimed = 15;
constexpr double kNearShare = 0.5;
constexpr int64_t kLeastAcceptedNear = 4;
constexpr double kAcceptedNearShare = 0.15;

constexpr int64_t kLeastFlips = 2;
constexpr double kUsualFlipShare = 0.01;

constexpr int64_t kLeastMarks = 5;
constexpr size_t kLeastMarkedGroups = 2;
constexpr double kUsualMarkShare = 0.005;  // at least
constexpr double kLeastMarkShare = 0.1;
const double kHundredThousandth = std::log(1e-5);

Finding Of(FindingKind kind, Severity severity, const ProblemTally& problem,
           const Evidence& evidence, std::string text) {
  Finding finding;
  finding.kind = kind;
  finding.severity = severity;
  finding.subject_kind = SubjectKind::kProblem;
  finding.subject = problem.name;
  finding.text = std::move(text);
  finding.count = evidence.count;
  finding.since = evidence.since;
  finding.evidence = evidence.ids;
  return finding;
}

void AllFail(const ProblemTally& problem, std::vector<Finding>* found) {
  if (problem.ran_failed < problem.ran || problem.groups.size() < kLeastGroups) return;
  std::string text =
      fmt::format("None of {} programs in {} groups passed.", problem.ran, problem.groups.size());
  // Nobody gets beyond this test.
  const auto [test, stopped] = *problem.first_failed.rbegin();
  const bool same_test =
      problem.ran >= kLeastFailures && test >= 0 && stopped >= kLeastStopped &&
      static_cast<double>(stopped) >= kLeastStoppedShare * static_cast<double>(problem.ran);
  if (same_test) {
    text += fmt::format(" All {} that get as far as test {} fail it: its expectation may be wrong.",
                        stopped, test);
  } else if (LogChanceOfAtMost(0, problem.ran, kFewPass) > kHundredth) {
    return;
  }
  found->push_back(Of(FindingKind::kProblemAllFail,
                      same_test ? Severity::kSerious : Severity::kWarning, problem,
                      problem.failures, std::move(text)));
}

void AllPass(const ProblemTally& problem, std::vector<Finding>* found) {
  if (problem.groups.size() < kLeastGroups) return;
  if (LogChanceOfAtMost(problem.ran_failed, problem.ran, kFewFail) > kHundredth) return;
  found->push_back(
      Of(FindingKind::kProblemAllPass, Severity::kNote, problem, problem.passes,
         fmt::format("{} of {} programs in {} groups passed: nothing is learned from it, or its "
                     "tests accept anything.",
                     problem.ran - problem.ran_failed, problem.ran, problem.groups.size())));
}

void CheckerCrashes(const ProblemTally& problem, std::vector<Finding>* found) {
  const int64_t count = problem.checker_failures.count;
  if (count < kLeastCrashes || problem.checker_failure_groups.size() < 2) return;
  if (LogChanceOfAtLeast(count, problem.total, kUsualCrashShare) > kTenThousandth) return;
  found->push_back(Of(
      FindingKind::kCheckerCrashes, Severity::kSerious, problem, problem.checker_failures,
      fmt::format("The special judge broke down on {} of {} submissions.", count, problem.total)));
}

void NearLimit(const ProblemTally& problem, std::vector<Finding>* found) {
  if (problem.timed_near < kLeastTimed) return;
  if (LowestShare(problem.timed_near, problem.timed, 1) < kNearShare) return;
  const auto accepted = static_cast<double>(std::max<int64_t>(problem.accepted_timed, 1));
  if (problem.accepted_near < kLeastAcceptedNear ||
      static_cast<double>(problem.accepted_near) < kAcceptedNearShare * accepted) {
    return;
  }
  found->push_back(
      Of(FindingKind::kNearLimit, Severity::kWarning, problem, problem.near_limit,
         fmt::format("{} of {} programs that pass or run out of time use 75 to 125 % of the limit "
                     "of {:.1f} s: the machine decides as much as the program.",
                     problem.timed_near, problem.timed, problem.cpu_limit_ms / 1e3)));
}

void Flips(const ProblemTally& problem, std::vector<Finding>* found) {
  const int64_t count = problem.flip_count;
  if (count < kLeastFlips) return;
  if (LogChanceOfAtLeast(count, problem.repeats, kUsualFlipShare) > kHundredth) return;
  found->push_back(Of(FindingKind::kVerdictFlips, Severity::kSerious, problem, problem.flips,
                      fmt::format("{} of {} repeated runs of the same program ended otherwise than "
                                  "most of them.",
                                  count, problem.repeats)));
}

struct MarkRule {
  Mark mark;
  FindingKind kind;
  const char* what;
};
constexpr MarkRule kMarkRules[] = {
    {Mark::kConstantOutput, FindingKind::kConstantOutput, "print the same for inputs that differ"},
    {Mark::kSpecialCasedInputs, FindingKind::kSpecialCasedInputs,
     "have inputs or expected outputs of tests in their text"},
    {Mark::kEarlyExit, FindingKind::kEarlyExit, "ended before the call returned"},
    {Mark::kPassWithoutReading, FindingKind::kPassWithoutReading,
     "passed without reading the inputs"},
};

int64_t ObservedOf(const ProblemTally& problem, Mark mark) {
  return CountsWhenEarned(mark) ? problem.earned : problem.ran;
}

void Marked(const ProblemTally& problem, const MarkRule& rule, int64_t all_marked,
            int64_t all_observed, std::vector<Finding>* found) {
  const auto mark = static_cast<size_t>(rule.mark);
  const Evidence& evidence = problem.marked[mark];
  if (evidence.count < kLeastMarks || problem.marked_groups[mark].size() < kLeastMarkedGroups) {
    return;
  }
  const int64_t observed = ObservedOf(problem, rule.mark);
  const double share = static_cast<double>(evidence.count) / static_cast<double>(observed);
  const auto others = static_cast<double>(std::max<int64_t>(all_observed - observed, 1));
  const double usual =
      std::clamp(static_cast<double>(all_marked - evidence.count) / others, kUsualMarkShare, 0.5);
  if (share < kLeastMarkShare ||
      LogChanceOfAtLeast(evidence.count, observed, usual) > kHundredThousandth) {
    return;
  }
  found->push_back(
      Of(rule.kind, share >= 0.3 ? Severity::kSerious : Severity::kWarning, problem, evidence,
         fmt::format("{} of {} programs{} {}; on other problems {:.1f} % do.", evidence.count,
                     observed, CountsWhenEarned(rule.mark) ? " with a reward" : "", rule.what,
                     usual * 100)));
}

}  // namespace

std::vector<Finding> FindInProblems(const std::vector<ProblemTally>& problems) {
  std::vector<Finding> found;
  std::array<int64_t, kMarks> marked{};
  std::array<int64_t, kMarks> observed{};
  for (const ProblemTally& problem : problems) {
    for (size_t mark = 0; mark < kMarks; ++mark) {
      marked[mark] += problem.marked[mark].count;
      observed[mark] += ObservedOf(problem, static_cast<Mark>(mark));
    }
  }
  for (const ProblemTally& problem : problems) {
    AllFail(problem, &found);
    AllPass(problem, &found);
    CheckerCrashes(problem, &found);
    NearLimit(problem, &found);
    Flips(problem, &found);
    for (const MarkRule& rule : kMarkRules) {
      const auto mark = static_cast<size_t>(rule.mark);
      Marked(problem, rule, marked[mark], observed[mark], &found);
    }
  }
  return found;
}

}  // namespace assay
