// Code extraction as the peers do it. Internal to grading; see extract.h.
#pragma once

#include <string_view>

#include "grading/extract/extracted_code.h"

namespace assay {

ExtractedCode ExtractLikeSandboxFusion(std::string_view text, std::string_view language);
ExtractedCode ExtractLikeVerl(std::string_view text);

}  // namespace assay
