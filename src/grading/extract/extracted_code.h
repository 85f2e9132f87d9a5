// ExtractedCode: what was found in a model's answer, and how. Plain values.
#pragma once

#include <string>
#include <string_view>

namespace assay {

enum class ExtractedType { kFenced, kIncompleteFenced, kHeuristic, kEmpty };
// "fenced", "incomplete_fenced", "heuristic", "empty": the peers' words.
std::string_view ToString(ExtractedType type);

struct ExtractedCode {
  std::string code;
  ExtractedType type = ExtractedType::kEmpty;
};

}  // namespace assay
