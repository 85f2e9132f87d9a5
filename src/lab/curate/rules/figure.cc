#include "lab/curate/rules/figure.h"

#include "lab/curate/rules/pattern.h"

namespace assay::curate {

Objection RefersToFigure(std::string_view statement) {
  static const Pattern kPicture(
      R"(!\[[^\]]*\]\(|<img\b|\\includegraphics\b|\[asy\]|\\begin\{(?:tikzpicture|asy)\}|)"
      R"(\.(?:png|jpe?g|gif|svg)\b)");
  static const Pattern kWords(
      R"(\b(?:in|see|from|on|using) (?:the |this )(?:\w+ )?(?:figure|diagram|picture|drawing|)"
      R"(illustration)\b|\b(?:figure|diagram|picture|drawing|illustration) (?:above|below|shows|)"
      R"(shown|at (?:the )?(?:left|right)|on the (?:left|right)|to the (?:left|right))\b|)"
      R"(\b(?:the|this) (?:figure|diagram|picture|illustration) (?:is|illustrates|depicts)\b|)"
      R"(\b(?:fig\.|figure) ?\d|\b(?:as )?(?:shown|pictured|depicted|illustrated) )"
      R"((?:here|below|above|at (?:the )?(?:left|right)|(?:in|on) the (?:figure|diagram|picture|)"
      R"(graph|image|chart|right|left))\b|\b(?:graph|chart|image) (?:shown|below|above)\b)");
  if (auto found = kPicture.FindInContext(statement)) return Finding{"a picture", *found};
  if (auto found = kWords.FindInContext(statement)) return Finding{"points to a picture", *found};
  return std::nullopt;
}

}  // namespace assay::curate
