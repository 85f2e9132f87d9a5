// ReadLog: the exchanges of a log, whatever it is written in: JSON lines of exchange_line.h (also
// in gzip or Zstandard), or HAR. Which it is, is seen from its text.
//
// Blocks on the file system. JSON lines come as a stream; a HAR file is read as a whole, up to
// 2 GiB. Any thread.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "shadow/exchange/exchange.h"

namespace assay::shadow {

// An error names the file and what is wrong in it; exchanges before were given already. An error
// that `on_exchange` gives ends the reading.
Status ReadLog(const std::string& path, const std::function<Status(Exchange)>& on_exchange);

}  // namespace assay::shadow
