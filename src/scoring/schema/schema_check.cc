// JsonSchema::Check: a compiled schema applied to a value.

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "scoring/schema/json_schema.h"
#include "scoring/schema/schema_values.h"
#include "text/json_writer.h"
#include "text/utf8.h"

namespace assay::scoring {
namespace {

std::string_view TypeName(JsonType type) {
  switch (type) {
    case JsonType::kNull: return "null";
    case JsonType::kBool: return "boolean";
    case JsonType::kNumber: return "number";
    case JsonType::kString: return "string";
    case JsonType::kArray: return "array";
    case JsonType::kObject: break;
  }
  return "object";
}

bool IsMultiple(double number, double of) {
  const double parts = 1 / of;
  // A whole number is one of every whole part of 1, however many digits the quotient has.
  if (of < 1 && number == std::floor(number) && std::abs(parts - std::round(parts)) < 1e-9 * parts)
    return true;
  const double quotient = number / of;
  if (!std::isfinite(quotient)) return std::fmod(number, of) == 0;
  // Decimal fractions are no binary ones: 0.0075 / 0.0001 is 74.99999999999999.
  return std::abs(quotient - std::round(quotient)) <= 1e-9 * std::max(1.0, std::abs(quotient)) &&
         (std::abs(quotient) < 1e9 || std::fmod(number, of) == 0);
}

}  // namespace

// One check of one value. Every method returns whether the value is valid and, when it isn't, has
// noted where the first violation is, unless what happens is only tried.
class SchemaCheck {
 public:
  explicit SchemaCheck(const JsonSchema& schema) : schema_(schema) {}

  std::optional<SchemaViolation> Run(JsonValue value) {
    if (Valid(schema_.document_->root(), value)) return std::nullopt;
    return violation_;
  }

 private:
  bool Fail(std::string_view keyword) {
    if (trying_ == 0 && violation_.keyword.empty()) {
      violation_.keyword = keyword;
      for (const std::string& part : path_) violation_.path += "/" + part;
    }
    return false;
  }

  bool Spend(size_t steps = 1) {
    steps_ += steps;
    if (steps_ <= JsonSchema::kMostSteps) return true;
    spent_ = true;
    return false;
  }

  bool Valid(JsonValue schema, JsonValue value) {
    if (schema.Is(JsonType::kBool)) return schema.Bool() || Fail("false");
    if (spent_ || !Spend() || depth_ >= JsonSchema::kMostDepth) {
      spent_ = true;
      return FailOfBudget();
    }
    ++depth_;
    const bool valid = Here(schema, value) && Applied(schema, value) && Below(schema, value);
    --depth_;
    return valid && !spent_;
  }

  // Whatever is being tried: that a try had no end makes nothing valid.
  bool FailOfBudget() {
    if (violation_.keyword != "budget") violation_ = {"", "budget"};
    return false;
  }

  bool Tried(JsonValue schema, JsonValue value) {
    ++trying_;
    const bool valid = Valid(schema, value);
    --trying_;
    return valid;
  }

  // What is said of the value itself.
  bool Here(JsonValue schema, JsonValue value) {
    if (const JsonValue type = schema.Find("type"); type && !HasType(type, value)) {
      return Fail("type");
    }
    if (const JsonValue list = schema.Find("enum")) {
      const std::string key = EqualityKey(value);
      const auto items = list.Items();
      if (!Spend(value.raw().size() / 16 + items.size())) return FailOfBudget();
      const bool found = std::any_of(items.begin(), items.end(), [&](const JsonValue& item) {
        return EqualityKey(item) == key;
      });
      if (!found) return Fail("enum");
    }
    if (const JsonValue constant = schema.Find("const")) {
      if (!Spend(value.raw().size() / 16)) return FailOfBudget();
      if (EqualityKey(constant) != EqualityKey(value)) return Fail("const");
    }
    switch (value.type()) {
      case JsonType::kNumber: return Number(schema, value.Double());
      case JsonType::kString: return Text(schema, value.String());
      case JsonType::kArray: return Size(schema, value.Count(), "minItems", "maxItems");
      case JsonType::kObject: return Object(schema, MembersOf(value));
      case JsonType::kNull:
      case JsonType::kBool: break;
    }
    return true;
  }

