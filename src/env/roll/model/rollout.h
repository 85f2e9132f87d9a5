// Rollout: one conversation with a model about one task, from its prompt to the response that is
// scored, with everything a trainer may want of it.
//
// Its line has two parts. What happened is known when the conversation is over (ToJson); its reward
// follows, when the rubric has scored it (WithReward), perhaps with the others of its group. So a
// run that is killed in between has nothing to ask again. docs/environments.md has the fields.
//
// Plain values and pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"
#include "env/roll/model/message.h"

namespace assay::env {

// Why it was over.
enum class Ended {
  kAnswer,         // the model said what it had to
  kSubmit,         // it called `submit`
  kTurns,          // no turns are left
  kTokens,         // no tokens are left, or its answer was cut off
  kDeadline,       // it took too long
  kContextLength,  // there is no more room in the model's context
  kFailed,         // something of ours broke: see the mask
};
inline constexpr auto kEndedNames = MakeEnumNames<Ended>({{Ended::kAnswer, "answer"},
                                                          {Ended::kSubmit, "submit"},
                                                          {Ended::kTurns, "turns"},
                                                          {Ended::kTokens, "tokens"},
                                                          {Ended::kDeadline, "deadline"},
                                                          {Ended::kContextLength, "context_length"},
                                                          {Ended::kFailed, "failed"}});
static_assert(kEndedNames.IsWholeUpTo(Ended::kFailed));

// Why there is no reward; as the `mask` of POST /v1/score has it.
struct Mask {
  std::string cause;  // kInfrastructure, or "problem"
  std::string reason;
  std::string message;
};
inline constexpr std::string_view kInfrastructure = "infrastructure";

struct Rollout {
  std::string id;  // ENVIRONMENT/TASK/SAMPLE
  std::string environment;
  std::string version;
  std::string task;
  int64_t sample = 0;
  std::vector<Message> messages;
  std::string response;  // what is scored
  Ended ended = Ended::kAnswer;
  std::vector<Step> steps;  // one for each answer of the model
  std::optional<Mask> mask;
  std::vector<std::string> faults;  // of sandboxes, in words
  double model_s = 0;               // of the model's answers; failed tries aren't in it
  double tools_s = 0;               // of calls of tools and of their sandbox
  double total_s = 0;
  int64_t attempts = 0;  // requests to the model, failed ones included

  // Of all answers; nothing: the endpoint doesn't say it of each.
  std::optional<int64_t> completion_tokens() const;
};

std::string RolloutId(std::string_view environment, std::string_view task, int64_t sample);

// One line of JSON, an object without its reward.
std::string ToJson(const Rollout& rollout);

// What scoring and resuming need of a line.
struct RolloutLine {
  std::string id;
  std::string response;
  std::optional<int64_t> completion_tokens;
  bool failed = false;  // the conversation has a mask of its own
  // Of a line with its reward, else false and nothing.
  bool has_reward = false;
  std::optional<double> reward;
  std::optional<Mask> mask;
  std::string unscored;  // the line without its reward
};
Result<RolloutLine> ParseRolloutLine(std::string_view line);

// The line with what a result of POST /v1/score says. kUnavailable: that is no such result.
Result<std::string> WithReward(const std::string& unscored, std::string_view result);
// The line of a rollout that is masked without having been scored.
std::string WithMask(const std::string& unscored, const Mask& mask);

}  // namespace assay::env
