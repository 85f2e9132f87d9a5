// Sockets in a box's network, for a process outside of it: a socket belongs to the network it was
// made in, whoever uses it. Stateless.
#pragma once

#include "base/fd.h"
#include "base/result.h"

namespace assay {

// On the box's loopback interface; not blocking. kInvalidArgument: EADDRINUSE and the like.
Result<UniqueFd> ListenOnLoopback(int port);
// Connected, or about to be. kInvalidArgument: ECONNREFUSED.
Result<UniqueFd> ConnectToLoopback(int port);

}  // namespace assay
