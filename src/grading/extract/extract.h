// ExtractCode: the program inside a model's answer.
//
// Peers disagree on which block counts, so the rule is a named profile. Every profile takes linear
// time on any text; nothing is backtracked. Pure functions, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/enum_names.h"
#include "grading/extract/extracted_code.h"
#include "model/fences.h"

namespace assay {

enum class ExtractProfile {
  // The last complete block of the asked language after the last </think>; else the last complete
  // one without a language, then of any; else an unterminated one; else the whole text when it
  // looks like code. Fences start a line (``` or ~~~) and close with at least as many characters.
  kAssay,
  // SandboxFusion's and ScaleBox's rule: the first fenced block of the asked language, else the
  // first of any; fences are three backticks anywhere.
  kSandboxFusion,
  // verl's client: what follows the last "```python", else the first fenced part.
  kVerl,
};
// ScaleBox's rule is SandboxFusion's.
inline constexpr auto kExtractProfileNames = MakeEnumNames<ExtractProfile>({
    {ExtractProfile::kAssay, "assay"},
    {ExtractProfile::kSandboxFusion, "sandboxfusion"},
    {ExtractProfile::kSandboxFusion, "scalebox"},
    {ExtractProfile::kVerl, "verl"},
});

// `asked`: how fences name the language that the client asked for. Case doesn't matter for kAssay;
// kSandboxFusion compares exactly.
ExtractedCode ExtractCode(std::string_view text, const Fences& asked, ExtractProfile profile);

}  // namespace assay
