// The judge model for second opinions on math answers, as the options describe it.
#pragma once

#include <memory>

#include "api/math/math_judge.h"
#include "api/math/math_run.h"
#include "apps/setup/options.h"
#include "base/result.h"
#include "llm/chat_client.h"

namespace assay {

// A judge and the connection it uses. Thread-safe.
struct ConfiguredLlmJudge {
  std::unique_ptr<ChatClient> client;  // outlives the judge
  std::unique_ptr<MathJudge> judge;
  SecondOpinion mode = SecondOpinion::kReport;
};

// Null when the options name no endpoint. kInvalidArgument names the option at fault.
Result<std::unique_ptr<ConfiguredLlmJudge>> MakeLlmJudge(const Options& options);

}  // namespace assay
