#include "lab/eval/run/given_answers.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "data/rows/rows.h"
#include "rollout/generate/answer.h"
#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::eval {
namespace {

constexpr size_t kMostNamed = 5;

struct Column {
  std::string_view name;
  rollout::AnswerForm form;
};
constexpr std::array<Column, 7> kColumns = {{{"content", rollout::AnswerForm::kAnswer},
                                             {"response", rollout::AnswerForm::kAnswer},
                                             {"solution", rollout::AnswerForm::kProgram},
                                             {"code_list", rollout::AnswerForm::kProgram},
                                             {"output_list", rollout::AnswerForm::kAnswer},
                                             {"completion", rollout::AnswerForm::kContinuation},
                                             {"generation", rollout::AnswerForm::kContinuation}}};

std::string IdOf(JsonValue row) {
  for (const std::string_view name : {"item", "task_id", "problem_id", "question_id", "id"}) {
    const JsonValue value = row.Find(name);
    if (value.Is(JsonType::kString)) return value.String();
    if (value.Is(JsonType::kNumber)) return std::string(value.raw());
  }
  return {};
}

void SplitOffThoughts(rollout::GenerationRecord* record) {
  rollout::SplitText split = rollout::SplitThoughts(record->content, rollout::Thinking::kAuto);
  record->content = std::move(split.content);
  if (record->reasoning.empty()) record->reasoning = std::move(split.reasoning);
  record->truncated = record->truncated || split.unclosed;
}

Error Lacks(const char* what) {
  return Error{ErrorCode::kInvalidArgument, "eval.generations", 0,
               std::string("has no ") + what +
                   "; a row has item (or task_id, id) and content, response, solution or "
                   "completion"};
}

}  // namespace

Result<GivenAnswers> ReadGivenAnswers(const std::string& path,
                                      const std::unordered_set<std::string>& wanted) {
  GivenAnswers given;
  std::set<std::pair<std::string, int64_t>> seen;
  const auto keep = [&](const std::string& id, const Column& column, const std::string& text,
                        const JsonValue& row) -> Status {
    rollout::GenerationRecord record;
    record.item = id;
    int64_t& count = given.by_item[id];
    const JsonValue number = row.Find("sample");
    record.sample = number.Is(JsonType::kNumber) ? static_cast<int64_t>(number.Double()) : count;
    if (record.sample < 0 || !seen.emplace(id, record.sample).second) {
      return InvalidField("eval.generations", "sample",
                          "is " + std::to_string(record.sample) + ", which item " + id +
                              (record.sample < 0 ? " can't have" : " has already") +
                              "; without the field answers are numbered as they come");
    }
    count = std::max(count, record.sample + 1);
    record.form = column.form;
    record.content = text;
    record.finish_reason = TextAt(row, "finish_reason");
    record.reasoning = TextAt(row, "reasoning");
    record.model = TextAt(row, "model");
    const JsonValue truncated = row.Find("truncated");
    record.truncated = rollout::SaysTruncated(record.finish_reason) ||
                       (truncated.Is(JsonType::kBool) && truncated.Bool());
    if (column.form == rollout::AnswerForm::kAnswer) SplitOffThoughts(&record);
    // A row of a run folder says what its text is.
    if (TextAt(row, "form") == "program") record.form = rollout::AnswerForm::kProgram;
    if (TextAt(row, "form") == "continuation") record.form = rollout::AnswerForm::kContinuation;
    given.samples = std::max(given.samples, count);
    given.records.push_back(std::move(record));
    return {};
  };
  const auto read = [&](std::string_view text) -> Status {
    JsonError error;
    const std::optional<JsonDocument> document = JsonDocument::Parse(text, &error);
    if (!document) return Lacks("JSON object");
    const JsonValue row = document->root();
    const std::string id = IdOf(row);
    if (id.empty()) return Lacks("item");
    if (wanted.count(id) == 0) {
      ++given.unknown;
      return {};
    }
    const JsonValue failure = row.Find("error");
    if (failure && !failure.IsNull()) {
      ++given.failed;
      return {};
    }
    for (const Column& column : kColumns) {
      const JsonValue value = row.Find(column.name);
      if (value.Is(JsonType::kString)) return keep(id, column, value.String(), row);
      if (!value.Is(JsonType::kArray)) continue;
      for (const JsonValue one : value.Items()) {
        if (!one.Is(JsonType::kString)) return Lacks("text in its list of answers");
        ASSAY_RETURN_IF_ERROR(keep(id, column, one.String(), JsonValue()));
      }
      return {};
    }
    return Lacks("answer");
  };
  FileIdentity identity;
  ASSAY_RETURN_IF_ERROR(ForEachRow(path, read, &identity));
  if (given.records.empty()) {
    return InvalidField("eval.generations", "--generations",
                        "no row of " + path + " is about an item of this run");
  }
  given.sha256 = identity.sha256;
  return given;
}

Result<std::string> ApplyRule(const std::vector<std::string>& items, const GivenRule& rule,
                              GivenAnswers* given) {
  if (rule.samples) {
    const int64_t most = *rule.samples;
    auto& records = given->records;
    records.erase(std::remove_if(records.begin(), records.end(),
                                 [&](const auto& record) { return record.sample >= most; }),
                  records.end());
    for (auto& [item, count] : given->by_item) count = std::min(count, most);
    given->samples = std::min(given->samples, most);
  }
  std::unordered_map<std::string_view, int64_t> answers;
  for (const rollout::GenerationRecord& record : given->records) ++answers[record.item];
  const int64_t wanted = rule.samples.value_or(1);
  size_t short_items = 0;
  std::string named;
  for (const std::string& item : items) {
    const auto found = answers.find(item);
    const int64_t has = found == answers.end() ? 0 : found->second;
    if (has >= wanted) continue;
    if (++short_items > kMostNamed) continue;
    named += (named.empty() ? "" : ", ") + item + " has " + std::to_string(has);
  }
  if (short_items == 0) return std::string();
  if (short_items > kMostNamed) {
    named += ", … " + std::to_string(short_items - kMostNamed) + " more";
  }
  std::string told = std::to_string(short_items) + " of " + std::to_string(items.size()) +
                     " items have fewer than " + std::to_string(wanted) +
                     (wanted == 1 ? " answer" : " answers") + " in the file: " + named;
  if (given->failed > 0) {
    told += " (" + std::to_string(given->failed) + " of its rows say why there is no answer)";
  }
  if (rule.allow_fewer) return told;
  return InvalidField("eval.generations", rule.samples ? "--samples" : "--generations",
                      told +
                          "; choose items with --ids, name fewer --samples, or count what is "
                          "there with --allow-fewer");
}

}  // namespace assay::eval
