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
#include "rollout/generate/generator.h"
#include "rollout/generate/request.h"

namespace assay {

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
  Result<std::string> Key() const;

  std::string url_, model_, key_file_, ca_file_;
  std::string label_ = "endpoint";
  std::optional<double> temperature_, top_p_;
  std::optional<int64_t> max_tokens_, seed_;
  std::vector<std::string> stop_;
  std::string extra_body_ = "{}", on_quota_ = "stop";
  bool completion_tokens_ = false;
  int max_in_flight_ = 32;
  double request_timeout_s_ = 1800;
  std::optional<int64_t> most_requests_, most_tokens_;
  std::optional<double> most_cost_, input_price_, output_price_;
};

}  // namespace assay
