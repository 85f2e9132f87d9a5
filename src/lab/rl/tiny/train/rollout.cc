#include "lab/rl/tiny/train/rollout.h"

#include <string>

#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::tiny {
namespace {

template <typename Number>
std::vector<Number> NumbersAt(JsonValue row, std::string_view key) {
  std::vector<Number> numbers;
  const JsonValue list = row.Find(key);
  if (!list.Is(JsonType::kArray)) return numbers;
  for (const JsonValue one : list.Items()) numbers.push_back(static_cast<Number>(one.Double()));
  return numbers;
}

Result<Rollout> ReadRollout(std::string_view line) {
  JsonError error;
  const auto document = JsonDocument::Parse(line, &error);
  const JsonValue row = document ? document->root() : JsonValue();
  Rollout rollout;
  rollout.prompt = NumbersAt<int>(row, "prompt_ids");
  rollout.tokens = NumbersAt<int>(row, "token_ids");
  rollout.logprobs = NumbersAt<float>(row, "logprobs");
  if (const JsonValue list = row.Find("chosen"); list.Is(JsonType::kArray)) {
    for (const JsonValue one : list.Items()) rollout.chosen.push_back(one.Bool() ? 1 : 0);
  }
  if (rollout.prompt.empty() || rollout.tokens.empty() ||
      rollout.tokens.size() != rollout.logprobs.size() ||
      rollout.tokens.size() != rollout.chosen.size()) {
    return Error{ErrorCode::kInternal, "tiny.rollout", 0,
                 "a line of a batch has no tokens with log-probabilities"};
  }
  if (const JsonValue reward = row.Find("reward"); reward.Is(JsonType::kNumber)) {
    rollout.reward = reward.Double();
  }
  rollout.group = static_cast<int64_t>(NumberAt(row, "group"));
  const JsonValue truncated = row.Find("truncated");
  rollout.truncated = truncated.Is(JsonType::kBool) && truncated.Bool();
  return rollout;
}

}  // namespace

Result<std::vector<Rollout>> ReadRollouts(std::string_view lines) {
  std::vector<Rollout> rollouts;
  while (!lines.empty()) {
    const size_t end = lines.find('\n');
    ASSAY_ASSIGN_OR_RETURN(Rollout rollout, ReadRollout(lines.substr(0, end)));
    rollouts.push_back(std::move(rollout));
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
  }
  return rollouts;
}

}  // namespace assay::tiny
