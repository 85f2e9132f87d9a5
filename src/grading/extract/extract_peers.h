// Code extraction as the peers do it. Internal to grading; see extract.h.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "grading/extract/extracted_code.h"
#include "model/fences.h"

namespace assay {

ExtractedCode ExtractLikeSandboxFusion(std::string_view text, const PeerFences& asked);
ExtractedCode ExtractLikeVerl(std::string_view text);

// What SandboxFusion takes for blocks, for the rules that choose among them (freeform.h).
struct PeerBlock {
  std::string_view info;
  std::string_view code;
};
// All complete ones, from left to right.
std::vector<PeerBlock> PeerBlocks(std::string_view text);
// All after the first fence's line; nothing when there is no fence.
std::optional<std::string_view> AfterFirstFence(std::string_view text);
// The program in a text without fences, if `kind` finds one.
ExtractedCode CodeWithoutFence(std::string_view text, UnfencedCode kind);

}  // namespace assay
