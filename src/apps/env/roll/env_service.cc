#include "apps/env/roll/env_service.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/env/roll/scoring.h"
#include "env/model/names.h"
#include "llm/chat_client.h"
#include "text/canonical_json.h"
#include "text/field_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr auto kRequired = Presence::kRequired;
constexpr auto kOptional = Presence::kOptionalOrNull;
constexpr char kStage[] = "env.serve";
constexpr int64_t kMostInGroup = 4096;
constexpr size_t kMostTasks = 65'536;  // of a request
constexpr int64_t kMostAnswerBytes = 64 << 20;

Error Faulty(const std::string& field, const std::string& what) {
  return InvalidField(kStage, field, what);
}

Error FirstOf(const FieldErrors& errors) {
  const FieldError& first = errors.errors().front();
  return Faulty(ToString(first.path), first.message);
}

void ReadSampling(JsonValue json, rollout::Sampling* sampling, FieldErrors* errors) {
  const FieldPath path = FieldPath{} / "sampling";
  env::RefuseOthers(json, path, {"temperature", "top_p", "max_tokens", "seed", "extra_body"},
                    errors);
  FieldReader fields(json, path, errors);
  if (const auto given = fields.Number("temperature", kOptional)) sampling->temperature = given;
  if (const auto given = fields.Number("top_p", kOptional)) sampling->top_p = given;
  if (const auto given = fields.Int("max_tokens", kOptional)) sampling->max_tokens = given;
  if (const auto given = fields.Int("seed", kOptional)) sampling->seed = given;
  if (const JsonValue given = fields.Object("extra_body", kOptional)) {
    sampling->extra_body = given.raw();
  }
}

// An endpoint of the request's own gets no key of ours.
Result<rollout::Generator::Transport> TransportTo(const std::string& url) {
  ChatClientOptions options;
  options.url = url;
  options.max_answer_bytes = kMostAnswerBytes;
  ASSAY_ASSIGN_OR_RETURN(std::unique_ptr<ChatClient> made, ChatClient::Create(std::move(options)));
  const std::shared_ptr<ChatClient> client = std::move(made);
  return rollout::Generator::Transport([client](const std::string& body, SteadyTime deadline,
                                                const CancelToken& cancel, HttpFailure* failure) {
    return client->Send(body, deadline, nullptr, &cancel, failure);
  });
}

}  // namespace

// What a request for rollouts asks for.
struct EnvService::Wanted {
  std::string run;
  int64_t group = 1;
  env::Plan plan;
  std::vector<env::PlanPart> parts;
  rollout::GeneratorOptions asking;
  rollout::Generator::Transport transport;
  std::string manifest;
};

EnvService::EnvService(EnvServiceOptions options) : options_(std::move(options)) {
  for (size_t i = 0; i < options_.tasks.tasks.size(); ++i) {
    const env::PlannedTask& planned = options_.tasks.tasks[i];
    places_[{options_.parts[planned.part].stage.manifest.name, planned.task.id}] = i;
  }
}

std::string EnvService::Environments() const {
  std::vector<int64_t> tasks(options_.parts.size(), 0);
  for (const env::PlannedTask& planned : options_.tasks.tasks) ++tasks[planned.part];
  JsonWriter json;
  json.BeginObject().Key("environments").BeginArray();
  for (size_t i = 0; i < options_.parts.size(); ++i) {
    const env::Manifest& manifest = options_.parts[i].stage.manifest;
    json.BeginObject().Key("name").String(manifest.name);
    json.Key("version").String(manifest.version.ToString()).Key("tasks").Int(tasks[i]);
    json.Key("compares_group").Bool(options_.parts[i].compares);
    json.Key("manifest").Raw(manifest.json).EndObject();
  }
  return json.EndArray().EndObject().Take();
}

std::string EnvService::Tasks(const std::string& environment, int64_t offset, int64_t limit) const {
  JsonWriter json;
  json.BeginObject().Key("tasks").BeginArray();
  int64_t passed = 0;
  bool more = false;
  for (const env::PlannedTask& planned : options_.tasks.tasks) {
    const env::Manifest& manifest = options_.parts[planned.part].stage.manifest;
    if (!environment.empty() && manifest.name != environment) continue;
    if (passed++ < offset) continue;
    more = passed > offset + limit;
    if (more) break;
    json.BeginObject().Key("environment").String(manifest.name);
    json.Key("id").Bytes(planned.task.id).Key("messages").BeginArray();
    if (!manifest.system_prompt.empty()) {
      env::WriteMessage({.role = "system", .content = manifest.system_prompt},
                        env::Reasoning::kLeftOut, &json);
    }
    env::WriteMessage({.role = "user", .content = planned.task.user_prompt},
                      env::Reasoning::kLeftOut, &json);
    json.EndArray().EndObject();
  }
  json.EndArray().Key("next");
  if (more) {
    json.Int(offset + limit);
  } else {
    json.Null();
  }
  return json.EndObject().Take();
}

