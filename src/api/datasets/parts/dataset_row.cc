#include "api/datasets/parts/dataset_row.h"

#include <utility>

namespace assay {
namespace {

// Python reads control characters inside of texts where it is told to; rows have some.
std::string WithEscapedControls(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size() + 16);
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\' && i + 1 < text.size()) {
      escaped += c;
      escaped += text[++i];
      continue;
    }
    if (c == '"') quoted = !quoted;
    if (!quoted || static_cast<unsigned char>(c) >= 0x20) {
      escaped += c;
      continue;
    }
    constexpr char kHex[] = "0123456789abcdef";
    escaped += "\\u00";
    escaped += kHex[c >> 4];
    escaped += kHex[c & 15];
  }
  return escaped;
}

}  // namespace

DatasetRow::DatasetRow(JsonValue row, std::string where)
    : DatasetRow(row, std::move(where), std::make_shared<std::optional<std::string>>()) {}

DatasetRow::DatasetRow(JsonValue row, std::string where,
                       std::shared_ptr<std::optional<std::string>> fault)
    : row_(row), where_(std::move(where)), fault_(std::move(fault)) {}

bool DatasetRow::Has(std::string_view name) const {
  const JsonValue value = row_.Find(name);
  return value && !value.IsNull();
}

std::string DatasetRow::Path(std::string_view name) const {
  return where_ + "." + std::string(name);
}

void DatasetRow::Fault(std::string message) {
  if (!*fault_) *fault_ = std::move(message);
}

std::string DatasetRow::Text(std::string_view name) {
  const JsonValue value = row_.Find(name);
  if (!value || value.IsNull()) {
    Fault(Path(name) + " is missing");
    return {};
  }
  if (!value.Is(JsonType::kString)) {
    Fault(Path(name) + " must be a string");
    return {};
  }
  return value.String();
}

std::string DatasetRow::TextOr(std::string_view name, std::string_view fallback) {
  return Has(name) ? Text(name) : std::string(fallback);
}

JsonValue DatasetRow::Decode(JsonValue value, std::string_view name) {
  JsonError error;
  Decoded& decoded = decoded_.emplace_back();
  decoded.text = value.String();
  decoded.document = JsonDocument::Parse(decoded.text, &error);
  if (!decoded.document) {
    decoded.text = WithEscapedControls(decoded.text);
    decoded.document = JsonDocument::Parse(decoded.text, &error);
  }
  if (!decoded.document) {
    Fault(Path(name) + " is text that is no JSON: " + error.message);
    return {};
  }
  return decoded.document->root();
}

JsonValue DatasetRow::Json(std::string_view name) {
  const JsonValue value = row_.Find(name);
  if (!value || value.IsNull()) return {};
  return value.Is(JsonType::kString) ? Decode(value, name) : value;
}

std::vector<std::string> DatasetRow::Texts(std::string_view name) {
  const JsonValue list = Json(name);
  std::vector<std::string> texts;
  if (!list.Is(JsonType::kArray)) {
    Fault(Path(name) + " must be a list of strings");
    return texts;
  }
  for (const JsonValue& item : list.Items()) {
    if (item.Is(JsonType::kString)) {
      texts.push_back(item.String());
    } else {
      Fault(Path(name) + " must be a list of strings");
    }
  }
  return texts;
}

DatasetRow& DatasetRow::Part(std::string_view name) {
  for (auto& [known, part] : parts_) {
    if (known == name) return *part;
  }
  JsonValue value = Json(name);
  if (value && !value.Is(JsonType::kObject)) {
    Fault(Path(name) + " must be an object");
    value = {};
  }
  parts_.emplace_back(std::string(name),
                      std::unique_ptr<DatasetRow>(new DatasetRow(value, Path(name), fault_)));
  return *parts_.back().second;
}

std::string DatasetRow::Raw(std::string_view name) const {
  const JsonValue value = row_.Find(name);
  return value ? std::string(value.raw()) : "null";
}

}  // namespace assay
