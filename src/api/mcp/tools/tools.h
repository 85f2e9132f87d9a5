// The tools a client can have used, by their names, and what is the same for all of them: the list,
// faults of arguments, answers that are none. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "api/mcp/rpc/protocol_version.h"
#include "api/mcp/tools/tool.h"
#include "text/field_reader.h"

namespace assay {

// Null when there is no such tool. Nothing is planned when the arguments have faults.
using PlanTool = std::optional<ToolPlan> (*)(JsonValue arguments, FieldErrors* errors);
PlanTool FindTool(std::string_view name);
std::string ToolNames();  // "run_code, verify, check_math"

// What tools/list gives: a JSON array.
std::string ToolList(const McpVersion& version);

ToolResult FaultyArguments(const FieldErrors& errors);
ToolResult ReadToolAnswer(const ToolPlan& plan, const McpAnswer& answer);

// The members of a tools/call result, without braces.
std::string RenderToolResult(const ToolResult& result, const McpVersion& version);

}  // namespace assay
