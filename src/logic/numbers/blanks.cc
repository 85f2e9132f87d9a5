#include "logic/numbers/blanks.h"

#include <utility>

#include "logic/model/kind.h"

namespace assay::logic {
namespace {

// The character at the front of a text that is not empty, as one of ASCII, and its bytes.
std::pair<char, size_t> FirstSign(std::string_view text) {
  constexpr std::pair<std::string_view, char> kSpellings[] = {{"×", '*'}, {"·", '*'}, {"−", '-'}};
  if (static_cast<unsigned char>(text.front()) < 0x80) return {text.front(), 1};
  for (const auto& [sign, plain] : kSpellings) {
    if (text.substr(0, sign.size()) == sign) return {plain, sign.size()};
  }
  return {text.front(), 1};
}

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::optional<std::string> WithoutBlanks(std::string_view answer, std::string_view alphabet,
                                         size_t most) {
  if (answer.size() > kMostAnswerBytes) return std::nullopt;
  std::string rest;
  bool blank = false;
  while (!answer.empty() && rest.size() <= most) {
    const auto [c, bytes] = FirstSign(answer);
    answer.remove_prefix(bytes);
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '$') {
      blank = true;
      continue;
    }
    if (alphabet.find(c) == std::string_view::npos) return std::nullopt;
    if (blank && !rest.empty() && IsDigit(rest.back()) && IsDigit(c)) return std::nullopt;
    rest += c;
    blank = false;
  }
  if (rest.empty()) return std::nullopt;
  return rest;
}

}  // namespace assay::logic
