#include "lab/eval/shared/answer_code.h"

#include <algorithm>

#include "grading/extract/extract.h"

namespace assay::eval {
namespace {

Extracted Found(std::string_view answer, const Fences& names, ExtractProfile profile) {
  ExtractedCode found = ExtractCode(answer, names, profile);
  Extracted extracted;
  extracted.rule = std::string(ToString(found.rule));
  if (found.rule != ExtractRule::kNone) extracted.code = std::move(found.code);
  return extracted;
}

}  // namespace

std::string_view CutAtStop(std::string_view text, const std::vector<std::string>& stop) {
  size_t end = text.size();
  for (const std::string& word : stop) {
    if (!word.empty()) end = std::min(end, text.find(word));
  }
  return text.substr(0, end);
}

Extracted LastBlock(std::string_view answer, const Fences& names) {
  return Found(answer, names, ExtractProfile::kAssay);
}

Extracted FirstBlock(std::string_view answer, const Fences& names) {
  return Found(answer, names, ExtractProfile::kSandboxFusion);
}

}  // namespace assay::eval
