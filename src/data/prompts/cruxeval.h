// CRUXEval's prompts, as published: its numbers depend on their words. For the routes that hand out
// prompts and for the evaluation that asks them. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay {

std::string CruxEvalInputPrompt(std::string_view code, std::string_view output, bool reasoning);
// `phind`: the short form, which asks for no tags. Counts only without `reasoning`.
std::string CruxEvalOutputPrompt(std::string_view code, std::string_view input, bool reasoning,
                                 bool phind);
// `code` with the check that has a hole. Without examples, which are no part of the rows.
std::string CruxEvalXPrompt(std::string_view language, bool input, std::string_view code);

}  // namespace assay
