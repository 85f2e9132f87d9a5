#include "env/roll/play/feedback.h"

#include <fmt/format.h>

#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::env {
Result<Feedback> FeedbackOf(std::string_view result) {
  JsonError error;
  const auto document = JsonDocument::Parse(result, &error);
  const JsonValue root = document ? document->root() : JsonValue();
  const JsonValue functions = root.Find("functions");
  if (!root.Find("score") || !functions.Is(JsonType::kArray)) {
    return Error{ErrorCode::kUnavailable, "env.feedback", 0, "the judge's result has no score"};
  }
  Feedback feedback;
  if (const JsonValue score = root.Find("score"); score.Is(JsonType::kNumber)) {
    feedback.score = score.Double();
  }
  for (const JsonValue function : functions.Items()) {
    const JsonValue value = function.Find("value");
    const JsonValue weight = function.Find("weight");
    const bool counts = weight.Is(JsonType::kNumber) && weight.Double() != 0;
    if (!counts || !value.Is(JsonType::kNumber)) continue;
    if (!feedback.text.empty()) feedback.text += '\n';
    feedback.text += fmt::format("{}: {:g}", TextAt(function, "name"), value.Double());
    const std::string verdict = TextAt(function.Find("detail"), "verdict");
    if (!verdict.empty()) feedback.text += " (" + verdict + ")";
  }
  return feedback;
}

}  // namespace assay::env
