#include "api/mcp/tools/unjudged.h"

#include "text/json_member.h"

namespace assay {

std::optional<ToolResult> WhyUnjudged(JsonValue result) {
  const std::string cause = TextAt(result, "cause");
  const bool known = cause == "candidate" || cause == "problem";
  if (known && TextAt(result, "verdict") != "IE") return std::nullopt;
  return OurFailure(TextAt(result, "message"));
}

}  // namespace assay
