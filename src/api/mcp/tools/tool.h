// What a tool is made of: it turns its arguments into a question for a judging route, and the
// route's answer into a result. A result is a verdict, a fault of the arguments that names the
// field and the fix, or a failure of ours that says so and is never a verdict. Plain values and
// pure functions.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/mcp/tools/question.h"
#include "text/json_reader.h"

namespace assay {

struct ToolResult {
  bool is_error = false;
  std::string text = {};        // of an error
  std::string structured = {};  // else: a JSON object as the tool's output schema has it
};

struct ToolPlan {
  McpQuestion question;
  // Of the route's answer with status 200, a JSON object.
  std::function<ToolResult(JsonValue answer)> read;
  // Fields of the route, and what the tool calls them: "problem.tests", "tests". Longest first.
  std::vector<std::pair<std::string, std::string>> names = {};
};

// Our environment failed: `what` says how.
ToolResult OurFailure(std::string_view what);

}  // namespace assay
