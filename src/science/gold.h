// Gold: what a gold answer is read as, which says how answers are compared with it. Plain values
// and pure functions; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "science/answer/found_answer.h"
#include "science/chemistry/chemistry.h"
#include "science/kind.h"
#include "science/read/quantity.h"

namespace assay::science {

// A gold in every reading that fits it; the first that is there decides.
struct Gold {
  Kind kind = Kind::kText;
  std::string written;
  std::optional<Choice> choice;
  std::optional<Configuration> configuration;
  std::optional<Reaction> reaction;
  std::optional<Quantities> quantities;
  std::vector<Formula> formulas;
};

// `may_choose`: it may be an option's letter.
Gold ReadGold(std::string_view written, bool may_choose);

// As texts are compared: blanks and a final point aside. The case of a first letter means nothing
// in a word, and all in a genotype ("Aa").
std::string FoldedText(std::string_view text);
// "yes", "False".
bool IsTruth(std::string_view text);

}  // namespace assay::science