Result<const env::PlannedTask*> EnvService::FindTask(const std::string& environment,
                                                     const std::string& id,
                                                     const std::string& field) const {
  const bool only = environment.empty() && options_.parts.size() == 1;
  const std::string& name = only ? options_.parts[0].stage.manifest.name : environment;
  if (name.empty()) {
    return Faulty(field + ".environment", "is needed: there are several environments");
  }
  const auto found = places_.find({name, id});
  if (found == places_.end()) {
    return Faulty(field + ".id", fmt::format("{} has no task '{}'", name, id));
  }
  return &options_.tasks.tasks[found->second];
}

Result<env::Plan> EnvService::Pick(JsonValue tasks) const {
  env::Plan plan;
  const std::vector<JsonValue> items = tasks.Items();
  if (items.empty() || items.size() > kMostTasks) {
    return Faulty("tasks", fmt::format("must have from 1 to {} tasks", kMostTasks));
  }
  std::map<const env::PlannedTask*, size_t> seen;
  for (size_t i = 0; i < items.size(); ++i) {
    const FieldPath path = FieldPath{} / "tasks" / i;
    FieldErrors errors;
    env::RefuseOthers(items[i], path, {"environment", "id"}, &errors);
    FieldReader fields(items[i], path, &errors);
    const std::string name = fields.String("environment", kOptional).value_or("");
    const std::string id = fields.String("id", kRequired).value_or("");
    if (!errors.empty()) return FirstOf(errors);
    ASSAY_ASSIGN_OR_RETURN(const env::PlannedTask* const task, FindTask(name, id, ToString(path)));
    if (!seen.emplace(task, i).second) {
      return Faulty(ToString(path), "is there twice: `group` is how many rollouts a task has");
    }
    plan.tasks.push_back(*task);
  }
  plan.json = options_.tasks.json;
  return plan;
}

Result<EnvService::Wanted> EnvService::ReadWanted(JsonValue body) const {
  Wanted wanted;
  FieldErrors errors;
  env::RefuseOthers(body, {}, {"run", "tasks", "group", "endpoint", "model", "sampling"}, &errors);
  FieldReader fields(body, {}, &errors);
  wanted.run = fields.String("run", kRequired).value_or("");
  wanted.group = fields.Int("group", kOptional).value_or(1);
  const std::string endpoint = fields.String("endpoint", kOptional).value_or("");
  rollout::Sampling sampling = options_.sampling;
  sampling.model = fields.String("model", kOptional).value_or(sampling.model);
  if (const JsonValue given = fields.Object("sampling", kOptional)) {
    ReadSampling(given, &sampling, &errors);
  }
  const JsonValue tasks = fields.Array("tasks", kRequired);
  if (!errors.empty()) return FirstOf(errors);
  // It names a folder.
  if (!env::IsFilePath(wanted.run) || wanted.run.find('/') != std::string::npos) {
    return Faulty("run", "must be a name of letters, digits, '-', '_' and '.'");
  }
  if (wanted.group < 1 || wanted.group > kMostInGroup) {
    return Faulty("group", fmt::format("must be from 1 to {}", kMostInGroup));
  }
  ASSAY_RETURN_IF_ERROR(rollout::CheckSampling(sampling));
  ASSAY_ASSIGN_OR_RETURN(wanted.plan, Pick(tasks));
  wanted.parts = options_.parts;
  for (env::PlanPart& part : wanted.parts) {
    ASSAY_ASSIGN_OR_RETURN(part.stage, env::StageOf(part.stage.manifest, sampling));
  }
  wanted.asking = options_.asking;
  wanted.asking.model = sampling.model;
  wanted.transport = options_.transport;
  if (!endpoint.empty()) {
    ASSAY_ASSIGN_OR_RETURN(wanted.transport, TransportTo(endpoint));
  }
  JsonWriter json;
  json.BeginObject().Key("environments").Raw(wanted.plan.json).Key("model").Bytes(sampling.model);
  json.Key("sampling").Raw(rollout::ParametersJson(rollout::Prompt(), sampling));
  json.Key("group").Int(wanted.group).Key("picked").Raw(CanonicalJson(tasks));
  wanted.manifest = json.EndObject().Take();
  return wanted;
}

