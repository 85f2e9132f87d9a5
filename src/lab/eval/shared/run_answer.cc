#include "lab/eval/shared/run_answer.h"

#include <algorithm>
#include <optional>

#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::eval {
namespace {

Grade NoAnswer(int status, std::string_view body) {
  Grade grade;
  grade.reason = "judge:http_" + std::to_string(status);
  grade.message = std::string(body.substr(0, 500));
  return grade;
}

}  // namespace

Grade ReadRun(int status, std::string_view body, const RunRule& rule) {
  JsonError error;
  const std::optional<JsonDocument> document = JsonDocument::Parse(body, &error);
  if (status != 200 || !document) return NoAnswer(status, body);
  JsonValue result = document->root();
  if (const JsonValue results = result.Find("results"); results.Is(JsonType::kArray)) {
    const std::vector<JsonValue> items = results.Items();
    if (items.size() != 1) return NoAnswer(status, body);
    result = items[0];
  }
  const std::string verdict = TextAt(result, "verdict");
  const std::string cause = TextAt(result, "cause");
  if (verdict.empty()) return NoAnswer(status, body);

  Grade grade;
  grade.reason = verdict + ":" + TextAt(result, "reason");
  grade.message = TextAt(result, "message");
  if (cause != "candidate") {
    if (cause == "problem") grade.state = SampleState::kMasked;
    return grade;
  }
  grade.state = SampleState::kFailed;
  const JsonValue tests = result.Find("tests");
  const std::vector<JsonValue> runs =
      tests.Is(JsonType::kArray) ? tests.Items() : std::vector<JsonValue>();
  if (runs.empty() || TextAt(runs[0], "status").empty()) return grade;  // it doesn't compile

  ProgramRun run;
  run.exited = TextAt(runs[0], "status") == "exited";
  const JsonValue code = runs[0].Find("exit_code");
  if (code.Is(JsonType::kNumber)) run.exit_code = static_cast<int>(code.Double());
  run.stdout_text = TextAt(runs[0], "stdout");
  run.stderr_text = TextAt(runs[0], "stderr");
  if (!run.exited) return grade;
  const std::string failure = rule(run);
  if (failure.empty()) {
    grade.state = SampleState::kPassed;
    grade.reason = "AC:passed";
  } else if (verdict == "AC") {
    grade.reason = "WA:" + failure;
    grade.message = "it ended with code 0, and the benchmark's rule says: " + failure;
  }
  return grade;
}

}  // namespace assay::eval
