// Map: FunctionParser reads one function, a method for each kind; DecodeAdvantage and DecodeRubric
// are what is around them.

#include "api/score/rubric_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "api/math/math_request.h"

namespace assay {
namespace {

using scoring::AdvantageRule;
using scoring::FormatRule;
using scoring::LengthRule;
using scoring::RepetitionRule;
using scoring::TextPart;

constexpr auto kRequired = Presence::kRequired;
constexpr auto kOptional = Presence::kOptionalOrNull;

enum class CodeValue { kScore, kAccepted };
constexpr auto kCodeValueNames =
    MakeEnumNames<CodeValue>({{CodeValue::kScore, "score"}, {CodeValue::kAccepted, "accepted"}});
enum class FormatValue { kAll, kShare };
constexpr auto kFormatValueNames =
    MakeEnumNames<FormatValue>({{FormatValue::kAll, "all"}, {FormatValue::kShare, "share"}});
enum class LengthShape { kLinear, kSoftOverlong };
constexpr auto kLengthShapeNames = MakeEnumNames<LengthShape>(
    {{LengthShape::kLinear, "linear"}, {LengthShape::kSoftOverlong, "soft_overlong"}});
enum class AdvantageKind { kGrpo, kDrGrpo };
constexpr auto kAdvantageKindNames = MakeEnumNames<AdvantageKind>(
    {{AdvantageKind::kGrpo, "grpo"}, {AdvantageKind::kDrGrpo, "dr_grpo"}});

using Names = std::initializer_list<std::string_view>;

// A misspelt field would quietly score by another rubric.
void RefuseOthers(JsonValue object, const FieldPath& path, Names known, Names more,
                  FieldErrors* errors) {
  for (const auto& member : object.Members()) {
    const bool there = std::find(known.begin(), known.end(), member.key) != known.end() ||
                       std::find(more.begin(), more.end(), member.key) != more.end();
    if (!there) errors->Add(path / member.key, "extra_forbidden", "No such field here");
  }
}

// One function of a rubric.
class FunctionParser {
 public:
  FunctionParser(JsonValue json, const FieldPath& path, const RubricRules& rules,
                 FieldErrors* errors)
      : json_(json), path_(path), rules_(rules), errors_(errors), fields_(json, path, errors) {}

  // `earlier`: the functions before it.
  RewardFunction Parse(const std::vector<RewardFunction>& earlier) {
    RewardFunction function;
    const auto kind = fields_.Choice("kind", kFunctionKindNames, kRequired);
    if (!kind) return function;
    function.kind = *kind;
    function.name =
        fields_.String("name", kOptional).value_or(std::string(kFunctionKindNames.NameOf(*kind)));
    CheckName(function.name, earlier);
    if (const auto weight = fields_.Number("weight", kOptional)) function.weight = *weight;
    // Within what can be added up and scaled without ever leaving a double's range.
    const double size = std::abs(function.weight);
    if (size != 0 && !(size >= 1e-6 && size <= 1e6)) {
      fields_.Fault("weight", "value_error",
                    "Input should be 0, or from 1e-6 to 1e6 with either sign");
    }
    function.optional = fields_.Bool("optional", kOptional).value_or(false);
    ReadWhen(earlier, &function);
    ReadRule(earlier, &function);
    return function;
  }

 private:
  void CheckName(const std::string& name, const std::vector<RewardFunction>& earlier) {
    if (name.empty() || name.size() > RubricBounds::kNameBytes) {
      fields_.Fault(
          "name", "value_error",
          "Input should have from 1 to " + std::to_string(RubricBounds::kNameBytes) + " bytes");
    }
    if (Find(name, earlier)) {
      fields_.Fault("name", "value_error",
                    "Another function of this rubric has the name '" + name + "'");
    }
  }

  static std::optional<size_t> Find(const std::string& name,
                                    const std::vector<RewardFunction>& functions) {
    for (size_t i = 0; i < functions.size(); ++i) {
      if (functions[i].name == name) return i;
    }
    return std::nullopt;
  }

  // A function named by a field: one of an item itself, and before this one, so that none waits
  // for itself.
  std::optional<size_t> Named(const char* field, const std::string& name,
                              const std::vector<RewardFunction>& earlier) {
    const auto found = Find(name, earlier);
    if (!found || IsOfGroup(earlier[*found].kind)) {
      fields_.Fault(field, "value_error",
                    "Input should be the name of a function before this one that is none of a "
                    "group");
      return std::nullopt;
    }
    return found;
  }

  void ReadWhen(const std::vector<RewardFunction>& earlier, RewardFunction* function) {
    const auto name = fields_.String("when", kOptional);
    if (!name) return;
    if (IsOfGroup(function->kind)) {
      fields_.Fault("when", "value_error", "Functions of a group have no 'when'");
      return;
    }
    function->when = Named("when", *name, earlier);
  }

