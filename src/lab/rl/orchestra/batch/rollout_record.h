// What is kept of a rollout, and the lines that a trainer gets: ours, prime-rl's and verl's shapes.
// Plain values and pure functions; thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"
#include "lab/rl/orchestra/ask/rollout_text.h"

namespace assay::orchestra {

struct RolloutRecord {
  int64_t rollout = 0;
  RolloutText text;
  std::optional<double> reward;  // nothing: masked
  std::string verdict;
  int64_t first_version = 0;
  int64_t last_version = 0;
};

struct GroupRecord {
  int64_t group = 0;
  std::string id;  // the problem's
  int64_t row = 0;
  std::string domain;
  std::string messages;  // JSON
  double temperature = 0;
  int64_t response_tokens = 0;
  std::vector<RolloutRecord> rollouts;
};

enum class RecordShape {
  kAssay,    // all that is known
  kPrimeRl,  // TrainingSample (2026): token_ids, mask, logprobs, temperatures, advantages, env_name
  kVerl,     // prompts, responses, response_mask, rollout_log_probs, rm_scores, uid
};
inline constexpr auto kRecordShapeNames = MakeEnumNames<RecordShape>({
    {RecordShape::kAssay, "assay"},
    {RecordShape::kPrimeRl, "prime-rl"},
    {RecordShape::kVerl, "verl"},
});
static_assert(kRecordShapeNames.IsWholeUpTo(RecordShape::kVerl));

// One line of JSON for the group, as the journal of groups has it.
std::string GroupJson(const GroupRecord& group);
// kInternal: it is no line of ours.
Result<GroupRecord> ReadGroup(std::string_view json);

// A line for each rollout that counts (of ours: for each), each with its end. Advantages are
// rewards less the mean of the group's (INTELLECT-3, 3.2): a trainer that wants others has the
// rewards.
std::string BatchLines(const GroupRecord& group, int64_t step, RecordShape shape);

}  // namespace assay::orchestra
