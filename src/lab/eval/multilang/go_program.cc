#include "lab/eval/multilang/go_program.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/text.h"
#include "lab/eval/multilang/code_mask.h"

namespace assay::eval {
namespace {

constexpr size_t kNone = std::string_view::npos;

struct GoParts {
  std::vector<std::string> packages;  // names, each once, as are the imports
  std::vector<std::string> imports;   // as written: "\"fmt\"", "str \"strings\""
  std::string rest;
};

bool IsWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

void AddOnce(std::string_view text, std::vector<std::string>* list) {
  if (text.empty() || std::find(list->begin(), list->end(), text) != list->end()) return;
  list->emplace_back(text);
}

// Behind white space, at least one character of it; kNone: there is none.
size_t AfterSpace(std::string_view code, size_t at) {
  const size_t end = std::min(code.find_first_not_of(" \t\r\n", at), code.size());
  return end > at ? end : kNone;
}

size_t AfterWord(std::string_view code, size_t at) {
  while (at < code.size() && IsWordCharacter(code[at])) ++at;
  return at;
}

// The end of a clause at `at` that goes to the top, whose names are added to `parts`; kNone: there
// is none there.
size_t TakeClause(std::string_view code, size_t at, GoParts* parts) {
  if (StartsWith(code.substr(at), "package")) {
    const size_t name = AfterSpace(code, at + 7);
    const size_t end = name == kNone ? kNone : AfterWord(code, name);
    if (name == kNone || end == name) return kNone;
    AddOnce(code.substr(name, end - name), &parts->packages);
    return end;
  }
  if (!StartsWith(code.substr(at), "import")) return kNone;
  const size_t what = AfterSpace(code, at + 6);
  if (what == kNone || what >= code.size()) return kNone;
  if (code[what] == '"') {
    const size_t end = AfterWord(code, what + 1);
    if (end == what + 1 || end >= code.size() || code[end] != '"') return kNone;
    AddOnce(code.substr(what, end + 1 - what), &parts->imports);
    return end + 1;
  }
  if (code[what] != '(') return kNone;
  const size_t close = code.find(')', what);
  if (close == kNone) return kNone;
  for (size_t line = what + 1; line < close;) {
    const size_t end = std::min(code.find('\n', line), close);
    AddOnce(TrimAsciiSpace(code.substr(line, end - line)), &parts->imports);
    line = end + 1;
  }
  return close + 1;
}

GoParts Split(std::string_view code) {
  GoParts parts;
  for (size_t at = 0; at < code.size();) {
    const size_t end = TakeClause(code, at, &parts);
    if (end != kNone) {
      at = end;
    } else {
      parts.rest += code[at++];
    }
  }
  return parts;
}

std::string Assemble(const GoParts& parts) {
  std::string program;
  for (const std::string& name : parts.packages) program += "package " + name + "\n";
  program += "\n";
  for (const std::string& path : parts.imports) program += "import " + path + "\n";
  return program + "\n" + parts.rest;
}

// What isn't used doesn't compile.
void RemoveUnusedImports(GoParts* parts) {
  const auto unused = [parts](const std::string& import) {
    // "str \"strings\"" is used as str, "\"math/rand\"" as rand.
    const bool named = import.front() != '"';
    const size_t slash = import.rfind('/');
    const size_t begin = named ? 0 : (slash == kNone ? 1 : slash + 1);
    const size_t end = import.find_first_of(named ? " \t" : "\"", begin);
    return parts->rest.find(import.substr(begin, end - begin) + ".") == kNone;
  };
  parts->imports.erase(std::remove_if(parts->imports.begin(), parts->imports.end(), unused),
                       parts->imports.end());
}

// The answer's own tests, examples and main program: the row's tests are what counts.
void RemoveOwnTests(std::string* code) {
  std::string mask = MaskLiterals(*code);
  for (size_t at = FindWord(mask, "func"); at != kNone; at = FindWord(mask, "func", at)) {
    const std::string_view name = TrimAsciiSpace(std::string_view(mask).substr(at + 4, 40));
    const bool own = StartsWith(name, "Test") || StartsWith(name, "Example") ||
                     StartsWith(name, "Benchmark") || StartsWith(name, "main(");
    const size_t open = own ? mask.find('{', at) : kNone;
    const size_t close = open == kNone ? kNone : MatchingClose(mask, open);
    if (close == kNone) {
      at += 4;
      continue;
    }
    code->erase(at, close + 1 - at);
    mask.erase(at, close + 1 - at);
  }
}

// The path of an import as written: "str \"strings\"" is "strings".
std::string_view PathOf(std::string_view import) {
  const size_t open = import.find('"');
  return open == kNone ? import : import.substr(open);
}

}  // namespace

std::string PeerGoProgram(std::string_view code) {
  return Assemble(Split(code));
}

std::string GoTestProgram(std::string_view code, std::string_view tests) {
  GoParts parts = Split(code);
  RemoveOwnTests(&parts.rest);
  parts.rest.append("\n").append(tests);
  if (parts.packages.empty()) parts.packages = {"answer_test"};
  parts.packages.resize(1);
  for (const std::string_view needed : {"\"fmt\"", "\"testing\""}) {
    const bool there =
        std::any_of(parts.imports.begin(), parts.imports.end(),
                    [&](const std::string& import) { return PathOf(import) == needed; });
    if (!there) parts.imports.emplace_back(needed);
  }
  RemoveUnusedImports(&parts);
  return Assemble(parts);
}

std::string GoUsedImports(std::string_view code) {
  GoParts parts = Split(code);
  parts.packages = {"main"};
  for (const std::string_view known : {"math", "strings", "fmt", "strconv", "time", "bytes",
                                       "regexp", "sort", "math/rand", "crypto/md5"}) {
    AddOnce("\"" + std::string(known) + "\"", &parts.imports);
  }
  RemoveUnusedImports(&parts);
  return Assemble(parts);
}

std::string GoMainProgram(std::string_view prompt, std::string_view code) {
  GoParts parts = Split(code);
  const GoParts asked = Split(prompt);
  parts.packages = {"main"};
  for (const std::string& import : asked.imports) AddOnce(import, &parts.imports);
  return Assemble(parts);
}

}  // namespace assay::eval
