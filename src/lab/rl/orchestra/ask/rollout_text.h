// What is asked of a server for one rollout, and what it wrote. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::orchestra {

// What is sent is JSON that the caller made.
struct RolloutAsk {
  std::string model;
  std::string messages;  // a list
  double temperature = 1;
  int64_t max_tokens = 0;  // of all it writes
  // Where the rollout is cut and `phrase` put behind it, for it to come to an end; nothing:
  // nowhere.
  std::optional<int64_t> interrupt_at;
  std::string phrase;
  bool token_ids = true;        // ask for them, and for log-probabilities
  std::string extra_body = "";  // further members of the request, without braces
};

struct RolloutText {
  std::string text;
  std::string finish_reason;  // of its end
  bool truncated = false;     // it ran into max_tokens
  bool interrupted = false;
  // Empty: the server gave none.
  std::vector<int64_t> prompt_ids;
  std::vector<int64_t> token_ids;
  std::vector<double> logprobs;  // of token_ids; 0 where the model didn't choose it
  std::vector<bool> chosen;      // of token_ids: by the model; not the phrase
  int64_t tokens = 0;            // as it counted them
};

}  // namespace assay::orchestra
