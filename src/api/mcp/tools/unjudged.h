// Answers of POST /v1/verify that are no verdict about a program, whichever tool asked. Pure.
#pragma once

#include <optional>

#include "api/mcp/tools/tool.h"

namespace assay {

// What to tell the caller when our environment failed or the server gave the work up; nothing when
// there is a verdict, or the problem is at fault.
std::optional<ToolResult> WhyUnjudged(JsonValue result);

}  // namespace assay
