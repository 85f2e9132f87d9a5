// InferenceServer: one OpenAI-compatible server that makes rollouts and takes new weights in the
// middle of them, as vLLM and prime-rl's servers do.
//
// Thread-safe; every call blocks until its answer is there, its deadline is over, or it is
// cancelled.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "base/cancel.h"
#include "base/enum_names.h"
#include "base/result.h"
#include "lab/rl/orchestra/ask/rollout_text.h"
#include "net/http_client.h"

namespace assay::orchestra {

// How a server is given weights.
enum class UpdateStyle {
  kNone,     // the trainer does it, and says when it is done
  kPrimeRl,  // POST /pause, /update_weights {"weight_dir"}, /resume
  kVllm,     // POST /pause?mode=keep, /update_weights with the trainer's own body, /resume
};
inline constexpr auto kUpdateStyleNames = MakeEnumNames<UpdateStyle>({
    {UpdateStyle::kNone, "none"},
    {UpdateStyle::kPrimeRl, "prime-rl"},
    {UpdateStyle::kVllm, "vllm"},
});
static_assert(kUpdateStyleNames.IsWholeUpTo(UpdateStyle::kVllm));

struct ServerOptions {
  std::string url;  // with or without /v1
  std::string key;  // empty: none
  std::string ca_file;
  UpdateStyle update = UpdateStyle::kPrimeRl;
  std::chrono::seconds update_timeout{600};
};

// What the trainer says of new weights.
struct Weights {
  int64_t version = 0;
  std::string folder;  // prime-rl's weight_dir
  std::string body;    // JSON for vLLM's /update_weights; empty: {}
  bool operator==(const Weights&) const = default;
};

class InferenceServer {
 public:
  // kInvalidArgument: the URL isn't one.
  static Result<std::unique_ptr<InferenceServer>> Create(ServerOptions options);
  InferenceServer(const InferenceServer&) = delete;

  // kUnavailable: it isn't there, or broke off. kInternal: it answers what is no rollout.
  // kCancelled.
  Result<RolloutText> Ask(const RolloutAsk& ask, SteadyTime deadline, const CancelToken& cancel);
  // Pauses it, gives it the weights, and lets it go on; also after a failure, as far as it can.
  Status Update(const Weights& weights, const CancelToken& cancel);
  bool Answers(const CancelToken& cancel);
  const std::string& url() const { return root_; }

 private:
  InferenceServer(ServerOptions options, std::string root);
  Result<HttpResponse> Post(const std::string& path, const std::string& body, SteadyTime deadline,
                            const CancelToken& cancel);

  const ServerOptions options_;
  const std::string root_;  // without a slash at its end, and without /v1
  HttpClient http_;
};

}  // namespace assay::orchestra
