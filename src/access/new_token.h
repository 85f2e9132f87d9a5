// A new secret for whoever is to be let in: 256 random bits, in letters that URLs leave as they
// are. Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

Result<std::string> NewToken(std::string_view prefix);

}  // namespace assay
