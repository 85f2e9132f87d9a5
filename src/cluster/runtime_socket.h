// RuntimeSocket: HAProxy's runtime API, a line of a command and a text as its answer, over a Unix
// socket or a TCP address. A connection a command, each bounded by a deadline. Thread-safe.
#pragma once

#include <functional>
#include <string>

#include "base/clock.h"
#include "base/result.h"

namespace assay {

// Sends one command. Whether the answer is a refusal is for who asked to know.
using RuntimeCall = std::function<Result<std::string>(const std::string& command)>;

// `where`: a path, or HOST:PORT. The call gives up after `patience`, with kUnavailable: nobody
// listens there, or no answer came.
RuntimeCall RuntimeSocket(std::string where, Nanoseconds patience = std::chrono::seconds(5));

}  // namespace assay
