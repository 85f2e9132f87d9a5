#include "lab/rl/tiny/task/alphabet.h"

namespace assay::tiny {
namespace {

constexpr char kFirst = ' ', kLast = '~';
constexpr int kNewline = kLast - kFirst + 1;
static_assert(kNewline + 1 == kEnd && kEnd + 1 == kAlphabet);

}  // namespace

std::optional<std::vector<int>> Encode(std::string_view text) {
  std::vector<int> tokens;
  tokens.reserve(text.size());
  for (const char c : text) {
    if (c != '\n' && (c < kFirst || c > kLast)) return std::nullopt;
    tokens.push_back(c == '\n' ? kNewline : c - kFirst);
  }
  return tokens;
}

std::string Decode(std::span<const int> tokens) {
  std::string text;
  text.reserve(tokens.size());
  for (const int token : tokens) {
    if (token != kEnd) text += token == kNewline ? '\n' : static_cast<char>(token + kFirst);
  }
  return text;
}

}  // namespace assay::tiny
