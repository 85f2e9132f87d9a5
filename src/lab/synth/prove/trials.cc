#include "lab/synth/prove/trials.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "base/enum_names.h"
#include "lab/mutate/outputs/tokens.h"

namespace assay::synth {
namespace {

using mutate::OutputChange;

constexpr auto kDutyNames = MakeEnumNames<Duty>({
    {Duty::kAccept, "accept"},
    {Duty::kReject, "reject"},
    {Duty::kRejectNearlyAll, "reject_nearly_all"},
    {Duty::kRejectMost, "reject_most"},
    {Duty::kNone, "none"},
});
static_assert(kDutyNames.IsWholeUpTo(Duty::kNone));

// Whose order of lines or tokens, or letters' case, may not matter to the rules.
constexpr std::array kMayBeRight = {OutputChange::kSwappedLines, OutputChange::kSwappedTokens,
                                    OutputChange::kReversedLines, OutputChange::kCase};

bool MayBeRight(OutputChange change) {
  return std::find(kMayBeRight.begin(), kMayBeRight.end(), change) != kMayBeRight.end();
}

// What has more or fewer tokens than an answer, or is none of this test's.
constexpr std::array kOtherForm = {OutputChange::kTruncated, OutputChange::kExtended,
                                   OutputChange::kDroppedToken, OutputChange::kEcho};

bool HasOtherForm(OutputChange change) {
  return std::find(kOtherForm.begin(), kOtherForm.end(), change) != kOtherForm.end();
}

class Planner {
 public:
  Planner(const SynthProblem& problem, const std::vector<SolutionRun>& runs,
          const Classification& classification, const TrialOptions& options)
      : problem_(problem), runs_(runs), classification_(classification), options_(options) {}

  TrialPlan Plan() {
    for (size_t test = 0; test < problem_.tests.size(); ++test) {
      Add({test, problem_.tests[test].expected, Duty::kAccept, "reference", {}});
    }
    AddSolutions(true);
    AddSolutions(false);
    AddMutants();
    return std::move(plan_);
  }

 private:
  // The trial's number. The same output of the same test is one trial, with the stricter duty.
  size_t Add(Trial trial) {
    const auto [place, fresh] =
        known_.emplace(std::pair(trial.test, trial.text), plan_.trials.size());
    if (fresh) plan_.trials.push_back(std::move(trial));
    return place->second;
  }

  void AddSolutions(bool right) {
    for (const SolutionRun& run : runs_) {
      if (run.right != right) continue;
      SolutionTrials solution{run.name, run.right, run.whole(), false, {}};
      for (size_t test = 0; test < run.outputs.size(); ++test) {
        if (!run.outputs[test]) continue;
        const std::string& text = *run.outputs[test];
        solution.differs |= !mutate::SameTokensInAnyCase(text, problem_.tests[test].expected);
        solution.trials.push_back(
            Add({test, text, right ? Duty::kAccept : Duty::kNone, run.name, {}}));
      }
      plan_.solutions.push_back(std::move(solution));
    }
  }

  // Whether the rules let the change be a right answer of this test as well.
  bool KnownRight(size_t test, std::string_view text) const {
    if (mutate::SameTokens(text, problem_.tests[test].expected)) return true;
    return std::any_of(runs_.begin(), runs_.end(), [&](const SolutionRun& run) {
      return run.right && run.outputs[test] && mutate::SameTokens(text, *run.outputs[test]);
    });
  }

  bool WithinTolerance(size_t test, std::string_view text) const {
    const Disagreement how = Differ(problem_.tests[test].expected, text);
    return how.difference == Difference::kFloat || how.difference == Difference::kCase;
  }

  Duty DutyOf(size_t test, const mutate::OutputMutant& mutant) const {
    if (KnownRight(test, mutant.text)) return Duty::kNone;
    switch (mutate::RelationOf(mutant.change)) {
      case mutate::Relation::kSameAnswer: return Duty::kNone;
      case mutate::Relation::kNoAnswer: return Duty::kReject;
      case mutate::Relation::kOtherAnswer: break;
    }
    // That order or case matters is what nobody says where it does.
    if (MayBeRight(mutant.change)) return Duty::kNone;
    if (classification_.MaybeSeveral()) {
      // Many judges of several answers read the one that they judge, and look no further.
      return mutant.change == OutputChange::kExtended ? Duty::kNone : Duty::kRejectMost;
    }
    if (mutant.change == OutputChange::kFloatOutside) {
      return classification_.tolerance_stated ? Duty::kReject : Duty::kRejectMost;
    }
    if (WithinTolerance(test, mutant.text)) return Duty::kNone;
    return HasOtherForm(mutant.change) ? Duty::kReject : Duty::kRejectNearlyAll;
  }

  void AddMutants() {
    std::vector<size_t> order(problem_.tests.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return problem_.tests[a].expected.size() < problem_.tests[b].expected.size();
    });
    size_t mutated = 0;
    for (const size_t test : order) {
      if (mutated == options_.mutated_tests) break;
      if (problem_.tests[test].expected.size() > options_.most_mutated_bytes) continue;
      ++mutated;
      mutate::OutputSurroundings around;
      around.input = problem_.tests[test].input;
      if (around.input.size() > options_.most_mutated_bytes) around.input = {};
      if (test != 0) around.sample = problem_.tests[0].expected;
      for (size_t i = 1; i < problem_.tests.size() && around.other_answers.size() < 8; ++i) {
        const std::string& other = problem_.tests[(test + i) % problem_.tests.size()].expected;
        if (other.size() <= options_.most_mutated_bytes) around.other_answers.push_back(other);
      }
      if (classification_.decimals) around.tolerance = classification_.WidestTolerance();
      AddMutantsOf(test, problem_.tests[test].expected, around);
    }
    if (options_.huge && !order.empty()) {
      Add({order[0], mutate::HugeOutput().text, Duty::kReject, "mutant", OutputChange::kHuge});
    }
  }

  void AddMutantsOf(size_t test, const std::string& text,
                    const mutate::OutputSurroundings& around) {
    for (mutate::OutputMutant& mutant :
         mutate::MutateOutput(text, around, options_.seed * 1000003 + test)) {
      const Duty duty = DutyOf(test, mutant);
      Add({test, std::move(mutant.text), duty, "mutant", mutant.change});
    }
  }

  const SynthProblem& problem_;
  const std::vector<SolutionRun>& runs_;
  const Classification& classification_;
  const TrialOptions& options_;
  TrialPlan plan_;
  std::map<std::pair<size_t, std::string>, size_t> known_;
};

}  // namespace

std::string_view ToString(Duty duty) {
  return kDutyNames.NameOf(duty);
}

TrialPlan PlanTrials(const SynthProblem& problem, const std::vector<SolutionRun>& runs,
                     const Classification& classification, const TrialOptions& options) {
  return Planner(problem, runs, classification, options).Plan();
}

std::vector<AcceptedOutput> AcceptedOutputs(const std::vector<SolutionRun>& runs) {
  std::vector<AcceptedOutput> outputs;
  for (const SolutionRun& run : runs) {
    if (!run.right) continue;
    for (size_t test = 0; test < run.outputs.size(); ++test) {
      if (run.outputs[test]) outputs.push_back({test, run.name, *run.outputs[test]});
    }
  }
  return outputs;
}

}  // namespace assay::synth
