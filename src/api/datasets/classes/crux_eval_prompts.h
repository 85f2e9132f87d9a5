// CRUXEval's prompts, on whose words its numbers depend. Internal to the classes. Pure,
// thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay {

std::string CruxEvalInputPrompt(std::string_view code, std::string_view output, bool reasoning);
std::string CruxEvalOutputPrompt(std::string_view code, std::string_view input, bool reasoning,
                                 bool phind);
// `code` with the check that has a hole. Without examples, which are no part of the rows.
std::string CruxEvalXPrompt(std::string_view language, bool input, std::string_view code);

}  // namespace assay
