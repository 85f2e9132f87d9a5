#include "lab/synth/prove/proof.h"

#include <algorithm>
#include <set>

#include "base/enum_names.h"

namespace assay::synth {
namespace {

constexpr auto kCheckNames = MakeEnumNames<Check>({
    {Check::kUsable, "usable"},
    {Check::kAcceptsReference, "accepts_reference"},
    {Check::kAcceptsSolutions, "accepts_solutions"},
    {Check::kRejectsNoAnswer, "rejects_no_answer"},
    {Check::kRejectsMutants, "rejects_mutants"},
    {Check::kRejectsMost, "rejects_most"},
    {Check::kRejectsWrong, "rejects_wrong_solutions"},
    {Check::kNeverBreaks, "never_breaks"},
});
static_assert(kCheckNames.IsWholeUpTo(Check::kNeverBreaks));

// Of trials that bind together: how many there must be, and which share may pass.
constexpr size_t kEnoughTogether = 3;
constexpr double kMostAccepted = 0.5;
// Where one answer is right as far as is known: what may pass of a change, one at least, and of all
// of them. A judge of one answer that is wrong about values lets more pass.
constexpr double kFewAccepted = 0.1;
constexpr double kFewAcceptedOfAll = 0.05;

// A judge that has failed so often is tried no further; looked at after each so many trials.
constexpr size_t kEnoughFailures = 10;
constexpr size_t kTriedAtOnce = 64;

bool FailsAlone(const Trial& trial, Ruling ruling) {
  return ruling == Ruling::kBroke || (trial.duty == Duty::kReject && ruling == Ruling::kAccepted);
}

std::string OriginOf(const Trial& trial) {
  return trial.change ? trial.origin + ":" + std::string(mutate::ToString(*trial.change))
                      : trial.origin;
}

class Reader {
 public:
  Reader(const SynthProblem& problem, const TrialPlan& plan, const std::vector<Ruled>& rulings)
      : problem_(problem), plan_(plan), rulings_(rulings) {}

  Proof Read() {
    proof_.trials = rulings_.size();
    for (size_t i = 0; i < rulings_.size(); ++i) ReadOne(i);
    ReadTogether();
    ReadSolutions();
    proof_.passed = proof_.failed_trials == 0 && rulings_.size() == plan_.trials.size();
    return std::move(proof_);
  }

 private:
  void Fail(Check check, std::optional<size_t> trial, std::string origin, std::string what) {
    ++proof_.failed_trials;
    if (++told_[check] > kMostFailuresOfOne) return;
    ProofFailure failure;
    failure.check = check;
    failure.origin = std::move(origin);
    failure.what = std::move(what);
    if (trial) {
      constexpr size_t kShown = 400;
      failure.test = plan_.trials[*trial].test;
      failure.output = plan_.trials[*trial].text.substr(0, kShown);
      failure.message = rulings_[*trial].message.substr(0, kShown);
    }
    proof_.failures.push_back(std::move(failure));
  }

