// Routes for whoever runs the server: /healthz, /readyz, /metrics, /v1/info, /v1/ping and
// /openapi.json. None of them waits for anything, so that they answer whatever the rest does.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "api/shared/languages.h"
#include "api/shared/limit_policy.h"
#include "api/shared/submit_sink.h"
#include "base/result.h"
#include "net/router.h"
#include "node/node_row.h"
#include "node/node_state.h"
#include "sessions/sandboxes.h"
#include "store/problem_store.h"
#include "telemetry/metric_registry.h"

namespace assay {

// All of it outlives the router's handlers. The functions are called on any thread and must answer
// at once.
struct AdminDeps {
  const SubmitSink& sink;
  const ApiLanguages& languages;
  const ProblemStore& problems;
  LimitPolicy limits;
  int max_submissions_per_request = 0;
  std::string tier;
  std::string_view openapi;  // the interface's description, JSON
  bool tls = false;          // whether the port speaks it
  const NodeState& node;
  // Why nothing can run, or OK.
  std::function<Status()> health;
  // Sandboxes that live; null: none.
  Sandboxes* sandboxes = nullptr;
  // All that /metrics shows; the caches' numbers join it with the routes.
  MetricRegistry& metrics;
  // Writes the numbers of the engine, the HTTP server and the process.
  std::function<void(const EngineStats&, MetricPage*)> server_numbers;
};

// What this node says of itself, to its peers and to whoever manages it.
NodeRow DescribeNode(const AdminDeps& deps);

// `router` and `deps` outlive the handlers.
void RegisterAdminRoutes(Router& router, const AdminDeps& deps);

}  // namespace assay
