// From the body of a completion to what is kept of it: content and reasoning apart, and whether the
// answer came to its end. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llm/chat_client.h"
#include "rollout/folder/records.h"
#include "rollout/generate/failure.h"

namespace assay::rollout {

// Where a model's thoughts are, when the endpoint doesn't take them out itself.
enum class Thinking {
  kAuto,      // between <think> and </think>; the first may be part of the prompt and not be here
  kExpected,  // it always thinks: text without a </think> is thoughts that were cut short
  kNone,      // the tags are text as any other
};

struct AnswerRules {
  CompletionsRoute route = CompletionsRoute::kChat;
  Thinking thinking = Thinking::kAuto;
  std::vector<std::string> stop = {};  // the content is cut where the first of them begins
  bool tool_calls = false;             // calls of tools are an answer, also without a text
  bool keep_body = false;              // for who reads more of it than there is in a record
};

struct SplitText {
  std::string content;
  std::string reasoning;
  bool unclosed = false;  // the thoughts have no end, so there is no answer
};
SplitText SplitThoughts(std::string_view text, Thinking thinking);

// Cuts `content` where the first of `stop` begins.
void CutAtStops(const std::vector<std::string>& stop, std::string* content);
// Whether a finish_reason says that the token limit ended the answer.
bool SaysTruncated(std::string_view finish_reason);

// Fills in what the answer says: content, reasoning, truncated, finish_reason, model, id and usage.
// A null content is an empty one when the model came to an end; a body that is no completion is a
// failure. What came of an answer that was filtered is kept beside its failure.
std::optional<Failure> ReadCompletion(std::string_view body, const AnswerRules& rules,
                                      GenerationRecord* record);

// Whether the model that answered is the one that was asked for: "org/m" and "m" are the same, and
// so is "m-2024-08-06".
bool IsSameModel(std::string_view asked, std::string_view answered);

}  // namespace assay::rollout