  void ReadOne(size_t i) {
    const Trial& trial = plan_.trials[i];
    const Ruled& ruled = rulings_[i];
    const bool accepted = ruled.ruling == Ruling::kAccepted;
    switch (ruled.ruling) {
      case Ruling::kNoVerdict:
        if (proof_.undecided.empty()) {
          proof_.undecided =
              "no verdict on " + OriginOf(trial) + ": " + ruled.reason + ", " + ruled.message;
        }
        return;
      case Ruling::kUnusable:
        Fail(Check::kUsable, i, OriginOf(trial), "it can't judge: " + ruled.reason);
        break;
      case Ruling::kBroke:
        Fail(Check::kNeverBreaks, i, OriginOf(trial),
             "it crashes, stalls or breaks a limit on an output instead of rejecting it");
        break;
      case Ruling::kGaveUp: ReadSurrender(i); break;
      case Ruling::kAccepted:
      case Ruling::kRejected: break;
    }
    const bool rejected = !accepted && ruled.ruling != Ruling::kGaveUp;
    if (trial.change) {
      Share& kills = proof_.kills[std::string(mutate::ToString(*trial.change))];
      kills.right += rejected;
      ++kills.of;
    }
    if (trial.duty == Duty::kAccept) {
      proof_.accepted_right.right += accepted;
      ++proof_.accepted_right.of;
      if (!accepted && ruled.ruling == Ruling::kRejected) {
        const bool reference = trial.origin == "reference";
        Fail(reference ? Check::kAcceptsReference : Check::kAcceptsSolutions, i, OriginOf(trial),
             reference ? "it rejects the reference's own output"
                       : "it rejects the output of an accepted solution");
      }
    } else if (trial.duty == Duty::kReject) {
      proof_.rejected_wrong.right += rejected;
      ++proof_.rejected_wrong.of;
      if (accepted) {
        const bool none = mutate::RelationOf(*trial.change) == mutate::Relation::kNoAnswer;
        Fail(none ? Check::kRejectsNoAnswer : Check::kRejectsMutants, i, OriginOf(trial),
             none ? "it accepts what is no answer at all"
                  : "it accepts another answer than the only right one");
      }
    }
  }

  // "The participant has the better answer" may be said of an output that nobody knows, and is then
  // no ruling; of a right one, or of what is no answer, it is as wrong as any other word.
  void ReadSurrender(size_t i) {
    const Trial& trial = plan_.trials[i];
    ++proof_.gave_up;
    if (trial.duty == Duty::kAccept) {
      Fail(Check::kUsable, i, OriginOf(trial), "it gives up on an output that is right");
    } else if (trial.change && mutate::RelationOf(*trial.change) == mutate::Relation::kNoAnswer) {
      Fail(Check::kNeverBreaks, i, OriginOf(trial),
           "it gives up on what is no answer at all instead of rejecting it");
    }
  }

  struct Group {
    size_t of = 0;
    std::vector<size_t> passed;  // accepted, or not ruled on

    bool Exceeds(double share) const {
      return static_cast<double>(passed.size()) > share * static_cast<double>(of);
    }
  };
  void FailTogether(Check check, const Group& group, const std::string& what) {
    Fail(check, group.passed[0], OriginOf(plan_.trials[group.passed[0]]),
         "it rejects " + std::to_string(group.of - group.passed.size()) + " of " +
             std::to_string(group.of) + " outputs " + what);
  }

  void ReadTogether() {
    std::map<std::pair<Duty, mutate::OutputChange>, Group> groups;
    Group nearly_all;
    for (size_t i = 0; i < rulings_.size(); ++i) {
      const Trial& trial = plan_.trials[i];
      const Ruling ruling = rulings_[i].ruling;
      if (ruling == Ruling::kNoVerdict) continue;
      if (trial.duty != Duty::kRejectMost && trial.duty != Duty::kRejectNearlyAll) continue;
      const bool passed = ruling == Ruling::kAccepted || ruling == Ruling::kGaveUp;
      const auto count = [&](Group* group) {
        ++group->of;
        if (passed) group->passed.push_back(i);
      };
      count(&groups[{trial.duty, *trial.change}]);
      if (trial.duty == Duty::kRejectNearlyAll) count(&nearly_all);
    }
    for (const auto& [kind, group] : groups) {
      if (kind.first == Duty::kRejectMost) {
        if (group.of < kEnoughTogether || !group.Exceeds(kMostAccepted)) continue;
        FailTogether(Check::kRejectsMost, group, "that were changed in this way");
      } else if (group.passed.size() > 1 && group.Exceeds(kFewAccepted)) {
        FailTogether(Check::kRejectsMutants, group,
                     "that are another answer than the right one, changed in this way");
      }
    }
    if (nearly_all.Exceeds(kFewAcceptedOfAll)) {
      FailTogether(Check::kRejectsMutants, nearly_all,
                   "that are another answer than the right one");
    }
  }

