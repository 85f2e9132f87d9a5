// POST /v1/login, POST /v1/logout and GET /v1/whoami: how browsers show a token once and have a
// cookie since (access/login_sessions.h), and who a request is.
//
// A login that fails is answered late, and of those that wait only so many are taken from an
// address and from all: more are answered 429 unread. Guessing tokens of 256 bits is hopeless; this
// keeps it from costing anything. Each is counted and, within bounds, in the log.
//
// Thread-safe.
#pragma once

#include "access/failure_log.h"
#include "access/login_sessions.h"
#include "access/token_store.h"
#include "base/work/timers.h"
#include "net/router.h"
#include "telemetry/metric_registry.h"

namespace assay {

// Who may use the server, where it asks. All outlive what uses them.
struct AccessParts {
  const TokenStore* tokens = nullptr;  // null: nobody is asked
  LoginSessions* sessions = nullptr;   // null: nobody can log in
  TenantTable* tenants = nullptr;      // null: none has bounds of its own
};

inline constexpr Nanoseconds kFailedLoginTakes = std::chrono::seconds(1);
inline constexpr int kMostFailedLogins = 256;
inline constexpr int kMostFailedLoginsOfOne = 16;
inline constexpr int64_t kMostLoginBytes = 4096;

// `router`, `timers` and `registry` outlive the handlers.
void RegisterLoginRoutes(Router& router, const AccessParts& parts, Timers& timers,
                         MetricRegistry& registry);

}  // namespace assay
