#include "api/score/score_request.h"

#include <map>
#include <utility>

#include "api/math/math_request.h"
#include "api/shared/origin_json.h"
#include "llm/judge/grade_judge.h"
#include "logic/kinds.h"

namespace assay {
namespace {

constexpr auto kRequired = Presence::kRequired;
constexpr auto kOptional = Presence::kOptionalOrNull;
// The route of data sources that have none of their own.
constexpr std::string_view kOthers = "*";

class ScoreParser {
 public:
  ScoreParser(JsonValue body, const RubricRules& rules, FieldErrors* errors)
      : body_(body), fields_(body, {}, errors), rules_(rules), errors_(errors) {}

  ScoreRequest Parse(const VerifyRules& verify) {
    request_.stream = fields_.Bool("stream", kOptional).value_or(false);
    if (const auto deadline = fields_.Number("deadline_s", kOptional)) {
      request_.deadline_s = *deadline;
      if (!(*deadline > 0 && *deadline <= ScoreBounds::kLongestDeadlineS)) {
        fields_.Fault("deadline_s", "value_error", "Input should be more than 0 and at most 86400");
      }
    }
    ReadRubrics();
    ReadRoutes();
    ReadSweTasks();
    const JsonValue list = fields_.Array("items", kRequired);
    fields_.Object("problems", kOptional);
    if (!errors_->empty() || !list) return std::move(request_);
    const std::vector<JsonValue> items = list.Items();
    if (items.empty() || items.size() > ScoreBounds::kItems) {
      fields_.Fault("items", items.empty() ? "too_short" : "too_long",
                    "List should have from 1 to " + std::to_string(ScoreBounds::kItems) + " items");
      return std::move(request_);
    }
    std::vector<size_t> code;
    request_.items.reserve(items.size());
    for (size_t i = 0; i < items.size(); ++i) {
      ScoreItem item = ReadItem(items[i], i, FieldPath{} / "items" / i);
      if (item.faults.empty() && request_.rubrics[item.rubric].Has(FunctionKind::kCode)) {
        item.submission = code.size();
        code.push_back(i);
      }
      request_.items.push_back(std::move(item));
    }
    request_.submissions = ParseSubmissionsOf(body_, "items", code, verify, errors_);
    return std::move(request_);
  }

 private:
  void ReadRubrics() {
    const JsonValue rubrics = fields_.Object("rubrics", kRequired);
    if (!rubrics) return;
    const auto members = rubrics.Members();
    if (members.empty() || members.size() > RubricBounds::kRubrics) {
      return fields_.Fault(
          "rubrics", members.empty() ? "too_short" : "too_long",
          "There should be from 1 to " + std::to_string(RubricBounds::kRubrics) + " rubrics");
    }
    for (const auto& [name, json] : members) {
      const FieldPath path = FieldPath{} / "rubrics" / name;
      if (name.size() > RubricBounds::kNameBytes) {
        errors_->Add(path, "value_error", "The name of a rubric should have at most 128 bytes");
      }
      if (!rubrics_.emplace(name, request_.rubrics.size()).second) {
        errors_->Add(path, "value_error", "There are two rubrics of this name");
      }
      request_.rubrics.push_back(DecodeRubric(name, json, path, rules_, errors_));
    }
  }

  void ReadRoutes() {
    const JsonValue routes = fields_.Object("routes", kOptional);
    if (!routes) return;
    for (const auto& [source, json] : routes.Members()) {
      const FieldPath path = FieldPath{} / "routes" / source;
      const auto name = ReadString(json, path, errors_);
      if (!name) continue;
      const auto rubric = rubrics_.find(*name);
      if (rubric == rubrics_.end()) {
        errors_->Add(path, "unknown_rubric",
                     "There is no '" + *name + "' in the request's \"rubrics\"");
      } else {
        routes_[source] = rubric->second;
      }
    }
  }

  void ReadSweTasks() {
    const JsonValue tasks = fields_.Object("swe_tasks", kOptional);
    if (!tasks) return;
    for (const auto& [name, json] : tasks.Members()) {
      const FieldPath path = FieldPath{} / "swe_tasks" / name;
      if (!json.Is(JsonType::kObject)) {
        errors_->Add(path, "dict_type", "Input should be a valid dictionary");
        continue;
      }
      swe_tasks_[name] =
          std::make_shared<const swe::TaskSource>(swe::ReadTaskSource(json, path, errors_));
    }
  }

  // A task, or the name of one of the request's.
  void ReadSwe(JsonValue json, const FieldPath& path, ScoreItem* item) {
    if (!json || json.IsNull()) return;
    if (json.Is(JsonType::kObject)) {
      item->swe =
          std::make_shared<const swe::TaskSource>(swe::ReadTaskSource(json, path, &item->faults));
      return;
    }
    const auto name = ReadString(json, path, &item->faults);
    if (!name) return;
    const auto found = swe_tasks_.find(*name);
    if (found == swe_tasks_.end()) {
      item->faults.Add(path, "unknown_task",
                       "There is no '" + *name + "' in the request's \"swe_tasks\"");
    } else {
      item->swe = found->second;
    }
  }

