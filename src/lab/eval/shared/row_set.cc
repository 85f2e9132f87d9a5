#include "lab/eval/shared/row_set.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "data/rows/data_files.h"
#include "data/rows/rows.h"

namespace assay::eval {
namespace {

bool IsFolder(const std::string& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::string_view BaseName(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool IsSplitOrVersion(std::string_view word) {
  for (const std::string_view known : {"dev", "test", "train", "validation", "full", "data"}) {
    if (word == known) return true;
  }
  if (!word.empty() && word.front() == 'v') word.remove_prefix(1);
  return std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c); });
}

Error Wanted(const BenchmarkInfo& info, const std::string& problem) {
  return InvalidField("eval.data", "--data",
                      fmt::format("{}; {} needs {}", problem, info.name, info.wanted));
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

Result<RowSet> ReadRowSet(const BenchmarkOptions& options, const BenchmarkInfo& info,
                          std::initializer_list<std::string_view> stems) {
  if (options.data.empty()) return Wanted(info, "no file was named");
  std::vector<std::string> files;
  for (const std::string& path : options.data) {
    if (!IsFolder(path)) {
      files.push_back(path);
      continue;
    }
    ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> inside, FindDataFiles({path}));
    for (const std::string& file : inside) {
      const auto named = [&](std::string_view stem) { return IsNamed(BaseName(file), stem); };
      if (std::any_of(stems.begin(), stems.end(), named)) files.push_back(file);
    }
  }
  if (files.empty()) return Wanted(info, "no file of it is in " + options.data.front());
  RowSet set;
  std::vector<FileIdentity> identities;
  const auto keep = [&](std::string_view row) {
    set.rows.emplace_back(row);
    return Status();
  };
  ASSAY_RETURN_IF_ERROR(ForEachRowOf(files, keep, &identities));
  if (set.rows.empty()) return Wanted(info, files.front() + " has no rows");
  for (FileIdentity& identity : identities) {
    set.files.push_back({std::move(identity.name), std::move(identity.sha256), identity.rows});
  }
  return set;
}

Status ForEachParsedRow(const std::vector<std::string>& rows,
                        const std::function<Status(JsonValue row)>& on_row) {
  for (size_t i = 0; i < rows.size(); ++i) {
    JsonError error;
    const std::optional<JsonDocument> document = JsonDocument::Parse(rows[i], &error);
    const Status status =
        document ? on_row(document->root())
                 : Status(Error{ErrorCode::kInvalidArgument, "eval.row", 0, error.message});
    if (!status.ok()) {
      Error named = status.error();
      named.message = fmt::format("row {}: {}", i + 1, named.message);
      return named;
    }
  }
  return {};
}

Error LacksColumns(std::string_view benchmark, std::string_view columns) {
  return Error{ErrorCode::kInvalidArgument, "eval.row", 0,
               fmt::format("a row of {} has the columns {}, and one is missing or empty", benchmark,
                           columns)};
}

std::string ColumnText(JsonValue row, std::initializer_list<std::string_view> columns) {
  for (const std::string_view column : columns) {
    const JsonValue value = row.Find(column);
    if (value.Is(JsonType::kString)) return value.String();
    if (value.Is(JsonType::kNumber)) return std::string(value.raw());
  }
  return {};
}

std::vector<std::string> ColumnTexts(JsonValue row, std::string_view column) {
  std::vector<std::string> texts;
  const auto take = [&](JsonValue list) {
    if (!list.Is(JsonType::kArray)) return;
    for (const JsonValue item : list.Items()) {
      if (item.Is(JsonType::kString)) texts.push_back(item.String());
    }
  };
  const JsonValue value = row.Find(column);
  if (!value.Is(JsonType::kString)) {
    take(value);
    return texts;
  }
  const std::string inner = value.String();
  JsonError error;
  const std::optional<JsonDocument> document = JsonDocument::Parse(inner, &error);
  if (document) take(document->root());
  return texts;
}

}  // namespace assay::eval
