// Token-wise comparison, the engine under most comparison modes. Internal to grading.
#pragma once

#include <cstddef>
#include <string_view>

namespace assay {

struct TokenRules {
  bool lines = true;       // tokens must stand on the same lines; else line ends are white space
  bool numbers = true;     // tolerance on tokens that the expected side writes as non-integers
  bool fold_case = false;  // ASCII letters compare without case
  double absolute = 0;     // |a-b| <= absolute accepts
  double relative = 0;     // |a-b| <= relative * |expected| accepts
  // The peers' formula instead: |a-b| / max(|expected|, 1e-10) < relative.
  bool peer_tolerance = false;
};

// Offsets of the first difference: of a token, a line end, or the end of a text.
struct Divergence {
  bool found = false;
  size_t expected_at = 0;
  size_t actual_at = 0;
};

// White space inside a line (a carriage return is, so CRLF counts as a line end).
inline bool IsBlank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}
inline bool IsSpace(char c) {
  return IsBlank(c) || c == '\n';
}
std::string_view TrimTrailingSpace(std::string_view text);

// Length of the longest common prefix.
size_t CommonPrefix(std::string_view a, std::string_view b);

// REQUIRES: neither text ends with white space. Linear, no allocation.
Divergence CompareTokens(const TokenRules& rules, std::string_view expected,
                         std::string_view actual);

}  // namespace assay
