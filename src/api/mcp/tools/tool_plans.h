// The tools there are, one file each. Pure, thread-safe.
#pragma once

#include <optional>

#include "api/mcp/tools/tool.h"
#include "text/field_reader.h"

namespace assay {

std::optional<ToolPlan> PlanRunCode(JsonValue arguments, FieldErrors* errors);
std::optional<ToolPlan> PlanVerify(JsonValue arguments, FieldErrors* errors);
std::optional<ToolPlan> PlanCheckMath(JsonValue arguments, FieldErrors* errors);

}  // namespace assay
