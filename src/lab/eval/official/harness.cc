#include "lab/eval/official/harness.h"

#include <random>

#include "base/text.h"
#include "lab/eval/shared/judge_body.h"
#include "lab/eval/shared/python.h"
#include "lab/eval/shared/run_answer.h"
#include "official_embedded.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

// Their 240 s and the one that they add. A program that is stuck costs as much under `official`; by
// our rules it gets a minute, which is more than any solution takes.
constexpr double kBigCodeBenchSeconds = 241;
constexpr double kBigCodeBenchOwnSeconds = 60;
constexpr int64_t kBigCodeBenchMemoryMb = 8192;

// The same task has the same token within a process, so that equal submissions are known for it,
// and nobody who has seen one knows the next.
std::string TokenOf(std::string_view task) {
  static const std::string secret = [] {
    std::random_device device;
    return std::to_string(device()) + ":" + std::to_string(device()) + ":" +
           std::to_string(device()) + ":" + std::to_string(device());
  }();
  return "t" + Sha256Hex(secret + std::string(task)).substr(0, 32);
}

// `task`: an object's members, without its last brace.
GradeTask DriverTask(std::string driver, const std::string& task, double wall_time_s,
                     int64_t memory_mb = 4608) {
  const std::string token = TokenOf(task);
  JsonWriter name;
  name.String(token);
  JudgeBody body{.language = kPython, .code = std::move(driver)};
  body.tests = {{task + ",\"token\":" + name.text() + "}", token + " pass"}};
  // Their clock is the wall; four cores' worth of CPU time is a bound against runaway threads.
  body.limits = {.cpu_time_s = 4 * wall_time_s, .wall_time_s = wall_time_s, .memory_mb = memory_mb};
  body.include_output = true;
  return body.Task();
}

std::string WithoutBrace(JsonWriter* json) {
  std::string text = json->EndObject().Take();
  text.pop_back();
  return text;
}

// What the driver's _say writes on stderr; a driver that was ended writes nothing, or words of
// others.
void ReadNotes(const std::string& notes, Grade* grade) {
  if (notes.empty()) return;
  JsonError error;
  const std::optional<JsonDocument> document = JsonDocument::Parse(notes, &error);
  if (!document || !document->root().Is(JsonType::kObject)) {
    grade->message = notes;
    return;
  }
  const std::string details = TextAt(document->root(), "details");
  if (!details.empty()) grade->message = details;
  const JsonValue parts = document->root().Find("parts");
  if (!parts.Is(JsonType::kObject)) return;
  for (const JsonValue::Member& part : parts.Members()) {
    if (part.value.Is(JsonType::kString)) {
      grade->parts.emplace_back(part.key, part.value.String());
    }
  }
}

}  // namespace

GradeTask InProcessProgram(std::string_view program, double seconds) {
  static const std::string driver =
      std::string(Embedded_guard_py()) + std::string(Embedded_program_py());
  JsonWriter json(program.size() + 100);
  json.BeginObject().Key("program").Bytes(program).Key("seconds").Double(seconds);
  // Theirs is killed a second after its timer; one more is for the interpreter's start.
  return DriverTask(driver, WithoutBrace(&json), seconds + 2);
}

GradeTask EvalPlusEvaluation(const EvalPlusTask& task) {
  static const std::string driver =
      std::string(Embedded_guard_py()) + std::string(Embedded_sanitize_py()) +
      std::string(Embedded_evalplus_problems_py()) + std::string(Embedded_evalplus_py());
  JsonWriter json(task.program.size() + task.base_input.size() + task.plus_input.size() + 1000);
  json.BeginObject().Key("dataset").Bytes(task.dataset).Key("id").Bytes(task.id);
  json.Key("entry_point").Bytes(task.entry_point).Key("reference").Bytes(task.reference);
  json.Key("base_input").Raw(task.base_input).Key("plus_input").Raw(task.plus_input);
  json.Key("atol").Double(task.atol).Key("program").Bytes(task.program);
  json.Key("extract").Bool(task.extract);
  // Two processes of at most 62 s, the reference before them and the search for the program.
  return DriverTask(driver, WithoutBrace(&json), 300);
}

