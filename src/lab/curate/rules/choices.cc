#include "lab/curate/rules/choices.h"

#include "base/text.h"
#include "lab/curate/rules/pattern.h"

namespace assay::curate {

Objection ChoiceQuestion(std::string_view statement, std::string_view answer) {
  // Not of P(A), P(B): a letter or another bracket before it makes it an argument.
  static const Pattern kBracketed(
      R"((?-i:(?s:(?:^|[^A-Za-z0-9)\]])\(A\).*(?:^|[^A-Za-z0-9)\]])\(B\).*)"
      R"((?:^|[^A-Za-z0-9)\]])\(C\))))");
  static const Pattern kLines(
      R"((?-i:(?:^|\n)[\s*]*A[.):][\s\S]*\n[\s*]*B[.):][\s\S]*\n[\s*]*C[.):]))");
  static const Pattern kInARow(
      R"((?-i:(?:^|\s)A[.)]\s?\S[\s\S]{0,80}?\sB[.)]\s?\S[\s\S]{0,80}?\sC[.)]\s?\S[\s\S]{0,80}?)"
      R"(\sD[.)]\s?\S))");
  static const Pattern kWords(
      R"(\bwhich (?:one )?of the (?:following|options|statements)|\bchoose (?:the|one) (?:correct|)"
      R"(best|right|answer|option)|\bselect (?:the (?:correct|best|right)|all that apply)|)"
      R"(\bmultiple[- ]choice\b|\bcorrect (?:option|choice)\b|\bof the following (?:options|)"
      R"(statements|choices)\b)");
  static const Pattern kTrueFalse(
      R"(\btrue or false\b|\btrue ?/ ?false\b|\bis (?:the|this) (?:\w+ )?statement (?:true|correct)|)"
      R"(\bdetermine whether the (?:\w+ )?(?:statement|assertion|claim)\b)");
  static const Pattern kLetter(R"(^(?:\\text(?:bf)?\{)?\(?(?-i:[A-E])\)?\}?[.)]?$)");
  static const Pattern kTruth(R"(^(?:\\text\{)?(?:true|false|yes|no)\}?\.?$)");

  for (const Pattern* options : {&kBracketed, &kLines, &kInARow}) {
    if (auto found = options->FindInContext(statement)) return Finding{"options", *found};
  }
  if (auto found = kWords.FindInContext(statement)) return Finding{"asks for a choice", *found};
  if (auto found = kTrueFalse.FindInContext(statement)) return Finding{"true or false", *found};
  std::string_view bare = TrimAsciiSpace(answer);
  if (bare.size() >= 2 && bare.front() == '$' && bare.back() == '$') {
    bare = TrimAsciiSpace(bare.substr(1, bare.size() - 2));
  }
  if (kLetter.In(bare)) return Finding{"the answer is an option", std::string(bare)};
  if (kTruth.In(bare)) return Finding{"the answer is true or false", std::string(bare)};
  return std::nullopt;
}

}  // namespace assay::curate
