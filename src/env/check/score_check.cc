#include "env/check/score_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "api/math/math_run.h"
#include "api/problems/decode_problem.h"
#include "api/score/rubric_request.h"
#include "api/score/score_request.h"
#include "base/check.h"
#include "math/profiles/response.h"
#include "science/judge.h"
#include "text/json_writer.h"

namespace assay::env {
namespace {

// A judge model is the server's matter.
constexpr RubricRules kRules{.has_judge = true, .has_sandboxes = true};
constexpr char kRubricName[] = "rubric";

// The place in the row, or in the manifest, of a field of an item: "items[0].limits.memory_mb".
RowFault Placed(const Manifest& manifest, const FieldError& error) {
  FieldPath path(error.path.begin() + std::min<size_t>(2, error.path.size()), error.path.end());
  if (path.empty()) return {"", error.message};
  const auto* const field = std::get_if<std::string>(&path[0]);
  if (field == nullptr) return {ToString(path), error.message};
  const std::string row = RowFieldOf(manifest, *field);
  if (!row.empty()) {
    path[0] = row;
    return {ToString(path), error.message};
  }
  if (error.type == "missing") {
    return {*field, error.message +
                        ": say in environment.yaml which field of a row it is, as in "
                        "'fields: {" +
                        *field + ": …}', or give it for all under 'item'"};
  }
  return {"item." + ToString(path), error.message};
}

std::string RequestFor(const Manifest& manifest, const Task& task) {
  JsonWriter json;
  json.BeginObject().Key("rubrics").BeginObject().Key(kRubricName).Raw(manifest.rubric).EndObject();
  json.Key("items").BeginArray();
  // Beside what the row has, what a rollout adds to it.
  std::string item = task.item.substr(0, task.item.size() - 1);
  item += R"(,"response":"","response_tokens":0,"origin":{"group":"check"}})";
  return json.Raw(item).EndArray().EndObject().Take();
}

void CheckGold(const Manifest& manifest, const RewardFunction& function, const std::string& gold,
               std::vector<RowFault>* faults) {
  const auto* const rule = std::get_if<MathRule>(&function.rule);
  if (rule == nullptr) return;
  // Itself, and a number that it hardly is: equal texts say little about whether it can be read.
  for (const std::string& response : {"\\boxed{" + gold + "}", std::string("\\boxed{918273.25}")}) {
    MathAnswer answer;
    answer.result = math::VerifyResponse(gold, response, rule->profile);
    if (MathScore(answer)) continue;
    faults->push_back({RowFieldOf(manifest, "gold"),
                       fmt::format("can't be judged by '{}' ({}): responses would be masked",
                                   function.name, math::ToString(answer.result.reason))});
    return;
  }
}

// Against a number that it hardly is: what is read as words is left to a model.
void CheckScienceGold(const Manifest& manifest, const RewardFunction& function,
                      const std::string& gold, std::vector<RowFault>* notes) {
  const auto* const rule = std::get_if<ScienceRule>(&function.rule);
  if (rule == nullptr) return;
  const science::Judged judged = science::Judge(gold, "\\boxed{918273.25}", rule->options);
  if (judged.outcome != science::Outcome::kUndecided) return;
  notes->push_back({RowFieldOf(manifest, "gold"),
                    fmt::format("is left open by '{}' ({}): responses are masked, unless a judge "
                                "model is its fallback",
                                function.name, science::kReasonNames.NameOf(judged.reason))});
}

// The facts, which the route looks at when it judges.
void CheckPuzzle(const Manifest& manifest, const ScorePuzzle& puzzle,
                 std::vector<RowFault>* faults) {
  JsonError error;
  const auto facts = JsonDocument::Parse(puzzle.facts, &error);
  ASSAY_CHECK(facts);  // it was part of a document
  const auto verdict = puzzle.kind->Verify(facts->root(), "");
  if (verdict.ok()) return;
  faults->push_back({RowFieldOf(manifest, "puzzle") + ".facts", verdict.error().message});
}

}  // namespace

ScoreCheck::ScoreCheck() : table_(LanguageConfig{}), languages_(table_, {}) {}

std::optional<Rubric> ScoreCheck::CheckRubric(const Manifest& manifest,
                                              const YamlDocument& document,
                                              std::vector<Fault>* faults) const {
  JsonError error;
  const auto json = JsonDocument::Parse(manifest.rubric, &error);
  if (!json) return std::nullopt;
  FieldErrors errors;
  Rubric rubric =
      DecodeRubric(kRubricName, json->root(), FieldPath{} / kRubricName, kRules, &errors);
  for (const FieldError& each : errors.errors()) {
    faults->push_back(FaultAt(document, each.path, each.message));
  }
  if (!errors.empty()) return std::nullopt;
  return rubric;
}

std::vector<RowFault> ScoreCheck::CheckItem(const Manifest& manifest, const Rubric& rubric,
                                            const Task& task, std::vector<RowFault>* notes) const {
  std::vector<RowFault> faults;
  const std::string text = RequestFor(manifest, task);
  JsonError error;
  const auto body = JsonDocument::Parse(text, &error);
  if (!body) return {{"", error.message}};
  FieldErrors errors;
  const ScoreRequest request =
      ParseScore(body->root(), kRules, VerifyRules{languages_, {}}, &errors);
  const auto add = [&](const FieldErrors& found) {
    for (const FieldError& each : found.errors()) faults.push_back(Placed(manifest, each));
  };
  add(errors);
  for (const ScoreItem& item : request.items) {
    add(item.faults);
    if (!item.faults.empty()) continue;
    if (item.puzzle) CheckPuzzle(manifest, *item.puzzle, &faults);
    if (!item.gold) continue;
    for (const RewardFunction& function : rubric.functions) {
      CheckGold(manifest, function, *item.gold, &faults);
      CheckScienceGold(manifest, function, *item.gold, notes);
    }
  }
  for (const VerifyItem& item : request.submissions.items) {
    add(item.faults);
    for (const std::string& warning : item.warnings) notes->push_back({"", warning});
  }
  for (const ProblemSource& problem : request.submissions.problems) {
    if (!problem.name.empty()) {
      notes->push_back({RowFieldOf(manifest, "problem"),
                        "is named by its hash: each server must be given it before"});
      continue;
    }
    FieldErrors of_problem;
    (void)DecodeProblem(problem.json, problem.path, languages_, &of_problem);
    add(of_problem);
  }
  return faults;
}

}  // namespace assay::env
