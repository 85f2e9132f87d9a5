// What is the same of every head that is passed on, whichever way. Pure functions, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

using HeaderList = std::vector<std::pair<std::string, std::string>>;  // names in lower case

// Takes out the headers that are of one connection and nobody else's.
void DropHeadersOfConnection(HeaderList* headers);
// What a path has as it is, beside letters, digits and "-._~". A slash that came encoded is one
// like the others.
inline constexpr std::string_view kPlainInPath = "/!$&'()*+,;=:@";

}  // namespace assay