  void Allow(Names names) {
    RefuseOthers(json_, path_, {"name", "kind", "weight", "optional", "when"}, names, errors_);
  }

  void ReadPart(TextPart otherwise, RewardFunction* function) {
    function->part = fields_.Choice("part", scoring::kTextPartNames, kOptional).value_or(otherwise);
  }

  void ReadRule(const std::vector<RewardFunction>& earlier, RewardFunction* function) {
    switch (function->kind) {
      case FunctionKind::kCode: return ReadCode(function);
      case FunctionKind::kMath: return ReadMath(function);
      case FunctionKind::kFormat: return ReadFormat(function);
      case FunctionKind::kLength: return ReadLength(function);
      case FunctionKind::kRepetition: return ReadRepetition(function);
      case FunctionKind::kRegex: return ReadRegex(function);
      case FunctionKind::kJsonSchema: return ReadSchema(function);
      case FunctionKind::kLogic:
        Allow({});
        function->rule = LogicRule{};
        return;
      case FunctionKind::kSwe: return ReadSwe(function);
      case FunctionKind::kScience: return ReadScience(function);
      case FunctionKind::kLlmJudge: return ReadJudge(earlier, function);
      case FunctionKind::kPassRate:
      case FunctionKind::kBestOf: return ReadGroup(earlier, function);
      case FunctionKind::kDuplicates:
        Allow({"part"});
        ReadPart(TextPart::kAnswer, function);
        function->rule = GroupRule{};
        return;
    }
  }

  void ReadCode(RewardFunction* function) {
    Allow({"value"});
    const auto value = fields_.Choice("value", kCodeValueNames, kOptional);
    function->rule = CodeRule{.accepted = value == CodeValue::kAccepted};
  }

  void ReadMath(RewardFunction* function) {
    Allow({"profile", "options"});
    MathRule rule;
    rule.second_opinion = rules_.second_opinion;
    DecodeMathRules(json_, path_, errors_, &rule.profile, &rule.second_opinion);
    function->rule = std::move(rule);
  }

  void ReadSwe(RewardFunction* function) {
    Allow({});
    if (!rules_.has_sandboxes) {
      fields_.Fault("kind", "no_sandboxes",
                    "This server has no sandboxes in which tests could run (--sandboxes)");
    }
    function->rule = SweRule{};
  }

  void ReadFormat(RewardFunction* function) {
    Allow({"require", "sections", "value"});
    FormatRule rule;
    size_t index = 0;
    for (const std::string& name : fields_.Strings("require", kOptional)) {
      if (const auto part = scoring::kFormatPartNames.Find(name)) {
        rule.require.push_back(*part);
      } else {
        errors_->Add(path_ / "require" / index, "literal_error",
                     "Input should be " + scoring::kFormatPartNames.Choices());
      }
      ++index;
    }
    if (const JsonValue sections = fields_.Array("sections", kOptional)) {
      if (sections.Count() > RubricBounds::kSections) {
        fields_.Fault(
            "sections", "too_long",
            "List should have at most " + std::to_string(RubricBounds::kSections) + " items");
        return;
      }
      index = 0;
      for (const JsonValue& section : sections.Items()) {
        ReadSection(section, path_ / "sections" / index++, &rule);
      }
    }
    if (rule.require.empty() && rule.sections.empty()) {
      fields_.Fault("require", "value_error", "Give something to require, or 'sections'");
    }
    rule.share = fields_.Choice("value", kFormatValueNames, kOptional) == FormatValue::kShare;
    function->rule = std::move(rule);
  }

  void ReadSection(JsonValue json, const FieldPath& path, FormatRule* rule) {
    if (!json.Is(JsonType::kObject)) {
      return errors_->Add(path, "dict_type", "Input should be a valid dictionary");
    }
    RefuseOthers(json, path, {"name", "pattern"}, {}, errors_);
    FieldReader fields(json, path, errors_);
    const auto name = fields.String("name", kRequired);
    const auto text = fields.String("pattern", kRequired);
    if (!name || !text) return;
    auto pattern = scoring::Pattern::Compile(*text);
    if (!pattern.ok()) return fields.Fault("pattern", "value_error", pattern.error().message);
    rule->sections.push_back({name->substr(0, RubricBounds::kNameBytes), *std::move(pattern)});
  }

