// RunCost: what asking a run's questions takes at most, before anything is asked. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lab/eval/model/item.h"

namespace assay::eval {

struct EstimateOptions {
  int64_t samples = 1;
  std::optional<int64_t> max_tokens;                // of an answer; none: the endpoint's own bound
  std::optional<double> input_price, output_price;  // for a million tokens
};

struct RunCost {
  int64_t requests = 0;
  int64_t prompt_bytes = 0;  // of all requests
  // No model's tokenizer is here: a token of text is about four bytes of UTF-8, of other scripts
  // fewer; three is on the safe side.
  int64_t prompt_tokens = 0;
  std::optional<int64_t> most_answer_tokens;
  std::optional<double> most_cost;
};

RunCost EstimateRun(const std::vector<EvalItem>& items, const std::vector<size_t>& chosen,
                    const EstimateOptions& options);

}  // namespace assay::eval
