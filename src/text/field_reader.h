// Reading typed fields out of a JSON object, collecting every fault with the path of its field.
//
// Faults have pydantic's type names, because clients of the compatible routes may look at them; the
// native routes report the same faults in their own shape. Not thread-safe.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/enum_names.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {

// "submissions", 0, "code"
using FieldPath = std::vector<std::variant<std::string, size_t>>;
FieldPath operator/(FieldPath path, std::string_view name);
FieldPath operator/(FieldPath path, size_t index);
// "submissions[0].code"
std::string ToString(const FieldPath& path);

struct FieldError {
  FieldPath path;
  std::string type;  // "missing", "string_type", …
  std::string message;
  std::string input = {};  // JSON of the value at fault; see FieldErrors::EchoInputs
};

// At most kMaxErrors are kept; more help nobody.
class FieldErrors {
 public:
  static constexpr size_t kMaxErrors = 100;

  void Add(FieldPath path, std::string_view type, std::string message);
  // Puts `others` before the fault that is at `position` now; past the end: behind all.
  void Insert(size_t position, const FieldErrors& others);
  // Notes the value at each fault, or around it where it is missing, as it stands in `root`: of a
  // long one the beginning, as a text.
  void EchoInputs(JsonValue root);
  // Forgets what is beyond the first `most`.
  void Truncate(size_t most) { errors_.resize(std::min(most, errors_.size())); }
  bool empty() const { return errors_.empty(); }
  const std::vector<FieldError>& errors() const { return errors_; }

 private:
  std::vector<FieldError> errors_;
};

enum class Presence { kRequired, kOptional, kOptionalOrNull };

class FieldReader {
 public:
  // `object` may be nothing or of another type: every required field is then missing, and nothing
  // else is reported (the caller has).
  FieldReader(JsonValue object, FieldPath path, FieldErrors* errors)
      : object_(object), path_(std::move(path)), errors_(errors) {}

  // Each returns nullopt when the field is absent, null where null is allowed, or faulty; faults
  // are added to the errors.
  std::optional<std::string> String(std::string_view name, Presence presence);
  // What the one who is judged wrote: half of a surrogate pair is U+FFFD in it, not a fault, for a
  // faulty request has no verdict.
  std::optional<std::string> Text(std::string_view name, Presence presence);
  std::optional<double> Number(std::string_view name, Presence presence);  // numeric strings too
  std::optional<int64_t> Int(std::string_view name, Presence presence);    // and whole floats
  std::optional<bool> Bool(std::string_view name, Presence presence);
  // One of the names of a table; a fault lists them.
  template <typename Enum, size_t kSize>
  std::optional<Enum> Choice(std::string_view name, const EnumNames<Enum, kSize>& names,
                             Presence presence) {
    const auto text = String(name, presence);
    if (!text) return std::nullopt;
    const auto value = names.Find(*text);
    if (!value) Fault(name, "literal_error", "Input should be " + names.Choices());
    return value;
  }
  JsonValue Object(std::string_view name, Presence presence);
  JsonValue Array(std::string_view name, Presence presence);
  std::vector<std::string> Strings(std::string_view name, Presence presence);

  FieldPath Path(std::string_view name) const { return path_ / name; }
  void Fault(std::string_view name, std::string_view type, std::string message) {
    errors_->Add(Path(name), type, std::move(message));
  }

 private:
  JsonValue Present(std::string_view name, Presence presence, std::string_view type,
                    std::string_view wanted);

  const JsonValue object_;
  const FieldPath path_;
  FieldErrors* const errors_;
};

// A string value, with the faults it may have.
std::optional<std::string> ReadString(JsonValue value, const FieldPath& path, FieldErrors* errors);
// As FieldReader::Text.
std::optional<std::string> ReadText(JsonValue value, const FieldPath& path, FieldErrors* errors);

}  // namespace assay
