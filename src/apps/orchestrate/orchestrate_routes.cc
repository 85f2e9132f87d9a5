#include "apps/orchestrate/orchestrate_routes.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "api/shared/responses.h"
#include "base/whole_file.h"
#include "net/form/query.h"
#include "telemetry/metric_page.h"
#include "text/json_writer.h"
#include "text/number.h"

namespace assay {
namespace {

using orchestra::Conductor;

constexpr ErrorStyle kStyle = ErrorStyle::kNative;
constexpr double kLongestWaitS = 300;
constexpr int kRetryAfterS = 1;

void SendFile(const std::string& path, const HttpReplyPtr& reply) {
  auto bytes = ReadFile(path, "orchestrate");
  if (!bytes.ok()) {
    return SendError(reply, kStyle, 503, "unavailable", bytes.error().ToString());
  }
  HttpResponse response;
  response.content_type = "application/x-ndjson";
  response.body = std::move(bytes).value();
  reply->Send(std::move(response));
}

void SendNotYet(bool done, const HttpReplyPtr& reply) {
  JsonWriter json;
  json.BeginObject().Key("ready").Bool(false).Key("done").Bool(done).EndObject();
  SendJson(reply, 202, json.Take());
}

HttpHandler Batch(Conductor& conductor, Executor& work) {
  return [&conductor, &work](const std::shared_ptr<const HttpRequest>& request,
                             const HttpReplyPtr& reply) {
    const Query query(request->query);
    const auto step = NumberIn<int64_t>(query.Get("step"));
    if (!step || *step < 1) {
      return SendError(reply, kStyle, 422, "invalid", "must be the number of a step, from 1",
                       "step");
    }
    const auto wait_s = NumberIn<double>(query.Find("wait_s").value_or("0"));
    if (!wait_s || !(*wait_s >= 0 && *wait_s <= kLongestWaitS)) {
      return SendError(reply, kStyle, 422, "invalid", "must be seconds from 0 to 300", "wait_s");
    }
    const SteadyTime deadline =
        std::chrono::steady_clock::now() +
        std::chrono::duration_cast<Nanoseconds>(std::chrono::duration<double>(*wait_s));
    conductor.AskForBatch(*step, deadline, [&work, reply](const Conductor::BatchAnswer& answer) {
      if (answer.path.empty()) return SendNotYet(answer.done, reply);
      const bool taken = work.Submit(0, [reply, path = answer.path] { SendFile(path, reply); });
      if (!taken) SendOverloaded(reply, kStyle, kRetryAfterS, "too many batches are being read");
    });
  };
}

HttpHandler NewWeights(Conductor& conductor) {
  return [&conductor](const std::shared_ptr<const HttpRequest>& request,
                      const HttpReplyPtr& reply) {
    const auto body = ParseBody(*request, reply, kStyle);
    if (!body) return;
    FieldErrors errors;
    FieldReader reader(body->root(), {}, &errors);
    orchestra::Weights weights;
    weights.version = reader.Int("version", Presence::kRequired).value_or(0);
    weights.folder = reader.String("folder", Presence::kOptionalOrNull).value_or("");
    if (const JsonValue given = reader.Object("body", Presence::kOptionalOrNull)) {
      weights.body = given.raw();
    }
    if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
    if (const Status taken = conductor.NewWeights(weights); !taken.ok()) {
      return SendError(reply, kStyle, 422, "invalid", taken.error().message, taken.error().field);
    }
    JsonWriter json;
    json.BeginObject().Key("version").Int(weights.version).EndObject();
    SendJson(reply, 200, json.Take());
  };
}

double Share(int64_t part, int64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string CountsJson(const orchestra::ConductorCounts& counts) {
  JsonWriter json;
  json.BeginObject().Key("step").Int(counts.step).Key("taken").Int(counts.taken);
  json.Key("version").Int(counts.version).Key("done").Bool(counts.done);
  json.Key("slots").Int(counts.slots).Key("under_way").Int(counts.flow.under_way);
  json.Key("judging").Int(counts.flow.judging).Key("open_groups").Int(counts.flow.open_groups);
  json.Key("waiting_groups").Int(counts.flow.waiting_groups);
  json.Key("waiting_batches").Int(counts.flow.waiting_batches);
  json.Key("waiting_for_weights").Bool(counts.flow.waiting_for_weights);
  json.Key("rollouts").Int(counts.rollouts).Key("tokens").Int(counts.tokens);
  json.Key("truncated").Int(counts.truncated).Key("interrupted").Int(counts.interrupted);
  json.Key("masked").Int(counts.flow.masked).Key("failed").Int(counts.flow.failed);
  json.Key("too_old").Int(counts.flow.too_old).Key("returned_groups").Int(counts.flow.returned);
  json.Key("dropped_groups").Int(counts.flow.dropped).Key("mean_reward");
  if (counts.rewarded == 0) {
    json.Null();
  } else {
    json.Double(counts.reward_sum / static_cast<double>(counts.rewarded));
  }
  json.Key("evaluation");
  counts.evaluation ? json.Double(*counts.evaluation) : json.Null();
  json.Key("servers_up").BeginArray();
  for (const bool up : counts.servers_up) json.Bool(up);
  return json.EndArray().EndObject().Take();
}

std::string Metrics(const orchestra::ConductorCounts& counts) {
  MetricPage page;
  page.Gauge("assay_orchestrate_step", "Newest batch", counts.step);
  page.Gauge("assay_orchestrate_version", "Newest weights", counts.version);
  page.Gauge("assay_orchestrate_slots", "Rollouts that all servers make at a time", counts.slots);
  page.Gauge("assay_orchestrate_under_way", "Rollouts at servers", counts.flow.under_way);
  page.Gauge("assay_orchestrate_judging", "Rollouts that are judged", counts.flow.judging);
  page.Gauge("assay_orchestrate_open_groups", "Groups that were begun and haven't ended",
             counts.flow.open_groups);
  page.Gauge("assay_orchestrate_waiting_batches", "Batches that the trainer hasn't asked for",
             counts.flow.waiting_batches);
  page.Gauge("assay_orchestrate_waiting_for_weights", "1: nothing begins until newer ones come",
             counts.flow.waiting_for_weights ? 1 : 0);
  page.Gauge("assay_orchestrate_servers_up", "Servers that answer",
             std::count(counts.servers_up.begin(), counts.servers_up.end(), true));
  page.Counter("assay_orchestrate_rollouts_total", "Finished rollouts", counts.rollouts);
  page.Counter("assay_orchestrate_tokens_total", "Tokens of these", counts.tokens);
  page.Counter("assay_orchestrate_truncated_total", "Rollouts that ran into the token limit",
               counts.truncated);
  page.Counter("assay_orchestrate_masked_total", "Rollouts without a reward", counts.flow.masked);
  page.Counter("assay_orchestrate_failed_total", "Tries that broke", counts.flow.failed);
  page.Counter("assay_orchestrate_too_old_total", "Rollouts that were thrown away as too old",
               counts.flow.too_old);
  page.Header("assay_orchestrate_busy_share", "Share of the slots that are under way",
              MetricType::kGauge);
  page.Sample("assay_orchestrate_busy_share", "", Share(counts.flow.under_way, counts.slots));
  return page.Take();
}

}  // namespace

void RegisterOrchestrateRoutes(Conductor& conductor, Executor& work, Router* router) {
  router->Add("GET", "/v1/orchestrate/batch", Batch(conductor, work));
  router->Add("POST", "/v1/orchestrate/weights", NewWeights(conductor));
  router->Add("GET", "/v1/orchestrate",
              [&conductor](const std::shared_ptr<const HttpRequest>&, const HttpReplyPtr& reply) {
                SendJson(reply, 200, CountsJson(conductor.counts()));
              });
  router->Add("GET", "/metrics",
              [&conductor](const std::shared_ptr<const HttpRequest>&, const HttpReplyPtr& reply) {
                HttpResponse response;
                response.content_type = "text/plain; version=0.0.4; charset=utf-8";
                response.body = Metrics(conductor.counts());
                reply->Send(std::move(response));
              });
  router->Add("GET", "/healthz",
              [](const std::shared_ptr<const HttpRequest>&, const HttpReplyPtr& reply) {
                SendJson(reply, 200, "{\"status\":\"ok\"}");
              });
}

}  // namespace assay
