// RemoteJudge: a running server, asked over HTTP or HTTPS. Thread-safe.
#pragma once

#include <memory>
#include <string>

#include "service/judge.h"

namespace assay::service {

// `url`: "http://host:port" or "https://host:port", IPv6 addresses in brackets. `ca_file` names the
// authorities that may vouch for the server; empty: the system's. kInvalidArgument says what is
// wrong with either, in the words of the options --url and --cacert.
Result<std::unique_ptr<Judge>> MakeRemoteJudge(const std::string& url, const std::string& ca_file);

}  // namespace assay::service
