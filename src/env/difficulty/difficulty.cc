#include "env/difficulty/difficulty.h"

#include <cmath>
#include <unordered_map>

#include "data/rows/rows.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::env {
namespace {

std::string TextOf(JsonValue object, std::string_view key) {
  const JsonValue found = object.Find(key);
  if (found.Is(JsonType::kString)) return found.String();
  return found.Is(JsonType::kNumber) ? std::string(found.raw()) : std::string();
}

struct Sample {
  std::string environment;
  std::string task;
  std::optional<bool> passed;
};

void WriteNumber(const char* key, std::optional<double> value, JsonWriter* json) {
  json->Key(key);
  if (value) {
    json->Double(*value);
  } else {
    json->Null();
  }
}

}  // namespace

std::optional<double> TaskDifficulty::Rate() const {
  if (samples == 0) return std::nullopt;
  return static_cast<double>(passes) / static_cast<double>(samples);
}

std::optional<lab::Interval> TaskDifficulty::Interval() const {
  const auto rate = Rate();
  if (!rate) return std::nullopt;
  return lab::WilsonInterval(*rate, static_cast<double>(samples));
}

std::string ToJson(const TaskDifficulty& task) {
  JsonWriter json;
  json.BeginObject().Key("id").Bytes(task.task);
  if (!task.environment.empty()) json.Key("environment").Bytes(task.environment);
  json.Key("samples").Int(task.samples).Key("passes").Int(task.passes);
  json.Key("unjudged").Int(task.unjudged);
  const auto interval = task.Interval();
  WriteNumber("rate", task.Rate(), &json);
  WriteNumber("low", interval ? std::optional(interval->low) : std::nullopt, &json);
  WriteNumber("high", interval ? std::optional(interval->high) : std::nullopt, &json);
  return json.EndObject().Take();
}

void DifficultyTable::Add(std::string_view environment, std::string_view task,
                          std::optional<bool> passed) {
  TaskDifficulty& counted = tasks_[{std::string(environment), std::string(task)}];
  counted.environment = environment;
  counted.task = task;
  if (!passed) {
    ++counted.unjudged;
    return;
  }
  ++counted.samples;
  if (*passed) ++counted.passes;
}

std::vector<TaskDifficulty> DifficultyTable::Tasks() const {
  std::vector<TaskDifficulty> tasks;
  for (const auto& [key, task] : tasks_) tasks.push_back(task);
  return tasks;
}

Status ReadRollouts(const std::string& path, double pass_at, DifficultyTable* table) {
  std::unordered_map<std::string, Sample> by_id;
  const auto on_line = [&](std::string_view text) -> Status {
    JsonError fault;
    const auto document = JsonDocument::Parse(text, &fault);
    const JsonValue root = document ? document->root() : JsonValue();
    Sample sample{TextOf(root, "environment"), TextOf(root, "task"), std::nullopt};
    const std::string id = TextOf(root, "id");
    const JsonValue reward = root.Find("reward");
    if (reward.Is(JsonType::kNumber) && std::isfinite(reward.Double())) {
      sample.passed = reward.Double() >= pass_at;
    } else if (reward.Is(JsonType::kBool)) {
      sample.passed = reward.Bool();
    } else if (!reward.Is(JsonType::kNull)) {
      return Error{ErrorCode::kInvalidArgument, "env", 0,
                   "reward: must be a number, true or false, or null where nothing is known"};
    }
    if (sample.task.empty() && id.empty()) {
      return Error{ErrorCode::kInvalidArgument, "env", 0,
                   "must have the \"id\" or the \"task\" that it is a sample of, and a \"reward\""};
    }
    if (sample.task.empty()) {
      table->Add(sample.environment, id, sample.passed);
    } else if (id.empty()) {
      table->Add(sample.environment, sample.task, sample.passed);
    } else {
      by_id[id] = std::move(sample);
    }
    return {};
  };
  ASSAY_RETURN_IF_ERROR(ForEachRow(path, on_line));
  for (const auto& [id, sample] : by_id) table->Add(sample.environment, sample.task, sample.passed);
  return {};
}

}  // namespace assay::env
