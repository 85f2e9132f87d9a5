#include "api/mcp/tools/arguments.h"
#include "api/mcp/tools/tool_plans.h"
#include "api/mcp/tools/unjudged.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr std::string_view kUsualOutputBytes = "65536";

// How the program ended, in one word.
std::string Outcome(JsonValue result, JsonValue test) {
  std::string status = TextAt(test, "status");
  if (!status.empty()) return status;
  return TextAt(result, "reason") == "no_code" ? "no-code" : "compile-failed";
}

void CopyOrNull(JsonValue from, std::string_view name, JsonWriter* json) {
  const JsonValue value = from.Find(name);
  json->Key(name).Raw(value ? value.raw() : "null");
}

void CopyText(JsonValue from, std::string_view name, JsonWriter* json) {
  json->Key(name).Bytes(TextAt(from, name));
}

ToolResult Read(JsonValue result) {
  if (auto unjudged = WhyUnjudged(result)) return *std::move(unjudged);
  const auto tests = result.Find("tests").Is(JsonType::kArray) ? result.Find("tests").Items()
                                                               : std::vector<JsonValue>();
  const JsonValue test = tests.empty() ? JsonValue() : tests.front();
  const JsonValue compile = result.Find("compile");
  JsonWriter json(1024);
  json.BeginObject().Key("outcome").String(Outcome(result, test));
  CopyText(result, "message", &json);
  CopyOrNull(test, "exit_code", &json);
  CopyOrNull(test, "signal", &json);
  for (const char* output : {"stdout", "stderr"}) {
    CopyText(test, output, &json);
    const std::string cut = std::string(output) + "_truncated";
    const JsonValue truncated = test.Find(cut);
    json.Key(cut).Bool(truncated.Is(JsonType::kBool) && truncated.Bool());
  }
  json.Key("compiler_output");
  json.Bytes(TextAt(compile, "stdout") + TextAt(compile, "stderr"));
  for (const char* used : {"cpu_time_s", "wall_time_s"})
    json.Key(used).Double(NumberAt(test, used));
  json.Key("memory_peak_bytes").Int(static_cast<int64_t>(NumberAt(test, "memory_peak_bytes")));
  CopyText(result, "toolchain", &json);
  return {.structured = json.EndObject().Take()};
}

}  // namespace

std::optional<ToolPlan> PlanRunCode(JsonValue given, FieldErrors* errors) {
  ToolArguments arguments(given, errors);
  arguments.Allow({"language", "code", "stdin", "files", "cpu_time_s", "wall_time_s", "memory_mb",
                   "max_output_bytes"});
  arguments.Require("language");
  arguments.Require("code");
  if (!errors->empty()) return std::nullopt;
  JsonWriter json;
  json.BeginObject();
  arguments.Pass("language", "language", &json);
  arguments.Pass("code", "code", &json);
  arguments.Pass("files", "files", &json);
  arguments.PassGroup("limits", {"cpu_time_s", "wall_time_s", "memory_mb"}, &json);
  json.Key("problem").BeginObject().Key("mode").String("run");
  json.Key("tests").BeginArray().BeginObject();
  arguments.Pass("stdin", "input", &json);
  json.EndObject().EndArray().EndObject();
  const JsonValue most = arguments.Find("max_output_bytes");
  json.Key("include_output").Bool(true).Key("include_output_bytes");
  json.Raw(most ? most.raw() : kUsualOutputBytes).EndObject();
  return ToolPlan{.question = {.path = "/v1/verify", .body = json.Take()},
                  .read = Read,
                  .names = {{"problem.tests[0].input", "stdin"},
                            {"include_output_bytes", "max_output_bytes"},
                            {"limits.", ""}}};
}

}  // namespace assay
