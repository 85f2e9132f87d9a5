// HAProxy's configuration for a cluster: a whole file for HAProxy 2.6 or newer, with the reasons in
// it as comments.
//
// All backends have the same nodes: one for each way in which a node is chosen. Each counts its
// own connections, so a node may get `per_slot` requests a slot from each of them.
//
// Pure, thread-safe.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/cluster_file.h"

namespace assay {

inline constexpr std::array<std::string_view, 4> kHaproxyBackends = {
    "assay",             // whoever has the fewest requests
    "assay_by_problem",  // a problem's requests meet at one node
    "assay_sandboxes",   // a sandbox's requests go to the node that has it
    "assay_sessions",    // what its clients name themselves is found again by that name
};

std::string RenderHaproxy(const ClusterFile& cluster);

// What follows a server's address, in the file and in the runtime API's `add server` alike.
std::string HaproxyServerOptions(const Member& member, const Front& front,
                                 std::string_view backend);
// Of all servers; the runtime API doesn't apply the file's default-server line.
std::string_view HaproxyCheckOptions();

}  // namespace assay
