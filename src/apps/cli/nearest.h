// The name that somebody who mistyped one most likely meant. Pure; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

// The name that is the fewest single-letter changes away (neighbours that changed places are one),
// or begins with the word; empty when none is close.
std::string NearestName(std::string_view word, const std::vector<std::string>& names);

}  // namespace assay
