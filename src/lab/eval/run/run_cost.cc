#include "lab/eval/run/run_cost.h"

namespace assay::eval {

RunCost EstimateRun(const std::vector<EvalItem>& items, const std::vector<size_t>& chosen,
                    const EstimateOptions& options) {
  constexpr int64_t kBytesPerToken = 3;
  constexpr int64_t kTokensPerMessage = 8;  // role and separators
  RunCost estimate;
  int64_t messages = 0;
  for (const size_t index : chosen) {
    const Prompt& prompt = items[index].prompt;
    int64_t bytes = static_cast<int64_t>(prompt.text.size());
    for (const ChatMessage& message : prompt.messages) {
      bytes += static_cast<int64_t>(message.content.size());
      messages += options.samples;
    }
    estimate.prompt_bytes += bytes * options.samples;
    estimate.requests += options.samples;
  }
  estimate.prompt_tokens =
      (estimate.prompt_bytes + kBytesPerToken - 1) / kBytesPerToken + messages * kTokensPerMessage;
  if (!options.max_tokens) return estimate;
  estimate.most_answer_tokens = *options.max_tokens * estimate.requests;
  if (options.input_price && options.output_price) {
    estimate.most_cost =
        (static_cast<double>(estimate.prompt_tokens) * *options.input_price +
         static_cast<double>(*estimate.most_answer_tokens) * *options.output_price) /
        1e6;
  }
  return estimate;
}

}  // namespace assay::eval
