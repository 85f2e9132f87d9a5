#include "lab/eval/model/benchmark.h"

#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::eval {
namespace {

// The item's own result: a request of one submission is answered with it, or with a list of one.
JsonValue SingleResult(JsonValue root) {
  const JsonValue results = root.Find("results");
  if (!results.Is(JsonType::kArray)) return root;
  const std::vector<JsonValue> items = results.Items();
  return items.size() == 1 ? items[0] : JsonValue();
}

SampleState StateOf(JsonValue result, GradeTask::Route route) {
  const JsonValue score = result.Find("score");
  if (route == GradeTask::Route::kMath) {
    if (!score.Is(JsonType::kNumber)) return SampleState::kMasked;
    return score.Double() >= 1 ? SampleState::kPassed : SampleState::kFailed;
  }
  if (TextAt(result, "cause") == "infrastructure") return SampleState::kErrored;
  const JsonValue masked = result.Find("masked");
  if (!masked.Is(JsonType::kBool) || masked.Bool()) return SampleState::kMasked;
  return TextAt(result, "verdict") == "AC" ? SampleState::kPassed : SampleState::kFailed;
}

}  // namespace

Extracted LoadedBenchmark::TakeProgram(size_t /*item*/, const AnswerText& answer,
                                       GradeProfile /*profile*/) const {
  return {.code = answer.content, .rule = "given program"};
}

std::vector<std::string> LoadedBenchmark::LanguagesOf(size_t item, GradeProfile /*profile*/) const {
  const std::string& language = items()[item].language;
  return language.empty() ? std::vector<std::string>() : std::vector<std::string>{language};
}

Result<std::vector<std::vector<std::string>>> LoadedBenchmark::ReadProbe(
    const EnvironmentProbe& probe, int /*status*/, std::string_view /*body*/) const {
  return std::vector<std::vector<std::string>>(probe.items.size());
}

Grade LoadedBenchmark::ReadAnswer(size_t /*item*/, GradeProfile /*profile*/, const GradeTask& task,
                                  int status, std::string_view body) const {
  JsonError error;
  const std::optional<JsonDocument> document = JsonDocument::Parse(body, &error);
  const JsonValue result = document ? SingleResult(document->root()) : JsonValue();
  Grade grade;
  if (status != 200 || !result.Find("verdict").Is(JsonType::kString)) {
    grade.reason = "judge:http_" + std::to_string(status);
    grade.message = std::string(body.substr(0, 500));
    return grade;
  }
  grade.state = StateOf(result, task.route);
  grade.reason = TextAt(result, "verdict") + ":" + TextAt(result, "reason");
  grade.message = TextAt(result, "message");
  if (task.route == GradeTask::Route::kMath) {
    grade.answer = TextAt(result, "answer_normal");
  } else if (const JsonValue score = result.Find("score"); score.Is(JsonType::kNumber)) {
    grade.partial = score.Double();
  }
  return grade;
}

}  // namespace assay::eval
