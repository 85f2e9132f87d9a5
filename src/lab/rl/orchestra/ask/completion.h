// Requests for rollouts, and what their answers say. Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "lab/rl/orchestra/ask/rollout_text.h"

namespace assay::orchestra {

// The body of POST /v1/chat/completions. `begun`: what the assistant has said by now, which the
// server goes on with; null: nothing.
std::string CompletionRequest(const RolloutAsk& ask, int64_t max_tokens, const std::string* begun);

// kInternal: it is no completion, or has token ids without as many log-probabilities.
Result<RolloutText> ReadRollout(std::string_view body);

// `second` goes on where `first` and `phrase` ended. kInternal: the server reads what it wrote as
// other tokens than it wrote, so that nothing could be trained on.
Result<RolloutText> Joined(const RolloutText& first, const std::string& phrase,
                           const RolloutText& second);

}  // namespace assay::orchestra
