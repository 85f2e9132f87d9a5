#include "api/datasets/parts/snippets.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "grading/extract/freeform_cuts.h"

namespace assay {
namespace {

constexpr size_t kNone = std::string_view::npos;

bool IsWord(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool IsBrace(std::string_view token) {
  return TrimAsciiSpace(token) == "}";
}

bool Counts(std::string_view token) {
  return !token.empty() && token != "\n\n" && !StartsWith(token, "re:");
}

// A name of the language and what its programs start with.
struct PreambleOf {
  std::string_view language;
  std::string_view text;
};

constexpr PreambleOf kPreambles[] = {
    {"cpp",
     "#include <algorithm>\n#include <cassert>\n#include <climits>\n#include <cmath>\n"
     "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <deque>\n"
     "#include <fstream>\n#include <iostream>\n#include <list>\n#include <map>\n"
     "#include <numeric>\n#include <optional>\n#include <queue>\n#include <set>\n"
     "#include <sstream>\n#include <stack>\n#include <string>\n#include <vector>\n"
     "#if __has_include(<boost/any.hpp>)\n#include <boost/any.hpp>\n#endif\n"
     "using namespace std;\n"},
    {"java",
     "import java.util.*;\nimport java.lang.reflect.*;\nimport org.javatuples.*;\n"
     "import java.security.*;\nimport java.math.*;\nimport java.io.*;\n"
     "import java.util.stream.*;\n"},
    {"csharp",
     "using System;\nusing System.Numerics;\nusing System.Diagnostics;\n"
     "using System.Collections.Generic;\nusing System.Linq;\nusing System.Text;\n"
     "using System.Security.Cryptography;\n"},
    {"go_test", "import (\"fmt\")\n"},
    {"D_ut", "import std.array;\nimport std.algorithm;\n"},
};

}  // namespace

std::string AmongTests(std::string code, std::string_view tests) {
  const size_t at = tests.find(kInsertHere);
  if (at == kNone) {
    code.resize(std::min(code.find("if __name__ =="), code.size()));
    return code.append("\n").append(tests);
  }
  // What follows a second place is not part of the program.
  std::string_view rest = tests.substr(at + kInsertHere.size());
  rest = rest.substr(0, rest.find(kInsertHere));
  return std::string(tests.substr(0, at)).append(code).append(rest);
}

void CutAtStopTokens(const std::vector<std::string>& tokens, std::string* code) {
  for (const std::string& token : tokens) {
    if (Counts(token)) code->resize(std::min(code->find(token), code->size()));
  }
}

void CutWholeAtStopTokens(const std::vector<std::string>& tokens, std::string* code) {
  for (const std::string& token : tokens) {
    if (!Counts(token)) continue;
    const size_t at = IsBrace(token) ? code->rfind(token) : code->find(token);
    code->resize(std::min(at, code->size()));
  }
}

void CutAtTopLevel(std::string* code) {
  for (size_t at = code->find('\n'); at != kNone; at = code->find('\n', at + 1)) {
    if (at + 1 == code->size()) return;
    const char next = (*code)[at + 1];
    if (next == ' ' || (next >= '\t' && next <= '\r')) continue;
    code->resize(at);
    return;
  }
}

void KeepToEnd(std::string_view language, std::string* code) {
  std::string_view end;
  for (const std::string_view name : {"julia", "lua", "ruby"}) {
    if (language == name) end = "\nend";
  }
  for (const std::string_view name :
       {"cpp", "csharp", "typescript", "perl", "R", "D_ut", "go_test", "nodejs", "php"}) {
    if (language == name) end = "\n}";
  }
  const size_t at = end.empty() ? kNone : code->find(end);
  if (at != kNone) code->resize(at + end.size());
}

std::string_view Preamble(std::string_view language) {
  for (const PreambleOf& of : kPreambles) {
    if (of.language == language) return of.text;
  }
  return "";
}

std::string MergeGoFile(std::string_view code) {
  std::string package = "main";
  std::vector<std::string> imports;
  std::string rest;
  bool in_imports = false;
  const auto add_import = [&](std::string_view line) {
    const std::string import(TrimAsciiSpace(line));
    if (import.empty() || StartsWith(import, "//")) return;
    if (std::find(imports.begin(), imports.end(), import) == imports.end()) {
      imports.push_back(import);
    }
  };
  const auto import_line = [&](std::string_view line) {
    const size_t close = line.find(')');
    add_import(line.substr(0, close));
    in_imports = close == kNone;
  };
  for (size_t at = 0; at <= code.size();) {
    const size_t end = std::min(code.find('\n', at), code.size());
    const std::string_view line = code.substr(at, end - at);
    const std::string_view words = TrimAsciiSpace(line);
    at = end + 1;
    if (in_imports) {
      import_line(words);
    } else if (StartsWith(words, "package ")) {
      package = std::string(TrimAsciiSpace(words.substr(8)));
    } else if (StartsWith(line, "import") && words.find('(') != kNone) {
      in_imports = true;
      import_line(words.substr(words.find('(') + 1));
    } else if (StartsWith(line, "import ")) {
      add_import(words.substr(7));
    } else {
      rest.append(line).append("\n");
    }
  }
  std::string merged = "package " + package + "\n\n";
  for (const std::string& import : imports) merged += "import " + import + "\n";
  return merged + "\n" + rest;
}

namespace {

struct JavaType {
  std::string name;
  std::string text;
};

// Top-level types of a source, and its imports. Braces in texts and comments do not count.
class JavaSplitter {
 public:
  explicit JavaSplitter(std::string_view source) : source_(source) {}

