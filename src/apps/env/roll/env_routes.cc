#include "apps/env/roll/env_routes.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "api/shared/responses.h"
#include "net/form/query.h"
#include "text/number.h"

namespace assay {
namespace {

constexpr ErrorStyle kStyle = ErrorStyle::kNative;
constexpr int kRetryAfterS = 1;
constexpr int64_t kUsualTasks = 1000;
constexpr int64_t kMostTasks = 10'000;

enum class Form { kJson, kLines };

void SendFault(const HttpReplyPtr& reply, const Error& error) {
  if (error.code == ErrorCode::kInvalidArgument) {
    return SendError(reply, kStyle, 422, "invalid", error.message, error.field);
  }
  if (error.code == ErrorCode::kResource) {
    return SendError(reply, kStyle, 409, "under_way", error.message, "run");
  }
  SendError(reply, kStyle, 503, "unavailable", error.ToString());
}

using Answering = std::function<Result<std::string>(JsonValue body)>;

HttpHandler OfBody(Executor& work, Form form, Answering answering) {
  return [&work, form, answering = std::move(answering)](
             const std::shared_ptr<const HttpRequest>& request, const HttpReplyPtr& reply) {
    const auto bytes = static_cast<int64_t>(request->body.size()) + 1024;
    const bool taken = work.Submit(bytes, [form, answering, request, reply] {
      const auto body = ParseBody(*request, reply, kStyle);
      if (!body) return;
      auto answer = answering(body->root());
      if (!answer.ok()) return SendFault(reply, answer.error());
      if (form == Form::kJson) return SendJson(reply, 200, std::move(answer).value());
      HttpResponse response;
      response.content_type = "application/x-ndjson";
      response.body = std::move(answer).value();
      reply->Send(std::move(response));
    });
    if (!taken) SendOverloaded(reply, kStyle, kRetryAfterS, "too many calls are waiting");
  };
}

HttpHandler Tasks(EnvService& service) {
  return [&service](const std::shared_ptr<const HttpRequest>& request, const HttpReplyPtr& reply) {
    const Query query(request->query);
    const auto offset = NumberIn<int64_t>(query.Find("offset").value_or("0"));
    if (!offset || *offset < 0) {
      return SendError(reply, kStyle, 422, "invalid", "must be 0 or more", "offset");
    }
    const auto limit = NumberIn<int64_t>(query.Find("limit").value_or(std::to_string(kUsualTasks)));
    if (!limit || *limit < 1 || *limit > kMostTasks) {
      return SendError(reply, kStyle, 422, "invalid", "must be from 1 to 10000", "limit");
    }
    SendJson(reply, 200, service.Tasks(query.Get("environment"), *offset, *limit));
  };
}

}  // namespace

void RegisterEnvRoutes(EnvService& service, Executor& work, Router* router) {
  router->Add("GET", "/v1/environment",
              [&service](const std::shared_ptr<const HttpRequest>&, const HttpReplyPtr& reply) {
                SendJson(reply, 200, service.Environments());
              });
  router->Add("GET", "/v1/tasks", Tasks(service));
  router->Add("POST", "/v1/rollouts", OfBody(work, Form::kLines, [&service](JsonValue body) {
                return service.Rollouts(body);
              }));
  router->Add("POST", "/v1/score", OfBody(work, Form::kJson, [&service](JsonValue body) {
                return service.Score(body);
              }));
  router->Add("GET", "/healthz",
              [](const std::shared_ptr<const HttpRequest>&, const HttpReplyPtr& reply) {
                SendJson(reply, 200, "{\"status\":\"ok\"}");
              });
}

}  // namespace assay
