// What is wrong with a problem, or with what programs do to it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "history/findings/chance.h"
#include "history/findings/detectors.h"

namespace assay {
namespace {

// Nobody, everybody: with 90 programs chance alone leaves out the others less than once in a
// hundred problems of which one in twenty programs would be among them.
constexpr double kFewOfThem = 0.05;
const double kHundredth = std::log(0.01);
constexpr size_t kLeastGroups = 4;
// The same test stops nearly all: that needs fewer of them.
constexpr int64_t kLeastFailures = 40;
constexpr double kSameTestShare = 0.6;

constexpr int64_t kLeastCrashes = 3;
constexpr double kUsualCrashShare = 0.005;
const double kTenThousandth = std::log(1e-4);

constexpr int64_t kLeastTimed = 15;
constexpr double kNearShare = 0.5;
constexpr double kAcceptedNearShare = 0.3;

constexpr int64_t kLeastFlips = 2;
constexpr double kUsualFlipShare = 0.02;
const double kThousandth = std::log(1e-3);

constexpr int64_t kLeastMarks = 6;
constexpr size_t kLeastMarkedGroups = 3;
constexpr double kUsualMarkShare = 0.01;  // at least
constexpr double kLeastMarkShare = 0.05;
const double kMillionth = std::log(1e-6);

std::string Percent(int64_t part, int64_t whole) {
  return fmt::format("{:.0f} %", 100.0 * static_cast<double>(part) /
                                     static_cast<double>(std::max<int64_t>(whole, 1)));
}

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

// The test that most programs fail first.
std::pair<int32_t, int64_t> MostFailed(const ProblemTally& problem) {
  std::pair<int32_t, int64_t> most{-1, 0};
  for (const auto& [test, count] : problem.first_failed) {
    if (test >= 0 && (count > most.second || (count == most.second && test < most.first))) {
      most = {test, count};
    }
  }
  return most;
}

void AllFail(const ProblemTally& problem, std::vector<Finding>* found) {
  const int64_t passed = problem.ran - problem.ran_failed;
  if (problem.groups.size() < kLeastGroups || problem.ran == 0) return;
  const auto [test, count] = MostFailed(problem);
  const bool same_test =
      passed == 0 && problem.ran >= kLeastFailures &&
      static_cast<double>(count) >= kSameTestShare * static_cast<double>(problem.ran);
  if (!same_test && LogChanceOfAtMost(passed, problem.ran, kFewOfThem) > kHundredth) return;
  std::string text = fmt::format("{} of {} programs in {} groups passed.", passed, problem.ran,
                                 problem.groups.size());
  if (same_test) {
    text += fmt::format(" {} of them fail at test {} first: its expectation may be wrong.",
                        Percent(count, problem.ran), test);
  }
  found->push_back(Of(FindingKind::kProblemAllFail,
                      same_test ? Severity::kSerious : Severity::kWarning, problem,
                      problem.failures, std::move(text)));
}

void AllPass(const ProblemTally& problem, std::vector<Finding>* found) {
  if (problem.groups.size() < kLeastGroups || problem.ran == 0) return;
  if (LogChanceOfAtMost(problem.ran_failed, problem.ran, kFewOfThem) > kHundredth) return;
  found->push_back(
      Of(FindingKind::kProblemAllPass, Severity::kWarning, problem, problem.passes,
         fmt::format("{} of {} programs in {} groups failed: nothing is learned from it, or its "
                     "tests accept anything.",
                     problem.ran_failed, problem.ran, problem.groups.size())));
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
  if (static_cast<double>(problem.accepted_near) < kAcceptedNearShare * accepted) return;
  found->push_back(
      Of(FindingKind::kNearLimit, Severity::kWarning, problem, problem.near_limit,
         fmt::format("{} of {} programs that pass or run out of time use 75 to 125 % of the limit "
                     "of {:.1f} s: the machine decides as much as the program.",
                     problem.timed_near, problem.timed, problem.cpu_limit_ms / 1e3)));
}

void Flips(const ProblemTally& problem, std::vector<Finding>* found) {
  const int64_t count = problem.flips.count;
  if (count < kLeastFlips) return;
  if (LogChanceOfAtLeast(count, problem.repeats, kUsualFlipShare) > kThousandth) return;
  found->push_back(Of(FindingKind::kVerdictFlips, Severity::kSerious, problem, problem.flips,
                      fmt::format("{} of {} repeated runs of the same program ended otherwise than "
                                  "its first.",
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

void Marked(const ProblemTally& problem, const MarkRule& rule, int64_t all_marked,
            int64_t all_observed, std::vector<Finding>* found) {
  const auto mark = static_cast<size_t>(rule.mark);
  const Evidence& evidence = problem.marked[mark];
  if (evidence.count < kLeastMarks || problem.marked_groups[mark].size() < kLeastMarkedGroups) {
    return;
  }
  const int64_t observed = std::max(problem.ran, evidence.count);
  const double share = static_cast<double>(evidence.count) / static_cast<double>(observed);
  const auto others = static_cast<double>(std::max<int64_t>(all_observed - observed, 1));
  const double usual =
      std::clamp(static_cast<double>(all_marked - evidence.count) / others, kUsualMarkShare, 0.5);
  if (share < kLeastMarkShare || LogChanceOfAtLeast(evidence.count, observed, usual) > kMillionth) {
    return;
  }
  found->push_back(Of(rule.kind, share >= 0.2 ? Severity::kSerious : Severity::kWarning, problem,
                      evidence,
                      fmt::format("{} of {} programs {}; on other problems {:.1f} % do.",
                                  evidence.count, observed, rule.what, usual * 100)));
}

}  // namespace

std::vector<Finding> FindInProblems(const std::vector<ProblemTally>& problems) {
  std::vector<Finding> found;
  std::array<int64_t, kMarks> marked{};
  int64_t observed = 0;
  for (const ProblemTally& problem : problems) {
    observed += problem.ran;
    for (size_t mark = 0; mark < kMarks; ++mark) marked[mark] += problem.marked[mark].count;
  }
  for (const ProblemTally& problem : problems) {
    AllFail(problem, &found);
    AllPass(problem, &found);
    CheckerCrashes(problem, &found);
    NearLimit(problem, &found);
    Flips(problem, &found);
    for (const MarkRule& rule : kMarkRules) {
      Marked(problem, rule, marked[static_cast<size_t>(rule.mark)], observed, &found);
    }
  }
  return found;
}

}  // namespace assay
