// HAR 1.2: the logs of HTTP traffic that browsers and mitmproxy write.
//
// Pure; any thread.
#pragma once

#include <functional>
#include <string_view>

#include "base/result.h"
#include "shadow/exchange/exchange.h"
#include "text/json_reader.h"

namespace assay::shadow {

// Every entry in order. A reply whose body the log doesn't have is an exchange with a fault; an
// entry that is none is kInvalidArgument, which names it.
Status ForEachHarEntry(JsonValue log, const std::function<void(Exchange)>& on_exchange);

}  // namespace assay::shadow
