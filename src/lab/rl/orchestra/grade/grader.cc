#include "lab/rl/orchestra/grade/grader.h"

#include "lab/shared/asking/ask_patiently.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::orchestra {
namespace {

std::string MathRequest(const Task& task, const std::string& text) {
  JsonWriter json;
  json.BeginObject().Key("items").BeginArray().BeginObject();
  json.Key("gold").Bytes(task.gold).Key("response").Bytes(text);
  return json.EndObject().EndArray().EndObject().Take();
}

std::string ProgramRequest(const Task& task, const std::string& text) {
  JsonWriter json;
  json.BeginObject().Key("language").Bytes(task.language.empty() ? "python" : task.language);
  json.Key("response").Bytes(text).Key("problem").Raw(task.problem);
  return json.EndObject().Take();
}

}  // namespace

Grade GradeRollout(const Task& task, const std::string& text, service::Judge& judge,
                   const std::atomic<bool>* stop) {
  const std::string request = task.math ? MathRequest(task, text) : ProgramRequest(task, text);
  const auto answer = lab::AskPatiently(
      [&] { return task.math ? judge.VerifyMath(request) : judge.Verify(request); }, {}, stop);
  Grade grade;
  if (!answer.ok()) {
    grade.why = answer.error().ToString();
    return grade;
  }
  JsonError error;
  const auto document = JsonDocument::Parse(answer->body, &error);
  JsonValue result = document ? document->root() : JsonValue();
  const JsonValue results = result.Find("results");
  if (results.Is(JsonType::kArray) && results.Count() == 1) result = results.Items()[0];
  grade.verdict = TextAt(result, "verdict");
  if (answer->status != 200 || grade.verdict.empty()) {
    grade.why = lab::SaidBy(*answer);
    return grade;
  }
  const JsonValue score = result.Find("score");
  if (score.Is(JsonType::kNumber)) {
    grade.reward = score.Double();
  } else {
    grade.why = TextAt(result, "message");
    if (grade.why.empty()) grade.why = TextAt(result, "reason");
  }
  return grade;
}

}  // namespace assay::orchestra
