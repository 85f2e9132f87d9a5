// Sockets in a box's network, for a process outside of it: a socket belongs to the network it was
// made in, whoever uses it. Stateless.
#pragma once

#include "base/fd.h"
#include "base/result.h"

namespace assay {

// On the box's loopback interface; not blocking. kInvalidArgument: EADDRINUSE and the like.
Result<UniqueFd> ListenOnLoopback(int port);
// To 127.0.0.1 or [::1]: connected, about to be, or about to be refused, which the socket knows
// then. kInvalidArgument: ECONNREFUSED and the like.
Result<UniqueFd> ConnectToLoopback(int port, bool ipv6);

}  // namespace assay
