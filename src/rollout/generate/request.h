// What is sent for one sample: a prompt, the parameters that were set and nothing else.
//
// Parameters that nobody set are the endpoint's own; a default of ours would be a setting that no
// report mentions. There is one sample to a request, with a seed of its own when there is one:
// many servers cap "n" or ignore it. Plain values and pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "llm/chat_client.h"

namespace assay::rollout {

struct Message {
  std::string role;
  std::string content;
};

struct Prompt {
  CompletionsRoute route = CompletionsRoute::kChat;
  std::vector<Message> messages = {};  // of a chat
  std::string messages_json = {};      // instead, a JSON array: messages that have more in them
  std::string text = {};               // of a text
  std::vector<std::string> stop = {};  // where an answer ends
};

// Older servers know only the first name, some newer models only the second.
enum class TokenLimitName { kMaxTokens, kMaxCompletionTokens };
// Endpoints look for stops in a model's thoughts, too: a reasoning model is better cut afterwards.
enum class StopUse { kSend, kOnlyAfterwards };

struct Sampling {
  std::string model;
  std::optional<double> temperature = std::nullopt;
  std::optional<double> top_p = std::nullopt;
  std::optional<int64_t> max_tokens = std::nullopt;
  TokenLimitName token_limit_name = TokenLimitName::kMaxTokens;
  std::optional<int64_t> seed = std::nullopt;  // of sample 0; sample n has n more
  std::vector<std::string> stop = {};          // beside the prompt's
  StopUse stop_use = StopUse::kSend;
  // Members of a JSON object that go into the request as they are: top_k, chat_template_kwargs.
  std::string extra_body = "{}";
};

// How many stops an endpoint takes; an answer is cut at the others when it is here.
inline constexpr size_t kMaxStopsSent = 4;

// kInvalidArgument names the parameter: out of its range, or a member of extra_body that is set
// elsewhere.
Status CheckSampling(const Sampling& sampling);

// The prompt's and the parameters', each once, none empty.
std::vector<std::string> AllStops(const Prompt& prompt, const Sampling& sampling);

// JSON of what is asked and of how, for GenerationKey. REQUIRES: CheckSampling.
std::string PromptJson(const Prompt& prompt);
std::string ParametersJson(const Prompt& prompt, const Sampling& sampling);
// REQUIRES: CheckSampling.
std::string RequestBody(const Prompt& prompt, const Sampling& sampling, int64_t sample);

}  // namespace assay::rollout
