// Stored problems as resources.
//
// A resource says what kind of problem it is, not what is in it: whoever could read expectations,
// inputs or judges could answer with them, and clients hand resources to models. The whole text is
// with GET /v1/problems/{sha256}, for those who run the training. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "api/mcp/rpc/protocol_version.h"
#include "api/mcp/rpc/rpc_message.h"
#include "api/mcp/tools/question.h"

namespace assay {

// Either the members of a result, without braces, or a fault.
struct ResourceReply {
  std::string members = {};
  std::optional<RpcFault> fault = {};
};

// Where a page of resources/list begins; nothing when the cursor isn't one of ours.
std::optional<size_t> ReadCursor(JsonValue params);
McpQuestion ProblemListQuestion();
ResourceReply ReadProblemList(const McpAnswer& answer, size_t begin);

McpQuestion ProblemQuestion(const std::string& sha256);
ResourceReply ReadProblem(const McpAnswer& answer, const std::string& sha256,
                          const McpVersion& version);

// The members of resources/templates/list.
std::string ResourceTemplates();

}  // namespace assay