bool EnvService::Begin(const std::string& run) {
  MutexLock lock(mutex_);
  return under_way_.insert(run).second;
}

void EnvService::End(const std::string& run) {
  MutexLock lock(mutex_);
  under_way_.erase(run);
}

Result<std::string> EnvService::Rollouts(JsonValue body) {
  ASSAY_ASSIGN_OR_RETURN(const Wanted wanted, ReadWanted(body));
  if (!Begin(wanted.run)) {
    return Error{ErrorCode::kResource, kStage, 0,
                 "the run " + wanted.run + " is under way: ask again later"};
  }
  Result<std::string> lines = Make(wanted);
  End(wanted.run);
  return lines;
}

Result<std::string> EnvService::Make(const Wanted& wanted) {
  ASSAY_ASSIGN_OR_RETURN(
      const auto folder,
      env::RolloutFolder::Open(options_.folder + "/" + wanted.run, wanted.manifest));
  env::RollJob job;
  job.parts = &wanted.parts;
  job.plan = &wanted.plan;
  job.group = wanted.group;
  job.folder = folder.get();
  job.asking = wanted.asking;
  job.transport = wanted.transport;
  job.score = ScoringBy(options_.judge, wanted.parts);
  job.judge = options_.judge;
  job.stop = &stop_;
  ASSAY_ASSIGN_OR_RETURN(const env::RollEnd end, env::RunRollouts(job));
  ASSAY_RETURN_IF_ERROR(folder->WriteFile("summary.json", env::SummaryJson(job, end) + "\n"));
  if (end.asking.reason != rollout::EndReason::kDone) {
    return Error{ErrorCode::kUnavailable, kStage, 0,
                 end.asking.message + "; the same request goes on"};
  }
  std::string lines;
  for (const env::PlannedTask& planned : wanted.plan.tasks) {
    for (int64_t sample = 0; sample < wanted.group; ++sample) {
      const std::string& name = wanted.parts[planned.part].stage.manifest.name;
      ASSAY_ASSIGN_OR_RETURN(const std::string line,
                             folder->ReadLine(env::RolloutId(name, planned.task.id, sample)));
      lines += line + "\n";
    }
  }
  ASSAY_RETURN_IF_ERROR(folder->Tidy());
  return lines;
}

Result<std::string> EnvService::Score(JsonValue body) {
  FieldErrors errors;
  env::RefuseOthers(body, {}, {"items"}, &errors);
  const JsonValue items = FieldReader(body, {}, &errors).Array("items", kRequired);
  if (!errors.empty()) return FirstOf(errors);
  if (items.Count() == 0 || items.Count() > kMostTasks) {
    return Faulty("items", fmt::format("must have from 1 to {} items", kMostTasks));
  }
  std::vector<env::ScoreItem> asked;
  for (const JsonValue item : items.Items()) {
    const FieldPath path = FieldPath{} / "items" / asked.size();
    env::RefuseOthers(item, path, {"environment", "id", "response", "response_tokens", "group"},
                      &errors);
    FieldReader fields(item, path, &errors);
    const std::string environment = fields.String("environment", kOptional).value_or("");
    const std::string id = fields.String("id", kRequired).value_or("");
    const std::string response = fields.Text("response", kRequired).value_or("");
    const auto tokens = fields.Int("response_tokens", kOptional);
    const std::string group = fields.String("group", kOptional).value_or("");
    if (!errors.empty()) return FirstOf(errors);
    ASSAY_ASSIGN_OR_RETURN(const env::PlannedTask* const task,
                           FindTask(environment, id, ToString(path)));
    const std::string& rubric = options_.parts[task->part].stage.manifest.name;
    // All are in one request, so that no group is torn apart.
    asked.push_back({env::ScoredItem(task->task, rubric, response, tokens, group), "all"});
  }
  ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> results,
                         ScoringBy(options_.judge, options_.parts)(asked));
  std::string text = "{\"results\":[";
  for (size_t i = 0; i < results.size(); ++i) text += (i == 0 ? "" : ",") + results[i];
  return text + "]}";
}

}  // namespace assay
