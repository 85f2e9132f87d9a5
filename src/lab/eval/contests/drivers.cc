#include "lab/eval/contests/drivers.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/text.h"
#include "contests_embedded.h"
#include "lab/eval/shared/judge_body.h"
#include "lab/eval/shared/run_answer.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

constexpr double kLongestRunS = 3600;
constexpr int64_t kMemoryMb = 8192;
// Tells our line from an interpreter's own words; the candidate's output leads nowhere.
constexpr std::string_view kToken = "assay-harness";

void WriteList(std::string_view key, const std::vector<std::string>& values, JsonWriter* json) {
  json->Key(key).BeginArray();
  for (const std::string& value : values) json->Raw(value);
  json->EndArray();
}

GradeTask MakeTask(std::string driver, const HarnessTask& task) {
  JsonWriter json;
  json.BeginObject().Key("token").String(kToken).Key("code").Bytes(task.code);
  WriteList("inputs", task.inputs, &json);
  WriteList("outputs", task.outputs, &json);
  json.Key("fn_name").Bytes(task.function_name).Key("seconds").Int(task.seconds).EndObject();
  JudgeBody body;
  body.language = "python";
  body.code = std::move(driver);
  body.mode = "run";
  body.tests = {{json.Take(), ""}};
  // Their own bound on all tests, and time for the interpreter to start.
  const double wall = std::min(
      (task.seconds + 1.0) * static_cast<double>(task.inputs.size()) + 5 + 15, kLongestRunS);
  body.limits = {std::min(4 * wall, kLongestRunS), wall, kMemoryMb};
  body.include_output = true;
  return body.Task();
}

}  // namespace

GradeTask LiveCodeBenchHarness(const HarnessTask& task) {
  static const std::string driver =
      std::string(Embedded_inprocess_py()) + std::string(Embedded_livecodebench_py());
  return MakeTask(driver, task);
}

GradeTask AppsHarness(const HarnessTask& task) {
  static const std::string driver =
      std::string(Embedded_inprocess_py()) + std::string(Embedded_apps_py());
  return MakeTask(driver, task);
}

Grade ReadHarness(int status, std::string_view body) {
  std::string word, details;
  double share = 0;
  const auto rule = [&](const ProgramRun& run) -> std::string {
    details = run.stderr_text;
    const std::string token = std::string(kToken) + " ";
    const size_t at = run.stdout_text.rfind(token);
    if (at == std::string::npos) return "no_word";
    const std::string_view line = std::string_view(run.stdout_text).substr(at + token.size());
    const size_t space = std::min(line.find(' '), line.size());
    word = std::string(line.substr(0, space));
    share = std::strtod(std::string(line.substr(space)).c_str(), nullptr);
    return word == "pass" ? "" : "harness_failed";
  };
  Grade grade = ReadRun(status, body, rule);
  if (grade.state != SampleState::kPassed && grade.state != SampleState::kFailed) return grade;
  if (word.empty() && grade.reason.rfind("TLE", 0) != 0) {
    // It has a word for whatever a candidate does; only a broken harness says nothing.
    grade.state = SampleState::kErrored;
    grade.message = "the harness said nothing: " + details.substr(0, 500);
    return grade;
  }
  grade.partial = share;
  if (grade.state == SampleState::kFailed && !word.empty()) {
    grade.reason = "WA:harness";
    grade.message = details;
  }
  return grade;
}

}  // namespace assay::eval
