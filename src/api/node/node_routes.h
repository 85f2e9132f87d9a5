// Routes by which a node is managed: /v1/admin/drain, /v1/admin/undrain, /v1/admin/config,
// /v1/nodes and /v1/logs. None of them waits for anything on the thread it is called on.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "net/router.h"
#include "node/node_row.h"
#include "node/node_state.h"
#include "node/peer_book.h"
#include "telemetry/logs/log_tail.h"

namespace assay {

// One option of this server as it is now.
struct ConfigRow {
  std::string name;
  std::string value;    // without passwords
  std::string source;   // "default", "file", "environment" or "flag"
  std::string pending;  // what the file says now, where only a restart applies it; else empty
  bool reload = false;  // whether a change of the file applies without a restart
};

// All of it outlives the handlers; the functions are called on any thread and answer at once.
struct NodeDeps {
  NodeState& node;
  std::function<NodeRow()> self;
  PeerBook* peers = nullptr;                       // null: there are none
  std::function<std::vector<ConfigRow>()> config;  // null: nobody says
  const LogTail* logs = nullptr;                   // null: there is none
};

// `router` and `deps` outlive the handlers.
void RegisterNodeRoutes(Router& router, const NodeDeps& deps);

}  // namespace assay
