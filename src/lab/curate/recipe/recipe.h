// Recipe: which rows of which fields are kept, in steps, as a YAML file says it (docs/curate.md).
//
// Reading it names every fault by file, line and key, with what to write instead. Plain values and
// pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"
#include "lab/curate/near/duplicates.h"
#include "lab/curate/ngrams/gram_index.h"
#include "lab/curate/records/difficulty.h"
#include "lab/curate/records/mix.h"
#include "lab/curate/records/response_length.h"
#include "lab/curate/rules/long_answer.h"

namespace assay::curate {

// Names of fields; the first that a row has counts. "metadata.url" is url in metadata.
using Fields = std::vector<std::string>;

// What becomes of a row that lacks what a step looks at.
enum class Missing { kError, kKeep, kDrop };
inline constexpr auto kMissingNames = MakeEnumNames<Missing>(
    {{Missing::kError, "error"}, {Missing::kKeep, "keep"}, {Missing::kDrop, "drop"}});
static_assert(kMissingNames.IsWholeUpTo(Missing::kDrop));

inline constexpr auto kRateBasisNames = MakeEnumNames<RateBasis>(
    {{RateBasis::kEstimate, "estimate"}, {RateBasis::kInterval, "interval"}});
static_assert(kRateBasisNames.IsWholeUpTo(RateBasis::kInterval));

// The rules that look at statement and answer, and have nothing to set.
enum class TextRule { kSeveralQuestions, kChoices, kProofs, kLanguage, kFigures, kSpecialJudge };
inline constexpr auto kTextRuleNames = MakeEnumNames<TextRule>({
    {TextRule::kSeveralQuestions, "several_questions"},
    {TextRule::kChoices, "choices"},
    {TextRule::kProofs, "proofs"},
    {TextRule::kLanguage, "language"},
    {TextRule::kFigures, "figures"},
    {TextRule::kSpecialJudge, "special_judge"},
});
static_assert(kTextRuleNames.IsWholeUpTo(TextRule::kSpecialJudge));

struct RuleStep {
  TextRule rule = TextRule::kSeveralQuestions;
};
struct AnswerStep {
  AnswerBounds bounds;
};
struct BriefStep {
  int64_t fewest_words = 5;
};
struct DecontaminateStep {
  GramOptions grams;
  std::vector<std::string> benchmarks;  // files or folders of rows
  Fields text = {"problem", "question", "prompt", "statement", "question_content", "description"};
  int64_t memory_mib = 2048;
};
struct DuplicateStep {
  DuplicateOptions options;
};
struct AddressStep {
  Fields field = {"url", "source_url", "link"};
  std::vector<std::string> against;  // files of rows whose addresses are refused
  Fields their_field = {"url", "source_url", "link"};
  bool once = true;  // a second row with an address goes
  Missing missing = Missing::kKeep;
};
struct ReleasedStep {
  Fields field = {"date", "release_date", "contest_date", "created_at"};
  std::optional<int64_t> no_earlier_than_day;
  std::optional<int64_t> no_later_than_day;
  Missing missing = Missing::kError;
};
struct VerifiableStep {
  Fields attempts = {"attempts", "rollouts", "responses", "generations"};
  int64_t most_attempts = 8;
  Missing missing = Missing::kError;
};
struct LengthStep {
  Fields field = {"attempts", "rollouts", "tokens", "response_tokens"};
  LengthOf of = LengthOf::kMedian;
  LengthBounds bounds;
  Missing missing = Missing::kError;
};
struct DifficultyStep {
  Fields attempts = {"attempts", "rollouts", "rewards", "generations"};
  // Or counts: solved and of; or rate and of.
  Fields solved;
  Fields rate;
  Fields of;
  std::optional<int64_t> of_each;  // a number instead of a field
  DifficultyBounds bounds;
  bool annotate = true;  // rows that stay say what was found
  Missing missing = Missing::kError;
};
struct MixStep {
  Fields by;  // empty: all rows are one group
  MixGoals goals;
};

struct Step {
  std::string name;  // for reports; the kind unless the recipe says otherwise
  std::string kind;
  std::variant<RuleStep, AnswerStep, BriefStep, DecontaminateStep, DuplicateStep, AddressStep,
               ReleasedStep, VerifiableStep, LengthStep, DifficultyStep, MixStep>
      settings;
};

struct Recipe {
  std::string name;
  std::string about;
  uint64_t seed = 42;
  Fields id = {"id", "problem_id", "task_id", "question_id", "unique_id", "uuid"};
  Fields text = {"problem", "question", "prompt", "statement", "question_content", "description"};
  Fields answer = {"answer", "expected_answer", "final_answer", "ground_truth",
                   "reward_model.ground_truth"};
  std::vector<Step> steps;  // names differ; a mix is the last
  std::string source;       // the YAML it was read from
};

// `file` is for messages. kInvalidArgument: "recipe.yaml:7: steps[1].decontaminate.ngrams: must be
// …".
Result<Recipe> ParseRecipe(const std::string& yaml, const std::string& file);

// Puts more benchmarks before every decontamination, and leaves steps out by name. An error when
// there is no such step, or nothing to put the benchmarks into.
Status AddBenchmarks(const std::vector<std::string>& files, Recipe* recipe);
Status SkipSteps(const std::vector<std::string>& names, Recipe* recipe);
// What can only be known at the end: that every decontamination has a benchmark.
Status CheckComplete(const Recipe& recipe);

struct Preset {
  std::string_view name;
  std::string_view about;
  std::string_view yaml;
};
const std::vector<Preset>& Presets();
// nullptr: there is none of that name.
const Preset* FindPreset(std::string_view name);

}  // namespace assay::curate
