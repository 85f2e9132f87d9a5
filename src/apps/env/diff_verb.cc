#include "apps/env/diff_verb.h"

#include <fmt/format.h>

#include <cstdio>

#include "apps/setup/judges.h"
#include "env/compare/compare.h"

namespace assay {
namespace {

constexpr size_t kShownBytes = 200;

void WriteChanges(const char* key, const std::vector<env::FieldChange>& changes, JsonWriter* json) {
  json->Key(key).BeginArray();
  for (const env::FieldChange& change : changes) {
    json->BeginObject().Key("field").Bytes(change.field);
    json->Key("before").Raw(change.before.empty() ? "null" : change.before);
    json->Key("after").Raw(change.after.empty() ? "null" : change.after);
    json->EndObject();
  }
  json->EndArray();
}

void WriteIds(const char* key, const std::vector<std::string>& ids, JsonWriter* json) {
  json->Key(key).BeginArray();
  for (const std::string& id : ids) json->Bytes(id);
  json->EndArray();
}

std::string ComparisonJson(const env::Comparison& comparison) {
  JsonWriter json;
  json.BeginObject().Key("same").Bool(comparison.Same());
  WriteChanges("manifest", comparison.manifest, &json);
  WriteChanges("prompts", comparison.prompts, &json);
  WriteChanges("rubric", comparison.rubric, &json);
  json.Key("tasks").BeginArray();
  for (const env::TaskChanges& each : comparison.tasks) {
    json.BeginObject().Key("use").String(each.use);
    json.Key("before").Int(each.before).Key("after").Int(each.after);
    json.Key("added").Int(each.added).Key("removed").Int(each.removed);
    json.Key("changed").Int(each.changed);
    WriteIds("added_ids", each.added_ids, &json);
    WriteIds("removed_ids", each.removed_ids, &json);
    json.Key("changed_tasks").BeginArray();
    for (const env::ChangedTask& task : each.changed_tasks) {
      json.BeginObject().Key("id").Bytes(task.id);
      WriteIds("fields", task.fields, &json);
      json.EndObject();
    }
    json.EndArray().EndObject();
  }
  return json.EndArray().EndObject().Take();
}

void PrintChanges(const char* title, const std::vector<env::FieldChange>& changes) {
  if (changes.empty()) return;
  std::printf("%s\n", title);
  for (const env::FieldChange& change : changes) {
    const auto shown = [](const std::string& json) {
      return json.empty() ? std::string("(nothing)") : OneLineOf(json, kShownBytes);
    };
    std::printf("  %s: %s -> %s\n", OneLineOf(change.field, kShownBytes).c_str(),
                shown(change.before).c_str(), shown(change.after).c_str());
  }
}

void PrintIds(const char* sign, const std::vector<std::string>& ids, int64_t all) {
  for (const std::string& id : ids) {
    std::printf("  %s %s\n", sign, OneLineOf(id, kShownBytes).c_str());
  }
  const auto more = all - static_cast<int64_t>(ids.size());
  if (more > 0) std::printf("  %s and %lld more\n", sign, static_cast<long long>(more));
}

void PrintTasks(const env::TaskChanges& each) {
  std::printf("%s: %lld before, %lld after: %lld added, %lld removed, %lld changed\n",
              each.use.c_str(), static_cast<long long>(each.before),
              static_cast<long long>(each.after), static_cast<long long>(each.added),
              static_cast<long long>(each.removed), static_cast<long long>(each.changed));
  PrintIds("+", each.added_ids, each.added);
  PrintIds("-", each.removed_ids, each.removed);
  std::vector<std::string> changed;
  for (const env::ChangedTask& task : each.changed_tasks) {
    std::string fields;
    for (const std::string& field : task.fields) fields += (fields.empty() ? "" : ", ") + field;
    changed.push_back(task.id + ": " + fields);
  }
  PrintIds("~", changed, each.changed);
}

}  // namespace

void EnvDiffVerb::AddTo(CommandLine* command) {
  const char* const about = "a folder, the file of a pack, or NAME@VERSION of what is installed";
  command->Option("before", before_, about).Required();
  command->Option("after", after_, about).Required();
  store_.AddTo(command);
  command->Flag("--json", json_, "the differences as JSON");
}

int EnvDiffVerb::Run(const Options&) const {
  const auto before = OpenEnvironment(before_, store_.Folder());
  if (!before.ok()) return FailEnv("diff", before.error(), kExitUsage);
  const auto after = OpenEnvironment(after_, store_.Folder());
  if (!after.ok()) return FailEnv("diff", after.error(), kExitUsage);
  const auto comparison = env::CompareEnvironments(before->folder, after->folder);
  if (!comparison.ok()) return FailEnv("diff", comparison.error());
  if (json_) {
    std::printf("%s\n", ComparisonJson(*comparison).c_str());
    return 0;
  }
  PrintChanges("manifest", comparison->manifest);
  PrintChanges("prompts", comparison->prompts);
  PrintChanges("rubric", comparison->rubric);
  for (const env::TaskChanges& each : comparison->tasks) PrintTasks(each);
  if (comparison->Same()) std::printf("no differences\n");
  return 0;
}

}  // namespace assay
