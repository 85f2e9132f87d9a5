// One problem's way to a judge: its known solutions are run, the problem is classified, the checker
// that it came with is tried, then the comparisons that we have from the strictest on, and where
// none passes the proof a model is asked for a checker, again with what was wrong while tries are
// left.
//
// Thread-safe; blocks.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/synth/generate/asker.h"
#include "lab/synth/generate/checker_prompt.h"
#include "lab/synth/model/problem.h"
#include "lab/synth/prove/proof.h"
#include "service/judge.h"
#include "text/json_writer.h"

namespace assay::synth {

struct SynthesisOptions {
  CheckerForm form = CheckerForm::kTestlib;
  int attempts = 4;  // of the model
  // Whether a model is asked also where the row's own checker or a comparison might do.
  bool ask_anyway = false;
  TrialOptions trials;
};

// A judge that was tried.
struct Attempt {
  Judge judge;
  std::string proof;  // JSON
  bool passed = false;
  std::string generation;  // key of the model's answer; empty: one of ours
  rollout::TokenUsage usage;
  std::string model;  // who says to have answered
};

enum class Ending {
  kGiven,       // the row's own checker
  kConfigured,  // a comparison of ours will do
  kGenerated,   // the model's checker
  kNone,        // nothing passed
  kUnfinished,  // a failure of ours or of the model's endpoint: asked again when it goes on
};
std::string_view ToString(Ending ending);

struct Outcome {
  std::string problem;
  Ending ending = Ending::kUnfinished;
  std::string why;  // of kNone and kUnfinished: a sentence
  Classification classification;
  std::vector<Attempt> attempts;  // the last one is kept, if any is
  std::string prompt;             // what the kept checker's model was asked; empty: none
};

// `asker` may be null: then nobody is asked. `stop`: see RuleOn. Failures are in the outcome.
Outcome SynthesizeJudge(const SynthProblem& problem, const SynthesisOptions& options,
                        service::Judge& judge, Asker* asker, const std::atomic<bool>* stop);

// A JSON object in one line; `prices` say what the answers cost.
std::string OutcomeJson(const SynthProblem& problem, const Outcome& outcome,
                        const rollout::BudgetLimits& prices);
void WriteClassification(const SynthProblem& problem, const Classification& classification,
                         JsonWriter* json);

}  // namespace assay::synth
