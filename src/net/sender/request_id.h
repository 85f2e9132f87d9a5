// What logs, answers and the audit call a request: the client's own word for it where that is one,
// else a new one. Thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay {

inline constexpr std::string_view kRequestIdHeader = "x-request-id";

// `given`: what the client says, or empty. A word is at most 128 letters, digits and "-_.:".
std::string RequestId(std::string_view given);

}  // namespace assay
