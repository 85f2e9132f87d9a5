#include "lab/eval/shared/rows.h"

#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>

#include "base/text.h"
#include "data/convert/shapes.h"
#include "data/rows/data_files.h"
#include "data/rows/rows.h"
#include "text/canonical_json.h"

namespace assay::eval {
namespace {

constexpr std::string_view kStage = "eval.data";

bool IsFolder(const std::string& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

bool IsSplitOrVersion(std::string_view word) {
  for (const std::string_view known :
       {"dev", "test", "train", "validation", "full", "data", "of"}) {
    if (word == known) return true;
  }
  if (!word.empty() && word.front() == 'v') word.remove_prefix(1);
  return std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c); });
}

Error Wanted(const std::string& problem, const std::string& wanted) {
  return InvalidField(std::string(kStage), "--data", problem + " (wanted: " + wanted + ")");
}

std::string NameOf(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

// What `paths` stand for.
Result<std::vector<std::string>> FilesOf(const std::vector<std::string>& paths,
                                         const std::string& wanted,
                                         std::initializer_list<std::string_view> stems) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    Result<std::vector<std::string>> inside = FindDataFiles({path});
    if (!inside.ok()) {
      Error error = inside.error();
      error.message += " (wanted: " + wanted + ")";
      return error;
    }
    const bool chosen = stems.size() > 0 && IsFolder(path);
    for (std::string& file : *inside) {
      const auto named = [&](std::string_view stem) { return IsNamed(NameOf(file), stem); };
      if (!chosen || std::any_of(stems.begin(), stems.end(), named)) {
        files.push_back(std::move(file));
      }
    }
  }
  if (files.empty()) return Wanted("no file of it is in " + paths.front(), wanted);
  return files;
}

}  // namespace

bool IsNamed(std::string_view file_name, std::string_view stem) {
  const std::string lower = AsciiLower(file_name);
  std::string_view rest = lower;
  size_t matched = 0;
  // The stem, with separators anywhere in it.
  while (matched < stem.size()) {
    if (rest.empty()) return false;
    if (rest.front() == stem[matched]) {
      ++matched;
    } else if (rest.front() == '+' && stem.substr(matched, 4) == "plus") {
      matched += 4;
    } else if (matched == 0 || (rest.front() != '-' && rest.front() != '_')) {
      return false;
    }
    rest.remove_prefix(1);
  }
  const size_t kind = std::min({rest.find(".json"), rest.find(".ndjson"), rest.find(".parquet")});
  if (kind == std::string_view::npos) return false;
  rest = rest.substr(0, kind);
  while (!rest.empty()) {
    if (rest.front() != '-' && rest.front() != '_' && rest.front() != '.') return false;
    rest.remove_prefix(1);
    const size_t end = std::min(rest.find_first_of("-_."), rest.size());
    if (!IsSplitOrVersion(rest.substr(0, end))) return false;
    rest.remove_prefix(end);
  }
  return true;
}

JsonValue Row::Find(std::initializer_list<std::string_view> names) const {
  if (asked_ != nullptr) asked_->insert(names.begin(), names.end());
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
    for (const auto& [wanted, given] : columns_) {
      if (wanted == name) {
        return Fault("has no column '" + given + "', which --column names for '" + wanted + "'");
      }
    }
    all.append(all.empty() ? "'" : ", '").append(name).append("'");
  }
  return Fault("has none of the columns " + all + "; name it with --column " +
               std::string(*names.begin()) + "=NAME");
}

Result<std::string> Row::Filled(std::initializer_list<std::string_view> names) const {
  ASSAY_ASSIGN_OR_RETURN(std::string text, Needed(names));
  if (text.empty()) return Fault("has nothing in '" + std::string(*names.begin()) + "'");
  return text;
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

std::string Row::Sha() const {
  std::string text = CanonicalJson(object_);
  for (const auto& [wanted, given] : columns_) text.append("\n").append(wanted + "=" + given);
  return Sha256Hex(text);
}

Error Row::Fault(const std::string& what) const {
  return InvalidField(std::string(kStage), "data",
                      file_ + ": row " + std::to_string(number_ + 1) + " " + what);
}

Status ReadRows(const BenchmarkOptions& options, const std::string& wanted,
                const std::function<Status(const Row& row)>& on_row, RowsRead* read,
                std::initializer_list<std::string_view> stems) {
  if (options.data.empty()) return Wanted("no file was named", wanted);
  ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> paths,
                         FilesOf(options.data, wanted, stems));
  for (const std::string& path : paths) {
    const std::string name = NameOf(path);
    int64_t number = 0;
    const auto on_text = [&](std::string_view text) -> Status {
      JsonError error;
      const std::optional<JsonDocument> document = JsonDocument::Parse(text, &error);
      if (!document || !document->root().Is(JsonType::kObject)) {
        return InvalidField(std::string(kStage), "data",
                            name + ": row " + std::to_string(number + 1) + " is no JSON object");
      }
      return on_row(Row(document->root(), name, number++, options.columns, &read->columns));
    };
    FileIdentity identity;
    ASSAY_RETURN_IF_ERROR(ForEachRow(path, on_text, &identity));
    read->files.push_back({identity.name, identity.sha256, identity.rows});
  }
  return Status();
}

Status CheckColumns(const BenchmarkOptions& options, const RowsRead& read) {
  for (const auto& [wanted, given] : options.columns) {
    if (read.columns.count(wanted) > 0) continue;
    std::string known;
    for (const std::string& name : read.columns) known += (known.empty() ? "" : ", ") + name;
    return InvalidField(std::string(kStage), "--column",
                        wanted + "=" + given + ": the benchmark reads no column '" + wanted +
                            "'; it reads " + known);
  }
  return Status();
}

}  // namespace assay::eval
