// The revisions of the Model Context Protocol that this server speaks, and in what they differ for
// it. Plain values and pure functions.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace assay {

struct McpVersion {
  std::string_view name;
  // Begins with `initialize`, and what follows belongs to a session. The others have neither: each
  // request says which revision it is.
  bool handshake = true;
  bool batches = false;     // several messages in one array
  bool annotations = true;  // tools say whether they change anything
  bool structured = true;   // tools have titles and output schemas, results structured content
  int unknown_resource = -32002;
};

// Oldest first.
inline constexpr std::array<McpVersion, 5> kMcpVersions = {{
    {.name = "2024-11-05", .annotations = false, .structured = false},
    {.name = "2025-03-26", .batches = true, .structured = false},
    {.name = "2025-06-18"},
    {.name = "2025-11-25"},
    {.name = "2026-07-28", .handshake = false, .unknown_resource = -32602},
}};

// Null when this server doesn't speak it.
const McpVersion* FindMcpVersion(std::string_view name);
// What a handshake that asks for `wanted` agrees on: that, or the newest that has a handshake.
const McpVersion& AgreeOnMcpVersion(std::string_view wanted);
// "2024-11-05, 2025-03-26, …": all.
std::string McpVersionNames();
// Those with or without a handshake, as a JSON array.
std::string McpVersionArray(bool handshake);

}  // namespace assay
