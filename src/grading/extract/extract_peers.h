// Code extraction as the peers do it. Internal to grading; see extract.h.
#pragma once

#include <string_view>

#include "grading/extract/extracted_code.h"
#include "model/fences.h"

namespace assay {

ExtractedCode ExtractLikeSandboxFusion(std::string_view text, const PeerFences& asked);
ExtractedCode ExtractLikeVerl(std::string_view text);

}  // namespace assay
