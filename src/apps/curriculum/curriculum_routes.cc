#include "apps/curriculum/curriculum_routes.h"

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <utility>

#include "api/shared/responses.h"
#include "lab/rl/curriculum/log/answer_json.h"
#include "telemetry/metric_page.h"

namespace assay {
namespace {

using curriculum::Desk;

constexpr ErrorStyle kStyle = ErrorStyle::kNative;
constexpr int kRetryAfterS = 1;

void SendFault(const HttpReplyPtr& reply, const Error& error) {
  if (error.code == ErrorCode::kInvalidArgument) {
    return SendError(reply, kStyle, 422, "invalid", error.message, error.field);
  }
  SendError(reply, kStyle, 503, "unavailable",
            error.ToString() + "; nothing that was answered is lost: begin the service again");
}

// What a request is answered, or its fault. May wait for the disk.
using Work = std::function<Result<std::string>()>;

void Carry(Executor& work, const HttpRequest& request, const HttpReplyPtr& reply, Work job) {
  const auto bytes = static_cast<int64_t>(request.body.size()) + 1024;
  const bool taken = work.Submit(bytes, [reply, job = std::move(job)] {
    auto answer = job();
    if (!answer.ok()) return SendFault(reply, answer.error());
    SendJson(reply, 200, std::move(answer).value());
  });
  if (!taken)
    SendOverloaded(reply, kStyle, kRetryAfterS, "too many calls are waiting for the disk");
}

HttpHandler OfCall(Desk& desk, Executor& work, curriculum::CallKind kind) {
  return [&desk, &work, kind](const std::shared_ptr<const HttpRequest>& request,
                              const HttpReplyPtr& reply) {
    const auto body = ParseBody(*request, reply, kStyle);
    if (!body) return;
    FieldErrors errors;
    auto call =
        std::make_shared<const curriculum::Call>(curriculum::ReadCall(kind, body->root(), &errors));
    if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
    Carry(work, *request, reply, [&desk, call]() -> Result<std::string> {
      ASSAY_ASSIGN_OR_RETURN(const curriculum::Done done, desk.Do(*call));
      return curriculum::DoneJson(done, desk.plan(), desk.problems());
    });
  };
}

HttpHandler Rewind(Desk& desk, Executor& work) {
  return
      [&desk, &work](const std::shared_ptr<const HttpRequest>& request, const HttpReplyPtr& reply) {
        const auto body = ParseBody(*request, reply, kStyle);
        if (!body) return;
        FieldErrors errors;
        FieldReader reader(body->root(), {}, &errors);
        const auto place = reader.Int("place", Presence::kRequired);
        if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
        Carry(work, *request, reply, [&desk, place]() -> Result<std::string> {
          ASSAY_ASSIGN_OR_RETURN(const int64_t now, desk.Rewind(*place));
          return fmt::format("{{\"place\":{}}}", now);
        });
      };
}

std::string Metrics(const Desk& desk) {
  const curriculum::Summary now = desk.Summarise();
  MetricPage page;
  page.Gauge("assay_curriculum_step", "Last step that was asked for", now.step);
  page.Gauge("assay_curriculum_stage", "Number of the stage, from 0",
             static_cast<int64_t>(now.stage));
  page.Gauge("assay_curriculum_done", "1: the last stage is over", now.done ? 1 : 0);
  page.Counter("assay_curriculum_groups_given_total", "Groups that were asked to be made",
               now.given);
  page.Gauge("assay_curriculum_groups_under_way", "Groups that nobody has reported yet",
             now.under_way);
  page.Header("assay_curriculum_groups_total", "Reported groups by outcome", MetricType::kCounter);
  for (const auto& row : curriculum::kOutcomeNames.rows) {
    page.Sample("assay_curriculum_groups_total", RenderLabel("outcome", row.name),
                now.outcomes[static_cast<size_t>(row.value)]);
  }
  page.Counter("assay_curriculum_groups_trained_total", "Reported groups to train on", now.trained);
  page.Counter("assay_curriculum_rollouts_total", "Rollouts that counted", now.rollouts);
  page.Counter("assay_curriculum_rollouts_solved_total", "Of these, solved", now.solved);
  page.Gauge("assay_curriculum_retired_problems", "Problems that are drawn no more", now.retired);
  page.Header("assay_curriculum_problems", "Problems by the pool of their newest rate",
              MetricType::kGauge);
  for (const auto& row : curriculum::kPoolNames.rows) {
    page.Sample("assay_curriculum_problems", RenderLabel("pool", row.name),
                now.pools[static_cast<size_t>(row.value)]);
  }
  page.Header("assay_curriculum_truncated_share",
              "Share of the last groups' rollouts that ran into the token limit",
              MetricType::kGauge);
  if (now.truncated) page.Sample("assay_curriculum_truncated_share", "", *now.truncated);
  return page.Take();
}

}  // namespace

void RegisterCurriculumRoutes(Desk& desk, Executor& work, Router* router) {
  for (const auto& row : curriculum::kCallKindNames.rows) {
    router->Add("POST", "/v1/curriculum/" + std::string(row.name), OfCall(desk, work, row.value));
  }
  router->Add("POST", "/v1/curriculum/rewind", Rewind(desk, work));
  // These look at every problem, and wait for whoever waits for the disk.
  router->Add(
      "GET", "/v1/curriculum",
      [&desk, &work](const std::shared_ptr<const HttpRequest>& request, const HttpReplyPtr& reply) {
        Carry(work, *request, reply, [&desk]() -> Result<std::string> {
          return curriculum::SummaryJson(desk.Summarise(), desk.place(), desk.plan(),
                                         desk.problems());
        });
      });
  router->Add(
      "GET", "/metrics",
      [&desk, &work](const std::shared_ptr<const HttpRequest>& request, const HttpReplyPtr& reply) {
        const auto bytes = static_cast<int64_t>(request->body.size()) + 1024;
        const bool taken = work.Submit(bytes, [&desk, reply] {
          HttpResponse response;
          response.content_type = "text/plain; version=0.0.4; charset=utf-8";
          response.body = Metrics(desk);
          reply->Send(std::move(response));
        });
        if (!taken) SendOverloaded(reply, kStyle, kRetryAfterS, "too many calls are waiting");
      });
  router->Add("GET", "/healthz",
              [](const std::shared_ptr<const HttpRequest>&, const HttpReplyPtr& reply) {
                SendJson(reply, 200, "{\"status\":\"ok\"}");
              });
}

}  // namespace assay
