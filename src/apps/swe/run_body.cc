#include "apps/swe/run_body.h"

#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "apps/sandbox/tar_stream.h"
#include "apps/setup/input_file.h"
#include "base/text.h"
#include "data/rows/rows.h"
#include "swe/rows/task.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr char kStage[] = "swe";

std::string IdOf(JsonValue row) {
  const std::string id = TextAt(row, "id");
  if (!id.empty()) return id;
  const JsonValue inner = row.Find("row") ? row.Find("row") : row;
  return TextAt(inner, "instance_id");
}

// The row of that id, or the only one.
Result<std::string> FindRow(const std::string& path, const std::string& id) {
  std::optional<std::string> found;
  int64_t rows = 0;
  const auto on_row = [&](std::string_view text) -> Status {
    ++rows;
    JsonError error;
    const auto document = JsonDocument::Parse(text, &error);
    if (!document) return Error{ErrorCode::kInvalidArgument, kStage, 0, error.message};
    if (id.empty() || IdOf(document->root()) == id) found = std::string(text);
    return {};
  };
  ASSAY_RETURN_IF_ERROR(ForEachRowOf({path}, on_row));
  if (!found) return InvalidField(kStage, "--id", "no row has it");
  if (id.empty() && rows > 1) return InvalidField(kStage, "--id", "say which of the rows it is");
  return *std::move(found);
}

Result<std::string> Archive(const std::string& path) {
  std::error_code ec;
  if (!std::filesystem::is_directory(path, ec)) return ReadWholeFile(path);
  TarReader reader(path);
  std::string tar;
  while (true) {
    ASSAY_ASSIGN_OR_RETURN(const std::string piece, reader.Next());
    if (piece.empty()) return tar;
    tar += piece;
  }
}

// "task", with the words' own members instead of its.
void WriteTask(JsonValue task, const SweRunWords& words, JsonWriter* json) {
  const std::pair<std::string_view, const std::string*> given[] = {{"framework", &words.framework},
                                                                   {"setup", &words.setup},
                                                                   {"command", &words.command},
                                                                   {"report", &words.report}};
  json->Key("task").BeginObject();
  for (const auto& [name, value] : given) {
    if (!value->empty()) json->Key(name).Bytes(*value);
  }
  if (words.plain) json->Key("default_controls").Bool(false);
  if (task) {
    for (const auto& member : task.Members()) {
      bool instead = false;
      for (const auto& [name, value] : given) instead |= member.key == name && !value->empty();
      instead |= words.plain && (member.key == "controls" || member.key == "default_controls");
      if (!instead) json->Key(member.key).Raw(member.value.raw());
    }
  }
  json->EndObject();
}

// The reference of a task as far as it is a patch.
void TakeReference(JsonValue root, JsonValue row, SweRunTask* task) {
  const JsonValue own = root.Find("task");
  if (own && own.Find("reference").Is(JsonType::kString)) {
    task->has_reference = true;
    task->reference = own.Find("reference").String();
  } else if (row && swe::FormatOf(row) == swe::RowFormat::kSweBench) {
    task->reference = TextAt(row, "patch");
    task->has_reference = !task->reference.empty();
  }
}

}  // namespace

Result<SweRunTask> ReadSweRunTask(const std::string& path, const SweRunWords& words) {
  ASSAY_ASSIGN_OR_RETURN(const std::string text, FindRow(path, words.id));
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  const JsonValue root = document->root();
  const JsonValue own = root.Find("task");
  if (own && !own.Is(JsonType::kObject)) return InvalidField(kStage, "task", "must be an object");
  // A row of a public set, as it is, has neither.
  const JsonValue row = own || root.Find("row") ? root.Find("row") : root;
  SweRunTask task;
  TakeReference(root, row, &task);
  JsonWriter json;
  json.BeginObject();
  WriteTask(own, words, &json);
  if (row) json.Key("row").Raw(row.raw());
  for (const char* name : {"image", "limits", "repository"}) {
    const JsonValue value = root.Find(name);
    const bool instead = (std::string_view(name) == "image" && !words.image.empty()) ||
                         (std::string_view(name) == "repository" && !words.repository.empty());
    if (row.Is(JsonType::kObject) && row.raw() == root.raw()) break;
    if (value && !instead) json.Key(name).Raw(value.raw());
  }
  if (!words.image.empty()) json.Key("image").Bytes(words.image);
  if (!words.repository.empty()) {
    ASSAY_ASSIGN_OR_RETURN(const std::string tar, Archive(words.repository));
    json.Key("repository").BeginObject().Key("archive").String(Base64Encode(tar)).EndObject();
  }
  // Without its braces.
  std::string members = json.EndObject().Take();
  task.json = members.substr(1, members.size() - 2);
  return task;
}

}  // namespace assay
