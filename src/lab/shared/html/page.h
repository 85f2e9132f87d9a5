// A report as one page of HTML that loads nothing, runs nothing, and has the style of all reports.
// Pure, thread-safe.
#pragma once

#include <string_view>

#include "lab/shared/html/html_text.h"

namespace assay::lab {

// Up to the beginning of its content.
Html BeginPage(std::string_view title);
// What ends it.
void EndPage(Html* html);

// A number in large letters with what it is above and something about it below, for <div
// class="cards">.
void WriteCard(std::string_view title, std::string_view number, std::string_view about, Html* html);

}  // namespace assay::lab
