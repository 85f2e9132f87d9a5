// ElderState: what a process that is being replaced tells the one that replaces it, a few times a
// second: what it keeps, and who may use that. As JSON, over their private socket.
//
// Plain values; writing and reading are pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "access/box_tokens.h"
#include "kernels/kernels.h"
#include "sessions/request.h"

namespace assay {

struct ElderKernel {
  KernelName name;
  std::string id;
};

struct ElderState {
  std::vector<SandboxInfo> sandboxes;  // without what only their process needs: environments
  std::vector<ElderKernel> kernels;
  std::vector<BoxTokens::Copy> tokens;
};

std::string WriteElderState(const ElderState& state);
std::optional<ElderState> ReadElderState(std::string_view json);

}  // namespace assay