GradeTask BigCodeBenchEvaluation(const BigCodeBenchTask& task) {
  static const std::string driver = std::string(Embedded_guard_py()) +
                                    std::string(Embedded_sanitize_py()) +
                                    std::string(Embedded_bigcodebench_py());
  const double seconds = task.official ? kBigCodeBenchSeconds : kBigCodeBenchOwnSeconds;
  JsonWriter json(task.program.size() + task.test.size() + task.code_prompt.size() + 1000);
  json.BeginObject().Key("entry_point").Bytes(task.entry_point);
  json.Key("code_prompt").Bytes(task.code_prompt).Key("test").Bytes(task.test);
  json.Key("program").Bytes(task.program).Key("extract").Bool(task.extract);
  json.Key("official").Bool(task.official).Key("seconds").Double(seconds);
  return DriverTask(driver, WithoutBrace(&json), seconds + 30, kBigCodeBenchMemoryMb);
}

GradeTask MissingModules(const std::vector<std::vector<std::string>>& items) {
  JsonWriter json;
  json.BeginObject().Key("items").BeginArray();
  for (const std::vector<std::string>& texts : items) {
    json.BeginArray();
    for (const std::string& text : texts) json.Bytes(text);
    json.EndArray();
  }
  json.EndArray().EndObject();
  JudgeBody body{.language = kPython, .code = std::string(Embedded_modules_py())};
  body.mode = "run";
  body.tests = {{json.Take(), ""}};
  body.limits = {.cpu_time_s = 60, .wall_time_s = 180, .memory_mb = 1024};
  body.include_output = true;
  return body.Task();
}

Result<std::vector<std::vector<std::string>>> ReadMissingModules(size_t items, int status,
                                                                 std::string_view body) {
  std::string out, why;
  const Grade grade = ReadRun(status, body, [&](const ProgramRun& run) {
    out = run.stdout_text;
    why = run.stderr_text;
    return run.exit_code == 0 ? std::string() : std::string("exit_code");
  });
  JsonError error;
  const std::optional<JsonDocument> document = JsonDocument::Parse(out, &error);
  const bool is_list = document && document->root().Is(JsonType::kArray);
  if (grade.state != SampleState::kPassed || !is_list || document->root().Count() != items) {
    return Error{ErrorCode::kUnavailable, "eval.environment", 0,
                 "the judge can't say which modules it has: " + grade.reason + " " + grade.message +
                     " " + why.substr(0, 500)};
  }
  std::vector<std::vector<std::string>> missing;
  for (const JsonValue item : document->root().Items()) {
    missing.emplace_back();
    if (!item.Is(JsonType::kArray)) continue;
    for (const JsonValue name : item.Items()) {
      if (name.Is(JsonType::kString)) missing.back().push_back(name.String());
    }
  }
  return missing;
}

std::string EvalPlusTestCode() {
  return std::string(Embedded_evalplus_problems_py()) + std::string(Embedded_evalplus_tests_py());
}

Grade ReadOfficialAnswer(const GradeTask& task, int status, std::string_view body,
                         const Grade& by_default) {
  JsonError error;
  const std::optional<JsonDocument> answer = JsonDocument::Parse(body, &error);
  const std::optional<JsonDocument> asked = JsonDocument::Parse(task.body, &error);
  if (status != 200 || !answer || !asked) return by_default;
  const JsonValue tests = answer->root().Find("tests");
  const JsonValue problem = asked->root().Find("problem").Find("tests");
  if (!tests.Is(JsonType::kArray) || tests.Count() != 1) return by_default;
  const std::string expected = TextAt(problem.Items()[0], "expected");
  const std::string token = expected.substr(0, expected.find(' '));
  const std::string out = TextAt(tests.Items()[0], "stdout");
  Grade grade = by_default;
  if (grade.state != SampleState::kPassed && grade.state != SampleState::kFailed) return grade;
  ReadNotes(TextAt(tests.Items()[0], "stderr"), &grade);
  grade.partial.reset();  // one test stands for all of the harness's
  if (StartsWith(out, token + " broken")) {
    grade.state = SampleState::kMasked;
    grade.reason = "official:broken";
  }
  return grade;
}

}  // namespace assay::eval
