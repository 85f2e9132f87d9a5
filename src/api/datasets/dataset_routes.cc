#include "api/datasets/dataset_routes.h"

#include <algorithm>
#include <functional>

#include "api/datasets/dataset_request.h"
#include "api/datasets/dataset_trial.h"
#include "api/shared/caller_tenant.h"
#include "api/shared/origin_headers.h"
#include "api/shared/responses.h"
#include "base/text.h"
#include "text/json_writer.h"
#include "text/strict_json.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;
constexpr char kWhere[] = "row";

// A request on its way through one of the routes; its values refer to its body.
struct Arrived {
  const DatasetDeps& deps;
  std::shared_ptr<const HttpRequest> http;
  HttpReplyPtr reply;
  std::string desk_key;  // of /submit
  std::optional<JsonDocument> document = std::nullopt;
  DatasetRequest request = {};
  const DatasetClass* dataset_class = nullptr;
  const Dataset* dataset = nullptr;  // null: rows come with the request

  void Refuse(const Refusal& refusal) const { SendRefusal(reply, kStyle, refusal); }
  void NotFound(const std::string& what) const { SendError(reply, kStyle, 404, "not_found", what); }
};

// The class of the data set: of one that this server or SandboxFusion knows, else as named.
bool FindClass(Arrived* arrived) {
  const DatasetConfig& config = arrived->request.config;
  const DatasetStore* store = arrived->deps.datasets;
  arrived->dataset = store == nullptr ? nullptr : store->Find(config.dataset);
  arrived->dataset_class = arrived->dataset != nullptr ? arrived->dataset->dataset_class
                                                       : ClassOfDataset(config.dataset);
  if (arrived->dataset_class != nullptr) return true;
  if (!config.dataset_type) {
    arrived->Refuse(Refusal::Invalid("no eval class found for dataset " + config.dataset));
    return false;
  }
  arrived->dataset_class = FindDatasetClass(*config.dataset_type);
  if (arrived->dataset_class != nullptr) return true;
  arrived->Refuse(Refusal::Invalid("eval class " + *config.dataset_type + " not found"));
  return false;
}

void SayNoRows(const Arrived& arrived) {
  arrived.NotFound("dataset " + arrived.request.config.dataset +
                   " has no rows on this server: send them as config.provided_data, or start it "
                   "with --datasets");
}

// What the row becomes is written by `use`; a row at fault is the request's.
bool UseRow(const Arrived& arrived, JsonValue value, const std::function<void(DatasetRow&)>& use) {
  DatasetRow row(value, kWhere);
  if (!value.Is(JsonType::kObject)) row.Fault("config.provided_data must hold objects");
  if (!row.fault()) use(row);
  if (!row.fault()) return true;
  arrived.Refuse(Refusal::Invalid(*row.fault()));
  return false;
}

bool UseText(const Arrived& arrived, std::string_view text,
             const std::function<void(DatasetRow&)>& use) {
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);  // it was one when it was loaded
  return UseRow(arrived, document->root(), use);
}

// Goes over the rows that are asked for. Whether nothing was refused.
bool ForEachRow(const Arrived& arrived, const std::function<void(DatasetRow&)>& use) {
  const JsonValue provided = arrived.request.config.provided;
  if (provided) {
    if (!provided.Is(JsonType::kArray)) {
      arrived.Refuse(
          Refusal::Invalid("request.config.provided_data should be a list of str -> str | int"));
      return false;
    }
    const auto rows = provided.Items();
    return std::all_of(rows.begin(), rows.end(),
                       [&](const JsonValue& row) { return UseRow(arrived, row, use); });
  }
  if (arrived.dataset == nullptr) {
    SayNoRows(arrived);
    return false;
  }
  const auto& rows = arrived.dataset->rows;
  const auto total = static_cast<int64_t>(rows.size());
  const int64_t begin = std::clamp<int64_t>(arrived.request.offset, 0, total);
  const int64_t limit = std::clamp<int64_t>(arrived.request.limit, 0, total - begin);
  return std::all_of(rows.begin() + begin, rows.begin() + begin + limit,
                     [&](std::string_view row) { return UseText(arrived, row, use); });
}

