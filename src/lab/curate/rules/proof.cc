#include "lab/curate/rules/proof.h"

#include "lab/curate/rules/pattern.h"

namespace assay::curate {

Objection ProofQuestion(std::string_view statement) {
  // To show that begins a sentence, or joins another demand: a score that has to show is none.
  static const Pattern kProof(
      R"(\b(?:dis)?prove\b|\bproof\b|(?:^|[.!?:;,]\s*|\n\s*|\b(?:and|or|then|also|please|hence)\s+))"
      R"((?:show|demonstrate)(?:,? (?:also|then|further|hence))?(?: that|:| why| how)\b)");
  if (auto found = kProof.FindInContext(statement)) return Finding{"asks for a proof", *found};
  return std::nullopt;
}

}  // namespace assay::curate
