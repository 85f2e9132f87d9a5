#include "lab/curate/steps/row.h"

#include "text/excerpt.h"

namespace assay::curate {
namespace {

// "metadata.url": a member of that whole name comes first.
JsonValue FindPath(JsonValue object, std::string_view path) {
  if (const JsonValue whole = object.Find(path)) return whole;
  for (size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1)) {
    const JsonValue inner = object.Find(path.substr(0, dot));
    if (!inner.Is(JsonType::kObject)) continue;
    if (const JsonValue found = FindPath(inner, path.substr(dot + 1))) return found;
  }
  return {};
}

// As datasets of trainers have prompts: [{"role": "user", "content": "…"}].
std::string MessagesText(JsonValue list) {
  std::string text;
  for (const JsonValue message : list.Items()) {
    const JsonValue role = message.Find("role");
    const JsonValue content = message.Find("content");
    if (!content.Is(JsonType::kString)) continue;
    if (role.Is(JsonType::kString) && role.String() != "user") continue;
    text += (text.empty() ? "" : "\n") + content.String();
  }
  return text;
}

// Of a solution that ends as GSM8K's do, "… #### 18", the answer.
std::string AnswerOf(std::string text) {
  const size_t mark = text.rfind("#### ");
  if (mark != std::string::npos) text.erase(0, mark + 5);
  return text;
}

}  // namespace

std::string Row::Where() const {
  return file + ", row " + std::to_string(file_row) + (id.empty() ? "" : " (" + Excerpt(id) + ")");
}

JsonValue FieldOf(JsonValue root, const Fields& fields) {
  for (const std::string& field : fields) {
    const JsonValue value = FindPath(root, field);
    if (value && !value.IsNull()) return value;
  }
  return {};
}

std::string TextOf(JsonValue value) {
  if (!value) return "";
  switch (value.type()) {
    case JsonType::kString: return value.String();
    case JsonType::kNumber:
    case JsonType::kBool: return std::string(value.raw());
    case JsonType::kArray: return MessagesText(value);
    default: return "";
  }
}

void FillIn(const Recipe& recipe, Row* row) {
  row->id = TextOf(FieldOf(row->root, recipe.id));
  row->text = TextOf(FieldOf(row->root, recipe.text));
  row->answer = AnswerOf(TextOf(FieldOf(row->root, recipe.answer)));
}

}  // namespace assay::curate