bool UseRowById(const Arrived& arrived, const std::function<void(DatasetRow&)>& use) {
  const JsonValue provided = arrived.request.config.provided;
  if (provided) {
    if (provided.Is(JsonType::kObject)) return UseRow(arrived, provided, use);
    arrived.Refuse(
        Refusal::Invalid("request.config.provided_data should be a dict with str -> str | int"));
    return false;
  }
  if (arrived.dataset == nullptr) {
    SayNoRows(arrived);
    return false;
  }
  const auto found = arrived.dataset->by_id.find(IdKey(arrived.request.id_json));
  if (found == arrived.dataset->by_id.end()) {
    arrived.NotFound("dataset " + arrived.dataset->id + " has no row with id " +
                     arrived.request.id_json);
    return false;
  }
  return UseText(arrived, arrived.dataset->rows[found->second], use);
}

void WritePrompt(const Arrived& arrived, DatasetRow& row, int pass, JsonWriter* json) {
  const DatasetClass& of = *arrived.dataset_class;
  const DatasetPrompt prompt = of.prompt(row, arrived.request.config, pass);
  json->BeginObject().Key("id").Raw(IdOf(of, row)).Key("prompt").Bytes(prompt.text);
  WriteStrict(prompt.labels_json, &json->Key("labels"));
  json->EndObject();
}

// All prompts or their ids; a class may go over the rows more than once.
void HandleList(const Arrived& arrived, bool ids_only) {
  const DatasetClass& of = *arrived.dataset_class;
  const int passes = of.passes == nullptr ? 1 : of.passes(arrived.request.config);
  JsonWriter json;
  json.BeginArray();
  for (int pass = 0; pass < passes; ++pass) {
    const bool whole = ForEachRow(arrived, [&](DatasetRow& row) {
      if (ids_only) {
        json.Raw(IdOf(of, row));
      } else {
        WritePrompt(arrived, row, pass, &json);
      }
    });
    if (!whole) return;
  }
  SendJson(arrived.reply, 200, json.EndArray().Take());
}

void HandlePromptById(const Arrived& arrived) {
  JsonWriter json;
  const DatasetConfig& config = arrived.request.config;
  // Of several prompts the last, as without a mode.
  const DatasetClass& of = *arrived.dataset_class;
  const int last = of.passes == nullptr ? 0 : of.passes(config) - 1;
  if (UseRowById(arrived, [&](DatasetRow& row) { WritePrompt(arrived, row, last, &json); })) {
    SendJson(arrived.reply, 200, json.Take());
  }
}

void SendResult(const HttpReplyPtr& reply, const DatasetDeps& deps, const DatasetTrial& trial,
                const SubmissionResult& result) {
  if (result.cause == Cause::kCancelled) {
    return SendOverloaded(reply, kStyle, 1, "cancelled: the server is stopping");
  }
  if (auto failure = FailureOf(trial, result)) {
    return SendError(reply, kStyle, 500, "internal", *failure);
  }
  SendJson(reply, 200, RenderDatasetTrial(trial, result, deps.pod_name));
}

void HandleSubmit(const Arrived& arrived) {
  const DatasetDeps& deps = arrived.deps;
  Trial trial;
  const bool made = UseRowById(arrived, [&](DatasetRow& row) {
    trial = arrived.dataset_class->trial(
        {row, arrived.request.config, arrived.request.completion, deps.languages.table()});
  });
  if (!made) return;
  if (!deps.languages.InContract(trial.language)) {
    return arrived.Refuse(
        Refusal::Invalid("the row's language '" + trial.language + "' is not known"));
  }
  std::string reason;
  auto language = deps.languages.Runnable(trial.language, &reason);
  if (!language) {
    // Nothing is known about the answer, and a client must not take it for a wrong one.
    return SendError(arrived.reply, kStyle, 500, "unavailable",
                     "failed to request sandbox: " + reason);
  }
  const auto task = std::make_shared<DatasetTrial>(MakeDatasetTrial(
      std::move(trial), *std::move(language), arrived.request.id_json, deps.limits, deps.secret));
  Label(*arrived.http, &task->submission);
  PatientRequest patient{.key = arrived.desk_key};
  const Submission& submission = task->submission;
  patient.own_time =
      submission.compile_limits.wall_time +
      submission.limits.wall_time * static_cast<int64_t>(submission.problem->tests.size());
  patient.submission = std::move(task->submission);
  patient.send = [&deps, task](const HttpReplyPtr& to, const SubmissionResult& result) {
    SendResult(to, deps, *task, result);
  };
  patient.refuse = [](const HttpReplyPtr& to, const Refusal& why) { SendRefusal(to, kStyle, why); };
  deps.desk.Serve(std::move(patient), arrived.reply);
}