  void ReadSolutions() {
    for (const SolutionTrials& solution : plan_.solutions) {
      if (solution.trials.empty()) continue;
      bool known = true;
      size_t accepted = 0;
      for (const size_t trial : solution.trials) {
        known &= trial < rulings_.size() && rulings_[trial].ruling != Ruling::kNoVerdict;
        accepted += trial < rulings_.size() && rulings_[trial].ruling == Ruling::kAccepted;
      }
      if (!known) continue;
      const bool all = accepted == solution.trials.size();
      if (solution.right) {
        proof_.right_solutions.right += all;
        ++proof_.right_solutions.of;
      } else if (solution.whole && solution.differs) {
        // One that crashed on a test may be right on the others, and one that printed what the
        // reference did can't be told by any judge.
        proof_.wrong_solutions.right += !all;
        ++proof_.wrong_solutions.of;
        if (all) {
          Fail(Check::kRejectsWrong, FirstThatDiffers(solution), solution.name,
               "it accepts every output of a solution that is known to be wrong");
        }
      }
    }
  }

  size_t FirstThatDiffers(const SolutionTrials& solution) const {
    for (const size_t trial : solution.trials) {
      const Trial& one = plan_.trials[trial];
      if (one.text != problem_.tests[one.test].expected) return trial;
    }
    return solution.trials.front();
  }

  const SynthProblem& problem_;
  const TrialPlan& plan_;
  const std::vector<Ruled>& rulings_;
  std::map<Check, int> told_;
  Proof proof_;
};

}  // namespace

std::string_view ToString(Check check) {
  return kCheckNames.NameOf(check);
}

lab::Interval Share::interval() const {
  if (of == 0) return {0, 1};
  return lab::WilsonInterval(value(), static_cast<double>(of));
}

Proof ReadRulings(const SynthProblem& problem, const TrialPlan& plan,
                  const std::vector<Ruled>& rulings) {
  return Reader(problem, plan, rulings).Read();
}

Result<Proof> ProveJudge(const SynthProblem& problem, const TrialPlan& plan, const Judge& candidate,
                         service::Judge& judge, const std::atomic<bool>* stop) {
  const auto outputs = [&](size_t begin, size_t end) {
    std::vector<GivenOutput> given;
    for (size_t i = begin; i < end; ++i)
      given.push_back({plan.trials[i].test, &plan.trials[i].text});
    return given;
  };
  const auto first_other =
      std::find_if(plan.trials.begin(), plan.trials.end(),
                   [](const Trial& trial) { return trial.duty != Duty::kAccept; });
  const auto right = static_cast<size_t>(first_other - plan.trials.begin());
  ASSAY_ASSIGN_OR_RETURN(std::vector<Ruled> rulings,
                         RuleOn(problem, candidate, outputs(0, right), judge, stop));
  const bool accepts = std::all_of(rulings.begin(), rulings.end(), [](const Ruled& ruled) {
    return ruled.ruling == Ruling::kAccepted;
  });
  size_t failures = 0;
  while (accepts && rulings.size() < plan.trials.size() && failures < kEnoughFailures) {
    const size_t begin = rulings.size();
    const size_t end = std::min(begin + kTriedAtOnce, plan.trials.size());
    ASSAY_ASSIGN_OR_RETURN(std::vector<Ruled> others,
                           RuleOn(problem, candidate, outputs(begin, end), judge, stop));
    for (size_t i = begin; i < end; ++i) {
      failures += FailsAlone(plan.trials[i], others[i - begin].ruling);
    }
    rulings.insert(rulings.end(), std::make_move_iterator(others.begin()),
                   std::make_move_iterator(others.end()));
  }
  return ReadRulings(problem, plan, rulings);
}

}  // namespace assay::synth
