// Messages of a conversation, and what an answer of the model brings beside its text: calls of
// tools, tokens and their log-probabilities. In JSON they are as OpenAI's chat completions have
// them.
//
// Plain values and pure functions; answers are a stranger's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rollout/folder/records.h"
#include "text/json_writer.h"

namespace assay::env {

struct ToolCall {
  std::string id;
  std::string name;
  std::string arguments;  // as the model wrote them; JSON, if it is right
};

struct Message {
  std::string role;
  std::string content = {};
  std::string reasoning = {};  // where the endpoint tells it apart; it is not sent back
  std::vector<ToolCall> tool_calls = {};
  std::string tool_call_id = {};  // of role "tool"
};

// Whether the thoughts that an endpoint told apart are written.
enum class Reasoning { kKept, kLeftOut };
void WriteMessage(const Message& message, Reasoning reasoning, JsonWriter* json);

// An answer of the model, beside its message.
struct Step {
  std::optional<int64_t> prompt_tokens;
  std::optional<int64_t> completion_tokens;
  // JSON arrays of numbers; empty: the endpoint doesn't say.
  std::string prompt_token_ids;
  std::string token_ids;
  std::string logprobs;  // of the tokens that were drawn
  std::string finish_reason;
  std::string model;
  std::string id;  // the endpoint's
  int64_t attempts = 0;
  double seconds = 0;
};
void WriteStep(const Step& step, JsonWriter* json);

struct ModelAnswer {
  Message message;
  Step step;
};
// REQUIRES: the record has no error, and has its body.
ModelAnswer ReadAnswer(const rollout::GenerationRecord& record);

}  // namespace assay::env