  static bool HasType(JsonValue type, JsonValue value) {
    if (type.Is(JsonType::kArray)) {
      const auto types = type.Items();
      return std::any_of(types.begin(), types.end(),
                         [&](const JsonValue& one) { return HasType(one, value); });
    }
    const std::string name = type.String();
    return name == TypeName(value.type()) || (name == "integer" && IsWholeNumber(value));
  }

  bool Number(JsonValue schema, double number) {
    const auto bound = [&](const char* name, auto within) {
      const JsonValue limit = schema.Find(name);
      return !limit || within(number, limit.Double()) || Fail(name);
    };
    return bound("minimum", std::greater_equal<>()) && bound("maximum", std::less_equal<>()) &&
           bound("exclusiveMinimum", std::greater<>()) &&
           bound("exclusiveMaximum", std::less<>()) && bound("multipleOf", IsMultiple);
  }

  bool Text(JsonValue schema, const std::string& text) {
    if (!Spend(text.size() / 1024)) return FailOfBudget();
    if (!Size(schema, CountUtf8Characters(text), "minLength", "maxLength")) return false;
    const JsonValue pattern = schema.Find("pattern");
    return !pattern || Matches(pattern.String(), text) || Fail("pattern");
  }

  bool Matches(const std::string& pattern, std::string_view text) const {
    return pattern.empty() || schema_.patterns_.at(pattern).Find(text).has_value();
  }

  bool Size(JsonValue schema, size_t size, const char* least, const char* most) {
    const auto count = static_cast<double>(size);
    if (const JsonValue limit = schema.Find(least); limit && count < limit.Double()) {
      return Fail(least);
    }
    if (const JsonValue limit = schema.Find(most); limit && count > limit.Double()) {
      return Fail(most);
    }
    return true;
  }

  // By name; of repeated ones the last.
  using Members = std::map<std::string, JsonValue>;
  static Members MembersOf(JsonValue object) {
    Members members;
    for (auto& [key, value] : object.Members()) members[key] = value;
    return members;
  }

  bool Object(JsonValue schema, const Members& members) {
    if (!Spend(members.size())) return FailOfBudget();
    if (!Size(schema, members.size(), "minProperties", "maxProperties")) return false;
    const auto all_there = [&](JsonValue names, const char* keyword) {
      for (const JsonValue& name : names.Items()) {
        if (!Spend()) return FailOfBudget();
        if (members.count(name.String()) == 0) return Fail(keyword);
      }
      return true;
    };
    if (const JsonValue names = schema.Find("required"); names && !all_there(names, "required")) {
      return false;
    }
    const JsonValue dependent = schema.Find("dependentRequired");
    if (!dependent) return true;
    for (const auto& [name, names] : dependent.Members()) {
      if (members.count(name) != 0 && !all_there(names, "dependentRequired")) return false;
    }
    return true;
  }

  // Other schemas, on the same value.
  bool Applied(JsonValue schema, JsonValue value) {
    if (const JsonValue reference = schema.Find("$ref");
        reference && !Valid(schema_.references_.at(reference.String()), value)) {
      return false;
    }
    if (const JsonValue all = schema.Find("allOf")) {
      for (const JsonValue& one : all.Items()) {
        if (!Valid(one, value)) return false;
      }
    }
    for (const char* name : {"anyOf", "oneOf"}) {
      const JsonValue list = schema.Find(name);
      if (!list) continue;
      size_t valid = 0;
      for (const JsonValue& one : list.Items()) valid += Tried(one, value) ? 1 : 0;
      if (spent_) return FailOfBudget();
      if (valid == 0 || (valid > 1 && name[0] == 'o')) return Fail(name);
    }
    if (const JsonValue other = schema.Find("not"); other && Tried(other, value)) {
      return Fail("not");
    }
    if (const JsonValue condition = schema.Find("if")) {
      const JsonValue then = schema.Find(Tried(condition, value) ? "then" : "else");
      if (then && !Valid(then, value)) return false;
    }
    if (const JsonValue dependent = schema.Find("dependentSchemas")) {
      for (const auto& [name, one] : dependent.Members()) {
        if (value.Find(name) && !Valid(one, value)) return false;
      }
    }
    return !spent_ || FailOfBudget();
  }

