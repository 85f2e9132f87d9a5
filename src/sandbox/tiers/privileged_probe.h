// What this host and account give the privileged tier. Thread-safe; forks short-lived children.
#pragma once

#include "sandbox/tiers/host_report.h"

namespace assay {

HostReport InspectHost();

}  // namespace assay
