#include "lab/eval/rubrics/rubric_rows.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/text.h"
#include "lab/eval/rubrics/scored_rows.h"
#include "lab/eval/shared/rows.h"
#include "lab/shared/rubric/rubric_file.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

// Of the item that is made of a row and of how its score is read: a part of every verdict's key.
constexpr std::string_view kRules = "rubric-1";
// Members of a row that are no part of its item as they stand.
constexpr std::string_view kOwn[] = {"id", "prompt", "messages", "reference", "response", "origin"};

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
      messages.push_back({TextAt(message, "role"), TextAt(message, "content")});
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

class LoadedRubricRows : public ScoredRows {
 public:
  using ScoredRows::ScoredRows;

  Status Load(const std::string& wanted) {
    if (options_.rubric.empty()) {
      return InvalidField("eval.options", "--rubric",
                          "is required: the file with the rubrics that score the rows");
    }
    ASSAY_ASSIGN_OR_RETURN(lab::RubricFile rubric, lab::ReadRubricFile(options_.rubric));
    if (rubric.compares) {
      return InvalidField("eval.options", "--rubric",
                          "must not compare the completions of a group: pass_rate, best_of, "
                          "duplicates and advantage");
    }
    rubric_members_ = std::move(rubric.members);
    runs_tests_ = rubric.runs_tests;
    const auto on_row = [this](const Row& row) { return Read(row); };
    ASSAY_RETURN_IF_ERROR(ReadRows(options_, wanted, on_row, &read_));
    return CheckRows(options_, "the files have no rows");
  }

 private:
  Status Read(const Row& row) {
    EvalItem item;
    item.id = row.Text({"id"});
    if (item.id.empty()) item.id = "row/" + std::to_string(row.number());
    ASSAY_ASSIGN_OR_RETURN(item.prompt.messages, MessagesOf(row));
    item.language = row.Text({"language"});
    item.difficulty = row.Text({"difficulty"});
    item.topic = row.Text({"topic", "data_source"});
    ScoredRow problem;
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
    item.problem_sha = ShaOf(kRules, problem);
    return Add(row, std::move(item), std::move(problem));
  }
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
