// Proof: what came of a judge's trials: whether it may judge, what it failed on, and how often it
// is right about what is known. Plain values and pure functions; ProveJudge, which asks, is thread-
// safe and blocks.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/shared/intervals/wilson.h"
#include "lab/synth/model/problem.h"
#include "lab/synth/prove/rulings.h"
#include "lab/synth/prove/trials.h"
#include "service/judge.h"

namespace assay::synth {

enum class Check {
  kUsable,            // it compiles, and works on a reference
  kAcceptsReference,  // also where exact match accepts
  kAcceptsSolutions,
  kRejectsNoAnswer,  // empty, garbage, 10 MB, the form without the meaning
  kRejectsMutants,   // of the only right output, as far as is known
  kRejectsMost,      // of another answer's kind
  kRejectsWrong,     // solutions
  kNeverBreaks,
};
// "accepts_reference".
std::string_view ToString(Check check);

struct ProofFailure {
  Check check = Check::kUsable;
  std::optional<size_t> test;
  std::string origin;   // of the output
  std::string output;   // the beginning
  std::string what;     // a sentence
  std::string message;  // the judge's own
};

// Right of so many, with a 95 % interval.
struct Share {
  size_t right = 0;
  size_t of = 0;

  double value() const {
    return of == 0 ? 0 : static_cast<double>(right) / static_cast<double>(of);
  }
  lab::Interval interval() const;
};

struct Proof {
  bool passed = false;
  // Why there is no telling: a failure of ours. `passed` says nothing then.
  std::string undecided;
  std::vector<ProofFailure> failures;  // the first few of each check
  size_t failed_trials = 0;
  Share accepted_right;   // outputs known to be right: the judge's true positives
  Share rejected_wrong;   // outputs known to be no answer or a wrong one: true negatives
  Share right_solutions;  // accepted on every test
  Share wrong_solutions;  // rejected on some test
  // By change: how many the judge rejected, whatever binds.
  std::map<std::string, Share> kills;
  size_t trials = 0;
  size_t gave_up = 0;  // of them: it ruled on none of those
};

inline constexpr int kMostFailuresOfOne = 3;

// `rulings`: one for each of the first trials of the plan; later ones weren't asked about, which
// happens when the first ones decide.
Proof ReadRulings(const SynthProblem& problem, const TrialPlan& plan,
                  const std::vector<Ruled>& rulings);

// What right outputs come to decides alone when the judge rejects any of them, and what fails often
// isn't tried to the end.
Result<Proof> ProveJudge(const SynthProblem& problem, const TrialPlan& plan, const Judge& candidate,
                         service::Judge& judge, const std::atomic<bool>* stop);

// A JSON object.
std::string ProofJson(const SynthProblem& problem, const Proof& proof);
// Sentences for whoever mends the judge; empty when it passed.
std::string Feedback(const SynthProblem& problem, const Proof& proof);

}  // namespace assay::synth
