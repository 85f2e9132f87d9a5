#include "grading/extract/freeform.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "grading/compare/python_text.h"
#include "grading/extract/extract_peers.h"
#include "grading/extract/freeform_cuts.h"

namespace assay {
namespace {

constexpr size_t kNone = std::string_view::npos;

struct Found {
  std::string info;
  std::string code;
};

std::vector<Found> CompleteBlocks(std::string_view text) {
  std::vector<Found> found;
  for (const PeerBlock& block : PeerBlocks(text)) {
    found.push_back({std::string(block.info), std::string(block.code)});
  }
  return found;
}

std::string WithoutCarriageReturns(std::string code) {
  code.erase(std::remove(code.begin(), code.end(), '\r'), code.end());
  return code;
}

// What is taken when no complete block counts.
ExtractedCode WithoutCompleteBlock(std::string_view text, const PeerFences& fences) {
  if (const auto rest = AfterFirstFence(text)) {
    return {std::string(*rest), ExtractedType::kIncompleteFenced, ExtractRule::kUnfinishedBlock};
  }
  return CodeWithoutFence(text, fences.unfenced);
}

bool Names(const std::vector<std::string>& names, std::string_view info) {
  return std::find(names.begin(), names.end(), info) != names.end();
}

// Some models put the language on a line of its own, below a fence that names none.
void TakeLanguageFromFirstLine(const std::vector<std::string>& names, Found* block) {
  if (!block->info.empty()) return;
  const size_t end = block->code.find('\n');
  const std::string_view line = std::string_view(block->code).substr(0, end);
  if (!Names(names, PythonStrip(line))) return;
  block->info = PythonStrip(line);
  block->code = end == kNone ? "" : block->code.substr(end + 1);
}

// Some close a block and open the next with nothing between.
std::string MergeFences(std::string_view text) {
  constexpr std::string_view kTwo = "```\n```";
  std::string merged;
  for (size_t at = 0; at < text.size();) {
    const size_t next = text.find(kTwo, at);
    merged += text.substr(at, next - at);
    if (next == kNone) break;
    merged += "```";
    at = next + kTwo.size();
  }
  return merged;
}

}  // namespace

ExtractedCode ExtractFreeform(std::string_view text, std::string_view language,
                              const PeerFences& fences) {
  ExtractedCode extracted;
  const std::vector<Found> blocks = CompleteBlocks(text);
  if (blocks.empty()) {
    extracted = WithoutCompleteBlock(text, fences);
  } else {
    extracted = {blocks[0].code, ExtractedType::kFenced, ExtractRule::kAnyBlock};
  }
  std::string code = WithoutCarriageReturns(std::move(extracted.code));
  if (language == "python") CutAt("if __name__ == \"__main__\":", &code);
  if (language == "cpp") CutAt("int main()", &code);
  if (language == "java") RenameJavaMain(&code);
  if (language == "go") EraseAll("package main", &code);
  CutAt("# Example usage", &code);
  extracted.code = std::move(code);
  return extracted;
}

ExtractedCode ExtractLaterFreeform(std::string_view text, std::string_view language,
                                   const PeerFences& fences, const LaterFreeform& rule) {
  std::vector<std::string> names = fences.names;
  if (names.empty()) names = {std::string(language)};
  const std::string merged = MergeFences(text);
  std::vector<Found> blocks = CompleteBlocks(merged);
  for (Found& block : blocks) TakeLanguageFromFirstLine(names, &block);
  if (rule.of_language) {
    blocks.erase(std::remove_if(blocks.begin(), blocks.end(),
                                [&](const Found& block) { return !Names(names, block.info); }),
                 blocks.end());
  }
  ExtractedCode extracted;
  if (blocks.empty()) {
    extracted = WithoutCompleteBlock(merged, fences);
  } else {
    extracted = {blocks[0].code, ExtractedType::kFenced, ExtractRule::kLanguageBlock};
    for (size_t i = 1; !rule.first_only && i < blocks.size(); ++i) {
      extracted.code += "\n\n" + blocks[i].code;
    }
  }
  std::string code = WithoutCarriageReturns(std::move(extracted.code));
  if (language == "python") CutPythonMain(&code);
  if (language == "cpp" || language == "c") CutAt("int main()", &code);
  if (language == "java" || language == "csharp") {
    if (rule.inner_function_only) {
      KeepFirstStaticMethod(language == "csharp", &code);
    } else if (language == "java") {
      RenameJavaMain(&code);
      ReplaceAll("public class Solution {", "class Solution {", &code);
    }
  }
  if (language == "go") {
    if (!rule.keep_package) EraseAll("package main", &code);
    EraseMainFunction("func", &code);
  }
  if (language == "kotlin") EraseMainFunction("fun", &code);
  if (language == "scala") KeepScalaObjectBody(&code);
  if (language == "verilog") {
    KeepVerilogModuleBody(&code);
    if (code.empty()) code = text;
  }
  CutAt("# Example usage", &code);
  extracted.code = std::move(code);
  return extracted;
}

}  // namespace assay
