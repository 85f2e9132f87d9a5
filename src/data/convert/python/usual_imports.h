// The modules that HumanEval's tests and most solutions take for granted, and what names numpy.
// Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// numpy costs a tenth of a second, so it comes only where it is named.
std::string HumanEvalImports(bool with_numpy);
bool NamesNumpy(std::string_view code);

}  // namespace assay
