#include "env/model/task.h"

#include <algorithm>
#include <functional>

#include "text/json_writer.h"

namespace assay::env {
namespace {

constexpr size_t kMostIdBytes = 256;
// What rows have under the item's own names unless the manifest says otherwise.
constexpr std::string_view kUsual[] = {"id", "gold", "problem", "language", "puzzle", "swe"};

bool BeginsName(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool IsInName(char c) {
  return BeginsName(c) || (c >= '0' && c <= '9');
}

// How many bytes of a name with points stand at `at`; 0: none.
size_t NameAt(std::string_view text, size_t at) {
  size_t end = at;
  for (;;) {
    if (end >= text.size() || !BeginsName(text[end])) return 0;
    while (end < text.size() && IsInName(text[end])) ++end;
    if (end >= text.size() || text[end] != '.') return end - at;
    ++end;
  }
}

// Gives `on_text` what stands for itself, and `on_name` what a placeholder names.
void Walk(std::string_view text, const std::function<void(std::string_view)>& on_text,
          const std::function<void(std::string_view)>& on_name) {
  size_t at = 0;
  while (at < text.size()) {
    const size_t brace = std::min(text.find('{', at), text.size());
    on_text(text.substr(at, brace - at));
    at = brace;
    if (at == text.size()) return;
    const size_t twice = at + 1 < text.size() && text[at + 1] == '{' ? NameAt(text, at + 2) : 0;
    const size_t once = NameAt(text, at + 1);
    if (twice > 0 && text.substr(at + 2 + twice, 2) == "}}") {
      on_text(text.substr(at + 1, twice + 2));
      at += twice + 4;
    } else if (once > 0 && text.substr(at + 1 + once, 1) == "}") {
      on_name(text.substr(at + 1, once));
      at += once + 2;
    } else {
      on_text("{");
      ++at;
    }
  }
}

bool IsWhole(JsonValue value) {
  return value.Is(JsonType::kNumber) &&
         value.raw().find_first_not_of("-0123456789") == std::string_view::npos;
}

void ReadId(const Manifest& manifest, JsonValue row, Task* task) {
  const std::string field = RowFieldOf(manifest, "id");
  const JsonValue id = FieldOf(row, field);
  if (!id) {
    task->faults.push_back({field,
                            "is missing: each row needs an id of its own, a text or a whole "
                            "number; 'fields: {id: …}' names the field that has it"});
  } else if (IsWhole(id)) {
    task->id = id.raw();
  } else if (id.Is(JsonType::kString) && !id.HasLoneSurrogate()) {
    task->id = id.String();
  } else {
    task->faults.push_back({field, "must be a text or a whole number"});
  }
  if (task->id.size() > kMostIdBytes)
    task->faults.push_back({field, "must have at most 256 bytes"});
  if (task->faults.empty() && task->id.empty())
    task->faults.push_back({field, "must not be empty"});
}

bool IsOfRollout(std::string_view name) {
  return std::find(std::begin(kFollowUpNames), std::end(kFollowUpNames), name) !=
         std::end(kFollowUpNames);
}

enum class RolloutNames { kOfTheRow, kStay };

// `text`, which is `whose` of the manifest, with the row's fields.
std::string Filled(std::string_view text, const char* whose, RolloutNames names, JsonValue row,
                   Task* task) {
  std::string filled;
  const auto on_name = [&](std::string_view name) {
    if (names == RolloutNames::kStay && IsOfRollout(name)) {
      filled.append("{").append(name).append("}");
      return;
    }
    const JsonValue value = FieldOf(row, name);
    if (!value) {
      task->faults.push_back({std::string(name), std::string("is missing, and ") + whose +
                                                     " asks for it; to have the braces themselves "
                                                     "write {{" +
                                                     std::string(name) + "}}"});
    } else if (value.Is(JsonType::kString) && !value.HasLoneSurrogate()) {
      filled += value.String();
    } else if (IsWhole(value)) {
      filled += value.raw();
    } else {
      task->faults.push_back({std::string(name),
                              "must be a text or a whole number to stand in a "
                              "prompt"});
    }
  };
  // A row's text is no template: what it brings in stays as it is.
  Walk(
      text, [&](std::string_view part) { filled += part; }, on_name);
  return filled;
}

void ReadFiles(const Manifest& manifest, JsonValue row, Task* task) {
  const std::string& field = manifest.rollout.sandbox.files;
  const JsonValue files = FieldOf(row, field);
  if (!files) return;
  bool texts = files.Is(JsonType::kObject);
  for (const auto& member : texts ? files.Members() : std::vector<JsonValue::Member>()) {
    texts = texts && member.value.Is(JsonType::kString) && !member.key.empty();
  }
  if (texts) {
    task->files = files.raw();
  } else {
    task->faults.push_back({field, "must be an object of texts by their paths, for the sandbox"});
  }
}

}  // namespace

JsonValue FieldOf(JsonValue row, std::string_view path) {
  if (path.empty()) return {};
  for (;;) {
    const size_t point = path.find('.');
    row = row.Find(path.substr(0, point));
    if (!row || row.IsNull()) return {};
    if (point == path.npos) return row;
    path.remove_prefix(point + 1);
  }
}

std::string RowFieldOf(const Manifest& manifest, std::string_view item_field) {
  const auto named = manifest.fields.find(std::string(item_field));
  if (named != manifest.fields.end()) return named->second;
  const bool usual =
      std::find(std::begin(kUsual), std::end(kUsual), item_field) != std::end(kUsual);
  return usual ? std::string(item_field) : std::string();
}

std::string FillFollowUp(std::string_view text, const std::string& feedback,
                         const std::string& score, const std::string& turns_left) {
  std::string filled;
  while (!text.empty()) {
    const size_t brace = std::min(text.find('{'), text.size());
    filled += text.substr(0, brace);
    text.remove_prefix(brace);
    const std::string* const values[] = {&feedback, &score, &turns_left};
    size_t taken = 0;
    for (size_t i = 0; i < std::size(values) && taken == 0; ++i) {
      const std::string name = "{" + std::string(kFollowUpNames[i]) + "}";
      if (text.substr(0, name.size()) != name) continue;
      filled += *values[i];
      taken = name.size();
    }
    if (taken == 0 && !text.empty()) filled += text[taken++];
    text.remove_prefix(taken);
  }
  return filled;
}

std::vector<std::string> Placeholders(std::string_view text) {
  std::vector<std::string> names;
  Walk(
      text, [](std::string_view) {},
      [&](std::string_view name) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
      });
  return names;
}

Task ReadTask(const Manifest& manifest, JsonValue row) {
  Task task;
  ReadId(manifest, row, &task);
  const RolloutRules& rollout = manifest.rollout;
  task.user_prompt =
      Filled(manifest.user_prompt, "prompt.user", RolloutNames::kOfTheRow, row, &task);
  task.follow_up = Filled(rollout.follow_up.text, "follow_up", RolloutNames::kStay, row, &task);
  task.image = Filled(rollout.sandbox.image, "image", RolloutNames::kOfTheRow, row, &task);
  ReadFiles(manifest, row, &task);
  if (!task.faults.empty()) return task;
  JsonError fault;
  const auto defaults = JsonDocument::Parse(manifest.item, &fault);
  JsonWriter json;
  json.BeginObject().Key("id").String(task.id).Key("prompt").Bytes(task.user_prompt);
  for (const std::string_view field : ItemFields()) {
    if (field == "id") continue;
    JsonValue value = FieldOf(row, RowFieldOf(manifest, field));
    if (!value && defaults) value = defaults->root().Find(field);
    if (value && !value.IsNull()) json.Key(field).Raw(value.raw());
  }
  task.item = json.EndObject().Take();
  return task;
}

}  // namespace assay::env
