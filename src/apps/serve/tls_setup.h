// --tls-cert and --tls-key: what a server that runs shows to its clients, and what /metrics says of
// it. Thread-safe.
#pragma once

#include <memory>

#include "apps/setup/options.h"
#include "base/result.h"
#include "net/http_server.h"
#include "net/tls/tls_identity.h"
#include "telemetry/metric_registry.h"

namespace assay {

// Null: the options name none. kInvalidArgument: one of the two is missing, or a file has a fault.
Result<std::shared_ptr<TlsIdentity>> LoadTls(const Options& options);
// What the files hold now, for connections from now on; with a fault in them the certificate stays
// that is in use, and the error says so. `identity` may be null.
Status ReloadTls(TlsIdentity* identity);
// `identity` and `server` outlive the registry's last page.
void AddTlsMetrics(const TlsIdentity& identity, const HttpServer& server, MetricRegistry& registry);

}  // namespace assay
