#include "lab/rl/orchestra/ask/inference_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "lab/rl/orchestra/ask/completion.h"
#include "text/json_writer.h"

namespace assay::orchestra {
namespace {

constexpr char kStage[] = "orchestra.ask";
constexpr int64_t kMostAnswerBytes = 256 << 20;
constexpr auto kHealthTimeout = std::chrono::seconds(10);
constexpr auto kResumeTimeout = std::chrono::seconds(30);
constexpr size_t kMostWords = 300;

HttpClientOptions ClientOptions(const ServerOptions& options) {
  HttpClientOptions client;
  client.ca_file = options.ca_file;
  client.max_answer_bytes = kMostAnswerBytes;
  return client;
}

}  // namespace

Result<std::unique_ptr<InferenceServer>> InferenceServer::Create(ServerOptions options) {
  std::string root = options.url;
  while (!root.empty() && root.back() == '/') root.pop_back();
  if (root.size() > 3 && root.compare(root.size() - 3, 3, "/v1") == 0) root.resize(root.size() - 3);
  const auto parts = ParseHttpUrl(root);
  if (!parts || !parts->bare) {
    return Error{ErrorCode::kInvalidArgument, kStage, 0,
                 "must be like http://HOST:8000/v1, not '" + options.url + "'"};
  }
  return std::unique_ptr<InferenceServer>(new InferenceServer(std::move(options), std::move(root)));
}

InferenceServer::InferenceServer(ServerOptions options, std::string root)
    : options_(std::move(options)), root_(std::move(root)), http_(ClientOptions(options_)) {}

Result<HttpResponse> InferenceServer::Post(const std::string& path, const std::string& body,
                                           SteadyTime deadline, const CancelToken& cancel) {
  HttpCall call;
  call.url = root_ + path;
  call.headers = {{"Content-Type", "application/json"}};
  if (!options_.key.empty()) call.headers.emplace_back("Authorization", "Bearer " + options_.key);
  call.body = body;
  call.deadline = deadline;
  call.cancel = &cancel;
  HttpFailure failure = HttpFailure::kNone;
  auto response = http_.Send(call, &failure);
  if (!response.ok()) {
    Error error = response.error();
    error.code =
        failure == HttpFailure::kCancelled ? ErrorCode::kCancelled : ErrorCode::kUnavailable;
    return error;
  }
  if (response->status / 100 != 2) {
    return Error{ErrorCode::kInternal, kStage, 0,
                 fmt::format("{}{} answered with status {}: {}", root_, path, response->status,
                             ReplaceInvalidUtf8(response->body.substr(0, kMostWords)))};
  }
  return response;
}

Result<RolloutText> InferenceServer::Ask(const RolloutAsk& ask, SteadyTime deadline,
                                         const CancelToken& cancel) {
  constexpr char kPath[] = "/v1/chat/completions";
  const bool cut = ask.interrupt_at && *ask.interrupt_at < ask.max_tokens;
  ASSAY_ASSIGN_OR_RETURN(
      const HttpResponse begun,
      Post(kPath, CompletionRequest(ask, cut ? *ask.interrupt_at : ask.max_tokens, nullptr),
           deadline, cancel));
  ASSAY_ASSIGN_OR_RETURN(RolloutText first, ReadRollout(begun.body));
  if (!cut || !first.truncated) return first;
  const std::string said = first.text + ask.phrase;
  const int64_t left = std::max<int64_t>(1, ask.max_tokens - *ask.interrupt_at);
  ASSAY_ASSIGN_OR_RETURN(const HttpResponse ended,
                         Post(kPath, CompletionRequest(ask, left, &said), deadline, cancel));
  ASSAY_ASSIGN_OR_RETURN(const RolloutText second, ReadRollout(ended.body));
  return Joined(first, ask.phrase, second);
}

Status InferenceServer::Update(const Weights& weights, const CancelToken& cancel) {
  if (options_.update == UpdateStyle::kNone) return {};
  const SteadyTime deadline = std::chrono::steady_clock::now() + options_.update_timeout;
  const bool vllm = options_.update == UpdateStyle::kVllm;
  std::string body = weights.body.empty() ? "{}" : weights.body;
  if (!vllm) {
    JsonWriter json;
    json.BeginObject().Key("weight_dir").Bytes(weights.folder).EndObject();
    body = json.Take();
  }
  const auto paused = Post(vllm ? "/pause?mode=keep" : "/pause", "{}", deadline, cancel);
  // Whether it was paused isn't known where no answer came.
  auto updated = paused;
  if (paused.ok()) updated = Post("/update_weights", body, deadline, cancel);
  // A server that was paused and isn't told to go on holds its rollouts for ever; so this is said
  // whatever came before, and also by who is ending.
  const CancelToken never;
  const auto resumed =
      Post("/resume", "{}", std::chrono::steady_clock::now() + kResumeTimeout, never);
  if (!updated.ok()) return updated.error();
  if (!resumed.ok()) return resumed.error();
  return {};
}

bool InferenceServer::Answers(const CancelToken& cancel) {
  for (const char* path : {"/health", "/v1/models"}) {
    HttpCall call;
    call.method = "GET";
    call.url = root_ + path;
    if (!options_.key.empty()) call.headers.emplace_back("Authorization", "Bearer " + options_.key);
    call.deadline = std::chrono::steady_clock::now() + kHealthTimeout;
    call.cancel = &cancel;
    const auto response = http_.Send(call);
    if (response.ok() && response->status / 100 == 2) return true;
  }
  return false;
}

}  // namespace assay::orchestra
