// LiveCodeBench's list of evaluated problems: {question_id, contest_date, difficulty, output_list,
// code_list, graded_list, pass@1, metadata}. compute_scores.py of the reference reads it.
//
// The form has only true and false: an item with a sample that was not judged is left out, since
// either word would be a claim about the model.
#include <fmt/format.h>

#include <algorithm>

#include "lab/eval/export/exporters.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

bool AllJudged(const std::vector<ExportedSample>& samples) {
  for (const ExportedSample& sample : samples) {
    const SampleState state = sample.outcome.state;
    if (state != SampleState::kPassed && state != SampleState::kFailed) return false;
  }
  return !samples.empty();
}

// The text between the last two lines with a fence, as the reference takes it; else nothing.
std::string CodeOf(const std::string& response) {
  std::vector<size_t> starts, ends;
  size_t begin = 0;
  while (begin <= response.size()) {
    const size_t end = std::min(response.find('\n', begin), response.size());
    if (response.substr(begin, end - begin).find("```") != std::string::npos) {
      starts.push_back(begin);
      ends.push_back(end);
    }
    begin = end + 1;
  }
  if (starts.size() < 2) return "";
  const size_t from = ends[ends.size() - 2] + 1, to = starts.back();
  return from >= to ? "" : response.substr(from, to - from - 1);
}

}  // namespace

Result<Export> ExportLiveCodeBench(const ExportInput& input) {
  const std::vector<EvalItem>& items = input.report->records.items;
  JsonWriter json;
  json.BeginArray();
  size_t left_out = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    const std::vector<ExportedSample>& samples = input.samples[i];
    if (!AllJudged(samples)) {
      ++left_out;
      continue;
    }
    json.BeginObject().Key("question_id").Bytes(items[i].id);
    json.Key("contest_date").Bytes(items[i].date).Key("difficulty").Bytes(items[i].difficulty);
    json.Key("output_list").BeginArray();
    for (const ExportedSample& sample : samples) json.Bytes(sample.response);
    json.EndArray().Key("code_list").BeginArray();
    for (const ExportedSample& sample : samples) json.Bytes(CodeOf(sample.response));
    json.EndArray().Key("graded_list").BeginArray();
    for (const ExportedSample& sample : samples) {
      json.Bool(sample.outcome.state == SampleState::kPassed);
    }
    json.EndArray().Key("pass@1").Double(input.profile->tallies[i].SolveRate());
    json.Key("metadata").BeginArray();
    for (const ExportedSample& sample : samples) {
      json.String(
          JsonWriter().BeginObject().Key("reason").Bytes(sample.outcome.reason).EndObject().Take());
    }
    json.EndArray().EndObject();
  }
  Export made;
  made.files = {{"codegeneration_output_eval_all.json", json.EndArray().Take() + "\n"}};
  if (left_out > 0) {
    made.notes.push_back(fmt::format(
        "{} items with samples that were not judged are left out: the form has no word for them",
        left_out));
  }
  return made;
}

}  // namespace assay::eval
