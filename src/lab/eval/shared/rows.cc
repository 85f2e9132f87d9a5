#include "lab/eval/shared/rows.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "data/rows/data_files.h"
#include "data/rows/rows.h"

namespace assay::eval {
namespace {

constexpr std::string_view kStage = "eval.data";

}  // namespace

std::string ValueText(JsonValue value) {
  return value.Is(JsonType::kString) ? value.String() : std::string(value.raw());
}

JsonValue Row::Find(std::initializer_list<std::string_view> names) const {
  for (const std::string_view name : names) {
    const auto mapped = std::find_if(columns_.begin(), columns_.end(),
                                     [&](const auto& column) { return column.first == name; });
    if (mapped != columns_.end()) return object_.Find(mapped->second);
  }
  for (const std::string_view name : names) {
    const JsonValue value = object_.Find(name);
    if (value && !value.IsNull()) return value;
  }
  return JsonValue();
}

std::string Row::Text(std::initializer_list<std::string_view> names) const {
  const JsonValue value = Find(names);
  return value && !value.IsNull() ? ValueText(value) : std::string();
}

Result<std::string> Row::Needed(std::initializer_list<std::string_view> names) const {
  const JsonValue value = Find(names);
  if (value && !value.IsNull()) return ValueText(value);
  std::string all;
  for (const std::string_view name : names) {
    all.append(all.empty() ? "'" : ", '").append(name).append("'");
  }
  return Fault("has none of the columns " + all + "; name it with --column " +
               std::string(*names.begin()) + "=NAME");
}

std::vector<std::string> Row::List(std::initializer_list<std::string_view> names) const {
  const JsonValue value = Find(names);
  std::vector<std::string> texts;
  const auto add_all = [&](JsonValue list) {
    for (const JsonValue& item : list.Items()) texts.push_back(ValueText(item));
  };
  if (value.Is(JsonType::kArray)) {
    add_all(value);
  } else if (value.Is(JsonType::kString)) {
    const std::string text = value.String();
    JsonError error;
    const std::optional<JsonDocument> document = JsonDocument::Parse(text, &error);
    if (document && document->root().Is(JsonType::kArray)) add_all(document->root());
  }
  return texts;
}

Error Row::Fault(const std::string& what) const {
  return InvalidField(std::string(kStage), "data",
                      file_ + ": row " + std::to_string(number_ + 1) + " " + what);
}

Status ReadRows(const BenchmarkOptions& options, const std::string& wanted,
                const std::function<Status(const Row& row)>& on_row, std::vector<DataFile>* files) {
  if (options.data.empty()) {
    return InvalidField(std::string(kStage), "data", "name the data's files: " + wanted);
  }
  Result<std::vector<std::string>> paths = FindDataFiles(options.data);
  if (!paths.ok()) {
    Error error = paths.error();
    error.message += " (wanted: " + wanted + ")";
    return error;
  }
  for (const std::string& path : *paths) {
    const std::string name = std::filesystem::path(path).filename().string();
    int64_t number = 0;
    const auto on_text = [&](std::string_view text) -> Status {
      JsonError error;
      const std::optional<JsonDocument> document = JsonDocument::Parse(text, &error);
      if (!document || !document->root().Is(JsonType::kObject)) {
        return InvalidField(std::string(kStage), "data",
                            name + ": row " + std::to_string(number + 1) + " is no JSON object");
      }
      return on_row(Row(document->root(), name, number++, options.columns));
    };
    FileIdentity identity;
    ASSAY_RETURN_IF_ERROR(ForEachRow(path, on_text, &identity));
    files->push_back({identity.name, identity.sha256, identity.rows});
  }
  return Status();
}

}  // namespace assay::eval
