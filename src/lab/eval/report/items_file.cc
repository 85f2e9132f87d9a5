#include "lab/eval/report/items_file.h"

#include <set>
#include <utility>

#include "text/field_reader.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

Error Invalid(size_t line, const std::string& message) {
  return Error{ErrorCode::kInvalidArgument, "eval.items", 0,
               std::string(kItemsFile) + " line " + std::to_string(line) + ": " + message};
}

void WritePrompt(const Prompt& prompt, JsonWriter* json) {
  json->BeginObject();
  if (prompt.protocol == Protocol::kCompletion) {
    json->Key("text").Bytes(prompt.text);
  } else {
    json->Key("messages").BeginArray();
    for (const ChatMessage& message : prompt.messages) {
      json->BeginObject().Key("role").Bytes(message.role);
      json->Key("content").Bytes(message.content).EndObject();
    }
    json->EndArray();
  }
  json->EndObject();
}

Prompt ReadPrompt(FieldReader fields, FieldErrors* errors) {
  Prompt prompt;
  if (const auto text = fields.Text("text", Presence::kOptional)) {
    prompt.protocol = Protocol::kCompletion;
    prompt.text = *text;
    return prompt;
  }
  const JsonValue messages = fields.Array("messages", Presence::kOptional);
  if (!messages) return prompt;
  const std::vector<JsonValue> all = messages.Items();
  for (size_t i = 0; i < all.size(); ++i) {
    FieldReader message(all[i], fields.Path("messages") / i, errors);
    prompt.messages.push_back({message.Text("role", Presence::kRequired).value_or(""),
                               message.Text("content", Presence::kRequired).value_or("")});
  }
  return prompt;
}

Result<ItemRow> ParseRow(std::string_view line, size_t number) {
  JsonError error;
  const auto document = JsonDocument::Parse(line, &error);
  if (!document) return Invalid(number, error.message);
  FieldErrors errors;
  FieldReader fields(document->root(), {}, &errors);
  const auto given = [&fields](std::string_view name) {
    return fields.Text(name, Presence::kOptionalOrNull).value_or("");
  };
  ItemRow row;
  row.item.id = fields.Text("item", Presence::kRequired).value_or("");
  row.item.cluster = given("cluster");
  if (row.item.cluster.empty()) row.item.cluster = row.item.id;
  row.item.language = given("language");
  row.item.difficulty = given("difficulty");
  row.item.date = given("date");
  row.item.topic = given("topic");
  row.item.problem_sha = given("problem_sha");
  row.item.prompt = ReadPrompt(FieldReader(fields.Object("prompt", Presence::kOptionalOrNull),
                                           fields.Path("prompt"), &errors),
                               &errors);
  row.samples = fields.Int("samples", Presence::kOptionalOrNull);
  if (row.samples && *row.samples < 0) return Invalid(number, "samples: must not be negative");
  if (!errors.empty()) {
    const FieldError& first = errors.errors().front();
    return Invalid(number, ToString(first.path) + ": " + first.message);
  }
  if (row.item.id.empty()) return Invalid(number, "item: must not be empty");
  return row;
}

}  // namespace

std::string ItemsJsonl(const std::vector<EvalItem>& items) {
  std::vector<ItemRow> rows;
  rows.reserve(items.size());
  for (const EvalItem& item : items) rows.push_back({item, std::nullopt});
  return ItemsJsonl(rows);
}

std::string ItemsJsonl(const std::vector<ItemRow>& rows) {
  std::string text;
  for (const ItemRow& row : rows) {
    const EvalItem& item = row.item;
    JsonWriter json;
    json.BeginObject().Key("item").Bytes(item.id).Key("cluster").Bytes(item.cluster);
    json.Key("language").Bytes(item.language).Key("difficulty").Bytes(item.difficulty);
    json.Key("date").Bytes(item.date).Key("topic").Bytes(item.topic);
    json.Key("problem_sha").Bytes(item.problem_sha);
    if (row.samples) json.Key("samples").Int(*row.samples);
    json.Key("prompt");
    WritePrompt(item.prompt, &json);
    text += json.EndObject().text() + "\n";
  }
  return text;
}

Result<std::vector<ItemRow>> ParseItems(std::string_view jsonl) {
  std::vector<ItemRow> rows;
  std::set<std::string> ids;
  for (size_t number = 1; !jsonl.empty(); ++number) {
    const size_t end = jsonl.find('\n');
    const std::string_view line = jsonl.substr(0, end);
    jsonl.remove_prefix(end == jsonl.npos ? jsonl.size() : end + 1);
    if (line.empty()) continue;
    ASSAY_ASSIGN_OR_RETURN(ItemRow row, ParseRow(line, number));
    if (!ids.insert(row.item.id).second) {
      return Invalid(number, "item: " + row.item.id + " is there twice");
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace assay::eval
