#include "lab/eval/shared/verify_body.h"

#include "text/json_writer.h"

namespace assay::eval {
namespace {

void WriteProblem(const VerifyBody& body, JsonWriter* json) {
  json->Key("problem").BeginObject().Key("mode").String(body.mode);
  const auto text = [&](const char* key, const std::string& value) {
    if (!value.empty()) json->Key(key).Bytes(value);
  };
  text("function_name", body.function_name);
  text("assert_code", body.assert_code);
  text("assert_setup_code", body.assert_setup_code);
  if (!body.comparison.empty()) json->Key("comparison").Raw(body.comparison);
  if (!body.checker.empty()) json->Key("checker").Raw(body.checker);
  if (!body.tests.empty()) {
    const bool values = body.mode == "function_call";
    json->Key("tests").BeginArray();
    for (const auto& [input, expected] : body.tests) {
      json->BeginObject();
      values ? json->Key("input").Raw(input) : json->Key("input").Bytes(input);
      values ? json->Key("expected").Raw(expected) : json->Key("expected").Bytes(expected);
      json->EndObject();
    }
    json->EndArray();
  }
  json->EndObject();
}

}  // namespace

std::string ToJson(const VerifyBody& body) {
  JsonWriter json(body.code.size() + body.assert_code.size() + 1024);
  json.BeginObject().Key("language").Bytes(body.language).Key("code").Bytes(body.code);
  WriteProblem(body, &json);
  json.Key("limits").BeginObject().Key("cpu_time_s").Double(body.cpu_time_s);
  json.Key("wall_time_s").Double(body.wall_time_s).Key("memory_mb").Int(body.memory_mb).EndObject();
  if (body.compile_time_s > 0) {
    json.Key("compile_limits").BeginObject().Key("cpu_time_s").Double(body.compile_time_s);
    json.Key("wall_time_s").Double(body.compile_time_s).EndObject();
  }
  json.Key("stop").String(body.all_tests ? "all" : "first_failure");
  json.Key("priority").String("eval");
  if (body.include_output) json.Key("include_output").Bool(true);
  return json.EndObject().Take();
}

GradeTask TaskOf(const VerifyBody& body) {
  return {GradeTask::Route::kVerify, ToJson(body)};
}

}  // namespace assay::eval
