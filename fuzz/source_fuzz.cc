// Fuzzes what reads the source of programs: the tokenizer in each language's manner, the scanners
// and signatures that drivers are laid out by, the layouts themselves, and C's includes. Input: a
// byte that picks the reader, the function's name in a line, then the program.
//
// Promises checked: tokens, names, parameters and types are parts of the program, in its order; a
// layout is refused for its function's name and for nothing else, and has the program's lines where
// the candidate wrote them.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>

#include "langs/drivers/drivers.h"
#include "langs/entries/jvm/main_class.h"
#include "langs/include_lines.h"
#include "langs/source/go_source.h"
#include "langs/source/java_source.h"
#include "langs/source/signature.h"

namespace {

using assay::SourceSyntax;
using assay::SourceTokens;

constexpr SourceSyntax kSyntaxes[] = {SourceSyntax::kC, SourceSyntax::kCsharp, SourceSyntax::kGo,
                                      SourceSyntax::kTypescript, SourceSyntax::kRust};
constexpr SourceSyntax kSigned[] = {SourceSyntax::kGo, SourceSyntax::kTypescript,
                                    SourceSyntax::kRust};

void Require(bool condition, const char* promise) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

// Where a part ends in the text; the empty one that says "none" lies nowhere, at 0.
size_t EndWithin(std::string_view part, std::string_view text) {
  if (part.empty()) return 0;
  const std::less_equal<const char*> before;
  Require(before(text.data(), part.data()) &&
              before(part.data() + part.size(), text.data() + text.size()),
          "a part lies within the text");
  return static_cast<size_t>(part.data() + part.size() - text.data());
}

void ReadTokens(std::string_view code, SourceSyntax syntax,
                std::string_view (SourceTokens::*next)()) {
  SourceTokens tokens(code, syntax);
  size_t behind = 0;
  for (std::string_view token = (tokens.*next)(); !token.empty(); token = (tokens.*next)()) {
    const size_t end = EndWithin(token, code);
    Require(end - token.size() >= behind, "a token begins behind the one before");
    Require(tokens.place() >= end && tokens.place() <= code.size(),
            "the place is behind the token");
    behind = end;
  }
  Require(tokens.place() == code.size(), "tokens end with the text");
}

void ReadSignature(std::string_view code, std::string_view name, SourceSyntax syntax) {
  const auto found = assay::FindSignature(code, name, syntax);
  if (!found) return;
  size_t behind = 0;
  for (const std::string_view parameter : found->parameters) {
    const size_t end = EndWithin(parameter, code);
    Require(!parameter.empty() && end - parameter.size() >= behind, "parameters are in order");
    EndWithin(assay::TypeOf(parameter, syntax), parameter);
    behind = end;
  }
  EndWithin(found->result, code);
}

void ReadGo(std::string_view code) {
  const assay::GoSource source = assay::ScanGo(code);
  EndWithin(source.package, code);
  EndWithin(source.main, code);
  for (const auto* names : {&source.declared, &source.imported, &source.qualifies}) {
    for (const std::string_view name : *names) EndWithin(name, code);
  }
}

void ReadJava(std::string_view code) {
  const assay::JavaSource source = assay::ScanJava(code);
  for (const std::string& type : {source.public_type, source.main_type, source.first_type}) {
    Require(type.empty() || source.HasType(type), "a type is one of the file's");
  }
}

struct Layout {
  assay::LayoutHook hook;
  const char* file;  // the candidate's, in which lines keep their numbers; null: it varies
  bool checks_name = true;
};

const Layout& LayoutAt(size_t index) {
  static const Layout kLayouts[] = {
      {assay::LayoutCppCall, nullptr},
      {assay::LayoutTypescriptCall, "main.ts", false},
      {assay::LayoutTypeCheckedCall, "main.ts", false},
      {assay::LayoutRustCall, "main.rs"},
      {assay::LayoutCsharpCall, nullptr},
      {assay::LayoutJavaCall, nullptr, false},
      {assay::GoCallHook({"module programs\n\ngo 1.21\n\nrequire x v1\n", "", "example.com"}),
       "main.go"}};
  return kLayouts[index % std::size(kLayouts)];
}

void LayOut(std::string_view code, std::string_view name, const Layout& layout) {
  assay::Problem problem;
  problem.function_name = std::string(name);
  assay::ProgramLayout laid;
  const bool good = layout.hook(problem, code, &laid).ok();
  Require(good == (!layout.checks_name || assay::IsIdentifier(name)), "only a name is refused");
  if (!good || layout.file == nullptr) return;
  const auto file = std::find_if(laid.sources.begin(), laid.sources.end(),
                                 [&](const auto& one) { return one.path == layout.file; });
  Require(file != laid.sources.end(), "the candidate's file is there");
  // Names are other ones at most, so the lines that the candidate wrote are there, and first.
  const std::string_view text = file->contents->view();
  const auto lines = std::count(code.begin(), code.end(), '\n');
  Require(std::count(text.begin(), text.end(), '\n') >= lines, "no line is lost");
  if (lines == 0) return;
  const std::string_view last = code.substr(0, code.rfind('\n'));
  const std::string_view line = last.substr(last.rfind('\n') + 1);  // npos + 1 is 0
  size_t at = 0;
  for (long i = 1; i < lines; ++i) at = text.find('\n', at) + 1;
  const std::string_view there = text.substr(at, text.find('\n', at) - at);
  const bool renamed = line.find("main") != line.npos || line.find("package") != line.npos ||
                       code.find("package") != code.npos;
  Require(renamed || lines == 1 || there == line, "lines keep their numbers");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
  const size_t name_bytes = std::min(input.find('\n'), input.size());
  const std::string_view name = input.substr(0, name_bytes);
  const std::string_view code = input.substr(std::min(name_bytes + 1, input.size()));
  const size_t which = data[0] / 4;
  switch (data[0] % 4) {
    case 0:
      ReadTokens(code, kSyntaxes[which % std::size(kSyntaxes)], &SourceTokens::Next);
      ReadTokens(code, kSyntaxes[which % std::size(kSyntaxes)], &SourceTokens::NextOrString);
      return 0;
    case 1: ReadSignature(code, name, kSigned[which % std::size(kSigned)]); return 0;
    case 2: LayOut(code, name, LayoutAt(which)); return 0;
    default: break;
  }
  ReadGo(code);
  ReadJava(code);
  Require(!assay::KotlinMainClass(code).empty() && !assay::ScalaMainClass(code).empty(),
          "there is a class to start");
  for (const std::string_view path : assay::IncludedPaths(code)) EndWithin(path, code);
  for (const SourceSyntax syntax : kSyntaxes) assay::DefinesClass(code, name, syntax);
  return 0;
}
