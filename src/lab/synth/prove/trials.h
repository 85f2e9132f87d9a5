// Which outputs a judge is tried on, and what it owes about each. Pure; the same for the same
// seed.
//
// Only what is certain binds. What a reference or an accepted solution printed is right. What holds
// no answer is wrong under any rules. Another answer is wrong where a test has one right output;
// where it has several, a change of one may happen to be another, so such trials bind only
// together: a judge that lets most of them pass doesn't look. That there is one is known by silence
// alone, of the statement and of the solutions; so there, too, a few other values may pass, as long
// as their form is the answer's. Where not even that is certain (the order of lines) a trial is
// counted and binds nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/mutate/outputs/output_mutants.h"
#include "lab/synth/classify/classify.h"
#include "lab/synth/model/problem.h"
#include "lab/synth/prove/solution_runs.h"

namespace assay::synth {

enum class Duty {
  kAccept,
  kReject,
  kRejectNearlyAll,  // of all trials with the same change, and of all with this duty
  kRejectMost,       // of all trials with the same change
  kNone,             // it must not break on it, nothing else
};
std::string_view ToString(Duty duty);

struct Trial {
  size_t test = 0;
  std::string text;
  Duty duty = Duty::kNone;
  std::string origin;  // "reference", a solution's name, "mutant"
  std::optional<mutate::OutputChange> change;
};

// A solution, and the trials that are its outputs.
struct SolutionTrials {
  std::string name;
  bool right = true;
  bool whole = true;  // there is an output of every test
  // Whether any output differs from the reference's: else no judge could tell it.
  bool differs = false;
  std::vector<size_t> trials;
};

struct TrialPlan {
  std::vector<Trial> trials;  // those that must be accepted first
  std::vector<SolutionTrials> solutions;
};

struct TrialOptions {
  uint64_t seed = 1;
  // Tests whose outputs are mutated, the shortest answers first; all tests are judged.
  size_t mutated_tests = 12;
  // Longer outputs aren't mutated.
  size_t most_mutated_bytes = 1 << 20;
  bool huge = true;  // one output of 10 MB
};

TrialPlan PlanTrials(const SynthProblem& problem, const std::vector<SolutionRun>& runs,
                     const Classification& classification, const TrialOptions& options);

// What accepted solutions printed, for Classify.
std::vector<AcceptedOutput> AcceptedOutputs(const std::vector<SolutionRun>& runs);

}  // namespace assay::synth
