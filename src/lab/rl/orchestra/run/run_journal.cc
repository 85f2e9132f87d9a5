#include "lab/rl/orchestra/run/run_journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "rollout/folder/durable_file.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::orchestra {
namespace {

constexpr char kStage[] = "orchestra.journal";

Error Damaged(std::string_view line) {
  return Error{ErrorCode::kInternal, kStage, 0,
               "rollouts.jsonl has a line that isn't one: " + std::string(line.substr(0, 200))};
}

std::string Wrapped(std::string_view key, std::string_view json) {
  return fmt::format("{{\"{}\":{}}}", key, json);
}

int64_t WholeAt(JsonValue object, std::string_view key) {
  return static_cast<int64_t>(NumberAt(object, key));
}

}  // namespace

Result<std::unique_ptr<RunJournal>> RunJournal::Open(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder + "/batches", failed);
  if (failed) return SystemError(kStage, failed.value(), folder + " cannot be made");
  std::unique_ptr<RunJournal> journal(new RunJournal(folder));
  ASSAY_RETURN_IF_ERROR(journal->Load());
  return journal;
}

Status RunJournal::Load() {
  std::optional<Error> damage;
  ASSAY_ASSIGN_OR_RETURN(
      rows_, rollout::RowFile::Open(folder_ + "/rollouts.jsonl", rollout::RowFile::Use::kAppend,
                                    [&](rollout::RowFile::Place place, std::string_view line) {
                                      const Status noted = Note(line, place);
                                      if (!noted.ok() && !damage) damage = noted.error();
                                    }));
  if (damage) return *damage;
  ASSAY_ASSIGN_OR_RETURN(
      evaluations_,
      rollout::RowFile::Open(folder_ + "/evaluations.jsonl", rollout::RowFile::Use::kAppend,
                             [](rollout::RowFile::Place, std::string_view) {}));
  for (const auto& [group, known] : groups_) {
    if (!known.decided) {
      found_.undecided.push_back(group);
    } else if (known.train) {
      found_.ready.push_back(group);
    }
  }
  std::erase_if(groups_, [](const auto& one) { return one.second.decided && !one.second.train; });
  return {};
}

Status RunJournal::Note(std::string_view line, rollout::RowFile::Place place) {
  JsonError error;
  const auto document = JsonDocument::Parse(line, &error);
  if (!document || !document->root().Is(JsonType::kObject)) return Damaged(line);
  const auto members = document->root().Members();
  if (members.size() != 1 || !members[0].value.Is(JsonType::kObject)) return Damaged(line);
  const std::string& kind = members[0].key;
  const JsonValue value = members[0].value;
  if (kind == "group") {
    groups_[WholeAt(value, "group")] = {place, false, false};
  } else if (kind == "decided") {
    const auto found = groups_.find(WholeAt(value, "group"));
    if (found == groups_.end()) return Damaged(line);
    found->second.decided = true;
    found->second.train = value.Find("train").Is(JsonType::kBool) && value.Find("train").Bool();
  } else if (kind == "batch") {
    found_.steps = WholeAt(value, "step");
    const JsonValue groups = value.Find("groups");
    if (!groups.Is(JsonType::kArray)) return Damaged(line);
    for (const JsonValue group : groups.Items())
      groups_.erase(static_cast<int64_t>(group.Double()));
  } else if (kind == "weights") {
    found_.weights = {WholeAt(value, "version"), TextAt(value, "folder"), TextAt(value, "body")};
  } else if (kind == "taken") {
    found_.taken = WholeAt(value, "step");
  } else {
    return Damaged(line);
  }
  return {};
}

Status RunJournal::Append(std::string_view line) {
  const auto place = rows_->Append(line);
  if (!place.ok()) return place.error();
  return {};
}

Result<GroupRecord> RunJournal::ReadGroupOf(int64_t group) const {
  ASSAY_ASSIGN_OR_RETURN(const std::string line, rows_->Read(groups_.at(group).place));
  JsonError error;
  const auto document = JsonDocument::Parse(line, &error);
  if (!document) return Damaged(line);
  const JsonValue inner = document->root().Find("group");
  if (!inner.Is(JsonType::kObject)) return Damaged(line);
  return ReadGroup(inner.raw());
}

Status RunJournal::AddGroup(const GroupRecord& group) {
  const auto place = rows_->Append(Wrapped("group", GroupJson(group)));
  if (!place.ok()) return place.error();
  groups_[group.group] = {*place, false, false};
  return {};
}

Status RunJournal::Decide(int64_t group, bool train) {
  JsonWriter json;
  json.BeginObject().Key("group").Int(group).Key("train").Bool(train).EndObject();
  ASSAY_RETURN_IF_ERROR(Append(Wrapped("decided", json.text())));
  if (!train) groups_.erase(group);
  return {};
}

Status RunJournal::AddBatch(int64_t step, const std::vector<int64_t>& groups,
                            std::string_view lines) {
  ASSAY_RETURN_IF_ERROR(rollout::WriteDurably(BatchPath(step), lines));
  JsonWriter json;
  json.BeginObject().Key("step").Int(step).Key("groups").BeginArray();
  for (const int64_t group : groups) json.Int(group);
  json.EndArray().EndObject();
  ASSAY_RETURN_IF_ERROR(Append(Wrapped("batch", json.text())));
  for (const int64_t group : groups) groups_.erase(group);
  return {};
}

Status RunJournal::SetWeights(const Weights& weights) {
  JsonWriter json;
  json.BeginObject().Key("version").Int(weights.version).Key("folder").Bytes(weights.folder);
  json.Key("body").Bytes(weights.body).EndObject();
  return Append(Wrapped("weights", json.text()));
}

Status RunJournal::SetTaken(int64_t step) {
  JsonWriter json;
  json.BeginObject().Key("step").Int(step).EndObject();
  return Append(Wrapped("taken", json.text()));
}

Status RunJournal::AddEvaluation(std::string_view line) {
  const auto place = evaluations_->Append(line);
  if (!place.ok()) return place.error();
  return {};
}

std::string RunJournal::BatchPath(int64_t step) const {
  return folder_ + fmt::format("/batches/step-{:06d}.jsonl", step);
}

}  // namespace assay::orchestra
