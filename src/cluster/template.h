// A text with places @NAME@ that values are put into. Configuration files have braces, dollars and
// percent signs of their own, so the marks are none of these. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

using TemplateValues = std::vector<std::pair<std::string, std::string>>;

// A place is @NAME@ of letters, digits and '_'. One without a value is a bug of ours; values aren't
// looked into.
std::string FillTemplate(std::string_view text, const TemplateValues& values);

}  // namespace assay
