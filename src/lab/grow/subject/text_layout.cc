#include "lab/grow/subject/text_layout.h"

#include <algorithm>
#include <cstdlib>

#include "lab/mutate/outputs/tokens.h"

namespace assay::grow {
namespace {

constexpr size_t kMostLines = 12;  // each of which is a slot of its own
constexpr size_t kMostTokens = 8;  // of a line, each an argument
constexpr size_t kMostHeader = 3;  // lines before a block

using Lines = std::vector<std::vector<std::string_view>>;

Lines LinesOf(std::string_view text) {
  Lines lines;
  for (const std::string_view line : mutate::SplitLines(text)) {
    lines.push_back(mutate::SplitTokens(line).tokens);
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

bool IsInteger(std::string_view token) {
  const std::string_view digits = token.substr(token.substr(0, 1) == "-" ? 1 : 0);
  if (digits.empty() || digits.size() > 18) return false;
  if (digits.find_first_not_of("0123456789") != digits.npos) return false;
  return digits == "0" ? token == "0" : digits[0] != '0';
}

DataValue ValueOf(std::string_view token) {
  if (!IsInteger(token)) return DataValue::OfText(std::string(token));
  DataValue value(DataValue::Kind::kInteger);
  value.text = std::string(token);
  return value;
}

DataValue ListOf(const std::vector<std::string_view>& tokens, DataValue::Kind kind) {
  DataValue value(kind);
  for (const std::string_view token : tokens) value.items.push_back(ValueOf(token));
  return value;
}

std::string LineOf(const DataValue& value) {
  if (!value.holds()) return value.text;
  std::string line;
  for (const DataValue& item : value.items) {
    line += (line.empty() ? "" : " ") + item.text;
  }
  return line;
}

// Whether line `i` has as many tokens in all of them; then how many.
std::optional<size_t> TokensAt(const std::vector<Lines>& all, size_t i) {
  const size_t tokens = all[0][i].size();
  const bool same = std::all_of(all.begin(), all.end(),
                                [&](const Lines& lines) { return lines[i].size() == tokens; });
  return same && tokens > 0 && tokens <= kMostTokens ? std::optional<size_t>(tokens) : std::nullopt;
}

// Whether a token of the first `header` lines is that number, in each text.
template <typename NumberOf>
bool IsTold(const std::vector<Lines>& all, size_t header, const NumberOf& number_of) {
  for (size_t i = 0; i < header; ++i) {
    for (size_t k = 0; k < all[0][i].size(); ++k) {
      const bool told = std::all_of(all.begin(), all.end(), [&](const Lines& lines) {
        return k < lines[i].size() && lines[i][k] == std::to_string(number_of(lines));
      });
      if (told) return true;
    }
  }
  return false;
}

}  // namespace

std::optional<TextLayout> TextLayout::Learn(const std::vector<std::string>& texts) {
  std::vector<Lines> all;
  for (const std::string& text : texts) all.push_back(LinesOf(text));
  if (all.empty()) return std::nullopt;
  size_t least = all[0].size(), most = least;
  for (const Lines& lines : all) {
    least = std::min(least, lines.size());
    most = std::max(most, lines.size());
  }
  if (least == 0) return std::nullopt;
  TextLayout layout;
  // With a block where a number says how many lines are in it.
  for (size_t header = 1; header <= std::min(kMostHeader, least - 1); ++header) {
    const bool fixed = std::all_of(all.begin(), all.end(),
                                   [&](const Lines& lines) { return lines.size() > header; });
    const bool counted =
        fixed && IsTold(all, header, [&](const Lines& lines) { return lines.size() - header; });
    if (!fixed || (least == most && least <= header + 1) || !counted) continue;
    bool known = true;
    for (size_t i = 0; i < header; ++i) {
      const auto tokens = TokensAt(all, i);
      known = known && tokens.has_value();
      layout.lines_.push_back({Slot::kTokens, tokens.value_or(0)});
    }
    if (!known) {
      layout.lines_.clear();
      continue;
    }
    const size_t tokens = all[0][header].size();
    const bool even = std::all_of(all.begin(), all.end(), [&](const Lines& lines) {
      return std::all_of(lines.begin() + static_cast<long>(header), lines.end(),
                         [&](const auto& line) { return line.size() == tokens; });
    });
    layout.lines_.push_back({even ? Slot::kBlock : Slot::kRaggedBlock, tokens});
    return layout;
  }
  if (least != most || least > kMostLines) return std::nullopt;
  for (size_t i = 0; i < least; ++i) {
    const auto tokens = TokensAt(all, i);
    // A list of the same length everywhere is one all the same where that length is told.
    const bool list =
        !tokens || IsTold(all, i, [&](const Lines& lines) { return lines[i].size(); });
    layout.lines_.push_back({list ? Slot::kList : Slot::kTokens, tokens.value_or(0)});
  }
  return layout;
}

std::optional<Arguments> TextLayout::TakeApart(std::string_view text) const {
  const Lines lines = LinesOf(text);
  Arguments arguments;
  size_t at = 0;
  for (const Line& line : lines_) {
    if (line.slot == Slot::kBlock || line.slot == Slot::kRaggedBlock) {
      DataValue block(DataValue::Kind::kList);
      for (; at < lines.size(); ++at) {
        const bool even = line.slot == Slot::kBlock;
        if (even && lines[at].size() != line.tokens) return std::nullopt;
        block.items.push_back(
            ListOf(lines[at], even ? DataValue::Kind::kTuple : DataValue::Kind::kList));
      }
      arguments.push_back(std::move(block));
      continue;
    }
    // An empty last line is no line, but an empty list.
    const std::vector<std::string_view> none;
    if (at >= lines.size() && line.slot == Slot::kTokens) return std::nullopt;
    const auto& tokens = at < lines.size() ? lines[at] : none;
    ++at;
    if (line.slot == Slot::kList) {
      arguments.push_back(ListOf(tokens, DataValue::Kind::kList));
      continue;
    }
    if (tokens.size() != line.tokens) return std::nullopt;
    for (const std::string_view token : tokens) arguments.push_back(ValueOf(token));
  }
  if (at < lines.size()) return std::nullopt;
  return arguments;
}

std::string TextLayout::PutTogether(const Arguments& arguments) const {
  std::string text;
  size_t at = 0;
  for (const Line& line : lines_) {
    if (line.slot == Slot::kTokens) {
      for (size_t k = 0; k < line.tokens; ++k) {
        text += (k == 0 ? "" : " ") + LineOf(arguments[at++]);
      }
      text += "\n";
      continue;
    }
    const DataValue& value = arguments[at++];
    if (line.slot == Slot::kList) {
      text += LineOf(value) + "\n";
      continue;
    }
    for (const DataValue& item : value.items) text += LineOf(item) + "\n";
  }
  return text;
}

}  // namespace assay::grow
