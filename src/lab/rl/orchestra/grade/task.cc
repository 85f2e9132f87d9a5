#include "lab/rl/orchestra/grade/task.h"

#include "data/convert/convert.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay::orchestra {
namespace {

Error Fault(const std::string& field, const std::string& what) {
  if (!field.empty()) return InvalidField("orchestra.row", field, what);
  return Error{ErrorCode::kInvalidArgument, "orchestra.row", 0, what};
}

void WriteMessage(const char* role, std::string_view content, JsonWriter* json) {
  json->BeginObject().Key("role").String(role).Key("content").Bytes(content).EndObject();
}

// Of a text, with what is needed to judge the answer.
void WriteQuestion(std::string text, bool math, JsonWriter* json) {
  if (math && text.find("\\boxed") == std::string::npos) text.append("\n").append(kBoxedRequest);
  WriteMessage("user", text, json);
}

// The row's own messages as they are, or its question.
Result<std::string> MessagesOf(JsonValue row, const ConvertedRow& converted,
                               std::string_view system) {
  JsonWriter json;
  json.BeginArray();
  if (!system.empty()) WriteMessage("system", system, &json);
  JsonError error;
  const auto prompt = JsonDocument::Parse(converted.prompt, &error);
  if (prompt && prompt->root().Is(JsonType::kArray) && prompt->root().Count() > 0) {
    const auto messages = prompt->root().Items();
    const bool texts = !row.Find("prompt").Is(JsonType::kArray) && messages.size() == 1 &&
                       !TextAt(messages[0], "content").empty();
    if (texts) {
      WriteQuestion(TextAt(messages[0], "content"), converted.math, &json);
    } else {
      for (const JsonValue message : messages) json.Raw(message.raw());
    }
    return json.EndArray().Take();
  }
  for (const char* name : {"prompt", "problem", "question", "statement", "query"}) {
    const std::string text = TextAt(row, name);
    if (text.empty()) continue;
    WriteQuestion(text, converted.math, &json);
    return json.EndArray().Take();
  }
  return Fault("prompt",
               "is missing; give a list of messages or a text (or problem, question, "
               "statement or query)");
}

}  // namespace

Result<Task> ReadTask(std::string_view text, std::string_view system) {
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  if (!document) return Fault("", error.message);
  Task task;
  // Our own form, as `assay convert` writes it.
  const JsonValue root = document->root();
  if (root.Find("problem").Is(JsonType::kObject) || root.Find("gold").Is(JsonType::kString)) {
    ConvertedRow own;
    own.math = !root.Find("problem").Is(JsonType::kObject);
    if (root.Find("prompt").Is(JsonType::kArray)) own.prompt = root.Find("prompt").raw();
    ASSAY_ASSIGN_OR_RETURN(task.messages, MessagesOf(root, own, system));
    task.id = TextAt(root, "id");
    task.math = own.math;
    task.gold = TextAt(root, "gold");
    if (!own.math) task.problem = root.Find("problem").raw();
    task.language = TextAt(root, "language");
    return task;
  }
  const Conversion conversion = ConvertRow(root, "");
  if (!conversion.row) return Fault(conversion.refusal.field, conversion.refusal.message);
  const ConvertedRow& row = *conversion.row;
  task.id = row.id;
  ASSAY_ASSIGN_OR_RETURN(task.messages, MessagesOf(root, row, system));
  task.math = row.math;
  if (row.math) {
    task.gold = row.gold;
  } else {
    task.problem = ProblemJson(row);
    task.language = row.language;
  }
  return task;
}

}  // namespace assay::orchestra
