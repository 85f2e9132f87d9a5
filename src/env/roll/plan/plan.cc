#include "env/roll/plan/plan.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/text.h"
#include "data/rows/rows.h"
#include "env/roll/plan/mix.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::env {
namespace {

Error Refused(std::string what) {
  return Error{ErrorCode::kInvalidArgument, "env.plan", 0, std::move(what)};
}

Result<const TaskFile*> FileOf(const PlanPart& part, RowsUse rows) {
  const Manifest& manifest = part.stage.manifest;
  if (rows == RowsUse::kTasks) return &manifest.tasks;
  if (manifest.evaluation) return &*manifest.evaluation;
  return Refused(manifest.name + " has no evaluation tasks");
}

Result<int64_t> CountRows(const PlanPart& part, const TaskFile& file) {
  FileIdentity identity;
  ASSAY_RETURN_IF_ERROR(ForEachRow(
      part.folder + "/" + file.file, [](std::string_view) { return Status(); }, &identity));
  if (identity.sha256 == file.sha256) return identity.rows;
  return Refused(fmt::format(
      "{}: '{}' is not the file that environment.yaml has the hash of; `assay env check` says more",
      part.stage.manifest.name, file.file));
}

// The tasks at these rows go to their places in the plan.
Status ReadTasks(const PlanPart& part, const TaskFile& file,
                 const std::map<int64_t, size_t>& places, Plan* plan) {
  const Manifest& manifest = part.stage.manifest;
  int64_t row = -1;
  std::set<std::string> ids;
  return ForEachRow(part.folder + "/" + file.file, [&](std::string_view text) -> Status {
    const auto place = places.find(++row);
    if (place == places.end()) return {};
    JsonError fault;
    const auto json = JsonDocument::Parse(text, &fault);
    if (!json) return Refused(fault.message);
    Task task = ReadTask(manifest, json->root());
    if (!task.faults.empty()) return Refused(task.faults[0].field + ": " + task.faults[0].what);
    if (!ids.insert(task.id).second) {
      return Refused("the id '" + task.id + "' is another row's, too");
    }
    plan->tasks[place->second].task = std::move(task);
    return {};
  });
}

void WritePart(const PlanPart& part, const TaskFile& file, JsonWriter* json) {
  const Manifest& manifest = part.stage.manifest;
  json->BeginObject().Key("environment").String(manifest.name);
  json->Key("version").String(manifest.version.ToString());
  json->Key("manifest_sha256").String(Sha256Hex(manifest.json));
  json->Key("tasks_sha256").String(file.sha256).Key("weight").Double(part.weight);
  if (part.tasks) json->Key("tasks").Int(*part.tasks);
  json->EndObject();
}

}  // namespace

Result<Plan> MakePlan(const std::vector<PlanPart>& parts, const PlanOptions& options) {
  std::vector<MixPart> mixed;
  std::vector<const TaskFile*> files;
  std::set<std::string> names;
  JsonWriter json;
  json.BeginArray();
  for (const PlanPart& part : parts) {
    const std::string& name = part.stage.manifest.name;
    if (!names.insert(name).second) return Refused("the environment " + name + " is there twice");
    ASSAY_ASSIGN_OR_RETURN(const TaskFile* const file, FileOf(part, options.rows));
    ASSAY_ASSIGN_OR_RETURN(const int64_t rows, CountRows(part, *file));
    mixed.push_back({name, rows, part.weight, part.tasks});
    files.push_back(file);
    WritePart(part, *file, &json);
  }
  Plan plan;
  plan.json = json.EndArray().Take();
  std::vector<std::map<int64_t, size_t>> places(parts.size());
  for (const MixedTask& task : MixTasks(mixed, options.tasks, options.seed)) {
    places[task.part].emplace(task.row, plan.tasks.size());
    plan.tasks.push_back({task.part, {}});
  }
  if (plan.tasks.empty()) return Refused("there are no tasks");
  for (size_t i = 0; i < parts.size(); ++i) {
    ASSAY_RETURN_IF_ERROR(ReadTasks(parts[i], *files[i], places[i], &plan));
  }
  return plan;
}

}  // namespace assay::env