  ScoreItem ReadItem(JsonValue json, size_t index, const FieldPath& path) {
    ScoreItem item;
    item.id = std::to_string(index);
    if (!json.Is(JsonType::kObject)) {
      item.faults.Add(path, "dict_type", "Input should be a valid dictionary");
      return item;
    }
    FieldReader fields(json, path, &item.faults);
    if (const auto id = Words(json, "id", path, &item.faults)) item.id = *id;
    ReadRubric(&fields, path, &item);
    item.origin = ParseOrigin(fields.Object("origin", kOptional), path / "origin", &item.faults);
    item.response = fields.Text("response", kRequired).value_or("");
    item.prompt = fields.Text("prompt", kOptional);
    item.gold = Words(json, "gold", path, &item.faults);
    ReadPuzzle(fields.Object("puzzle", kOptional), path / "puzzle", &item);
    ReadSwe(json.Find("swe"), path / "swe", &item);
    item.tokens = fields.Number("response_tokens", kOptional);
    if (item.tokens && !(*item.tokens >= 0 && *item.tokens <= 1e12)) {
      fields.Fault("response_tokens", "value_error", "Input should be from 0 to 1e12");
    }
    if (item.faults.empty()) CheckNeeds(request_.rubrics[item.rubric], path, &item);
    return item;
  }

  // Whether the facts are a puzzle's is seen when it is judged: that takes longer than parsing may.
  static void ReadPuzzle(JsonValue json, const FieldPath& path, ScoreItem* item) {
    if (!json) return;
    FieldReader fields(json, path, &item->faults);
    ScorePuzzle puzzle;
    if (const auto name = fields.String("kind", kRequired)) {
      puzzle.kind = logic::FindKind(*name);
      if (puzzle.kind == nullptr) {
        fields.Fault("kind", "literal_error", "Input should be one of " + logic::KindNames());
      }
    }
    if (const JsonValue facts = fields.Object("facts", kRequired)) {
      puzzle.facts = facts.raw();
      if (puzzle.facts.size() > ScoreBounds::kFactsBytes) {
        fields.Fault(
            "facts", "too_long",
            "Input should have at most " + std::to_string(ScoreBounds::kFactsBytes) + " bytes");
      }
    }
    item->puzzle = std::move(puzzle);
  }

  // Words, or a number as it is written.
  static std::optional<std::string> Words(JsonValue json, const char* name, const FieldPath& path,
                                          FieldErrors* faults) {
    const JsonValue value = json.Find(name);
    if (!value || value.IsNull()) return std::nullopt;
    if (value.Is(JsonType::kNumber)) return std::string(value.raw());
    return ReadString(value, path / name, faults);
  }

  void ReadRubric(FieldReader* fields, const FieldPath& path, ScoreItem* item) {
    const auto name = fields->String("rubric", kOptional);
    const auto source = fields->String("data_source", kOptional);
    if (name) {
      const auto rubric = rubrics_.find(*name);
      if (rubric == rubrics_.end()) {
        fields->Fault("rubric", "unknown_rubric",
                      "There is no '" + *name + "' in the request's \"rubrics\"");
      } else {
        item->rubric = rubric->second;
      }
      return;
    }
    // With a single rubric and no routes there is nothing to say.
    const bool one = rubrics_.size() == 1;
    if (source && !(one && routes_.empty())) {
      auto route = routes_.find(*source);
      if (route == routes_.end()) route = routes_.find(kOthers);
      if (route != routes_.end()) {
        item->rubric = route->second;
      } else {
        fields->Fault("data_source", "unknown_route",
                      "The request's \"routes\" have neither '" + *source + "' nor '*'");
      }
      return;
    }
    if (!one) {
      item->faults.Add(path / "rubric", "missing",
                       "Field required, or 'data_source', where there are several rubrics");
    }
  }

  void CheckNeeds(const Rubric& rubric, const FieldPath& path, ScoreItem* item) {
    const auto need = [&](const char* field, bool there, const RewardFunction& function) {
      if (there) return;
      item->faults.Add(path / field, "missing",
                       "Field required by the function '" + function.name + "' of the rubric '" +
                           rubric.name + "'");
    };
    for (const RewardFunction& function : rubric.functions) {
      if (function.kind == FunctionKind::kMath || function.kind == FunctionKind::kScience) {
        need("gold", item->gold.has_value(), function);
        if (item->gold && item->gold->size() > MathBounds::kGoldBytes) {
          item->faults.Add(
              path / "gold", "string_too_long",
              "Input should have at most " + std::to_string(MathBounds::kGoldBytes) + " bytes");
        }
      }
      if (function.kind == FunctionKind::kLogic) need("puzzle", item->puzzle.has_value(), function);
      if (function.kind == FunctionKind::kSwe) need("swe", item->swe != nullptr, function);
      if (const auto* length = std::get_if<scoring::LengthRule>(&function.rule);
          length != nullptr && length->unit == scoring::LengthUnit::kTokens) {
        need("response_tokens", item->tokens.has_value(), function);
      }
      if (const auto* judge = std::get_if<JudgeRule>(&function.rule); judge != nullptr) {
        const size_t bytes = judge->criterion.size() + item->prompt.value_or("").size() +
                             item->gold.value_or("").size();
        if (bytes > GradeJudge::kMostBytes / 2) {
          item->faults.Add(path / "prompt", "string_too_long",
                           "Prompt, gold and criterion should have at most " +
                               std::to_string(GradeJudge::kMostBytes / 2) +
                               " bytes for a judge model");
        }
      }
    }
    if (rubric.NeedsGroup() && !item->origin.group) {
      item->faults.Add(path / "origin" / "group", "missing",
                       "Field required by the rubric '" + rubric.name +
                           "', which compares the completions of a group");
    }
  }

  const JsonValue body_;
  FieldReader fields_;
  const RubricRules& rules_;
  FieldErrors* const errors_;
  ScoreRequest request_;
  std::map<std::string, size_t, std::less<>> rubrics_;
  std::map<std::string, size_t, std::less<>> routes_;
  std::map<std::string, std::shared_ptr<const swe::TaskSource>, std::less<>> swe_tasks_;
};

}  // namespace

ScoreRequest ParseScore(JsonValue body, const RubricRules& rules, const VerifyRules& verify,
                        FieldErrors* errors) {
  return ScoreParser(body, rules, errors).Parse(verify);
}

}  // namespace assay
