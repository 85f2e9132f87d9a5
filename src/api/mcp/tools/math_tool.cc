#include "api/mcp/tools/arguments.h"
#include "api/mcp/tools/tool_plans.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay {
namespace {

ToolResult Read(JsonValue answer) {
  const JsonValue results = answer.Find("results");
  const auto items = results.Is(JsonType::kArray) ? results.Items() : std::vector<JsonValue>();
  if (items.empty()) return OurFailure("the math route gave no result");
  const JsonValue result = items.front();
  const JsonValue score = result.Find("score");
  JsonWriter json(512);
  json.BeginObject().Key("verdict").Bytes(TextAt(result, "verdict"));
  json.Key("score").Raw(score ? score.raw() : "null").Key("masked").Bool(!score || score.IsNull());
  json.Key("reason").Bytes(TextAt(result, "reason")).Key("rule").Bytes(TextAt(result, "rule"));
  json.Key("extracted");
  if (const JsonValue found = result.Find("extraction"); found.Is(JsonType::kObject)) {
    json.Bytes(TextAt(found, "text"));
  } else {
    json.Null();
  }
  json.Key("gold_normal").Bytes(TextAt(result, "gold_normal"));
  json.Key("answer_normal").Bytes(TextAt(result, "answer_normal"));
  return {.structured = json.EndObject().Take()};
}

}  // namespace

std::optional<ToolPlan> PlanCheckMath(JsonValue given, FieldErrors* errors) {
  ToolArguments arguments(given, errors);
  arguments.Allow({"gold", "response", "profile", "options"});
  arguments.Require("gold");
  arguments.Require("response");
  if (!errors->empty()) return std::nullopt;
  JsonWriter json;
  json.BeginObject();
  arguments.Pass("profile", "profile", &json);
  arguments.Pass("options", "options", &json);
  json.Key("items").BeginArray().BeginObject();
  arguments.Pass("gold", "gold", &json);
  arguments.Pass("response", "response", &json);
  json.EndObject().EndArray().EndObject();
  return ToolPlan{.question = {.path = "/v1/math/verify", .body = json.Take()},
                  .read = Read,
                  .names = {{"items[0].", ""}}};
}

}  // namespace assay
