#include "math/read/parts.h"

#include <array>
#include <string>

namespace assay::math {
namespace {

constexpr size_t kMaxParts = 12;

bool IsPunct(const Token& token, char c) {
  return token.type == Tok::kPunct && token.text.size() == 1 && token.text[0] == c;
}

enum class Style { kDigits, kLetters, kRoman, kCircled, kNone };

// Whether the label of part `number` in a style begins at `at`; `*end` is what follows it.
bool LabelAt(const std::vector<Token>& tokens, size_t at, size_t number, Style style, size_t* end) {
  static constexpr std::array<std::string_view, kMaxParts> kRoman = {
      "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"};
  if (style == Style::kCircled) {  // U+2460 is the circled one
    const std::string circled = {'\xE2', '\x91', static_cast<char>(0xA0 + number - 1)};
    *end = at + 1;
    return tokens[at].type == Tok::kWord && tokens[at].text == circled;
  }
  if (!IsPunct(tokens[at], '(')) return false;
  std::string inside;
  for (size_t i = at + 1; i < tokens.size() && inside.size() <= 5; ++i) {
    if (IsPunct(tokens[i], ')')) {
      *end = i + 1;
      switch (style) {
        case Style::kDigits: return inside == std::to_string(number);
        case Style::kLetters: return inside == std::string(1, static_cast<char>('a' + number - 1));
        case Style::kRoman: return inside == kRoman[number - 1];
        default: return false;
      }
    }
    const bool plain = (tokens[i].type == Tok::kNumber && tokens[i].scale == 0) ||
                       tokens[i].type == Tok::kSymbol || tokens[i].type == Tok::kWord;
    if (!plain) return false;
    inside += tokens[i].text;
  }
  return false;
}

bool IsSeparator(const Token& token) {
  return IsPunct(token, ',') || IsPunct(token, ';') || token.type == Tok::kNewRow ||
         (token.type == Tok::kWord && token.text == "and");
}

// Whether a part may end with this token when only a space comes before the next label.
bool EndsValue(const Token& token) {
  if (token.type == Tok::kPunct)
    return std::string_view(")]}|!%'").find(token.text[0]) != std::string_view::npos;
  return token.type != Tok::kRelation && token.type != Tok::kFunction;
}

int Nesting(const Token& token) {
  if (token.type == Tok::kSetOpen || token.type == Tok::kBegin || IsPunct(token, '(') ||
      IsPunct(token, '[') || IsPunct(token, '{')) {
    return 1;
  }
  const bool closes = token.type == Tok::kSetClose || token.type == Tok::kEndEnv ||
                      IsPunct(token, ')') || IsPunct(token, ']') || IsPunct(token, '}');
  return closes ? -1 : 0;
}

}  // namespace

std::vector<std::vector<Token>> SplitParts(const std::vector<Token>& tokens) {
  std::vector<std::vector<Token>> parts;
  size_t begin = 0;
  Style style = Style::kNone;
  for (const Style each : {Style::kDigits, Style::kLetters, Style::kRoman, Style::kCircled}) {
    if (LabelAt(tokens, 0, 1, each, &begin)) {
      style = each;
      break;
    }
  }
  if (style == Style::kNone) return {};
  int depth = 0;
  const auto flush = [&](size_t end) {
    while (end > begin && IsSeparator(tokens[end - 1])) --end;
    if (end == begin) return false;
    parts.emplace_back(tokens.begin() + static_cast<int64_t>(begin),
                       tokens.begin() + static_cast<int64_t>(end));
    parts.back().emplace_back();
    return true;
  };
  for (size_t at = begin; at < tokens.size(); ++at) {
    if (tokens[at].type == Tok::kEnd) break;
    size_t after = 0;
    if (depth == 0 && at > begin && parts.size() + 2 <= kMaxParts &&
        LabelAt(tokens, at, parts.size() + 2, style, &after)) {
      const Token& before = tokens[at - 1];
      const bool apart = IsSeparator(before) || (tokens[at].space_before && EndsValue(before));
      if (apart) {
        if (!flush(at)) return {};
        begin = after;
        at = after - 1;
        continue;
      }
    }
    depth += Nesting(tokens[at]);
  }
  if (parts.empty() || !flush(tokens.size() - 1)) return {};
  return parts;
}

}  // namespace assay::math
