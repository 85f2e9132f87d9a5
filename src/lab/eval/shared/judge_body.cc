#include "lab/eval/shared/judge_body.h"

#include "base/text.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

void WriteLimits(std::string_view key, const BodyLimits& limits, JsonWriter* json) {
  if (limits.cpu_time_s <= 0 && limits.wall_time_s <= 0 && limits.memory_mb <= 0) return;
  json->Key(key).BeginObject();
  if (limits.cpu_time_s > 0) json->Key("cpu_time_s").Double(limits.cpu_time_s);
  if (limits.wall_time_s > 0) json->Key("wall_time_s").Double(limits.wall_time_s);
  if (limits.memory_mb > 0) json->Key("memory_mb").Int(limits.memory_mb);
  json->EndObject();
}

void WriteProblem(const JudgeBody& body, JsonWriter* json) {
  json->Key("problem").BeginObject().Key("mode").String(body.mode);
  if (!body.comparison.empty()) json->Key("comparison").Raw(body.comparison);
  if (!body.checker.empty()) json->Key("checker").Raw(body.checker);
  if (!body.function_name.empty()) json->Key("function_name").Bytes(body.function_name);
  if (!body.assert_code.empty()) json->Key("assert_code").Bytes(body.assert_code);
  if (!body.tests.empty()) {
    json->Key("tests").BeginArray();
    const bool values = body.mode == "function_call";
    for (const BodyTest& test : body.tests) {
      json->BeginObject().Key("input");
      if (values) {
        json->Raw(test.input).Key("expected").Raw(test.expected);
      } else {
        json->Bytes(test.input).Key("expected").Bytes(test.expected);
      }
      json->EndObject();
    }
    json->EndArray();
  }
  json->EndObject();
}

}  // namespace

std::string JudgeBody::Write() const {
  JsonWriter json;
  json.BeginObject().Key("language").String(language).Key("code").Bytes(code);
  json.Key("priority").String("eval");
  WriteProblem(*this, &json);
  WriteLimits("limits", limits, &json);
  WriteLimits("compile_limits", compile_limits, &json);
  if (!compile_flags.empty()) {
    json.Key("compile_flags").BeginArray();
    for (const std::string& flag : compile_flags) json.String(flag);
    json.EndArray();
  }
  if (!files.empty()) {
    json.Key("files").BeginObject();
    for (const auto& [path, bytes] : files) json.Key(path).String(Base64Encode(bytes));
    json.EndObject();
  }
  if (run_all) json.Key("stop").String("all");
  if (include_output) json.Key("include_output").Bool(true);
  json.EndObject();
  return json.Take();
}

}  // namespace assay::eval