void HandleMetricsFunction(const Arrived& arrived) {
  JsonWriter json;
  json.BeginObject().Key("function");
  if (arrived.dataset_class->metrics_function.empty()) {
    json.Null();
  } else {
    json.String(arrived.dataset_class->metrics_function);
  }
  SendJson(arrived.reply, 200, json.EndObject().Take());
}

void Dispatch(Arrived& arrived, DatasetRoute route) {
  arrived.document = ParseBody(*arrived.http, arrived.reply, kStyle);
  if (!arrived.document) return;
  Refusal refusal;
  auto request =
      ParseDatasetRequest(arrived.document->root(), route, arrived.deps.languages, &refusal);
  if (!request) return arrived.Refuse(refusal);
  arrived.request = *std::move(request);
  if (!FindClass(&arrived)) return;
  switch (route) {
    case DatasetRoute::kListIds: return HandleList(arrived, true);
    case DatasetRoute::kGetPrompts: return HandleList(arrived, false);
    case DatasetRoute::kGetPromptById: return HandlePromptById(arrived);
    case DatasetRoute::kSubmit: return HandleSubmit(arrived);
    // No class computes any: clients are given the function instead.
    case DatasetRoute::kGetMetrics: return SendJson(arrived.reply, 200, "{}");
    case DatasetRoute::kGetMetricsFunction: return HandleMetricsFunction(arrived);
  }
}

void Handle(const DatasetDeps& deps, DatasetRoute route, std::shared_ptr<const HttpRequest> http,
            const HttpReplyPtr& reply) {
  std::string key;
  if (route == DatasetRoute::kSubmit) {
    key = KeyOfTries(*http);
    if (deps.desk.TakeUp(key, reply)) return;
  }
  const auto bytes = static_cast<int64_t>(http->body.size()) + (64 << 10);
  auto arrived = std::make_shared<Arrived>(Arrived{deps, std::move(http), reply, std::move(key)});
  if (!deps.readers.Submit(bytes, [arrived, route] { Dispatch(*arrived, route); })) {
    SendRefusal(reply, kStyle, Refusal::Overloaded(1, "too many requests wait for rows"));
  }
}

void HandleDatasets(const DatasetDeps& deps, const HttpReplyPtr& reply) {
  JsonWriter json;
  json.BeginArray();
  if (deps.datasets != nullptr) {
    for (const auto& dataset : deps.datasets->datasets()) json.Bytes(dataset->id);
  }
  SendJson(reply, 200, json.EndArray().Take());
}

}  // namespace

void RegisterDatasetRoutes(Router& router, const DatasetDeps& deps) {
  router.Add("GET", "/list_datasets",
             [&deps](const std::shared_ptr<const HttpRequest>&, const HttpReplyPtr& reply) {
               HandleDatasets(deps, reply);
             });
  const std::pair<const char*, DatasetRoute> routes[] = {
      {"/list_ids", DatasetRoute::kListIds},
      {"/get_prompts", DatasetRoute::kGetPrompts},
      {"/get_prompt_by_id", DatasetRoute::kGetPromptById},
      {"/submit", DatasetRoute::kSubmit},
      {"/get_metrics", DatasetRoute::kGetMetrics},
      {"/get_metrics_function", DatasetRoute::kGetMetricsFunction},
  };
  for (const auto& [path, route] : routes) {
    router.Add("POST", path,
               [&deps, route = route](std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply) {
                 Handle(deps, route, std::move(http), reply);
               });
  }
}

}  // namespace assay
