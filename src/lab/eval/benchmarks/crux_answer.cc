#include "lab/eval/benchmarks/crux_answer.h"

#include "base/text.h"

namespace assay::eval {
namespace {

constexpr std::string_view kOpen = "[ANSWER]";
constexpr std::string_view kClose = "[/ANSWER]";

// The place behind the literal that begins at `at`, at its end or the text's.
size_t EndOfText(std::string_view text, size_t at) {
  const char quote = text[at];
  const bool triple = text.size() >= at + 3 && text[at + 1] == quote && text[at + 2] == quote;
  for (size_t i = at + (triple ? 3 : 1); i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (!triple) return i + 1;
      if (i + 2 < text.size() && text[i + 1] == quote && text[i + 2] == quote) return i + 3;
    }
  }
  return text.size();
}

// The place behind the bracket that closes the one at `open`; npos: it is never closed.
size_t EndOfBrackets(std::string_view text, size_t open) {
  int depth = 0;
  for (size_t i = open; i < text.size();) {
    const char c = text[i];
    if (c == '\'' || c == '"') {
      i = EndOfText(text, i);
      continue;
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    ++i;
    if (depth == 0) return i;
  }
  return std::string_view::npos;
}

std::string_view AnswerPart(std::string_view text) {
  if (const size_t open = text.rfind(kOpen); open != std::string_view::npos) {
    text.remove_prefix(open + kOpen.size());
  }
  text = TrimAsciiSpace(text.substr(0, text.find(kClose)));
  if (StartsWith(text, "```")) {
    text.remove_prefix(std::min(text.find('\n'), text.size()));
    text = TrimAsciiSpace(text.substr(0, text.rfind("```")));
  }
  if (StartsWith(text, "assert ")) text = TrimAsciiSpace(text.substr(7));
  return text;
}

}  // namespace

std::string CruxOfficialAnswer(std::string_view answer, CruxSide side) {
  std::string text(answer);
  if (const size_t open = text.find(kOpen); open != std::string::npos) {
    text.erase(0, open + kOpen.size());
    text = text.substr(0, text.find(kOpen));
    text = text.substr(0, text.find(kClose));
    text = std::string(TrimAsciiSpace(text));
  }
  if (const size_t equal = text.find("=="); equal != std::string::npos) {
    if (side == CruxSide::kInput) {
      text = std::string(TrimAsciiSpace(text.substr(0, equal)));
    } else {
      text.erase(0, equal + 2);
      text = std::string(TrimAsciiSpace(text.substr(0, text.find("=="))));
    }
  }
  if (side == CruxSide::kInput) {
    constexpr std::string_view kAssert = "assert f";
    if (const size_t at = text.find(kAssert); at != std::string::npos) {
      text.erase(0, at + kAssert.size());
      text = "f" + std::string(TrimAsciiSpace(text.substr(0, text.find(kAssert))));
    }
  }
  return std::string(TrimAsciiSpace(text));
}

std::optional<std::string> CruxAssayAnswer(std::string_view answer, CruxSide side) {
  const std::string_view text = AnswerPart(answer);
  const size_t end = StartsWith(text, "f(") ? EndOfBrackets(text, 1) : std::string_view::npos;
  const std::string_view behind =
      end == std::string_view::npos ? std::string_view() : TrimAsciiSpace(text.substr(end));
  if (side == CruxSide::kInput) {
    if (end == std::string_view::npos) return std::nullopt;
    if (!behind.empty() && !StartsWith(behind, "==")) return std::nullopt;
    return std::string(text.substr(0, end));
  }
  const std::string_view value = StartsWith(behind, "==") ? TrimAsciiSpace(behind.substr(2)) : text;
  if (value.empty()) return std::nullopt;
  return std::string(value);
}

}  // namespace assay::eval
