// A client of /mcp over a fake engine, for tests: sends messages and gives the answers.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/testing.h"

namespace assay {

using McpHeaders = std::vector<std::pair<std::string, std::string>>;

inline std::string McpRequest(const std::string& id, const std::string& method,
                              const std::string& params = "{}") {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":)" + params +
         "}";
}

// A request of revision 2026-07-28, and the headers that belong to it.
inline std::string ModernRequest(const std::string& method, const std::string& params = "") {
  return McpRequest("1", method,
                    R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                    R"("io.modelcontextprotocol/clientCapabilities":{},"progressToken":5})" +
                        params + "}");
}
inline McpHeaders ModernHeaders(const std::string& method, const std::string& name = "") {
  McpHeaders headers = {{"mcp-protocol-version", "2026-07-28"}, {"mcp-method", method}};
  if (!name.empty()) headers.emplace_back("mcp-name", name);
  return headers;
}

struct McpFixture {
  std::shared_ptr<CapturedReply> Post(const std::string& body, const McpHeaders& headers = {}) {
    return api.Call("POST", "/mcp", body, headers);
  }
  // In the session that Open began.
  std::shared_ptr<CapturedReply> Ask(const std::string& body) {
    return Post(body, {{"mcp-session-id", session}});
  }
  void Open(const std::string& version) {
    const auto reply = Post(McpRequest(
        "0", "initialize", R"({"protocolVersion":")" + version + R"(","capabilities":{}})"));
    ASSERT_EQ(reply->response.status, 200) << reply->response.body;
    ASSERT_EQ(reply->response.headers.size(), 1u);
    session = reply->response.headers[0].second;
  }
  std::string Call(const std::string& tool, const std::string& arguments) {
    return Ask(McpRequest("1", "tools/call",
                          R"({"name":")" + tool + R"(","arguments":)" + arguments + "}"))
        ->response.body;
  }

  ApiFixture api;
  std::string session;
};

}  // namespace assay
