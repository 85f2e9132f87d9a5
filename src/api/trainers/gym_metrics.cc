#include "api/trainers/gym_metrics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "text/json_writer.h"

namespace assay {
namespace {

constexpr std::string_view kTask = "_ng_task_index";
constexpr std::string_view kRollout = "_ng_rollout_index";

using Columns = std::map<std::string, std::vector<double>>;

std::optional<double> NumberOf(JsonValue value) {
  if (value.Is(JsonType::kBool)) return value.Bool() ? 1 : 0;
  if (value.Is(JsonType::kNumber) && std::isfinite(value.Double())) return value.Double();
  return std::nullopt;
}

// The numbers of a response, and of the usage that its model reported.
void AddNumbers(JsonValue response, Columns* columns) {
  for (const auto& [name, value] : response.Members()) {
    if (name == kTask || name == kRollout) continue;
    if (const auto number = NumberOf(value)) (*columns)[name].push_back(*number);
  }
  const JsonValue usage = response.Find("response").Find("usage");
  if (!usage.Is(JsonType::kObject)) return;
  for (const auto& [name, value] : usage.Members()) {
    if (const auto number = NumberOf(value)) (*columns)[name].push_back(*number);
  }
}

double Median(std::vector<double> sorted) {
  std::sort(sorted.begin(), sorted.end());
  const size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

void WriteColumns(const Columns& columns, bool means_only, JsonWriter* json) {
  for (const auto& [name, numbers] : columns) {
    double sum = 0;
    for (const double number : numbers) sum += number;
    const double mean = sum / static_cast<double>(numbers.size());
    json->Key("mean/" + name).Double(mean);
    if (means_only) continue;
    double squares = 0;
    for (const double number : numbers) squares += (number - mean) * (number - mean);
    const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
    json->Key("max/" + name).Double(*most).Key("min/" + name).Double(*least);
    json->Key("median/" + name).Double(Median(numbers));
    // Of one rollout there is none; 0 says so, as there.
    const double rest = static_cast<double>(numbers.size()) - 1;
    json->Key("std/" + name).Double(rest > 0 ? std::sqrt(squares / rest) : 0);
  }
}

}  // namespace

std::string AggregateGymMetrics(JsonValue responses) {
  std::map<int64_t, std::vector<JsonValue>> tasks;
  Columns all;
  for (const JsonValue& response : responses.Items()) {
    if (!response.Is(JsonType::kObject)) continue;
    const auto task = NumberOf(response.Find(kTask));
    tasks[task ? static_cast<int64_t>(*task) : 0].push_back(response);
    AddNumbers(response, &all);
  }
  JsonWriter json;
  json.BeginObject().Key("group_level_metrics").BeginArray();
  for (const auto& [task, rollouts] : tasks) {
    Columns columns;
    for (const JsonValue& rollout : rollouts) AddNumbers(rollout, &columns);
    json.BeginObject().Key(kTask).Int(task);
    json.Key("num_rollouts").Int(static_cast<int64_t>(rollouts.size()));
    WriteColumns(columns, false, &json);
    json.EndObject();
  }
  json.EndArray().Key("agent_metrics").BeginObject();
  WriteColumns(all, false, &json);
  json.EndObject().Key("key_metrics").BeginObject();
  WriteColumns(all, true, &json);
  return json.EndObject().EndObject().Take();
}

}  // namespace assay
