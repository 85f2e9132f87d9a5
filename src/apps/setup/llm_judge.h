// The judge models, as the options describe them: one for second opinions on math answers, and one
// that grades responses for rubrics.
#pragma once

#include <memory>

#include "api/math/math_judge.h"
#include "api/math/math_run.h"
#include "apps/setup/options.h"
#include "base/result.h"
#include "llm/chat_client.h"
#include "llm/judge/grade_judge.h"

namespace assay {

// A judge and the connection it uses. Thread-safe.
struct ConfiguredLlmJudge {
  std::unique_ptr<ChatClient> client;  // outlives the judge
  std::unique_ptr<MathJudge> judge;
  SecondOpinion mode = SecondOpinion::kReport;
};
struct ConfiguredGradeJudge {
  std::unique_ptr<ChatClient> client;  // outlives the judge
  std::unique_ptr<GradeJudge> judge;
};

// Null when the options name no endpoint. kInvalidArgument names the option at fault.
//
// Without --math-judge-url the endpoint of --judge-url gives second opinions, but only on requests
// that ask for them.
Result<std::unique_ptr<ConfiguredLlmJudge>> MakeLlmJudge(const Options& options);
Result<std::unique_ptr<ConfiguredGradeJudge>> MakeGradeJudge(const Options& options);

}  // namespace assay
