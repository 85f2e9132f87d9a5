#include "lab/curate/rules/brief.h"

#include <vector>

#include "lab/curate/ngrams/words.h"
#include "text/excerpt.h"

namespace assay::curate {

Objection BriefPrompt(std::string_view statement, int64_t fewest_words) {
  std::vector<Word> words;
  SplitWords(statement, WordForm::kNormalised, &words);
  if (static_cast<int64_t>(words.size()) >= fewest_words) return std::nullopt;
  return Finding{"too brief", Excerpt(statement)};
}

}  // namespace assay::curate
