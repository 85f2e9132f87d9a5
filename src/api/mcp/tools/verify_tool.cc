#include "api/mcp/tools/arguments.h"
#include "api/mcp/tools/problem_uri.h"
#include "api/mcp/tools/tool_plans.h"
#include "api/mcp/tools/unjudged.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay {
namespace {

// Of each output of a test that failed: enough to see what went wrong, little enough for a model.
constexpr int64_t kShownOutputBytes = 2048;
// More failures than these tell nobody more.
constexpr size_t kShownTests = 20;

// Who wrote the tests decides what may be shown. Whoever sends them knows them. A stored problem's
// are somebody else's secret: what a program prints, how long it takes, and any sentence with an
// expectation in it could give them away to the very model that is judged by them.
enum class Tests { kCallers, kSecret };

void Copy(JsonValue from, std::string_view name, JsonWriter* json) {
  if (const JsonValue value = from.Find(name)) json->Key(name).Raw(value.raw());
}

void WriteTest(JsonValue test, Tests whose, JsonWriter* json) {
  json->BeginObject();
  for (const char* name : {"id", "verdict", "cause", "reason"}) Copy(test, name, json);
  if (whose == Tests::kCallers) {
    for (const char* name :
         {"message", "exit_code", "stdout", "stderr", "cpu_time_s", "wall_time_s"}) {
      Copy(test, name, json);
    }
  }
  json->EndObject();
}

ToolResult Read(JsonValue result, Tests whose) {
  if (auto unjudged = WhyUnjudged(result)) return *std::move(unjudged);
  const JsonValue list = result.Find("tests");
  const auto tests = list.Is(JsonType::kArray) ? list.Items() : std::vector<JsonValue>();
  int64_t accepted = 0, skipped = 0;
  std::vector<JsonValue> failed;
  for (const JsonValue& test : tests) {
    const std::string verdict = TextAt(test, "verdict");
    accepted += verdict == "AC";
    skipped += verdict == "SKIPPED";
    if (verdict != "AC" && verdict != "SKIPPED" && failed.size() < kShownTests) {
      failed.push_back(test);
    }
  }
  JsonWriter json(1024);
  json.BeginObject();
  for (const char* name : {"verdict", "cause", "score", "masked", "reason"}) {
    Copy(result, name, &json);
  }
  json.Key("message").Bytes(whose == Tests::kCallers ? TextAt(result, "message") : "");
  json.Key("tests_total").Int(static_cast<int64_t>(tests.size()));
  json.Key("tests_accepted").Int(accepted).Key("tests_skipped").Int(skipped);
  json.Key("failed_tests").BeginArray();
  for (const JsonValue& test : failed) WriteTest(test, whose, &json);
  json.EndArray().Key("compiler_output");
  // Assert tests may have been compiled with the program.
  const bool told = whose == Tests::kCallers && TextAt(result, "verdict") == "CE";
  json.Bytes(told ? TextAt(result.Find("compile"), "stderr") : "");
  json.Key("toolchain").Bytes(TextAt(result, "toolchain"));
  return {.structured = json.EndObject().Take()};
}

// The stored problem's name, which may come as its resource's URI.
void WriteName(JsonValue name, JsonWriter* json) {
  if (name.Is(JsonType::kString)) {
    const std::string text = name.String();
    json->Key("sha256").Bytes(ProblemOfUri(text).value_or(text));
  } else {
    json->Key("sha256").Raw(name.raw());
  }
}

}  // namespace

std::optional<ToolPlan> PlanVerify(JsonValue given, FieldErrors* errors) {
  ToolArguments arguments(given, errors);
  arguments.Allow({"language", "code", "response", "tests", "problem", "problem_sha256", "stop",
                   "cpu_time_s", "wall_time_s", "memory_mb"});
  arguments.Require("language");
  arguments.RequireOneOf({"code", "response"});
  arguments.RequireOneOf({"tests", "problem", "problem_sha256"});
  if (!errors->empty()) return std::nullopt;
  const JsonValue name = arguments.Find("problem_sha256");
  const JsonValue problem = arguments.Find("problem");
  // A problem object may be a name, too.
  const Tests whose = name || problem.Find("sha256") ? Tests::kSecret : Tests::kCallers;
  JsonWriter json;
  json.BeginObject();
  for (const char* member : {"language", "code", "response", "stop"}) {
    arguments.Pass(member, member, &json);
  }
  arguments.PassGroup("limits", {"cpu_time_s", "wall_time_s", "memory_mb"}, &json);
  json.Key("problem");
  if (problem) {
    json.Raw(problem.raw());
  } else {
    json.BeginObject();
    arguments.Pass("tests", "tests", &json);
    if (name) WriteName(name, &json);
    json.EndObject();
  }
  if (whose == Tests::kCallers) {
    json.Key("include_output").Bool(true).Key("include_output_bytes").Int(kShownOutputBytes);
  }
  json.EndObject();
  std::vector<std::pair<std::string, std::string>> names = {{"limits.", ""}};
  if (name) names.emplace_back("problem.sha256", "problem_sha256");
  if (arguments.Find("tests")) names.emplace_back("problem.tests", "tests");
  return ToolPlan{.question = {.path = "/v1/verify", .body = json.Take()},
                  .read = [whose](JsonValue result) { return Read(result, whose); },
                  .names = std::move(names)};
}

}  // namespace assay
