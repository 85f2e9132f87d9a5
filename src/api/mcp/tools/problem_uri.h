// Stored problems as resources: "assay://problems/" and the problem's SHA-256. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay {

std::string UriOfProblem(std::string_view sha256);
// The name in lower case; nothing when the URI is no problem's.
std::optional<std::string> ProblemOfUri(std::string_view uri);

}  // namespace assay
