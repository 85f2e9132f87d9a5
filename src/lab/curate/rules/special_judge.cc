#include "lab/curate/rules/special_judge.h"

#include "lab/curate/rules/pattern.h"

namespace assay::curate {

Objection NeedsSpecialJudge(std::string_view statement) {
  static const Pattern kInteractive(
      R"(\binteractive (?:problem|task|judge)|\bthis (?:problem|task) is interactive\b|)"
      R"(\bflush (?:the |your )?(?:output|stdout|standard output|buffer)|\bfflush\b|)"
      R"(\binteract with the (?:judge|grader|system|interactor))");
  static const Pattern kAny(
      R"(\b(?:print|output|return|find|report|choose|give|display) any(?:one)?)"
      R"((?: of (?:them|these|the)| one| valid| possible| such| correct| solution| answer| order|[.;,])|)"
      R"(\bany (?:valid|correct|of the valid|of the possible) (?:answer|solution|output|one)|)"
      R"(\b(?:in|with) any order\b|\bany of them (?:is|will be|would be|are) accepted)");
  static const Pattern kSeveral(
      R"(\bif there (?:are|is|exist)(?: more than one| several| multiple| many)(?: \w+)? )"
      R"((?:answers?|solutions?|ways?|options?|strings?|sequences?|permutations?)[\s\S]{0,80})");
  // Which of them makes it one answer.
  static const Pattern kWhichOne(
      R"(\b(?:smallest|largest|lexicographic\w*|minimum|maximum|minimal|maximal|least|greatest|)"
      R"(shortest|longest|first|last|earliest|latest)\b)");
  if (auto found = kInteractive.FindInContext(statement)) return Finding{"interactive", *found};
  if (auto found = kAny.FindInContext(statement)) return Finding{"several answers", *found};
  const auto several = kSeveral.Find(statement);
  if (several && !kWhichOne.In(*several)) {
    return Finding{"several answers", *kSeveral.FindInContext(statement)};
  }
  return std::nullopt;
}

}  // namespace assay::curate
