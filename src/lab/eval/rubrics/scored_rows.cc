#include "lab/eval/rubrics/scored_rows.h"

#include "base/work/fingerprint.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

constexpr size_t kShownBytes = 500;

}  // namespace

Extracted ScoredRows::Extract(size_t /*item*/, const AnswerText& answer,
                              GradeProfile /*profile*/) const {
  Extracted extracted;
  extracted.rule = "whole response";
  extracted.code = answer.reasoning.empty()
                       ? answer.content
                       : "<think>" + answer.reasoning + "</think>" + answer.content;
  return extracted;
}

GradeTask ScoredRows::Task(size_t item, const Extracted& extracted,
                           GradeProfile /*profile*/) const {
  JsonWriter text;
  text.Bytes(*extracted.code);
  return {GradeTask::Route::kScore, "{" + rubric_members_ + ",\"items\":[{" +
                                        problem(item).members + "\"response\":" + text.Take() +
                                        "}]}"};
}

Grade ScoredRows::ReadAnswer(size_t /*item*/, GradeProfile /*profile*/, const GradeTask& /*task*/,
                             int status, std::string_view body) const {
  Grade grade;
  JsonError error;
  const auto document = JsonDocument::Parse(body, &error);
  const JsonValue results = document ? document->root().Find("results") : JsonValue();
  const auto items = results.Is(JsonType::kArray) ? results.Items() : std::vector<JsonValue>();
  if (status != 200 || items.size() != 1) {
    grade.reason = "judge:http_" + std::to_string(status);
    grade.message = std::string(body.substr(0, kShownBytes));
    return grade;
  }
  const JsonValue score = items[0].Find("score");
  if (!score.Is(JsonType::kNumber)) {
    const JsonValue mask = items[0].Find("mask");
    grade.state =
        TextAt(mask, "cause") == "infrastructure" ? SampleState::kErrored : SampleState::kMasked;
    grade.reason = "masked:" + TextAt(mask, "reason");
    grade.message = TextAt(mask, "message");
    return grade;
  }
  const double value = score.Double();
  grade.state = value >= options_.pass_at ? SampleState::kPassed : SampleState::kFailed;
  if (value >= 0 && value <= 1) grade.partial = value;
  grade.reason = "score:" + std::string(score.raw());
  for (const JsonValue& function : items[0].Find("functions").Items()) {
    const JsonValue given = function.Find("value");
    grade.parts.emplace_back(TextAt(function, "name"), std::string(given.raw()));
  }
  return grade;
}

std::vector<KnownSample> ScoredRows::KnownSamples() const {
  std::vector<KnownSample> samples;
  for (size_t i = 0; i < size(); ++i) {
    if (problem(i).reference.empty()) continue;
    KnownSample sample;
    sample.item = i;
    sample.kind = "gold";
    sample.answer.content = problem(i).reference;
    samples.push_back(std::move(sample));
  }
  return samples;
}

std::string ScoredRows::ShaOf(std::string_view rules, const ScoredRow& row) const {
  return PartWriter()
      .Add(rules)
      .Add(rubric_members_)
      .Add(std::to_string(options_.pass_at))
      .Add(row.members)
      .Fingerprint();
}

}  // namespace assay::eval
