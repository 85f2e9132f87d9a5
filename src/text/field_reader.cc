#include "text/field_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "text/excerpt.h"

namespace assay {
namespace {

// A number as Python's float() reads it, for the forms people send.
std::optional<double> ParseNumber(std::string_view text) {
  text = TrimAsciiSpace(text);
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  double value = 0;
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || end != text.data() + text.size()) return std::nullopt;
  if (ec == std::errc::result_out_of_range) {
    value = text[0] == '-' ? -std::numeric_limits<double>::infinity()
                           : std::numeric_limits<double>::infinity();
  }
  return value;
}

// What a number, a bool or a string says as a number.
std::optional<double> NumberOf(JsonValue value) {
  if (value.Is(JsonType::kNumber)) return value.Double();
  if (value.Is(JsonType::kBool)) return value.Bool() ? 1 : 0;
  if (value.Is(JsonType::kString)) return ParseNumber(value.String());
  return std::nullopt;
}

// What is worth repeating of a value at fault.
constexpr size_t kLongestInput = 1024;
constexpr size_t kShownOfLonger = 200;

std::string InputAt(JsonValue root, const FieldPath& path) {
  JsonValue value = root;
  for (const auto& part : path) {
    JsonValue next;
    if (const auto* name = std::get_if<std::string>(&part)) {
      next = value.Find(*name);
    } else if (const auto items =
                   value.Is(JsonType::kArray) ? value.Items() : std::vector<JsonValue>();
               std::get<size_t>(part) < items.size()) {
      next = items[std::get<size_t>(part)];
    }
    if (!next) break;
    value = next;
  }
  if (!value) return "null";
  const std::string_view raw = value.raw();
  // Strict readers of the answer know neither NaN nor infinities.
  const bool strict = raw.find("NaN") == raw.npos && raw.find("Infinity") == raw.npos;
  if (raw.size() <= kLongestInput && strict) return std::string(raw);
  return JsonWriter().String(Excerpt(raw, kShownOfLonger)).Take();
}

}  // namespace

FieldPath operator/(FieldPath path, std::string_view name) {
  path.emplace_back(std::string(name));
  return path;
}

FieldPath operator/(FieldPath path, size_t index) {
  path.emplace_back(index);
  return path;
}

std::string ToString(const FieldPath& path) {
  std::string text;
  for (const auto& part : path) {
    if (const auto* index = std::get_if<size_t>(&part)) {
      text += "[" + std::to_string(*index) + "]";
    } else {
      if (!text.empty()) text += '.';
      text += std::get<std::string>(part);
    }
  }
  return text;
}

void FieldErrors::Add(FieldPath path, std::string_view type, std::string message) {
  if (errors_.size() < kMaxErrors) {
    errors_.push_back({std::move(path), std::string(type), std::move(message)});
  }
}

void FieldErrors::Insert(size_t position, const FieldErrors& others) {
  const auto at = errors_.begin() + static_cast<ptrdiff_t>(std::min(position, errors_.size()));
  errors_.insert(at, others.errors_.begin(), others.errors_.end());
  if (errors_.size() > kMaxErrors) errors_.resize(kMaxErrors);
}

void FieldErrors::EchoInputs(JsonValue root) {
  for (FieldError& error : errors_) error.input = InputAt(root, error.path);
}

std::optional<std::string> ReadString(JsonValue value, const FieldPath& path, FieldErrors* errors) {
  if (!value.Is(JsonType::kString)) {
    errors->Add(path, "string_type", "Input should be a valid string");
    return std::nullopt;
  }
  if (value.HasLoneSurrogate()) {
    errors->Add(path, "string_unicode",
                "Input should be a valid string: it holds half of a surrogate pair, which is no "
                "Unicode character");
    return std::nullopt;
  }
  return value.String();
}

std::optional<std::string> ReadText(JsonValue value, const FieldPath& path, FieldErrors* errors) {
  if (value.Is(JsonType::kString)) return value.String();
  return ReadString(value, path, errors);
}

JsonValue FieldReader::Present(std::string_view name, Presence presence, std::string_view type,
                               std::string_view wanted) {
  const JsonValue value = object_.Find(name);
  if (!value) {
    if (presence == Presence::kRequired) Fault(name, "missing", "Field required");
    return {};
  }
  if (value.IsNull()) {
    if (presence != Presence::kOptionalOrNull) {
      Fault(name, type, "Input should be " + std::string(wanted) + ", not null");
    }
    return {};
  }
  return value;
}

