// nginx's configuration for a cluster, for who has nginx already. The open version looks at nodes
// only when a request fails, knows no weights that change and has no runtime API: HAProxy is the
// better front where there is a choice. Pure, thread-safe.
#pragma once

#include <string>

#include "cluster/cluster_file.h"

namespace assay {

std::string RenderNginx(const ClusterFile& cluster);

}  // namespace assay
