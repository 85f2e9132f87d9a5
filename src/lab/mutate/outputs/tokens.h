// The tokens of an output and the white space between them, so that a mutant changes one thing and
// leaves the rest byte for byte. Pure, thread-safe; the pieces refer to the text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::mutate {

struct Tokens {
  // tokens[i] stands behind spaces[i]; the last of `spaces` is what follows the last token.
  std::vector<std::string_view> tokens;
  std::vector<std::string_view> spaces;
};
// White space is that of comparisons (docs/judging.md): six characters of ASCII.
Tokens SplitTokens(std::string_view text);

// The lines without their ends; an end of line at the end of the text opens no further line.
std::vector<std::string_view> SplitLines(std::string_view text);
// Each line with an end.
std::string JoinLines(const std::vector<std::string_view>& lines);

bool SameTokens(std::string_view a, std::string_view b);
// As SameTokens, and letters' case doesn't matter.
bool SameTokensInAnyCase(std::string_view a, std::string_view b);

}  // namespace assay::mutate