std::optional<std::string> FieldReader::String(std::string_view name, Presence presence) {
  const JsonValue value = Present(name, presence, "string_type", "a valid string");
  if (!value) return std::nullopt;
  return ReadString(value, Path(name), errors_);
}

std::optional<std::string> FieldReader::Text(std::string_view name, Presence presence) {
  const JsonValue value = Present(name, presence, "string_type", "a valid string");
  if (!value) return std::nullopt;
  return ReadText(value, Path(name), errors_);
}

std::optional<double> FieldReader::Number(std::string_view name, Presence presence) {
  const JsonValue value = Present(name, presence, "float_type", "a valid number");
  if (!value) return std::nullopt;
  const std::optional<double> number = NumberOf(value);
  if (!number && value.Is(JsonType::kString)) {
    Fault(name, "float_parsing",
          "Input should be a valid number, unable to parse string as a number");
    return std::nullopt;
  }
  if (!number) {
    Fault(name, "float_type", "Input should be a valid number");
    return std::nullopt;
  }
  if (std::isnan(*number)) {
    Fault(name, "finite_number", "Input should be a number, not NaN");
    return std::nullopt;
  }
  return number;
}

std::optional<int64_t> FieldReader::Int(std::string_view name, Presence presence) {
  const JsonValue value = Present(name, presence, "int_type", "a valid integer");
  if (!value) return std::nullopt;
  const std::optional<double> number = NumberOf(value);
  if (value.Is(JsonType::kString) && (!number || *number != std::floor(*number))) {
    Fault(name, "int_parsing",
          "Input should be a valid integer, unable to parse string as an integer");
    return std::nullopt;
  }
  if (!number) {
    Fault(name, "int_type", "Input should be a valid integer");
    return std::nullopt;
  }
  if (*number != std::floor(*number)) {  // NaN too
    Fault(name, "int_from_float",
          "Input should be a valid integer, got a number with a fractional part");
    return std::nullopt;
  }
  constexpr double kBound = 9e18;
  return static_cast<int64_t>(std::min(std::max(*number, -kBound), kBound));
}

std::optional<bool> FieldReader::Bool(std::string_view name, Presence presence) {
  const JsonValue value = Present(name, presence, "bool_type", "a valid boolean");
  if (!value) return std::nullopt;
  if (value.Is(JsonType::kBool)) return value.Bool();
  if (value.Is(JsonType::kNumber) && (value.Double() == 0 || value.Double() == 1)) {
    return value.Double() == 1;
  }
  if (value.Is(JsonType::kString)) {
    const std::string word = AsciiLower(value.String());
    if (word == "true" || word == "1" || word == "yes" || word == "on") return true;
    if (word == "false" || word == "0" || word == "no" || word == "off") return false;
    Fault(name, "bool_parsing", "Input should be a valid boolean, unable to interpret input");
    return std::nullopt;
  }
  Fault(name, "bool_type", "Input should be a valid boolean");
  return std::nullopt;
}

JsonValue FieldReader::Object(std::string_view name, Presence presence) {
  const JsonValue value = Present(name, presence, "dict_type", "a valid dictionary");
  if (!value || value.Is(JsonType::kObject)) return value;
  Fault(name, "dict_type", "Input should be a valid dictionary");
  return {};
}

JsonValue FieldReader::Array(std::string_view name, Presence presence) {
  const JsonValue value = Present(name, presence, "list_type", "a valid list");
  if (!value || value.Is(JsonType::kArray)) return value;
  Fault(name, "list_type", "Input should be a valid list");
  return {};
}

std::vector<std::string> FieldReader::Strings(std::string_view name, Presence presence) {
  const JsonValue list = Array(name, presence);
  std::vector<std::string> strings;
  if (!list) return strings;
  size_t index = 0;
  for (const JsonValue& item : list.Items()) {
    if (auto text = ReadString(item, Path(name) / index, errors_)) {
      strings.push_back(std::move(*text));
    }
    ++index;
  }
  return strings;
}

}  // namespace assay
