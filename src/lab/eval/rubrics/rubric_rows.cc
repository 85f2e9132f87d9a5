#include "lab/eval/rubrics/rubric_rows.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/text.h"
#include "base/work/fingerprint.h"
#include "lab/eval/shared/row_benchmark.h"
#include "lab/eval/shared/rows.h"
#include "lab/shared/rubric/rubric_file.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

// Of the item that is made of a row and of how its score is read: a part of every verdict's key.
constexpr std::string_view kRules = "rubric-1";
// Members of a row that are no part of its item as they stand.
constexpr std::string_view kOwn[] = {"id", "prompt", "messages", "reference", "response", "origin"};

struct RubricProblem {
  std::string members;    // of the item, JSON without braces; each followed by a comma
  std::string reference;  // empty: none
};

std::string TextOf(JsonValue object, std::string_view key) {
  const JsonValue found = object.Find(key);
  return found.Is(JsonType::kString) ? found.String() : std::string();
}

Result<std::vector<ChatMessage>> MessagesOf(const Row& row) {
  JsonValue prompt = row.Find({"messages"});
  if (!prompt) prompt = row.Find({"prompt", "question", "problem_text"});
  if (!prompt) return row.Fault("has neither \"prompt\" nor \"messages\"");
  if (prompt.Is(JsonType::kString)) {
    return std::vector<ChatMessage>{{"user", prompt.String()}};
  }
  std::vector<ChatMessage> messages;
  if (prompt.Is(JsonType::kArray)) {
    for (const JsonValue& message : prompt.Items()) {
      if (!message.Find("content").Is(JsonType::kString)) break;
      messages.push_back({TextOf(message, "role"), TextOf(message, "content")});
      const std::string& role = messages.back().role;
      if (role != "system" && role != "user" && role != "assistant") break;
    }
  }
  if (messages.empty() || messages.size() != prompt.Count() || messages.back().role != "user") {
    return row.Fault(
        "must have a text as its prompt, or messages of system, user and assistant with texts as "
        "\"content\", the last of them the user's");
  }
  return messages;
}

class LoadedRubricRows : public RowBenchmark<RubricProblem> {
 public:
  explicit LoadedRubricRows(const BenchmarkOptions& options) : options_(options) {}

  Status Load(const std::string& wanted) {
    if (options_.rubric.empty()) {
      return InvalidField("eval.options", "--rubric",
                          "is required: the file with the rubrics that score the rows");
    }
    ASSAY_ASSIGN_OR_RETURN(rubric_, lab::ReadRubricFile(options_.rubric));
    if (rubric_.compares) {
      return InvalidField("eval.options", "--rubric",
                          "must not compare the completions of a group: pass_rate, best_of, "
                          "duplicates and advantage");
    }
    const auto on_row = [this](const Row& row) { return Read(row); };
    ASSAY_RETURN_IF_ERROR(ReadRows(options_, wanted, on_row, &read_));
    return CheckRows(options_, "the files have no rows");
  }

  Extracted Extract(size_t /*item*/, const AnswerText& answer,
                    GradeProfile /*profile*/) const override {
    Extracted extracted;
    extracted.rule = "whole response";
    extracted.code = answer.reasoning.empty()
                         ? answer.content
                         : "<think>" + answer.reasoning + "</think>" + answer.content;
    return extracted;
  }

  GradeTask Task(size_t item, const Extracted& extracted, GradeProfile /*profile*/) const override {
    JsonWriter text;
    text.Bytes(*extracted.code);
    return {GradeTask::Route::kScore, "{" + rubric_.members + ",\"items\":[{" +
                                          problem(item).members + "\"response\":" + text.Take() +
                                          "}]}"};
  }

  Grade ReadAnswer(size_t /*item*/, GradeProfile /*profile*/, const GradeTask& /*task*/, int status,
                   std::string_view body) const override {
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
          TextOf(mask, "cause") == "infrastructure" ? SampleState::kErrored : SampleState::kMasked;
      grade.reason = "masked:" + TextOf(mask, "reason");
      grade.message = TextOf(mask, "message");
      return grade;
    }
    const double value = score.Double();
    grade.state = value >= options_.pass_at ? SampleState::kPassed : SampleState::kFailed;
    if (value >= 0 && value <= 1) grade.partial = value;
    grade.reason = "score:" + std::string(score.raw());
    for (const JsonValue& function : items[0].Find("functions").Items()) {
      const JsonValue given = function.Find("value");
      grade.parts.emplace_back(TextOf(function, "name"), std::string(given.raw()));
    }
    return grade;
  }

  std::vector<KnownSample> KnownSamples() const override {
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

 private:
  static constexpr size_t kShownBytes = 500;

  Status Read(const Row& row) {
    EvalItem item;
    item.id = row.Text({"id"});
    if (item.id.empty()) item.id = "row/" + std::to_string(row.number());
    ASSAY_ASSIGN_OR_RETURN(item.prompt.messages, MessagesOf(row));
    item.language = row.Text({"language"});
    item.difficulty = row.Text({"difficulty"});
    item.topic = row.Text({"topic", "data_source"});
    RubricProblem problem;
    problem.reference = row.Text({"reference"});
    JsonWriter prompt;
    prompt.Bytes(item.prompt.messages.back().content);
    problem.members = "\"prompt\":" + prompt.Take() + ",";
    for (const auto& [key, value] : row.object().Members()) {
      if (std::find(std::begin(kOwn), std::end(kOwn), key) != std::end(kOwn)) continue;
      JsonWriter name;
      name.Bytes(key);
      problem.members += name.Take() + ":" + std::string(value.raw()) + ",";
    }
    item.problem_sha = PartWriter()
                           .Add(kRules)
                           .Add(rubric_.members)
                           .Add(std::to_string(options_.pass_at))
                           .Add(problem.members)
                           .Fingerprint();
    return Add(row, std::move(item), std::move(problem));
  }

  const BenchmarkOptions options_;
  lab::RubricFile rubric_;
};

}  // namespace

Benchmark RubricRows() {
  Benchmark benchmark;
  benchmark.info.name = "rubric";
  benchmark.info.title = "Own rows, scored by a rubric";
  benchmark.info.wanted =
      "rows with id, prompt or messages, and what --rubric judges by: gold, puzzle, problem …";
  benchmark.info.protocols = {Protocol::kChat};
  benchmark.info.profiles = {GradeProfile::kAssay};
  benchmark.info.takes_rubric = true;
  benchmark.load =
      [wanted = benchmark.info.wanted](
          const BenchmarkOptions& options) -> Result<std::unique_ptr<LoadedBenchmark>> {
    auto loaded = std::make_unique<LoadedRubricRows>(options);
    ASSAY_RETURN_IF_ERROR(loaded->Load(wanted));
    return std::unique_ptr<LoadedBenchmark>(std::move(loaded));
  };
  return benchmark;
}

}  // namespace assay::eval
