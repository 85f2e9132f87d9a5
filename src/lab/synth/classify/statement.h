// What a statement says about how outputs are to be judged: the passages that allow several answers
// or a tolerance. Pure, thread-safe, linear in the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::synth {

enum class Hint {
  kAnyAnswer,  // "if there are several, print any"
  kAnyOrder,   // "in any order"
  kTolerance,  // "absolute or relative error of 1e-6"
  kAnyCase,    // "in any case"
};

struct Passage {
  Hint hint = Hint::kAnyAnswer;
  std::string text;   // with a few words around it
  double weight = 0;  // how much it says, 0 to 1
};

struct StatementHints {
  std::vector<Passage> passages;  // in the order of the text
  // What the statement allows; the smallest that it names.
  std::optional<double> tolerance;

  double WeightOf(Hint hint) const;  // of the strongest passage; 0: there is none
};

StatementHints ReadStatement(std::string_view statement);

}  // namespace assay::synth
