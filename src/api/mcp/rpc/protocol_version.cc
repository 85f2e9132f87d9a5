#include "api/mcp/rpc/protocol_version.h"

#include "text/json_writer.h"

namespace assay {

const McpVersion* FindMcpVersion(std::string_view name) {
  for (const McpVersion& version : kMcpVersions) {
    if (version.name == name) return &version;
  }
  return nullptr;
}

const McpVersion& AgreeOnMcpVersion(std::string_view wanted) {
  const McpVersion* agreed = nullptr;
  for (const McpVersion& version : kMcpVersions) {
    if (!version.handshake) continue;
    agreed = &version;
    if (version.name == wanted) break;
  }
  return *agreed;
}

std::string McpVersionNames() {
  std::string names;
  for (const McpVersion& version : kMcpVersions) {
    if (!names.empty()) names += ", ";
    names += version.name;
  }
  return names;
}

std::string McpVersionArray(bool handshake) {
  JsonWriter json;
  json.BeginArray();
  for (const McpVersion& version : kMcpVersions) {
    if (version.handshake == handshake) json.String(version.name);
  }
  return json.EndArray().Take();
}

}  // namespace assay
