// Exchanges as JSON lines: what `assay shadow --record` writes and `--log` reads, one a line
// (docs/shadow.md has the form).
//
// Secrets are never written: of the headers only those that say what a body is and whose work it is
// (content types, X-Assay-…), and of a query only the parameters that our routes know.
//
// Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shadow/exchange/exchange.h"
#include "text/json_reader.h"

namespace assay::shadow {

// One line, without its end.
std::string ExchangeLine(const Exchange& exchange);

// Nothing when the object is no exchange; `fault` names the field.
std::optional<Exchange> ReadExchange(JsonValue object, std::string* fault);

// The target as it may be written: values of parameters that our routes don't know are left out.
std::string WithoutSecrets(std::string_view target);

}  // namespace assay::shadow
