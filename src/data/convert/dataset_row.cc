#include "data/convert/dataset_row.h"

#include <utility>

#include "data/convert/python/python_literal.h"
#include "data/pickle/unpickle.h"

namespace assay {
namespace {

// What one column may unpack to: far beyond any real test set, and a bound on what a hostile one
// costs.
constexpr PickleLimits kPackedLimits{size_t{256} << 20, size_t{256} << 20};

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
    : DatasetRow(row, std::move(where), std::make_shared<FirstFault>()) {}

DatasetRow::DatasetRow(JsonValue row, std::string where, std::shared_ptr<FirstFault> first)
    : row_(row), where_(std::move(where)), first_(std::move(first)) {}

bool DatasetRow::Has(std::string_view name) const {
  const JsonValue value = row_.Find(name);
  return value && !value.IsNull();
}

std::string DatasetRow::Path(std::string_view name) const {
  return where_.empty() ? std::string(name) : where_ + "." + std::string(name);
}

void DatasetRow::Fault(std::string message) {
  if (!first_->message) first_->message = std::move(message);
}

void DatasetRow::FaultAt(std::string field, std::string_view what) {
  if (first_->message) return;
  first_->message = field + " " + std::string(what);
  first_->field = std::move(field);
}

std::string DatasetRow::Text(std::string_view name) {
  const JsonValue value = row_.Find(name);
  if (!value || value.IsNull()) {
    FaultAt(Path(name), "is missing");
    return {};
  }
  if (!value.Is(JsonType::kString)) {
    FaultAt(Path(name), "must be a string");
    return {};
  }
  return value.String();
}

std::string DatasetRow::TextOr(std::string_view name, std::string_view fallback) {
  return Has(name) ? Text(name) : std::string(fallback);
}

JsonValue DatasetRow::Decode(std::string text, std::string* why) {
  JsonError error;
  Decoded& decoded = decoded_.emplace_back();
  decoded.text = std::move(text);
  decoded.document = JsonDocument::Parse(decoded.text, &error);
  if (!decoded.document) {
    decoded.text = WithEscapedControls(decoded.text);
    decoded.document = JsonDocument::Parse(decoded.text, &error);
  }
  if (decoded.document) return decoded.document->root();
  decoded_.pop_back();
  *why = error.message;
  return {};
}

JsonValue DatasetRow::Json(std::string_view name) {
  const JsonValue value = row_.Find(name);
  if (!value || value.IsNull()) return {};
  if (!value.Is(JsonType::kString)) return value;
  std::string error;
  const JsonValue decoded = Decode(value.String(), &error);
  if (!decoded) FaultAt(Path(name), "is text that is no JSON: " + error);
  return decoded;
}

JsonValue DatasetRow::Unpacked(JsonValue value, std::string* why) {
  if (!value || value.IsNull()) return {};
  if (!value.Is(JsonType::kString)) return value;
  const std::string text = value.String();
  std::string error;
  if (const JsonValue decoded = Decode(text, &error)) return decoded;
  if (const auto json = PythonLiteralToJson(text)) {
    if (const JsonValue decoded = Decode(*json, &error)) return decoded;
  }
  const Result<std::string> packed = UnpackPickled(text, kPackedLimits);
  if (packed.ok()) {
    if (const JsonValue decoded = Decode(*packed, &error)) return decoded;
  }
  if (why != nullptr) *why = packed.ok() ? "it holds no JSON: " + error : packed.error().message;
  return value;
}

std::vector<std::string> DatasetRow::Texts(std::string_view name) {
  const JsonValue list = Json(name);
  std::vector<std::string> texts;
  if (!list.Is(JsonType::kArray)) {
    FaultAt(Path(name), "must be a list of strings");
    return texts;
  }
  for (const JsonValue& item : list.Items()) {
    if (item.Is(JsonType::kString)) {
      texts.push_back(item.String());
    } else {
      FaultAt(Path(name), "must be a list of strings");
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
    FaultAt(Path(name), "must be an object");
    value = {};
  }
  parts_.emplace_back(std::string(name),
                      std::unique_ptr<DatasetRow>(new DatasetRow(value, Path(name), first_)));
  return *parts_.back().second;
}

std::string DatasetRow::Raw(std::string_view name) const {
  const JsonValue value = row_.Find(name);
  return value ? std::string(value.raw()) : "null";
}

}  // namespace assay
