// The options of commands that ask a model: which endpoint, how it samples, how much may be asked.
//
// Used by the main thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/command_line.h"
#include "base/result.h"
#include "llm/chat_client.h"
#include "rollout/generate/budget.h"
#include "rollout/generate/generator.h"
#include "rollout/generate/request.h"

namespace assay {

// What a start may spend: --max-requests, --max-total-tokens, --max-cost and the two prices.
// `budget` outlives the parsing.
void AddBudget(CommandLine* command, rollout::BudgetLimits* budget);
// The key in the file that --key-file names, else that of the variable; empty: none is given.
Result<std::string> EndpointKey(const std::string& key_file, const char* variable);

class EndpointArguments {
 public:
  // `this` outlives the parsing.
  void AddTo(CommandLine* command);

  // kInvalidArgument, of these three: an option is missing, or has no meaning.
  Result<rollout::Sampling> Sampling() const;
  Result<rollout::GeneratorOptions> Asking() const;
  Result<std::unique_ptr<ChatClient>> Client() const;
  // What the run calls the endpoint, wherever it listens.
  const std::string& label() const { return label_; }
  std::optional<int64_t> seed() const { return seed_; }

 private:
  std::string url_, model_, key_file_, ca_file_;
  std::string label_ = "endpoint";
  std::optional<double> temperature_, top_p_;
  std::optional<int64_t> max_tokens_, seed_;
  std::vector<std::string> stop_;
  std::string extra_body_ = "{}", on_quota_ = "stop";
  bool completion_tokens_ = false;
  int max_in_flight_ = 32;
  double request_timeout_s_ = 1800;
  rollout::BudgetLimits budget_;
};

}  // namespace assay
