// Rubrics: weighted reward functions, as a request of POST /v1/score gives them. Plain values.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "api/math/math_run.h"
#include "base/enum_names.h"
#include "llm/judge/grade.h"
#include "math/profiles/profile.h"
#include "science/compare.h"
#include "scoring/group.h"
#include "scoring/schema/json_schema.h"
#include "scoring/text/format.h"
#include "scoring/text/length.h"
#include "scoring/text/parts.h"
#include "scoring/text/pattern.h"
#include "scoring/text/repetition.h"

namespace assay {

enum class FunctionKind {
  kCode,        // judged by the engine
  kMath,        // judged by the rules of /v1/math/verify
  kSwe,         // a patch, graded by running its task's tests
  kFormat,      // of the text, as all up to kScience
  kLength,      //
  kRepetition,  //
  kRegex,       //
  kJsonSchema,  //
  kLogic,       // by the rules of the item's puzzle
  kScience,     // by the rules of docs/science.md
  kLlmJudge,    // graded by a judge model
  kPassRate,    // of the item's group, as all below
  kBestOf,      //
  kDuplicates,  //
};
inline constexpr auto kFunctionKindNames = MakeEnumNames<FunctionKind>({
    {FunctionKind::kCode, "code"},
    {FunctionKind::kMath, "math"},
    {FunctionKind::kSwe, "swe"},
    {FunctionKind::kFormat, "format"},
    {FunctionKind::kLength, "length"},
    {FunctionKind::kRepetition, "repetition"},
    {FunctionKind::kRegex, "regex"},
    {FunctionKind::kJsonSchema, "json_schema"},
    {FunctionKind::kLogic, "logic"},
    {FunctionKind::kScience, "science"},
    {FunctionKind::kLlmJudge, "llm_judge"},
    {FunctionKind::kPassRate, "pass_rate"},
    {FunctionKind::kBestOf, "best_of"},
    {FunctionKind::kDuplicates, "duplicates"},
});
static_assert(kFunctionKindNames.IsWholeUpTo(FunctionKind::kDuplicates));

constexpr bool IsOfText(FunctionKind kind) {
  return kind >= FunctionKind::kFormat && kind <= FunctionKind::kScience;
}
constexpr bool IsOfGroup(FunctionKind kind) {
  return kind >= FunctionKind::kPassRate;
}

struct CodeRule {
  bool accepted = false;  // 1 only for the verdict AC, else 0; otherwise the verdict's own score
};
struct MathRule {
  math::MathProfile profile = math::DefaultProfile();
  SecondOpinion second_opinion = SecondOpinion::kOff;
};
enum class RegexMatch {
  kSearch,  // somewhere in the text
  kFull,    // all of it
  kAbsent,  // nowhere
};
inline constexpr auto kRegexMatchNames = MakeEnumNames<RegexMatch>({
    {RegexMatch::kSearch, "search"},
    {RegexMatch::kFull, "full"},
    {RegexMatch::kAbsent, "absent"},
});
static_assert(kRegexMatchNames.IsWholeUpTo(RegexMatch::kAbsent));
struct RegexRule {
  scoring::Pattern pattern;
  RegexMatch match = RegexMatch::kSearch;
};
struct SchemaRule {
  std::shared_ptr<const scoring::JsonSchema> schema;
};
struct LogicRule {};
struct SweRule {};
struct ScienceRule {
  science::CompareOptions options;
};
struct JudgeRule {
  std::string criterion;
  GradeScale scale;
  // An earlier function, none of the group's: this one's value is that one's where it has one, and
  // the model is asked where it has none. `recheck`: also where that one's is not above 0.
  std::optional<size_t> fallback_of;
  bool recheck = false;
};
struct GroupRule {
  std::optional<size_t> of;  // a function of the rubric; nothing: the score before group functions
  double at_least = 1;       // of pass_rate
};

struct RewardFunction {
  std::string name;  // its own in the rubric
  FunctionKind kind = FunctionKind::kCode;
  double weight = 1;
  bool optional = false;
  // An earlier function, none of the group's: this one's value is 0 unless that one's is above 0.
  std::optional<size_t> when;
  scoring::TextPart part = scoring::TextPart::kResponse;  // what functions of the text look at
  std::variant<CodeRule, MathRule, scoring::FormatRule, scoring::LengthRule,
               scoring::RepetitionRule, RegexRule, SchemaRule, LogicRule, SweRule, ScienceRule,
               JudgeRule, GroupRule>
      rule;
};

struct Rubric {
  std::string name;
  std::vector<RewardFunction> functions;
  std::optional<scoring::AdvantageRule> advantage;

  bool Has(FunctionKind kind) const;
  // Its items are told something about their group.
  bool NeedsGroup() const;
};

}  // namespace assay
