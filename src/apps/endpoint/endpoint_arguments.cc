#include "apps/endpoint/endpoint_arguments.h"

#include <fmt/format.h>

#include <cstdlib>

#include "apps/setup/input_file.h"

namespace assay {
namespace {

constexpr char kKeyVariable[] = "ASSAY_ENDPOINT_KEY";
constexpr int64_t kMostAnswerBytes = 64 << 20;

Error Faulty(const char* option, const std::string& what) {
  return InvalidField("endpoint.options", option, what);
}

}  // namespace

void AddBudget(CommandLine* command, rollout::BudgetLimits* budget) {
  command->Option("--max-requests", budget->requests, "that this start may send");
  command->Option("--max-total-tokens", budget->tokens, "of prompts and answers");
  command->Option("--max-cost", budget->cost, "with --input-price and --output-price");
  command->Option("--input-price", budget->prompt_price, "for a million tokens of prompts");
  command->Option("--output-price", budget->completion_price, "for a million tokens of answers");
}

Result<std::string> EndpointKey(const std::string& key_file, const char* variable) {
  if (!key_file.empty()) return ReadSecret("--key-file", key_file);
  const char* const key = std::getenv(variable);
  return std::string(key == nullptr ? "" : key);
}

void EndpointArguments::AddTo(CommandLine* command) {
  command->Option("--endpoint", url_, "an OpenAI-compatible server: http://host:port/v1")
      .Required();
  command->Option("--model", model_, "as the server names it").Required();
  command->Option("--endpoint-label", label_,
                  "what the run calls the endpoint, wherever it listens [\"endpoint\"]");
  command->Option("--key-file", key_file_,
                  fmt::format("file with the key [the variable {}]", kKeyVariable));
  command->Option("--endpoint-cacert", ca_file_, "authorities for an https endpoint");
  command->Option("--temperature", temperature_, "[the endpoint's]");
  command->Option("--top-p", top_p_, "[the endpoint's]");
  command->Option("--max-tokens", max_tokens_, "of an answer");
  command->Flag("--max-completion-tokens", completion_tokens_,
                "send the bound of an answer under the newer name");
  command->Option("--seed", seed_,
                  "of the first sample of a task, the others have the next ones; and of the order "
                  "of the tasks");
  command->Option("--stop", stop_, "where an answer ends; once for each").OnceEach();
  command->Option("--extra-body", extra_body_, "JSON object for every request: top_k …");
  command->Option("--max-in-flight", max_in_flight_, "slots: rollouts at once, at most [32]");
  command->Option("--request-timeout-s", request_timeout_s_,
                  "of one request, in seconds; then it is sent again [1800]");
  command->Option("--on-quota", on_quota_, "stop or wait when the endpoint wants money [stop]")
      .OneOf({"stop", "wait"});
  AddBudget(command, &budget_);
}

Result<rollout::Sampling> EndpointArguments::Sampling() const {
  rollout::Sampling sampling;
  sampling.model = model_;
  sampling.temperature = temperature_;
  sampling.top_p = top_p_;
  sampling.max_tokens = max_tokens_;
  if (completion_tokens_) {
    sampling.token_limit_name = rollout::TokenLimitName::kMaxCompletionTokens;
  }
  sampling.seed = seed_;
  sampling.stop = stop_;
  sampling.extra_body = extra_body_;
  ASSAY_RETURN_IF_ERROR(rollout::CheckSampling(sampling));
  return sampling;
}

Result<rollout::GeneratorOptions> EndpointArguments::Asking() const {
  if (max_in_flight_ < 1 || max_in_flight_ > 4096) {
    return Faulty("--max-in-flight", "must be from 1 to 4096");
  }
  if (!(request_timeout_s_ > 0 && request_timeout_s_ <= 86'400)) {
    return Faulty("--request-timeout-s", "must be above 0 and at most 86400");
  }
  rollout::GeneratorOptions asking;
  asking.model = model_;
  asking.max_in_flight = max_in_flight_;
  asking.on_quota = on_quota_ == "wait" ? rollout::OnQuota::kWait : rollout::OnQuota::kStop;
  asking.budget = budget_;
  asking.retry.request_timeout = FromSeconds(request_timeout_s_);
  ASSAY_RETURN_IF_ERROR(rollout::CheckBudget(asking.budget));
  return asking;
}

Result<std::unique_ptr<ChatClient>> EndpointArguments::Client() const {
  ChatClientOptions options;
  options.url = url_;
  ASSAY_ASSIGN_OR_RETURN(options.key, EndpointKey(key_file_, kKeyVariable));
  options.max_answer_bytes = kMostAnswerBytes;
  options.ca_file = ca_file_;
  return ChatClient::Create(std::move(options));
}

}  // namespace assay
