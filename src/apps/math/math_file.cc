#include "apps/math/math_file.h"

#include <fmt/format.h>

#include <optional>

#include "base/text.h"
#include "text/json_reader.h"

namespace assay {
namespace {

Error AtLine(size_t line, std::string_view message) {
  return Error{ErrorCode::kInvalidArgument, "math", 0, fmt::format("line {}: {}", line, message)};
}

// A text, a number as it is written, or null for the empty text.
std::optional<std::string> TextOf(JsonValue value) {
  if (value.Is(JsonType::kString)) return value.String();
  if (value.Is(JsonType::kNumber)) return std::string(value.raw());
  if (value.IsNull()) return "";
  return std::nullopt;
}

// The first of two fields that is there.
JsonValue Either(JsonValue object, std::string_view first, std::string_view second) {
  const JsonValue value = object.Find(first);
  return value ? value : object.Find(second);
}

std::optional<bool> LabelOf(JsonValue value) {
  if (value.Is(JsonType::kBool)) return value.Bool();
  if (value.Is(JsonType::kNumber) && (value.Double() == 0 || value.Double() == 1)) {
    return value.Double() == 1;
  }
  return std::nullopt;
}

Result<MathLine> ParseLine(std::string_view json, size_t number, MathLabels labels) {
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  if (!document) return AtLine(number, "no JSON: " + error.message);
  const JsonValue root = document->root();
  if (!root.Is(JsonType::kObject)) return AtLine(number, "is no JSON object");
  MathLine line;
  auto gold = TextOf(root.Find("gold"));
  if (!gold) return AtLine(number, "\"gold\" must be a text or a number");
  auto response = TextOf(Either(root, "response", "pred"));
  if (!response) return AtLine(number, "\"response\" or \"pred\" must be a text or a number");
  line.item.gold = *std::move(gold);
  line.item.response = *std::move(response);
  line.item.id = TextOf(root.Find("id")).value_or("");
  if (line.item.id.empty()) line.item.id = fmt::format("line {}", number);
  line.category = TextOf(root.Find("category")).value_or("");
  if (labels == MathLabels::kRequired) {
    const auto label = LabelOf(Either(root, "expected", "correct"));
    if (!label) return AtLine(number, "\"expected\" or \"correct\" must be true or false");
    line.expected = *label;
  }
  return line;
}

}  // namespace

Result<std::vector<MathLine>> ParseMathFile(std::string_view text, MathLabels labels) {
  std::vector<MathLine> lines;
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = text.find('\n');
    const std::string_view json = TrimAsciiSpace(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (json.empty()) continue;
    ASSAY_ASSIGN_OR_RETURN(MathLine line, ParseLine(json, number, labels));
    lines.push_back(std::move(line));
  }
  if (lines.empty()) {
    return Error{ErrorCode::kInvalidArgument, "math", 0, "there is no line with an answer"};
  }
  return lines;
}

}  // namespace assay
