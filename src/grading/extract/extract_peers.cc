#include "grading/extract/extract_peers.h"

#include <algorithm>
#include <string>

#include "grading/compare/number.h"
#include "grading/compare/python_text.h"

namespace assay {
namespace {

constexpr std::string_view kFence = "```";
constexpr size_t kNone = std::string_view::npos;

bool IsRegexSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
}

struct Block {
  std::string_view info;
  std::string_view code;
  size_t end = 0;  // behind the closing fence
};

// The next complete block at or after `from`: backticks, an info string up to a line end, the
// shortest body, then a line end, any white space, backticks.
std::optional<Block> NextBlock(std::string_view text, size_t from) {
  const size_t open = text.find(kFence, from);
  if (open == kNone) return std::nullopt;
  const size_t line_end = text.find('\n', open);
  if (line_end == kNone) return std::nullopt;
  const size_t body = line_end + 1;
  for (size_t close = text.find(kFence, body); close != kNone;
       close = text.find(kFence, close + 1)) {
    size_t code_end = kNone;  // the first line end of the white space before the closing fence
    for (size_t at = close; at > body && IsRegexSpace(text[at - 1]); --at) {
      if (text[at - 1] == '\n') code_end = at - 1;
    }
    if (code_end == kNone) continue;
    const std::string_view info = text.substr(open + kFence.size(), line_end - open - 3);
    return Block{PythonStrip(info), text.substr(body, code_end - body), close + kFence.size()};
  }
  // A later opening fence sees fewer closing ones, so there is no block at all.
  return std::nullopt;
}

std::string WithoutBlankLines(std::string_view text) {
  std::string result;
  result.reserve(text.size() + 1);
  while (true) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (!PythonStrip(line).empty()) {
      result += line;
      result += '\n';
    }
    if (end == kNone) break;
    text.remove_prefix(end + 1);
  }
  if (result.empty()) result.push_back('\n');
  return result;
}

bool StartsWithMore(std::string_view line, std::string_view prefix) {
  return line.size() > prefix.size() && line.substr(0, prefix.size()) == prefix;
}

// The first top-level def or class with an indented body, and the import and comment lines right
// above it. `code` has no blank lines and ends with a line end.
std::string_view FirstPythonDefinition(std::string_view code) {
  size_t start = kNone;    // of the run of import lines, or of the definition
  bool in_header = false;  // the last line was a def or class line
  bool in_body = false;
  size_t at = 0;
  for (size_t next; at < code.size(); at = next) {
    next = code.find('\n', at) + 1;
    const std::string_view line = code.substr(at, next - 1 - at);
    if (in_header || in_body) {
      if (PythonStrip(line).data() != line.data()) {
        in_header = false;
        in_body = true;
        continue;
      }
      if (in_body) break;
      in_header = false;
      start = kNone;
    }
    if (StartsWithMore(line, "import") || StartsWithMore(line, "from") ||
        StartsWithMore(line, "#")) {
      if (start == kNone) start = at;
    } else if (StartsWithMore(line, "def ") || StartsWithMore(line, "class ")) {
      if (start == kNone) start = at;
      in_header = true;
    } else {
      start = kNone;
    }
  }
  return in_body ? code.substr(start, at - start) : std::string_view();
}

// Where a query's opening words end when one starts at `at` (after white space), else npos.
size_t QueryOpening(std::string_view code, size_t at) {
  while (at < code.size() && IsRegexSpace(code[at])) ++at;
  if (EqualIgnoringAsciiCase(code.substr(at, 6), "select")) return at + 6;
  if (!EqualIgnoringAsciiCase(code.substr(at, 4), "with")) return kNone;
  at += 4;
  if (at >= code.size() || !IsRegexSpace(code[at])) return kNone;
  ++at;
  const size_t line_end = code.find('\n', at);  // every line of `code` has one
  if (line_end == kNone) return kNone;
  for (size_t end = line_end; end >= at + 3; --end) {
    if (EqualIgnoringAsciiCase(code.substr(end - 2, 2), "as")) return end;
  }
  return kNone;
}

