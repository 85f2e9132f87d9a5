// What a row of a data set asks of a model, and how its rollouts are judged. Plain values, read by
// pure functions; thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "text/json_reader.h"

namespace assay::orchestra {

struct Task {
  std::string id;        // empty: the row has none
  std::string messages;  // JSON list for a chat
  bool math = false;
  std::string gold;      // of math
  std::string problem;   // else: as POST /v1/verify takes it
  std::string language;  // empty: whatever the rollout says
};

// What math answers are asked for where the row only has a question (AceReason-Nemotron, A.1).
inline constexpr std::string_view kBoxedRequest =
    "Please reason step by step, and put your final answer within \\boxed{}.";

// kInvalidArgument names the field: a row without a question, or one that nothing can judge.
// `system`: a message before all others; empty: none.
Result<Task> ReadTask(std::string_view row, std::string_view system);

}  // namespace assay::orchestra
