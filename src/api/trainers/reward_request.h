// What the reward routes of trainers do alike: options in the URL, the sample in a request's texts,
// and the way from samples to an answer with one reward each. Thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/trainers/label.h"
#include "api/trainers/trainer_routes.h"

namespace assay {

// Of a URL's query, which every trainer lets its user write: `score=all` (the default: 1 for all
// tests, else 0) or `score=share`; `profile=` of math answers; `reply=number` or `reply=object`.
struct RewardOptions {
  StopPolicy stop = StopPolicy::kFirstFailure;
  const math::MathProfile* profile = nullptr;  // never null once parsed
  bool object = false;
};

// Nothing, and why, when an option isn't known.
std::optional<RewardOptions> ParseRewardOptions(std::string_view query, std::string* fault);

// What a model wrote, of a text that begins with its prompt: without it, and without the tokens
// that end a turn. The prompt is where the text has it; tokens may stand before it.
std::string_view ResponseOf(std::string_view query, std::string_view prompt);
// Without the tokens that end a turn.
std::string_view WithoutEndTokens(std::string_view response);

// A request that is read where it arrives, or by the readers; its values refer to its body.
struct RewardRequest {
  std::shared_ptr<const HttpRequest> http;
  std::optional<JsonDocument> document;
  RewardOptions options;
};

// Reads the request's samples; nothing, and why, when one isn't understood.
using ReadSamples = std::function<std::optional<std::vector<RewardItem>>(
    JsonValue body, const LabelRules& rules, std::string* fault)>;
// The answer. Every outcome has a score.
using RenderRewards = std::function<std::string(JsonValue body, const RewardOptions& options,
                                                const std::vector<RewardOutcome>& outcomes)>;

// Longer requests are read by the readers: what is packed in one may be a thousand times as long.
inline constexpr size_t kLongestReadHere = 4096;

// A whole route: from the request to the answer. What isn't understood, and what a problem is at
// fault for, is refused with 422, which no client takes for a reward.
void ServeRewards(const TrainerDeps& deps, const Patience& patience,
                  std::shared_ptr<const HttpRequest> http, const HttpReplyPtr& reply,
                  ReadSamples read, RenderRewards render);

}  // namespace assay
