// NodeRow: what is known of one node, of this one or of a peer. Plain values, and how /v1/info and
// /v1/nodes say them. Pure but for MemoryFreeBytes, thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "text/json_writer.h"

namespace assay {

struct NodeRow {
  std::string node;
  std::string instance;  // see NodeState
  std::string url;       // where a peer was asked; empty: this one isn't among the peers
  bool self = false;
  std::string version;
  std::string tier;
  bool ready = false;
  bool draining = false;
  std::string reason;  // why it isn't ready
  int64_t slots = 0;
  int64_t slots_free = 0;
  int64_t running = 0;  // programs, at most one a slot
  int64_t queued = 0;   // submissions taken and not finished
  int64_t wait_ms = 0;  // what a submission that comes now is likely to wait
  int64_t sandboxes_warm = 0;
  int64_t sandboxes_running = 0;
  int64_t sandboxes_draining = 0;  // that a process keeps which was replaced
  int64_t sandboxes_at_most = 0;
  int64_t memory_free_bytes = 0;
  double uptime_s = 0;
  std::string error;  // why nothing is known of a peer
};

// As an item of /v1/nodes.
void WriteNodeRow(const NodeRow& row, JsonWriter* json);
// The members of /v1/info that only a node among others is asked for.
void WriteNodeMembers(const NodeRow& row, JsonWriter* json);
// What a peer's /v1/info says, or `error` where that isn't one.
NodeRow ReadNodeRow(std::string_view info);

// What programs could still get of this host's memory without swapping; 0: unknown.
int64_t MemoryFreeBytes();

}  // namespace assay