  // Other schemas, on what is in the value.
  bool Below(JsonValue schema, JsonValue value) {
    if (value.Is(JsonType::kArray)) return BelowArray(schema, value);
    if (value.Is(JsonType::kObject)) return BelowObject(schema, value);
    return true;
  }

  bool At(const std::string& place, JsonValue schema, JsonValue value) {
    path_.push_back(place);
    const bool valid = Valid(schema, value);
    path_.pop_back();
    return valid;
  }

  bool BelowArray(JsonValue schema, JsonValue value) {
    const std::vector<JsonValue> items = value.Items();
    if (!Spend(items.size())) return FailOfBudget();
    const JsonValue prefix = schema.Find("prefixItems");
    const std::vector<JsonValue> first = prefix ? prefix.Items() : std::vector<JsonValue>();
    const JsonValue rest = schema.Find("items");
    for (size_t i = 0; i < items.size(); ++i) {
      const JsonValue one = i < first.size() ? first[i] : rest;
      if (one && !At(std::to_string(i), one, items[i])) return false;
    }
    if (const JsonValue contained = schema.Find("contains")) {
      size_t count = 0;
      for (const JsonValue& item : items) count += Tried(contained, item) ? 1 : 0;
      if (spent_) return FailOfBudget();
      const JsonValue least = schema.Find("minContains");
      if (static_cast<double>(count) < (least ? least.Double() : 1)) {
        return Fail(least ? "minContains" : "contains");
      }
      const JsonValue most = schema.Find("maxContains");
      if (most && static_cast<double>(count) > most.Double()) return Fail("maxContains");
    }
    if (const JsonValue unique = schema.Find("uniqueItems"); unique && unique.Bool()) {
      if (!Spend(value.raw().size() / 16)) return FailOfBudget();
      std::set<std::string> seen;
      for (const JsonValue& item : items) {
        if (!seen.insert(EqualityKey(item)).second) return Fail("uniqueItems");
      }
    }
    return true;
  }

  bool BelowObject(JsonValue schema, JsonValue value) {
    const JsonValue named = schema.Find("properties");
    const JsonValue patterned = schema.Find("patternProperties");
    const JsonValue rest = schema.Find("additionalProperties");
    const JsonValue names = schema.Find("propertyNames");
    if (!named && !patterned && !rest && !names) return true;
    for (const auto& [key, member] : MembersOf(value)) {
      if (!Spend()) return FailOfBudget();
      if (names && !NameValid(names, key)) return Fail("propertyNames");
      bool known = false;
      if (const JsonValue one = named ? named.Find(key) : JsonValue()) {
        known = true;
        if (!At(key, one, member)) return false;
      }
      if (patterned) {
        for (const auto& [pattern, one] : patterned.Members()) {
          if (!Spend() || !Matches(pattern, key)) continue;
          known = true;
          if (!At(key, one, member)) return false;
        }
      }
      if (rest && !known) {
        if (rest.Is(JsonType::kBool) && !rest.Bool()) {
          path_.push_back(key);
          Fail("additionalProperties");
          path_.pop_back();
          return false;
        }
        if (!At(key, rest, member)) return false;
      }
    }
    return !spent_ || FailOfBudget();
  }

  bool NameValid(JsonValue schema, const std::string& name) {
    JsonWriter json;
    json.Bytes(name);
    JsonError error;
    const std::string text = json.Take();
    const auto document = JsonDocument::Parse(text, &error);
    return document && Tried(schema, document->root());
  }

  const JsonSchema& schema_;
  std::vector<std::string> path_;
  SchemaViolation violation_;
  size_t steps_ = 0;
  int depth_ = 0;
  int trying_ = 0;
  bool spent_ = false;
};

std::optional<SchemaViolation> JsonSchema::Check(JsonValue value) const {
  return SchemaCheck(*this).Run(value);
}

}  // namespace assay::scoring
