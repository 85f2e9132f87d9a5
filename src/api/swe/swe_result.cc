#include "api/swe/swe_result.h"

#include <algorithm>
#include <utility>

#include "api/shared/origin_json.h"
#include "swe/json/grading_json.h"

namespace assay {
namespace {

void WritePaths(const char* key, const std::vector<std::string>& paths, JsonWriter* json) {
  json->Key(key).BeginArray();
  for (const std::string& path : paths) json->Bytes(path);
  json->EndArray();
}

void WriteGraded(const SweRequest& request, const swe::Graded& graded, JsonWriter* json) {
  const swe::RanAttempt& ran = graded.ran;
  json->Key("swe").BeginObject();
  swe::WriteGrading(ran.lists, graded.grading, json);
  json->Key("control").String(swe::kControlUseNames.NameOf(graded.control));
  json->Key("control_tests").Int(static_cast<int64_t>(ran.lists.must_fail.size()));
  json->Key("decoys").Bool(graded.decoys);
  json->Key("touched").BeginObject();
  WritePaths("tests", ran.tests, json);
  WritePaths("runner_files", ran.runner_files, json);
  json->EndObject();
  json->Key("runner_files").String(swe::kRunnerFilesNames.NameOf(request.task->runner_files));
  json->Key("exit_code");
  if (ran.attempt.facts.exit_code) {
    json->Int(*ran.attempt.facts.exit_code);
  } else {
    json->Null();
  }
  json->Key("timed_out").Bool(ran.attempt.facts.timed_out);
  json->Key("out_of_memory").Bool(ran.attempt.facts.out_of_memory);
  json->Key("setup_time_s").Double(ToSeconds(ran.setup_time));
  json->Key("time_s").Double(ToSeconds(ran.time));
  if (request.include_tests) {
    json->Key("tests");
    swe::WriteOutcomes(ran.lists, ran.attempt.report, json);
  }
  if (request.include_report) json->Key("report").Raw(swe::ReportJson(ran.attempt.report));
  if (request.include_log_bytes > 0) {
    const auto kept = std::min(ran.log.size(), static_cast<size_t>(request.include_log_bytes));
    json->Key("log").Bytes(std::string_view(ran.log).substr(ran.log.size() - kept));
  }
  json->EndObject();
}

}  // namespace

SweVerdictWords WordsOf(const swe::Graded& graded) {
  const swe::Grading& grading = graded.grading;
  SweVerdictWords words;
  if (!grading.reasons.empty()) words.message = grading.reasons.front().message;
  switch (grading.verdict) {
    case swe::SweVerdict::kInfrastructure: return words;
    case swe::SweVerdict::kResolved:
      words.verdict = Verdict::kAccepted;
      words.reason = Reason::kAccepted;
      words.score = 1;
      break;
    case swe::SweVerdict::kNotResolved:
      words.verdict = Verdict::kWrongAnswer;
      words.reason = graded.ran.refused ? Reason::kPatchRefused : Reason::kTestsFailed;
      words.score = 0;
      break;
  }
  words.cause = Cause::kCandidate;
  return words;
}

SweVerdictWords WordsOf(const Error& error) {
  SweVerdictWords words;
  words.message = error.message;
  if (error.code == ErrorCode::kInvalidArgument) {
    words.verdict = Verdict::kJudgeError;
    words.cause = Cause::kProblem;
    words.reason = Reason::kInvalidSubmission;
  }
  return words;
}

SweVerdictWords WordsOfNoPatch() {
  return {Verdict::kWrongAnswer, Cause::kCandidate, Reason::kNoCode,
          "there is no patch in the response", 0};
}

std::string FieldOf(const Error& error) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"test_patch", "task.test_patch"},
      {"fault_patch", "task.fault_patch"},
      {"reference", "task.reference"},
      {"env", "task.env"},
      {"memory_bytes", "limits.memory_mb"},
      {"disk_bytes", "limits.disk_mb"},
      {"cpus", "limits.cpus"},
      {"processes", "limits.processes"}};
  for (const auto& [ours, theirs] : kNames) {
    if (error.field == ours) return std::string(theirs);
  }
  return error.field;
}

std::string RenderSweResult(const SweRequest& request, size_t index, const SweVerdictWords& words,
                            const swe::Graded* graded) {
  const SweItem& item = request.items[index];
  JsonWriter json(1024);
  json.BeginObject().Key("id").Bytes(item.id).Key("index").Int(static_cast<int64_t>(index));
  json.Key("verdict").String(ToString(words.verdict)).Key("cause").String(ToString(words.cause));
  json.Key("score");
  if (words.score) {
    json.Double(*words.score);
  } else {
    json.Null();
  }
  json.Key("masked").Bool(!words.score.has_value());
  json.Key("reason").String(ToString(words.reason)).Key("message").Bytes(words.message);
  json.Key("queue_time_s").Double(graded == nullptr ? 0 : ToSeconds(graded->queue_time));
  json.Key("total_time_s").Double(graded == nullptr ? 0 : ToSeconds(graded->total_time));
  if (graded != nullptr) WriteGraded(request, *graded, &json);
  WriteOrigin(item.origin, &json);
  return json.EndObject().Take();
}

}  // namespace assay