  void ReadLength(RewardFunction* function) {
    const auto shape = fields_.Choice("shape", kLengthShapeNames, kRequired);
    if (!shape) return;
    const bool linear = *shape == LengthShape::kLinear;
    // Which unit is meant is in the names, so that nobody mistakes one for the other.
    const bool tokens = static_cast<bool>(json_.Find(linear ? "most_tokens" : "max_tokens"));
    LengthRule rule;
    rule.unit = tokens ? scoring::LengthUnit::kTokens : scoring::LengthUnit::kCharacters;
    double first = 0;
    double second = 0;
    if (linear) {
      tokens ? Allow({"shape", "free_tokens", "most_tokens"})
             : Allow({"shape", "free_characters", "most_characters", "part"});
      first = ReadLengthBound(tokens ? "free_tokens" : "free_characters");
      second = ReadLengthBound(tokens ? "most_tokens" : "most_characters");
      rule.free = first;
      rule.most = second;
    } else {
      tokens ? Allow({"shape", "max_tokens", "cache_tokens"})
             : Allow({"shape", "max_characters", "cache_characters", "part"});
      first = ReadLengthBound(tokens ? "max_tokens" : "max_characters");
      second = ReadLengthBound(tokens ? "cache_tokens" : "cache_characters");
      rule.free = first - second;
      rule.most = first;
    }
    if (errors_->empty() && !(rule.free >= 0 && rule.free < rule.most)) {
      fields_.Fault(linear ? (tokens ? "free_tokens" : "free_characters")
                           : (tokens ? "cache_tokens" : "cache_characters"),
                    "value_error",
                    linear ? "Input should be less than where the penalty is whole"
                           : "Input should be more than 0 and at most the whole length");
    }
    ReadPart(TextPart::kResponse, function);
    function->rule = rule;
  }

  double ReadLengthBound(const char* name) {
    const auto number = fields_.Number(name, kRequired);
    if (number && !(*number >= 0 && *number <= 1e12)) {
      fields_.Fault(name, "value_error", "Input should be from 0 to 1e12");
    }
    return number.value_or(0);
  }

  void ReadRepetition(RewardFunction* function) {
    Allow({"ngram", "unit", "part"});
    RepetitionRule rule;
    if (const auto ngram = fields_.Int("ngram", kOptional)) rule.ngram = *ngram;
    if (rule.ngram < 1 || rule.ngram > RepetitionRule::kLongestGram) {
      fields_.Fault("ngram", "value_error",
                    "Input should be from 1 to " + std::to_string(RepetitionRule::kLongestGram));
    }
    if (const auto unit = fields_.Choice("unit", scoring::kGramUnitNames, kOptional)) {
      rule.of = *unit;
    }
    ReadPart(TextPart::kResponse, function);
    function->rule = rule;
  }

  void ReadRegex(RewardFunction* function) {
    Allow({"pattern", "match", "part"});
    const auto match =
        fields_.Choice("match", kRegexMatchNames, kOptional).value_or(RegexMatch::kSearch);
    ReadPart(TextPart::kResponse, function);
    const auto text = fields_.String("pattern", kRequired);
    if (!text) return;
    auto pattern = scoring::Pattern::Compile(*text);
    if (!pattern.ok()) return fields_.Fault("pattern", "value_error", pattern.error().message);
    function->rule = RegexRule{*std::move(pattern), match};
  }

  void ReadSchema(RewardFunction* function) {
    Allow({"schema", "part"});
    ReadPart(TextPart::kAnswer, function);
    const JsonValue schema = json_.Find("schema");
    if (!schema) return fields_.Fault("schema", "missing", "Field required");
    function->rule = SchemaRule{scoring::JsonSchema::Compile(schema, path_ / "schema", errors_)};
  }

  void ReadScience(RewardFunction* function) {
    Allow({"relative_tolerance", "missing_unit", "extra_unit"});
    ScienceRule rule;
    constexpr double kMost = science::CompareOptions::kLargestRelative;
    if (const auto tolerance = fields_.Number("relative_tolerance", kOptional)) {
      rule.options.relative_tolerance = *tolerance;
      if (!(*tolerance >= 0 && *tolerance <= kMost)) {
        fields_.Fault("relative_tolerance", "value_error",
                      fmt::format("Input should be from 0 to {}", kMost));
      }
    }
    if (const auto unit = fields_.Choice("missing_unit", science::kMissingUnitNames, kOptional)) {
      rule.options.missing_unit = *unit;
    }
    if (const auto unit = fields_.Choice("extra_unit", science::kExtraUnitNames, kOptional)) {
      rule.options.extra_unit = *unit;
    }
    function->rule = rule;
  }

