#include "api/native/verify_result.h"

#include <algorithm>

#include "api/native/limits_json.h"
#include "api/shared/origin_json.h"
#include "api/shared/responses.h"
#include "base/text.h"
#include "model/isolation.h"

namespace assay {
namespace {

constexpr int64_t kCompilerTextBytes = 64 << 10;

// The first bytes of an output, and whether that is all of it.
void WriteOutput(std::string_view name, const std::string& bytes, int64_t limit, TextBudget* budget,
                 JsonWriter* json) {
  const auto kept = static_cast<size_t>(std::max<int64_t>(0, limit));
  const std::string_view shown = budget->Take(std::string_view(bytes).substr(0, kept));
  json->Key(name).Bytes(shown);
  json->Key(std::string(name) + "_truncated").Bool(bytes.size() > shown.size());
}

void WriteRun(const RunResult& run, JsonWriter* json) {
  json->Key("status").String(ToString(run.status));
  json->Key("cpu_time_s").Double(ToSeconds(run.cpu_time));
  json->Key("wall_time_s").Double(ToSeconds(run.wall_time));
  json->Key("memory_peak_bytes").Int(run.memory_peak_bytes).Key("warm").Bool(run.warm);
  json->Key("restored").Bool(run.restored);
  json->Key("exit_code");
  if (run.status == RunStatus::kExited) {
    json->Int(run.exit_code);
  } else {
    json->Null();
  }
  json->Key("signal");
  if (run.signal != 0) {
    json->Int(run.signal);
  } else {
    json->Null();
  }
}

void WriteTest(const VerifyEcho& echo, size_t index, const TestResult& test, TextBudget* budget,
               JsonWriter* json) {
  json->BeginObject().Key("id");
  if (index < echo.test_ids.size()) {
    json->Bytes(echo.test_ids[index]);
  } else {
    json->String(std::to_string(index));
  }
  json->Key("verdict").String(ToString(test.verdict)).Key("cause").String(ToString(test.cause));
  json->Key("reason").String(ToString(test.reason)).Key("message").Bytes(test.message);
  json->Key("executed").Bool(test.executed).Key("by_checker").Bool(test.by_checker);
  if (test.executed) {
    WriteRun(test.run, json);
    if (echo.include_output) {
      WriteOutput("stdout", test.run.stdout_bytes, echo.include_output_bytes, budget, json);
      WriteOutput("stderr", test.run.stderr_bytes, echo.include_output_bytes, budget, json);
    }
    if (!test.run.files.empty()) {
      json->Key("files").BeginObject();
      for (const auto& [name, contents] : test.run.files) {
        if (!budget->TakeText(contents->size() / 3 * 4 + 4)) continue;
        json->Key(ReplaceInvalidUtf8(name)).String(Base64Encode(contents->view()));
      }
      json->EndObject();
    }
  }
  json->EndObject();
}

void WriteWarnings(const VerifyEcho& echo, const SubmissionResult& result, JsonWriter* json) {
  std::vector<std::string> warnings = echo.warnings;
  if (result.separation == "none") {
    warnings.push_back(
        "separation is none: the tests shared a process with the program, which can have tampered "
        "with them; --unseparated of the server says whether such verdicts count");
  }
  if (warnings.empty()) return;
  json->Key("warnings").BeginArray();
  for (const std::string& warning : warnings) json->Bytes(warning);
  json->EndArray();
}

void WriteExtraction(const Extraction& extraction, JsonWriter* json) {
  const ExtractedCode& found = extraction.found;
  json->Key("extracted").BeginObject().Key("code").Bytes(found.code);
  json->Key("type").String(ToString(found.type)).Key("rule").String(ToString(found.rule));
  json->Key("profile").String(extraction.profile).EndObject();
}

}  // namespace

std::string RenderVerifyResult(const VerifyEcho& echo, const SubmissionResult& result) {
  JsonWriter json(1024);
  TextBudget budget(echo.text_bytes);
  json.BeginObject().Key("id").Bytes(echo.id).Key("index").Int(static_cast<int64_t>(echo.index));
  json.Key("verdict").String(ToString(result.verdict)).Key("cause").String(ToString(result.cause));
  json.Key("score");
  if (result.score) {
    json.Double(*result.score);
  } else {
    json.Null();
  }
  json.Key("masked").Bool(result.masked()).Key("reason").String(ToString(result.reason));
  json.Key("message").Bytes(result.message).Key("tests").BeginArray();
  for (size_t i = 0; i < result.tests.size(); ++i)
    WriteTest(echo, i, result.tests[i], &budget, &json);
  json.EndArray().Key("compile");
  if (result.compile) {
    json.BeginObject();
    WriteRun(*result.compile, &json);
    WriteOutput("stdout", result.compile->stdout_bytes, kCompilerTextBytes, &budget, &json);
    WriteOutput("stderr", result.compile->stderr_bytes, kCompilerTextBytes, &budget, &json);
    json.EndObject();
  } else {
    json.Null();
  }
  WriteLimits("limits", result.limits.value_or(echo.limits), &json);
  json.Key("time_multiplier").Double(echo.time_multiplier);
  json.Key("toolchain").Bytes(result.toolchain).Key("tier").Bytes(result.tier);
  json.Key("open_channels").BeginArray();
  for (const OpenChannel& channel : OpenChannels(result.tier)) json.String(channel.name);
  json.EndArray();
  json.Key("approximate_limits").BeginArray();
  for (const std::string_view limit : ApproximateLimits(result.tier)) json.String(limit);
  json.EndArray();
  json.Key("separation").Bytes(result.separation);
  WriteWarnings(echo, result, &json);
  json.Key("cached").Bool(result.cached);
  json.Key("queue_time_s").Double(ToSeconds(result.queue_time));
  json.Key("total_time_s").Double(ToSeconds(result.total_time));
  if (echo.extraction) WriteExtraction(*echo.extraction, &json);
  WriteOrigin(echo.origin, &json);
  if (!echo.faults.empty()) {
    json.Key("errors").BeginArray();
    for (const FieldError& fault : echo.faults.errors()) WriteFieldError(fault, &json);
    json.EndArray();
  }
  if (echo.bundle) json.Key("bundle").Raw(RenderBundle(*echo.bundle, echo.test_ids, result));
  json.EndObject();
  return json.Take();
}

}  // namespace assay
