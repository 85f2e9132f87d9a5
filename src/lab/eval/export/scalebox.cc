// ScaleBox's three files: samples.jsonl {id, prompt, response[]}, results.json {id, prompt,
// responses[], scalebox[]}, accuracy.json {accuracy[], mean_accuracy} with four decimals.
//
// ScaleBox counts what failed as 0. Here such a sample is null in `scalebox`, and the accuracy of a
// sample number is over the items that were judged there.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "lab/eval/export/exporters.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

std::string PromptText(const Prompt& prompt) {
  if (prompt.protocol == Protocol::kCompletion) return prompt.text;
  std::string text;
  for (const ChatMessage& message : prompt.messages) {
    if (!text.empty()) text += "\n\n";
    text += message.content;
  }
  return text;
}

std::optional<double> ScoreOf(const Outcome& outcome) {
  if (outcome.state == SampleState::kPassed) return 1;
  if (outcome.state == SampleState::kFailed) return 0;
  return std::nullopt;
}

double FourDecimals(double value) {
  return std::round(value * 1e4) / 1e4;
}

std::string SampleRow(const EvalItem& item, const std::vector<ExportedSample>& samples) {
  JsonWriter json;
  json.BeginObject().Key("id").Bytes(item.id).Key("prompt").Bytes(PromptText(item.prompt));
  json.Key("response").BeginArray();
  for (const ExportedSample& sample : samples) json.Bytes(sample.response);
  return json.EndArray().EndObject().Take();
}

void WriteResult(const EvalItem& item, const std::vector<ExportedSample>& samples,
                 JsonWriter* json) {
  json->BeginObject().Key("id").Bytes(item.id).Key("prompt").Bytes(PromptText(item.prompt));
  json->Key("responses").BeginArray();
  for (const ExportedSample& sample : samples) json->Bytes(sample.response);
  json->EndArray().Key("scalebox").BeginArray();
  for (const ExportedSample& sample : samples) {
    const std::optional<double> score = ScoreOf(sample.outcome);
    score ? json->Double(*score) : json->Null();
  }
  json->EndArray().EndObject();
}

std::string AccuracyJson(const SamplesByItem& items) {
  size_t most = 0;
  for (const auto& samples : items) most = std::max(most, samples.size());
  JsonWriter json;
  json.BeginObject().Key("accuracy").BeginArray();
  double sum = 0;
  size_t numbers = 0;
  for (size_t i = 0; i < most; ++i) {
    double right = 0;
    size_t judged = 0;
    for (const auto& samples : items) {
      const auto score = i < samples.size() ? ScoreOf(samples[i].outcome) : std::nullopt;
      judged += score.has_value();
      right += score.value_or(0);
    }
    if (judged == 0) {
      json.Null();
      continue;
    }
    const double accuracy = FourDecimals(right / static_cast<double>(judged));
    json.Double(accuracy);
    sum += accuracy;
    ++numbers;
  }
  json.EndArray().Key("mean_accuracy");
  numbers == 0 ? json.Null() : json.Double(FourDecimals(sum / static_cast<double>(numbers)));
  return json.EndObject().Take() + "\n";
}

}  // namespace

Result<Export> ExportScaleBox(const ExportInput& input) {
  const std::vector<EvalItem>& items = input.report->records.items;
  std::string samples;
  JsonWriter results;
  results.BeginArray();
  for (size_t i = 0; i < items.size(); ++i) {
    samples += SampleRow(items[i], input.samples[i]) + "\n";
    WriteResult(items[i], input.samples[i], &results);
  }
  Export made;
  made.files = {{"samples.jsonl", std::move(samples)},
                {"results.json", results.EndArray().Take() + "\n"},
                {"accuracy.json", AccuracyJson(input.samples)}};
  const Counts& counts = input.profile->score.counts;
  if (counts.masked + counts.errored > 0) {
    made.notes.push_back(
        fmt::format("{} samples without a verdict are null in results.json and in no accuracy",
                    counts.masked + counts.errored));
  }
  return made;
}

}  // namespace assay::eval
