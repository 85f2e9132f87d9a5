#include "lab/curate/rules/proof.h"

#include "lab/curate/rules/pattern.h"

namespace assay::curate {

Objection ProofQuestion(std::string_view statement) {
  static const Pattern kProof(
      R"(\b(?:dis)?prove\b|\bproof\b|\b(?:show|demonstrate)(?:,? (?:also|then|further|hence))?)"
      R"((?: that|:| why| how)\b)");
  if (auto found = kProof.FindInContext(statement)) return Finding{"asks for a proof", *found};
  return std::nullopt;
}

}  // namespace assay::curate