  void ReadJudge(const std::vector<RewardFunction>& earlier, RewardFunction* function) {
    Allow({"criterion", "lowest", "highest", "fallback_of", "recheck"});
    JudgeRule rule;
    if (const auto name = fields_.String("fallback_of", kOptional)) {
      rule.fallback_of = Named("fallback_of", *name, earlier);
      // Its value there would be the one before its gate.
      const bool gated = rule.fallback_of && earlier[*rule.fallback_of].when;
      if (function->when || gated) {
        fields_.Fault("fallback_of", "value_error",
                      "Neither this function nor the one named may have a 'when'");
      }
    }
    rule.recheck = fields_.Bool("recheck", kOptional).value_or(false);
    if (rule.recheck && !rule.fallback_of) {
      fields_.Fault("recheck", "value_error", "Input should be given with 'fallback_of' only");
    }
    rule.criterion = fields_.String("criterion", kRequired).value_or("");
    if (rule.criterion.size() > RubricBounds::kCriterionBytes) {
      fields_.Fault(
          "criterion", "string_too_long",
          "Input should have at most " + std::to_string(RubricBounds::kCriterionBytes) + " bytes");
    }
    if (const auto lowest = fields_.Number("lowest", kOptional)) rule.scale.lowest = *lowest;
    if (const auto highest = fields_.Number("highest", kOptional)) rule.scale.highest = *highest;
    if (!(std::abs(rule.scale.lowest) <= 1e6 && std::abs(rule.scale.highest) <= 1e6 &&
          rule.scale.lowest < rule.scale.highest)) {
      fields_.Fault("highest", "value_error",
                    "Input should be more than 'lowest', both from -1e6 to 1e6");
    }
    if (!rules_.has_judge) {
      fields_.Fault("kind", "value_error",
                    "This server has no judge model: start it with --judge-url and --judge-model");
    }
    function->rule = std::move(rule);
  }

  void ReadGroup(const std::vector<RewardFunction>& earlier, RewardFunction* function) {
    const bool rate = function->kind == FunctionKind::kPassRate;
    rate ? Allow({"of", "at_least"}) : Allow({"of"});
    GroupRule rule;
    if (const auto name = fields_.String("of", kOptional)) rule.of = Named("of", *name, earlier);
    if (rate) rule.at_least = fields_.Number("at_least", kOptional).value_or(1);
    function->rule = rule;
  }

  const JsonValue json_;
  const FieldPath path_;
  const RubricRules& rules_;
  FieldErrors* const errors_;
  FieldReader fields_;
};

std::optional<AdvantageRule> DecodeAdvantage(JsonValue json, const FieldPath& path,
                                             FieldErrors* errors) {
  if (!json) return std::nullopt;
  RefuseOthers(json, path, {"kind", "std", "epsilon"}, {}, errors);
  FieldReader fields(json, path, errors);
  AdvantageRule rule;
  const auto kind = fields.Choice("kind", kAdvantageKindNames, kRequired);
  rule.divide_by_std = kind != AdvantageKind::kDrGrpo;
  if (const auto std = fields.Choice("std", scoring::kStdKindNames, kOptional)) rule.std = *std;
  if (const auto epsilon = fields.Number("epsilon", kOptional)) rule.epsilon = *epsilon;
  if (!(rule.epsilon >= 0 && rule.epsilon <= 1)) {
    fields.Fault("epsilon", "value_error", "Input should be from 0 to 1");
  }
  return rule;
}

}  // namespace

Rubric DecodeRubric(std::string_view name, JsonValue json, const FieldPath& path,
                    const RubricRules& rules, FieldErrors* errors) {
  Rubric rubric;
  rubric.name = name;
  if (!json.Is(JsonType::kObject)) {
    errors->Add(path, "dict_type", "Input should be a valid dictionary");
    return rubric;
  }
  RefuseOthers(json, path, {"functions", "advantage"}, {}, errors);
  FieldReader fields(json, path, errors);
  rubric.advantage =
      DecodeAdvantage(fields.Object("advantage", kOptional), path / "advantage", errors);
  const JsonValue list = fields.Array("functions", kRequired);
  if (!list) return rubric;
  const std::vector<JsonValue> items = list.Items();
  if (items.empty() || items.size() > RubricBounds::kFunctions) {
    fields.Fault(
        "functions", items.empty() ? "too_short" : "too_long",
        "List should have from 1 to " + std::to_string(RubricBounds::kFunctions) + " items");
    return rubric;
  }
  for (size_t i = 0; i < items.size(); ++i) {
    const FieldPath at = path / "functions" / i;
    if (!items[i].Is(JsonType::kObject)) {
      errors->Add(at, "dict_type", "Input should be a valid dictionary");
      continue;
    }
    rubric.functions.push_back(FunctionParser(items[i], at, rules, errors).Parse(rubric.functions));
  }
  const bool weighted = std::any_of(rubric.functions.begin(), rubric.functions.end(),
                                    [](const RewardFunction& f) { return f.weight != 0; });
  if (!weighted && errors->empty()) {
    fields.Fault("functions", "value_error",
                 "One of the functions should have a weight other than 0");
  }
  return rubric;
}

}  // namespace assay
