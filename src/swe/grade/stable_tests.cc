#include "swe/grade/stable_tests.h"

#include <map>
#include <utility>

namespace assay::swe {
namespace {

constexpr char kStage[] = "swe.tests";

// Of one test over all runs of a kind.
struct Tally {
  size_t passed = 0;
  size_t seen = 0;
  bool two_outcomes = false;  // in one run
};
using Tallies = std::map<std::string, Tally>;

Tallies Count(std::span<const TestReport> runs) {
  Tallies tallies;
  for (const TestReport& run : runs) {
    std::map<std::string, TestOutcome> outcomes;
    for (const TestRecord& each : run.records) {
      const auto [at, fresh] = outcomes.emplace(each.name, each.outcome);
      if (!fresh && at->second != each.outcome) tallies[each.name].two_outcomes = true;
    }
    for (const auto& [name, outcome] : outcomes) {
      Tally& tally = tallies[name];
      ++tally.seen;
      tally.passed += outcome == TestOutcome::kPassed ? 1 : 0;
    }
  }
  return tallies;
}

std::string Share(size_t passed, size_t runs, const char* of) {
  return "passes in " + std::to_string(passed) + " of " + std::to_string(runs) + " runs of " + of;
}

Status CheckRuns(std::span<const TestReport> runs, const std::string& of, bool may_stop) {
  if (runs.empty()) {
    return Error{ErrorCode::kInvalidArgument, kStage, 0, "there is no run of " + of};
  }
  for (const TestReport& run : runs) {
    const bool stopped = run.fault == ReportFault::kStopped || run.fault == ReportFault::kNothing;
    if (run.complete() || (may_stop && stopped)) continue;
    return Error{ErrorCode::kInvalidArgument, kStage, 0, "a run of " + of + ": " + run.problem};
  }
  return {};
}

}  // namespace

Result<SortedTests> SortTests(std::span<const TestReport> reference,
                              std::span<const TestReport> nothing) {
  ASSAY_RETURN_IF_ERROR(CheckRuns(reference, "the reference", false));
  ASSAY_RETURN_IF_ERROR(CheckRuns(nothing, "nothing", true));
  const Tallies with = Count(reference);
  Tallies without = Count(nothing);
  SortedTests sorted;
  for (const auto& [name, tally] : with) {
    const Tally& before = without[name];
    if (tally.two_outcomes || before.two_outcomes) {
      sorted.set_aside.push_back({name, "has two outcomes in one run"});
    } else if (tally.passed == 0) {
      sorted.set_aside.push_back({name, "never passes with the reference"});
    } else if (tally.passed < reference.size()) {
      sorted.set_aside.push_back({name, Share(tally.passed, reference.size(), "the reference")});
    } else if (before.passed == 0) {
      sorted.fail_to_pass.push_back(name);
    } else if (before.passed == nothing.size()) {
      sorted.pass_to_pass.push_back(name);
    } else {
      sorted.set_aside.push_back({name, Share(before.passed, nothing.size(), "nothing")});
    }
  }
  for (const auto& [name, tally] : without) {
    if (tally.seen > 0 && with.count(name) == 0) {
      sorted.set_aside.push_back({name, "isn't there with the reference"});
    }
  }
  return sorted;
}

}  // namespace assay::swe
