#include "grading/extract/extract.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "grading/compare/number.h"
#include "grading/extract/extract_peers.h"

namespace assay {
namespace {

constexpr size_t kNone = std::string_view::npos;

// The name in an info string, in lower case: its first word, without attributes ("python title=x",
// "{.python}", "cpp:main.cpp").
std::string InfoLanguage(std::string_view info) {
  const size_t start = info.find_first_not_of(" \t{.");
  if (start == kNone) return "";
  info.remove_prefix(start);
  return AsciiLower(info.substr(0, info.find_first_of(" \t{},:;(")));
}

struct FenceLine {
  char mark = 0;
  size_t indent = 0;
  size_t length = 0;
  std::string_view rest;  // trimmed
};

// The fence a line is, if any: blanks, then three or more of one mark.
std::optional<FenceLine> ParseFence(std::string_view line) {
  FenceLine fence;
  fence.indent = line.find_first_not_of(" \t");
  if (fence.indent == kNone) return std::nullopt;
  fence.mark = line[fence.indent];
  if (fence.mark != '`' && fence.mark != '~') return std::nullopt;
  const size_t end = std::min(line.find_first_not_of(fence.mark, fence.indent), line.size());
  fence.length = end - fence.indent;
  if (fence.length < 3) return std::nullopt;
  fence.rest = TrimAsciiSpace(line.substr(end));
  // Inline code at the start of a line is no fence.
  if (fence.mark == '`' && fence.rest.find('`') != kNone) return std::nullopt;
  return fence;
}

struct Block {
  std::string_view text;
  size_t indent = 0;  // of the fence, to be taken off every line
  bool present = false;
};

// The blocks that may be chosen, each the last of its sort.
struct Candidates {
  Block asked, untagged, any, unterminated;
};

Candidates FindBlocks(std::string_view text, const std::vector<std::string>& names) {
  Candidates found;
  std::optional<FenceLine> open;
  size_t body = 0;
  size_t next = 0;
  for (size_t at = 0; at < text.size(); at = next) {
    const size_t line_end = std::min(text.find('\n', at), text.size());
    next = std::min(line_end + 1, text.size());
    const auto fence = ParseFence(text.substr(at, line_end - at));
    if (!fence) continue;
    if (!open) {
      open = fence;
      body = next;
    } else if (fence->mark == open->mark && fence->length >= open->length && fence->rest.empty()) {
      const Block block{text.substr(body, at - body), open->indent, true};
      const std::string name = InfoLanguage(open->rest);
      if (std::find(names.begin(), names.end(), name) != names.end()) found.asked = block;
      if (name.empty()) found.untagged = block;
      found.any = block;
      open.reset();
    }
  }
  if (open) found.unterminated = {text.substr(body), open->indent, true};
  return found;
}

std::string Unindented(const Block& block) {
  std::string_view text = block.text;
  if (!text.empty() && text.back() == '\n') text.remove_suffix(1);  // belongs to the closing fence
  if (block.indent == 0) return std::string(text);
  std::string code;
  code.reserve(text.size());
  while (true) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const size_t blanks = std::min(line.find_first_not_of(" \t"), line.size());
    code += line.substr(std::min(blanks, block.indent));
    if (end == kNone) return code;
    code += '\n';
    text.remove_prefix(end + 1);
  }
}

// Prose ends in a full stop and is made of words; code has operators, brackets and keywords.
bool LooksLikeCodeLine(std::string_view line) {
  if (line[0] == ' ' || line[0] == '\t' || line[0] == '#' || line[0] == '@') return true;
  line = TrimAsciiSpace(line);
  constexpr std::string_view kStarts[] = {"import ", "from ", "def ", "class ", "return",
                                          "//",      "/*",    "*/",   "using ", "package "};
  for (const std::string_view start : kStarts) {
    if (StartsWith(line, start)) return true;
  }
  if (std::string_view(";{}:)],").find(line.back()) != kNone) return true;
  return line.find('=') != kNone && line.back() != '.';
}

bool LooksLikeCode(std::string_view text) {
  size_t lines = 0, code_lines = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (TrimAsciiSpace(line).empty()) continue;
    const bool is_code = LooksLikeCodeLine(line);
    if (++lines == 1 && !is_code) return false;
    if (is_code) ++code_lines;
  }
  return lines > 0 && code_lines * 4 >= lines * 3;
}

ExtractedCode ExtractNatively(std::string_view text, const std::vector<std::string>& names) {
  constexpr std::string_view kThinkEnd = "</think>";
  const size_t think = text.rfind(kThinkEnd);
  if (think != kNone) text.remove_prefix(think + kThinkEnd.size());

  const Candidates found = FindBlocks(text, names);
  for (const auto& [block, rule] : {std::pair(&found.asked, ExtractRule::kLanguageBlock),
                                    std::pair(&found.untagged, ExtractRule::kUntaggedBlock),
                                    std::pair(&found.any, ExtractRule::kAnyBlock)}) {
    if (block->present) return {Unindented(*block), ExtractedType::kFenced, rule};
  }
  if (found.unterminated.present) {
    return {Unindented(found.unterminated), ExtractedType::kIncompleteFenced,
            ExtractRule::kUnfinishedBlock};
  }
  if (LooksLikeCode(text)) {
    return {std::string(text), ExtractedType::kHeuristic, ExtractRule::kWholeText};
  }
  return {};
}

}  // namespace

std::string_view ToString(ExtractedType type) {
  switch (type) {
    case ExtractedType::kFenced: return "fenced";
    case ExtractedType::kIncompleteFenced: return "incomplete_fenced";
    case ExtractedType::kHeuristic: return "heuristic";
    case ExtractedType::kEmpty: return "empty";
  }
  ASSAY_CHECK(false);
}

std::string_view ToString(ExtractRule rule) {
  switch (rule) {
    case ExtractRule::kLanguageBlock: return "language_block";
    case ExtractRule::kUntaggedBlock: return "untagged_block";
    case ExtractRule::kAnyBlock: return "any_block";
    case ExtractRule::kUnfinishedBlock: return "unfinished_block";
    case ExtractRule::kDefinition: return "definition";
    case ExtractRule::kQuery: return "query";
    case ExtractRule::kWholeText: return "whole_text";
    case ExtractRule::kNone: return "none";
  }
  ASSAY_CHECK(false);
}

ExtractedCode ExtractCode(std::string_view text, const Fences& asked, ExtractProfile profile) {
  switch (profile) {
    case ExtractProfile::kAssay: return ExtractNatively(text, asked.names);
    case ExtractProfile::kSandboxFusion: return ExtractLikeSandboxFusion(text, asked.peer);
    case ExtractProfile::kVerl: return ExtractLikeVerl(text);
  }
  ASSAY_CHECK(false);
}

}  // namespace assay
