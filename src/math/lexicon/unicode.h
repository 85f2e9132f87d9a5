// Rewrites the Unicode that models write (√, π, ², ½, −, ≤, ∞, fullwidth digits, …) to the LaTeX
// the lexer reads, and repairs LaTeX whose backslashes a JSON or Python escape ate ("\f" + "rac").
// Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay::math {

std::string ToLatex(std::string_view text);

}  // namespace assay::math
