// Classify: whether a problem has one right output a test, several, or numbers with a tolerance,
// from what its statement says and from how outputs that are right differ; with the evidence. And
// Configure: which comparisons that we have could judge it, the strictest first.
//
// Nothing here decides: a comparison is chosen when it passes the proof. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/synth/classify/disagreement.h"
#include "lab/synth/classify/statement.h"
#include "lab/synth/model/problem.h"

namespace assay::synth {

enum class ProblemClass { kSingle, kFloat, kMultiple, kBoth };
// "none", "float", "multiple", "both": which special judging it needs.
std::string_view ToString(ProblemClass kind);

// Two right outputs of one test.
struct DisagreeingOutput {
  size_t test = 0;
  std::string solution;
  Disagreement how;
};

// What an accepted solution printed.
struct AcceptedOutput {
  size_t test = 0;
  std::string solution;
  std::string text;
};

struct Classification {
  ProblemClass kind = ProblemClass::kSingle;
  double confidence = 0;  // 0 to 1
  std::vector<Passage> passages;
  // The first of each kind of difference.
  std::vector<DisagreeingOutput> disagreements;
  size_t compared = 0;  // outputs of accepted solutions
  std::optional<double> tolerance;
  bool tolerance_stated = false;  // by the statement; else it follows from the outputs
  bool any_order = false;         // several answers that differ only in their order
  bool any_case = false;
  // Outputs are words of yes and no; of a few, so that letters' case tells nothing; decimals.
  bool yes_no = false;
  bool few_words = false;
  bool decimals = false;
  // The statement asks for something of which there may be several ("find a path"), though nothing
  // says so.
  bool asks_for_one = false;

  // Another output than those that are known may be right.
  bool MaybeSeveral() const {
    return kind == ProblemClass::kMultiple || kind == ProblemClass::kBoth || asks_for_one;
  }
  // Of the comparisons that may be right: where nobody says what is allowed, more than was seen.
  std::optional<double> WidestTolerance() const;
};

Classification Classify(const SynthProblem& problem, const std::vector<AcceptedOutput>& outputs);

// From the strictest on. Empty: none of ours can judge several answers.
std::vector<Judge> Configure(const Classification& classification);

}  // namespace assay::synth
