#include "lab/eval/multilang/code_mask.h"

#include <algorithm>
#include <cctype>

namespace assay::eval {
namespace {

bool IsWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

void Blank(std::string* mask, size_t begin, size_t end) {
  for (size_t i = begin; i < std::min(end, mask->size()); ++i) {
    if ((*mask)[i] != '\n') (*mask)[i] = ' ';
  }
}

// Behind the closing quote of a string of one line; its end, if it isn't closed there.
size_t AfterString(std::string_view code, size_t open) {
  size_t at = open + 1;
  while (at < code.size() && code[at] != code[open] && code[at] != '\n') {
    at += code[at] == '\\' ? 2 : 1;
  }
  return std::min(at + 1, code.size());
}

// Behind a character literal; `open` + 1 when it is none, as in Rust's lifetimes.
size_t AfterCharacter(std::string_view code, size_t open) {
  const size_t end = AfterString(code, open);
  const bool closed = end > open + 1 && code[end - 1] == '\'';
  const bool short_enough = end - open <= 4 || (code[open + 1] == '\\' && end - open <= 12);
  return closed && short_enough ? end : open + 1;
}

size_t AfterText(std::string_view code, std::string_view ending, size_t from) {
  const size_t at = code.find(ending, from);
  return at == std::string_view::npos ? code.size() : at + ending.size();
}

}  // namespace

std::string MaskLiterals(std::string_view code) {
  std::string mask(code);
  for (size_t at = 0; at < code.size();) {
    size_t end = at + 1;
    if (code.compare(at, 2, "//") == 0) {
      end = std::min(code.find('\n', at), code.size());
      Blank(&mask, at, end);
    } else if (code.compare(at, 2, "/*") == 0) {
      end = AfterText(code, "*/", at + 2);
      Blank(&mask, at, end);
    } else if (code.compare(at, 3, "\"\"\"") == 0) {
      end = AfterText(code, "\"\"\"", at + 3);
      Blank(&mask, at, end);
    } else if (code[at] == '"') {
      end = AfterString(code, at);
      Blank(&mask, at, end);
    } else if (code[at] == '\'') {
      end = AfterCharacter(code, at);
      if (end > at + 1) Blank(&mask, at, end);
    }
    at = end;
  }
  return mask;
}

size_t MatchingClose(std::string_view mask, size_t open) {
  const char closes = mask[open] == '(' ? ')' : '}';
  int depth = 0;
  for (size_t at = open; at < mask.size(); ++at) {
    if (mask[at] == mask[open]) ++depth;
    if (mask[at] == closes && --depth == 0) return at;
  }
  return std::string_view::npos;
}

size_t FindWord(std::string_view mask, std::string_view word, size_t from) {
  for (size_t at = mask.find(word, from); at != std::string_view::npos;
       at = mask.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool begins = at == 0 || !IsWordCharacter(mask[at - 1]);
    if (begins && (end == mask.size() || !IsWordCharacter(mask[end]))) return at;
  }
  return std::string_view::npos;
}

std::optional<std::pair<size_t, size_t>> FindMain(std::string_view mask) {
  constexpr size_t kNone = std::string_view::npos;
  for (const std::string_view name : {"main", "Main"}) {
    for (size_t at = FindWord(mask, name); at != kNone; at = FindWord(mask, name, at + 1)) {
      const size_t parameters = mask.find_first_not_of(" \t\n", at + name.size());
      if (parameters == kNone || mask[parameters] != '(') continue;
      const size_t closed = MatchingClose(mask, parameters);
      if (closed == kNone) continue;
      // A call of it ends here; a definition has a body.
      const size_t body = mask.find_first_of("{;}", closed);
      if (body == kNone || mask[body] != '{') continue;
      const size_t end = MatchingClose(mask, body);
      if (end == kNone) continue;
      const size_t line = mask.rfind('\n', at);
      return std::make_pair(line == kNone ? 0 : line + 1, end + 1);
    }
  }
  return std::nullopt;
}

std::optional<std::pair<size_t, size_t>> FindClassWith(std::string_view mask,
                                                       std::string_view member) {
  constexpr size_t kNone = std::string_view::npos;
  for (const std::string_view keyword : {"class", "object"}) {
    for (size_t at = FindWord(mask, keyword); at != kNone; at = FindWord(mask, keyword, at + 1)) {
      const size_t open = mask.find('{', at);
      if (open == kNone) break;
      const size_t close = MatchingClose(mask, open);
      if (close == kNone) continue;
      if (FindWord(mask.substr(0, close), member, open) != kNone) {
        return std::make_pair(open, close);
      }
    }
  }
  return std::nullopt;
}

}  // namespace assay::eval
