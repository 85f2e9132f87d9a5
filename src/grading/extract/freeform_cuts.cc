#include "grading/extract/freeform_cuts.h"

#include <algorithm>
#include <initializer_list>

#include "grading/compare/python_text.h"

namespace assay {
namespace {

constexpr size_t kNone = std::string_view::npos;

bool IsSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

bool IsWord(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

size_t SkipSpace(std::string_view text, size_t at) {
  while (at < text.size() && IsSpace(text[at])) ++at;
  return at;
}

size_t SkipWord(std::string_view text, size_t at) {
  while (at < text.size() && IsWord(text[at])) ++at;
  return at;
}

// Where a word that stands at `at`, with white space behind it, is followed by the next one; else
// npos.
size_t After(std::string_view text, size_t at, std::string_view word) {
  if (text.substr(at, word.size()) != word) return kNone;
  const size_t next = SkipSpace(text, at + word.size());
  return next > at + word.size() ? next : kNone;
}

// Behind the first ")", white space and "{" after the first "(" at or behind `at`; else npos.
size_t AfterHead(std::string_view text, size_t at) {
  size_t close = text.find('(', at);
  if (close == kNone) return kNone;
  while ((close = text.find(')', close)) != kNone) {
    const size_t brace = SkipSpace(text, close + 1);
    if (brace < text.size() && text[brace] == '{') return brace + 1;
    ++close;
  }
  return kNone;
}

// Behind the brace that closes the one before `at`; else npos.
size_t AfterBody(std::string_view text, size_t at) {
  int open = 1;
  for (; at < text.size(); ++at) {
    if (text[at] == '{') ++open;
    if (text[at] == '}' && --open == 0) return at + 1;
  }
  return kNone;
}

}  // namespace

void ReplaceAll(std::string_view what, std::string_view with, std::string* code) {
  size_t next = code->find(what);
  if (next == kNone) return;
  std::string result;
  result.reserve(code->size());
  size_t at = 0;
  for (; next != kNone; next = code->find(what, at)) {
    result.append(*code, at, next - at).append(with);
    at = next + what.size();
  }
  result.append(*code, at);
  *code = std::move(result);
}

void CutAt(std::string_view token, std::string* code) {
  const size_t at = code->find(token);
  if (at == kNone) return;
  *code = std::string(PythonStrip(std::string_view(*code).substr(0, at)));
}

void CutPythonMain(std::string* code) {
  for (size_t at = 0; at < code->size();) {
    const size_t end = std::min(code->find('\n', at), code->size());
    const std::string_view line = std::string_view(*code).substr(at, end - at);
    if (line.find("__name__") != kNone && line.find("__main__") != kNone) {
      code->resize(at == 0 ? 0 : at - 1);
      return;
    }
    at = end + 1;
  }
}

void RenameJavaMain(std::string* code) {
  constexpr std::string_view kMain = "public class Main {\n";
  if (code->find(kMain) == kNone) return;
  ReplaceAll(kMain, "class Solution {\n", code);
  EraseAll("public static void main(String[] args)", code);
}

void KeepFirstStaticMethod(bool internal_too, std::string* code) {
  const std::string_view text = *code;
  for (size_t at = 0; at < text.size(); ++at) {
    size_t next = kNone;
    for (const std::string_view word : {"public", "private", "protected", "internal"}) {
      if (next == kNone && (internal_too || word != "internal")) next = After(text, at, word);
    }
    if (next != kNone) next = After(text, next, "static");
    if (next == kNone) continue;
    const size_t body = AfterHead(text, next);
    const size_t end = body == kNone ? kNone : AfterBody(text, body);
    if (end != kNone) *code = code->substr(at, end - at);
    return;
  }
}

void EraseMainFunction(std::string_view keyword, std::string* code) {
  const std::string_view text = *code;
  for (size_t at = text.find(keyword); at != kNone; at = text.find(keyword, at + 1)) {
    const size_t name = After(text, at, keyword);
    if (name == kNone || text.substr(name, 5) != "main(") continue;
    const size_t body = AfterHead(text, name);
    const size_t end = body == kNone ? kNone : AfterBody(text, body);
    if (end != kNone) code->erase(at, end - at);
    return;
  }
}

void KeepScalaObjectBody(std::string* code) {
  const std::string_view text = *code;
  const size_t last = text.rfind('}');
  for (size_t at = text.find("object"); at != kNone; at = text.find("object", at + 1)) {
    size_t next = After(text, at, "object");
    if (next == kNone || SkipWord(text, next) == next) continue;
    next = SkipSpace(text, SkipWord(text, next));
    if (const size_t base = After(text, next, "extends"); base != kNone) {
      next = SkipSpace(text, SkipWord(text, base));
    }
    if (next >= text.size() || text[next] != '{' || last == kNone || last < next) continue;
    *code = code->substr(next + 1, last - next - 1);
    return;
  }
}

void KeepVerilogModuleBody(std::string* code) {
  const std::string_view text = *code;
  for (size_t at = text.find("module"); at != kNone; at = text.find("module", at + 1)) {
    size_t next = After(text, at, "module");
    if (next == kNone || SkipWord(text, next) == next) continue;
    next = SkipWord(text, next);
    const size_t ports = SkipSpace(text, next);
    if (ports == next || ports >= text.size() || text[ports] != '(') continue;
    const size_t close = text.find(");", ports);
    const size_t end = close == kNone ? kNone : text.find("endmodule", close);
    if (end == kNone) return;
    *code = code->substr(close + 2, end - close - 2) + "\nendmodule";
    return;
  }
}

}  // namespace assay