  void Split(std::vector<std::string>* imports, std::vector<JavaType>* types) {
    size_t begin = 0;
    for (size_t at = 0; at < source_.size();) {
      const size_t next = AfterToken(at);
      const char c = source_[at];
      if (c == '/' && next > at + 1 && TrimAsciiSpace(source_.substr(begin, at - begin)).empty()) {
        begin = next;  // a comment above a declaration names things, too
      } else if (c == ';' && depth_ == 0) {
        AddStatement(source_.substr(begin, next - begin), imports);
        begin = next;
      } else if (c == '{') {
        ++depth_;
      } else if (c == '}' && depth_ > 0 && --depth_ == 0) {
        AddType(source_.substr(begin, next - begin), types);
        begin = next;
      }
      at = next;
    }
  }

 private:
  // Behind the comment, text or single character at `at`.
  size_t AfterToken(size_t at) const {
    const auto past = [&](std::string_view end, size_t from) {
      const size_t found = source_.find(end, from);
      return found == kNone ? source_.size() : found + end.size();
    };
    if (source_.substr(at, 2) == "//") return past("\n", at + 2);
    if (source_.substr(at, 2) == "/*") return past("*/", at + 2);
    if (source_.substr(at, 3) == "\"\"\"") return past("\"\"\"", at + 3);
    const char quote = source_[at];
    if (quote != '"' && quote != '\'') return at + 1;
    for (++at; at < source_.size() && source_[at] != '\n'; ++at) {
      if (source_[at] == '\\') {
        ++at;
      } else if (source_[at] == quote) {
        return at + 1;
      }
    }
    return std::min(at, source_.size());
  }

  static void AddStatement(std::string_view text, std::vector<std::string>* imports) {
    const size_t at = text.find("import ");
    if (at == kNone) return;  // the package: all share one file
    const std::string import(TrimAsciiSpace(text.substr(at)));
    if (std::find(imports->begin(), imports->end(), import) == imports->end()) {
      imports->push_back(import);
    }
  }

  static void AddType(std::string_view text, std::vector<JavaType>* types) {
    std::string_view head = text.substr(0, text.find('{'));
    for (size_t at = 0; at < head.size(); ++at) {
      if (!IsWord(head[at]) || (at > 0 && IsWord(head[at - 1]))) continue;
      const size_t end = std::find_if_not(head.begin() + at, head.end(), IsWord) - head.begin();
      const std::string_view word = head.substr(at, end - at);
      if (word != "class" && word != "interface" && word != "enum" && word != "record") continue;
      const std::string_view rest = TrimAsciiSpace(head.substr(end));
      const auto name_end = std::find_if_not(rest.begin(), rest.end(), IsWord);
      if (name_end == rest.begin()) continue;
      std::string declared(TrimAsciiSpace(text));
      const size_t open = declared.find('{');
      const size_t shown = declared.find("public ");
      if (shown < open) declared.erase(shown, 7);
      types->push_back({std::string(rest.substr(0, name_end - rest.begin())), std::move(declared)});
      return;
    }
  }

  const std::string_view source_;
  int depth_ = 0;
};

}  // namespace

std::string JoinJavaSources(const std::vector<std::string>& code, std::string_view tests) {
  std::vector<std::string> imports = {"import org.junit.jupiter.api.Test;",
                                      "import static org.junit.jupiter.api.Assertions.*;"};
  std::vector<JavaType> of_tests;
  std::vector<JavaType> types;
  JavaSplitter(tests).Split(&imports, &of_tests);
  for (const std::string& source : code) JavaSplitter(source).Split(&imports, &types);
  std::set<std::string> taken;
  for (const JavaType& type : of_tests) taken.insert(type.name);
  std::string joined;
  for (const std::string& import : imports) joined += import + "\n";
  for (const JavaType& type : types) {
    if (taken.insert(type.name).second) joined += "\n" + type.text + "\n";
  }
  for (const JavaType& type : of_tests) joined += "\n" + type.text + "\n";
  return joined;
}

}  // namespace assay
