#include "api/mcp/tools/tool.h"

#include "text/excerpt.h"

namespace assay {

ToolResult OurFailure(std::string_view what) {
  return {.is_error = true,
          .text = "Assay failed, not the program or the answer: " + Excerpt(what, 400) +
                  ". There is no verdict, and nothing is to be concluded about what was to be "
                  "judged. Call again."};
}

}  // namespace assay
