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

Extracted BetweenLastFences(std::string_view answer) {
  // Where the lines with a fence begin and end, the last two of them.
  size_t open_end = std::string_view::npos;
  size_t close_begin = std::string_view::npos;
  size_t close_end = std::string_view::npos;
  for (size_t at = 0; at <= answer.size();) {
    const size_t end = std::min(answer.find('\n', at), answer.size());
    if (answer.substr(at, end - at).find("```") != std::string_view::npos) {
      open_end = close_end;
      close_begin = at;
      close_end = end;
    }
    at = end + 1;
  }
  Extracted extracted;
  extracted.rule = "none";
  if (open_end == std::string_view::npos) return extracted;
  extracted.rule = "between the last two fences";
  // The lines between the two, joined by line ends: none after the last.
  const size_t begin = open_end + 1;
  extracted.code = begin < close_begin ? std::string(answer.substr(begin, close_begin - begin - 1))
                                       : std::string();
  return extracted;
}

}  // namespace assay::eval