std::string_view FirstQuery(std::string_view code) {
  for (size_t at = 0; at < code.size(); at = code.find('\n', at) + 1) {
    const size_t opening_end = QueryOpening(code, at);
    if (opening_end == kNone) continue;
    return code.substr(at, code.find(';', opening_end) - at);
  }
  return "";
}

}  // namespace

ExtractedCode CodeWithoutFence(std::string_view text, UnfencedCode kind) {
  if (kind == UnfencedCode::kNone) return {};
  std::string code = WithoutBlankLines(text);
  if (kind == UnfencedCode::kPythonDefinition) code = std::string(FirstPythonDefinition(code));
  if (kind == UnfencedCode::kSqlQuery) code = std::string(FirstQuery(code));
  if (code.empty()) return {};
  const ExtractRule rule = kind == UnfencedCode::kPythonDefinition ? ExtractRule::kDefinition
                           : kind == UnfencedCode::kSqlQuery       ? ExtractRule::kQuery
                                                                   : ExtractRule::kWholeText;
  return {std::move(code), ExtractedType::kHeuristic, rule};
}

std::vector<PeerBlock> PeerBlocks(std::string_view text) {
  std::vector<PeerBlock> blocks;
  for (auto block = NextBlock(text, 0); block; block = NextBlock(text, block->end)) {
    blocks.push_back({block->info, block->code});
  }
  return blocks;
}

std::optional<std::string_view> AfterFirstFence(std::string_view text) {
  const size_t open = text.find(kFence);
  const size_t line_end = open == kNone ? kNone : text.find('\n', open);
  if (line_end == kNone) return std::nullopt;
  return text.substr(line_end + 1);
}

ExtractedCode ExtractLikeSandboxFusion(std::string_view text, const PeerFences& asked) {
  std::optional<Block> first;
  for (auto block = NextBlock(text, 0); block; block = NextBlock(text, block->end)) {
    if (std::find(asked.names.begin(), asked.names.end(), block->info) != asked.names.end()) {
      return {std::string(block->code), ExtractedType::kFenced, ExtractRule::kLanguageBlock};
    }
    if (!first) first = block;
  }
  if (first) return {std::string(first->code), ExtractedType::kFenced, ExtractRule::kAnyBlock};

  if (const auto rest = AfterFirstFence(text)) {
    return {std::string(*rest), ExtractedType::kIncompleteFenced, ExtractRule::kUnfinishedBlock};
  }
  return CodeWithoutFence(text, asked.unfenced);
}

ExtractedCode ExtractLikeVerl(std::string_view text) {
  constexpr std::string_view kTagged = "```python";
  const size_t tagged = text.rfind(kTagged);
  size_t start = tagged;
  if (tagged != kNone) {
    start += kTagged.size();
  } else {
    start = text.find(kFence);
    if (start == kNone) return {};
    start += kFence.size();
  }
  const size_t close = text.find(kFence, start);
  std::string_view code = text.substr(start, close - start);
  if (tagged == kNone) {
    // A first line of letters alone is a language name.
    const size_t line_end = code.find('\n');
    if (line_end != kNone) {
      const std::string_view name = PythonStrip(code.substr(0, line_end));
      bool letters = !name.empty();
      for (const char c : name) letters = letters && LowerAscii(c) >= 'a' && LowerAscii(c) <= 'z';
      if (letters) code.remove_prefix(line_end + 1);
    }
  }
  if (close == kNone) {
    return {std::string(code), ExtractedType::kIncompleteFenced, ExtractRule::kUnfinishedBlock};
  }
  return {std::string(code), ExtractedType::kFenced,
          tagged == kNone ? ExtractRule::kAnyBlock : ExtractRule::kLanguageBlock};
}

}  // namespace assay
