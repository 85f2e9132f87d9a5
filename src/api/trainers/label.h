// The sample that a trainer's label and a model's response make: an answer to a math problem, or a
// program with its problem. What labels are understood is data/convert/label.h's. Pure but for the
// problem store; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "api/shared/languages.h"
#include "api/shared/limit_policy.h"
#include "api/trainers/patience/reward_batch.h"
#include "store/tenant_problems.h"
#include "text/json_reader.h"

namespace assay {

struct LabelRules {
  const ApiLanguages& languages;
  const LimitPolicy& limits;
  TenantProblems problems;
  StopPolicy stop = StopPolicy::kFirstFailure;  // what programs are scored by
  bool may_wait = false;  // for the disk, when a problem is named that memory doesn't have
};

// The sample of a label and a model's response. Nothing, and why, when the label isn't understood;
// `where` names it.
std::optional<RewardItem> ReadLabel(JsonValue label, std::string_view response,
                                    const std::string& where, const LabelRules& rules,
                                    std::string* fault);

// Whether some label of a request's body may name a problem by its hash: then it is to be read
// where one may wait.
bool NamesProblem(std::string_view body);

}  // namespace assay
