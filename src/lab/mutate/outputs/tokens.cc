#include "lab/mutate/outputs/tokens.h"

#include "base/text.h"

namespace assay::mutate {
namespace {

bool IsSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

}  // namespace

Tokens SplitTokens(std::string_view text) {
  Tokens split;
  size_t at = 0;
  while (true) {
    const size_t space = at;
    while (at < text.size() && IsSpace(text[at])) ++at;
    split.spaces.push_back(text.substr(space, at - space));
    if (at == text.size()) return split;
    const size_t token = at;
    while (at < text.size() && !IsSpace(text[at])) ++at;
    split.tokens.push_back(text.substr(token, at - token));
  }
}

std::vector<std::string_view> SplitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == text.npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string JoinLines(const std::vector<std::string_view>& lines) {
  std::string text;
  for (const std::string_view line : lines) text.append(line).push_back('\n');
  return text;
}

bool SameTokens(std::string_view a, std::string_view b) {
  return SplitTokens(a).tokens == SplitTokens(b).tokens;
}

bool SameTokensInAnyCase(std::string_view a, std::string_view b) {
  return SameTokens(AsciiLower(a), AsciiLower(b));
}

}  // namespace assay::mutate
