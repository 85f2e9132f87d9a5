#include "lab/eval/data/describe_file.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/text.h"
#include "text/excerpt.h"

namespace assay::eval {
namespace {

// What benchmarks are tried on; the rest of a large file isn't kept.
constexpr size_t kFirstRows = 50;
constexpr size_t kFirstBytes = size_t{32} << 20;
constexpr size_t kMostTypes = 4;
constexpr size_t kMostMembers = 6;
constexpr size_t kShownBytes = 60;
// Longer texts aren't parsed to see whether they hold JSON.
constexpr size_t kParsedBytes = size_t{1} << 20;

bool HoldsJson(JsonValue text) {
  if (text.raw().size() > kParsedBytes) return false;
  const std::string inner = text.String();
  const std::string_view trimmed = TrimAsciiSpace(inner);
  if (!StartsWith(trimmed, "[") && !StartsWith(trimmed, "{")) return false;
  JsonError error;
  return JsonDocument::Parse(inner, &error).has_value();
}

std::string TypeAt(JsonValue value, int depth);

std::string TypeOfList(JsonValue list, int depth) {
  if (depth == 0) return "list";
  const std::vector<JsonValue> items = list.Items();
  if (items.empty()) return "empty list";
  return "list of " + TypeAt(items[0], depth - 1);
}

std::string TypeOfObject(JsonValue object, int depth) {
  if (depth == 0) return "object";
  const std::vector<JsonValue::Member> members = object.Members();
  std::string text = "object {";
  for (size_t i = 0; i < std::min(members.size(), kMostMembers); ++i) {
    if (i > 0) text += ", ";
    text += Excerpt(members[i].key) + ": " + TypeAt(members[i].value, depth - 1);
  }
  return text + (members.size() > kMostMembers ? ", …}" : "}");
}

std::string TypeAt(JsonValue value, int depth) {
  switch (value.type()) {
    case JsonType::kNull: return "null";
    case JsonType::kBool: return "true or false";
    case JsonType::kNumber: return "number";
    case JsonType::kString: return HoldsJson(value) ? "text of JSON" : "text";
    case JsonType::kArray: return TypeOfList(value, depth);
    case JsonType::kObject: return TypeOfObject(value, depth);
  }
  return "";
}

class Describer {
 public:
  explicit Describer(FileDescription* description) : description_(*description) {}

  Status Add(std::string_view text) {
    if (description_.first_rows.size() < kFirstRows && bytes_ + text.size() <= kFirstBytes) {
      description_.first_rows.emplace_back(text);
      bytes_ += text.size();
    }
    JsonError error;
    const std::optional<JsonDocument> document = JsonDocument::Parse(text, &error);
    if (!document) return Error{ErrorCode::kInvalidArgument, "eval.data", 0, error.message};
    for (const JsonValue::Member& member : document->root().Members()) {
      AddValue(&ColumnOf(member.key), member.value);
    }
    return {};
  }

 private:
  ColumnDescription& ColumnOf(const std::string& name) {
    const auto [found, is_new] = places_.emplace(name, description_.columns.size());
    if (is_new) {
      description_.columns.emplace_back();
      description_.columns.back().name = Excerpt(name);
    }
    return description_.columns[found->second];
  }

  static void AddValue(ColumnDescription* column, JsonValue value) {
    const std::string type = TypeOf(value);
    const bool known =
        std::find(column->types.begin(), column->types.end(), type) != column->types.end();
    if (!known && column->types.size() < kMostTypes) column->types.push_back(type);
    if (value.IsNull()) return;
    if (column->rows++ == 0) column->first = Excerpt(value.raw(), kShownBytes);
  }

  FileDescription& description_;
  std::unordered_map<std::string, size_t> places_;
  size_t bytes_ = 0;
};

}  // namespace

std::string TypeOf(JsonValue value) {
  return TypeAt(value, 2);
}

Result<FileDescription> DescribeFile(const std::string& path) {
  FileDescription description;
  Describer describer(&description);
  const auto on_row = [&](std::string_view row) { return describer.Add(row); };
  ASSAY_RETURN_IF_ERROR(ForEachRow(path, on_row, &description.identity));
  return description;
}

}  // namespace assay::eval
