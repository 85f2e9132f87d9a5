// Sandboxes that live, as the options describe them: their boxes, the manager, and what is counted.
#pragma once

#include <memory>

#include "apps/setup/options.h"
#include "base/clock.h"
#include "sandbox/box_runner.h"
#include "sessions/sandboxes.h"
#include "telemetry/metric_registry.h"

namespace assay {

// Thread-safe as its parts are. Destroying it ends every sandbox.
struct ConfiguredSandboxes {
  std::unique_ptr<SandboxObserver> observer;
  std::unique_ptr<LiveBoxHost> host;
  std::unique_ptr<Sandboxes> sandboxes;
};

SandboxPolicy SandboxPolicyOf(const Options& options);

// Null when the options want none, or this host's tier has no boxes that stay, which a line of the
// log says: a server judges without them. `tenants` may
// be null and else outlives it. `clock` and what it returns outlive `registry`'s pages.
std::unique_ptr<ConfiguredSandboxes> MakeSandboxService(const Options& options,
                                                        const SandboxOptions& sandbox,
                                                        const Clock& clock, TenantTable* tenants,
                                                        MetricRegistry* registry);

}  // namespace assay
