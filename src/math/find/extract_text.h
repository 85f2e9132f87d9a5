// Character-level reading for the extraction: words in any script, and runs of mathematics written
// without delimiters. Internal to src/math. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <string_view>

namespace assay::math {

// End of the word (letters of any script) that begins at pos; pos itself when none does.
size_t WordEnd(std::string_view text, size_t pos, size_t end);
// Names such as sin or sqrt, which are mathematics and not prose.
bool IsFunctionName(std::string_view word);
// Bytes of the character at pos.
size_t CharLength(std::string_view text, size_t pos);
// A mathematical symbol outside ASCII at pos (−, ×, √, π, ≤, ², °), in bytes; 0 when there is none.
size_t SymbolLength(std::string_view text, size_t pos);
// End of the run of digits, operators, single letters and LaTeX commands that begins at pos; pos
// itself when none does.
size_t ReadMathRun(std::string_view text, size_t pos, size_t end);

}  // namespace assay::math
