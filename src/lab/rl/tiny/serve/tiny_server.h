// TinyServer: a Generator behind the HTTP of inference servers: OpenAI's chat completions with
// vLLM's token ids, and prime-rl's routes for weights. On this machine's own address only.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/work/executor.h"
#include "lab/rl/tiny/serve/generator.h"
#include "net/http_server.h"
#include "net/router.h"

namespace assay::tiny {

class TinyServer {
 public:
  // `slots`: rollouts at a time; more wait. An error: no port.
  static Result<std::unique_ptr<TinyServer>> Start(const Shape& shape, int slots, uint64_t seed,
                                                   std::vector<float> parameters);
  ~TinyServer();
  TinyServer(const TinyServer&) = delete;
  TinyServer& operator=(const TinyServer&) = delete;

  std::string url() const;  // "http://127.0.0.1:PORT"

 private:
  TinyServer(const Shape& shape, int slots, uint64_t seed, std::vector<float> parameters);
  void AddRoutes();
  void Complete(const HttpRequest& request, const HttpReplyPtr& reply);
  void UpdateWeights(const HttpRequest& request, const HttpReplyPtr& reply);

  const Shape shape_;
  Router router_;
  std::unique_ptr<Generator> generator_;
  std::unique_ptr<Executor> files_;
  std::unique_ptr<HttpServer> server_;
};

}  // namespace assay::tiny
