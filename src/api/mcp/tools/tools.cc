#include "api/mcp/tools/tools.h"

#include <array>

#include "api/mcp/tools/tool_plans.h"
#include "base/check.h"
#include "base/text.h"
#include "mcp_tools_embedded.h"
#include "text/excerpt.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay {
namespace {

struct NamedTool {
  std::string_view name;
  PlanTool plan;
};
constexpr std::array<NamedTool, 3> kTools = {{
    {"run_code", PlanRunCode},
    {"verify", PlanVerify},
    {"check_math", PlanCheckMath},
}};

constexpr char kCallAgain[] = " Correct this and call again; tools/list has the schema.";

ToolResult Failed(std::string text) {
  return {.is_error = true, .text = std::move(text)};
}

// The field as the tool calls it.
std::string ToolsName(const std::string& field, const ToolPlan& plan) {
  for (const auto& [route, tool] : plan.names) {
    if (StartsWith(field, route)) return tool + field.substr(route.size());
  }
  return field;
}

std::string FaultLine(std::string_view field, std::string_view message) {
  return "\n- " + (field.empty() ? "" : std::string(field) + ": ") + std::string(message);
}

// A refusal of the native routes, with its fields as the tool calls them.
ToolResult Refused(const ToolPlan& plan, const McpAnswer& answer) {
  JsonError error;
  const auto document = JsonDocument::Parse(answer.body, &error);
  std::string lines;
  if (document) {
    const JsonValue all = document->root().Find("errors");
    if (all.Is(JsonType::kArray)) {
      for (const JsonValue& fault : all.Items()) {
        lines += FaultLine(ToolsName(TextAt(fault, "field"), plan), TextAt(fault, "message"));
      }
    } else if (const JsonValue fault = document->root().Find("error")) {
      lines = FaultLine(ToolsName(TextAt(fault, "field"), plan), TextAt(fault, "message"));
    }
  }
  if (lines.empty()) lines = FaultLine("", Excerpt(answer.body, 400));
  return Failed("The arguments can't be used, and nothing has run:" + lines + "\n" + kCallAgain);
}

std::string MessageOf(const McpAnswer& answer) {
  JsonError error;
  const auto document = JsonDocument::Parse(answer.body, &error);
  std::string message = document ? TextAt(document->root().Find("error"), "message") : "";
  return message.empty() ? "HTTP status " + std::to_string(answer.status) : message;
}

}  // namespace

PlanTool FindTool(std::string_view name) {
  for (const NamedTool& tool : kTools) {
    if (tool.name == name) return tool.plan;
  }
  return nullptr;
}

std::string ToolNames() {
  std::string names;
  for (const NamedTool& tool : kTools) {
    if (!names.empty()) names += ", ";
    names += tool.name;
  }
  return names;
}

std::string ToolList(const McpVersion& version) {
  JsonError error;
  const auto document = JsonDocument::Parse(Embedded_tools_json(), &error);
  ASSAY_CHECK(document);
  JsonWriter json(16 << 10);
  json.BeginArray();
  for (const JsonValue& tool : document->root().Items()) {
    json.BeginObject();
    const auto copy = [&](const char* member) { json.Key(member).Raw(tool.Find(member).raw()); };
    copy("name");
    if (version.structured) copy("title");
    copy("description");
    copy("inputSchema");
    if (version.structured) copy("outputSchema");
    if (version.annotations) copy("annotations");
    json.EndObject();
  }
  return json.EndArray().Take();
}

ToolResult FaultyArguments(const FieldErrors& errors) {
  std::string lines;
  for (const FieldError& error : errors.errors()) {
    lines += FaultLine(ToString(error.path), error.message);
  }
  return Failed("The arguments can't be used, and nothing has run:" + lines + "\n" + kCallAgain);
}

ToolResult ReadToolAnswer(const ToolPlan& plan, const McpAnswer& answer) {
  if (answer.status == 0) return OurFailure(answer.failure);
  if (answer.status == 429 || answer.status == 503 || answer.status == 504) {
    return Failed("Assay is busy, and nothing has run: " + Excerpt(MessageOf(answer), 400) +
                  ". There is no verdict. Call again in " + std::to_string(answer.retry_after_s) +
                  " s.");
  }
  if (answer.status / 100 == 4) return Refused(plan, answer);
  if (answer.status != 200) return OurFailure(MessageOf(answer));
  JsonError error;
  const auto document = JsonDocument::Parse(answer.body, &error);
  if (!document || !document->root().Is(JsonType::kObject)) {
    return OurFailure("the judging route's answer is no JSON object");
  }
  return plan.read(document->root());
}

std::string RenderToolResult(const ToolResult& result, const McpVersion& version) {
  JsonWriter json(result.structured.size() * 2 + 256);
  json.Key("content").BeginArray().BeginObject().Key("type").String("text");
  json.Key("text").Bytes(result.is_error ? result.text : result.structured).EndObject().EndArray();
  if (!result.is_error && version.structured) json.Key("structuredContent").Raw(result.structured);
  json.Key("isError").Bool(result.is_error);
  return json.Take();
}

}  // namespace assay
