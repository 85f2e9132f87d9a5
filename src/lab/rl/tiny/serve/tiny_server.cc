#include "lab/rl/tiny/serve/tiny_server.h"

#include <chrono>
#include <optional>
#include <utility>

#include "lab/rl/tiny/serve/chat.h"
#include "lab/rl/tiny/serve/weights_file.h"
#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::tiny {
namespace {

constexpr int64_t kMostQueuedBytes = 1 << 20;
constexpr auto kDrain = std::chrono::seconds(2);

void SendBody(const HttpReplyPtr& reply, int status, std::string body) {
  HttpResponse response;
  response.status = status;
  response.body = std::move(body);
  reply->Send(std::move(response));
}

}  // namespace

TinyServer::TinyServer(const Shape& shape, int slots, uint64_t seed, std::vector<float> parameters)
    : shape_(shape),
      generator_(std::make_unique<Generator>(shape, slots, seed, std::move(parameters))),
      files_(std::make_unique<Executor>(kMostQueuedBytes)) {}

TinyServer::~TinyServer() {
  generator_->End();
  if (server_) server_->Stop(std::chrono::steady_clock::now() + kDrain);
}

Result<std::unique_ptr<TinyServer>> TinyServer::Start(const Shape& shape, int slots, uint64_t seed,
                                                      std::vector<float> parameters) {
  std::unique_ptr<TinyServer> made(new TinyServer(shape, slots, seed, std::move(parameters)));
  made->AddRoutes();
  HttpServerOptions options;
  options.port = 0;
  options.io_threads = 1;
  options.decode_threads = 1;
  made->server_ = std::make_unique<HttpServer>(
      options, [at = made.get()](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
        at->router_.Handle(std::move(request), std::move(reply));
      });
  ASSAY_RETURN_IF_ERROR(made->server_->Start());
  return made;
}

std::string TinyServer::url() const {
  return "http://127.0.0.1:" + std::to_string(server_->port());
}

void TinyServer::AddRoutes() {
  using Request = std::shared_ptr<const HttpRequest>;
  router_.Add(
      "POST", "/v1/chat/completions",
      [this](const Request& request, const HttpReplyPtr& reply) { Complete(*request, reply); });
  router_.Add("POST", "/update_weights", [this](const Request& request, const HttpReplyPtr& reply) {
    UpdateWeights(*request, reply);
  });
  // A pause lasts no longer than a token.
  router_.Add("POST", "/pause", [this](const Request&, const HttpReplyPtr& reply) {
    generator_->Pause();
    SendBody(reply, 200, "{}");
  });
  router_.Add("POST", "/resume", [this](const Request&, const HttpReplyPtr& reply) {
    generator_->Resume();
    SendBody(reply, 200, "{}");
  });
  router_.Add("GET", "/health", [](const Request&, const HttpReplyPtr& reply) {
    SendBody(reply, 200, R"({"status":"ok"})");
  });
  router_.Add("GET", "/v1/models", [](const Request&, const HttpReplyPtr& reply) {
    SendBody(reply, 200, R"({"object":"list","data":[{"id":"tiny","object":"model"}]})");
  });
}

void TinyServer::Complete(const HttpRequest& request, const HttpReplyPtr& reply) {
  auto read = ReadChat(request.body, shape_.context);
  if (!read.ok()) return SendBody(reply, 400, ChatRefusal(read.error()));
  WriteAsk ask = read->ask;
  const auto on_written = [reply, chat = std::move(*read)](std::optional<Written> written) {
    if (!written) {
      return SendBody(reply, 503, R"({"error":{"message":"the server is ending"}})");
    }
    SendBody(reply, 200, ChatAnswer(chat, *written));
  };
  if (generator_->Submit(std::move(ask), on_written)) return;
  SendBody(reply, 429, R"({"error":{"message":"too many requests wait; try again later"}})");
}

void TinyServer::UpdateWeights(const HttpRequest& request, const HttpReplyPtr& reply) {
  JsonError error;
  const auto document = JsonDocument::Parse(request.body, &error);
  const std::string folder = document ? TextAt(document->root(), "weight_dir") : "";
  const bool taken = files_->Submit(0, [this, folder, reply] {
    auto weights = ReadWeights(folder, shape_);
    if (!weights.ok()) return SendBody(reply, 400, ChatRefusal(weights.error()));
    generator_->SetParameters(std::move(weights).value());
    SendBody(reply, 200, "{}");
  });
  if (!taken) SendBody(reply, 429, R"({"error":{"message":"weights are being read"}})");
}

}  // namespace assay::tiny
