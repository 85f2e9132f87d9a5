#include "lab/grow/values/data_value.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace assay::grow {
namespace {

using Kind = DataValue::Kind;
constexpr size_t kMostDigits = 18;  // that fit an int64_t

struct Marked {
  Kind kind;
  const char* mark;
};
constexpr Marked kMarked[] = {
    {Kind::kTuple, "t"}, {Kind::kSet, "s"}, {Kind::kFrozenSet, "f"}, {Kind::kDictionary, "d"}};

bool ReadItems(JsonValue list, std::vector<DataValue>* items) {
  if (!list.Is(JsonType::kArray)) return false;
  for (const JsonValue item : list.Items()) {
    auto value = ReadWire(item);
    if (!value) return false;
    items->push_back(std::move(*value));
  }
  return true;
}

std::optional<DataValue> ReadNumber(std::string_view raw) {
  if (raw.find_first_not_of("-0123456789") == raw.npos) {
    DataValue value(Kind::kInteger);
    value.text = raw == "-0" ? "0" : std::string(raw);
    return value;
  }
  const double number = std::strtod(std::string(raw).c_str(), nullptr);
  if (!std::isfinite(number)) return std::nullopt;
  return DataValue::OfFloat(number);
}

std::optional<DataValue> ReadMarked(JsonValue object) {
  const auto members = object.Members();
  if (members.size() != 1) return std::nullopt;
  for (const Marked& marked : kMarked) {
    if (members[0].key != marked.mark) continue;
    DataValue value(marked.kind);
    if (!ReadItems(members[0].value, &value.items)) return std::nullopt;
    if (marked.kind == Kind::kDictionary && value.items.size() % 2 != 0) return std::nullopt;
    return value;
  }
  return std::nullopt;
}

std::optional<double> NumberOf(const DataValue& value) {
  switch (value.kind) {
    case Kind::kBool: return value.truth ? 1 : 0;
    case Kind::kFloat: return value.number;
    case Kind::kInteger: return std::strtod(value.text.c_str(), nullptr);
    default: return std::nullopt;
  }
}

bool SameNumber(const DataValue& a, const DataValue& b, double tolerance) {
  if (a.Is(Kind::kInteger) && b.Is(Kind::kInteger)) return a.text == b.text;
  const double x = *NumberOf(a), y = *NumberOf(b);
  if (x == y) return true;
  if (!a.Is(Kind::kFloat) && !b.Is(Kind::kFloat)) return false;
  return std::fabs(x - y) <= tolerance * std::max({1.0, std::fabs(x), std::fabs(y)});
}

// Of sets the items, of dictionaries the pairs, in whatever order. Quadratic: they are small.
bool SameUnordered(const DataValue& a, const DataValue& b, size_t step, double tolerance) {
  if (a.items.size() != b.items.size()) return false;
  std::vector<bool> taken(b.items.size(), false);
  for (size_t i = 0; i < a.items.size(); i += step) {
    bool found = false;
    for (size_t k = 0; k < b.items.size() && !found; k += step) {
      if (taken[k] || !SameValue(a.items[i], b.items[k], tolerance)) continue;
      if (step == 2 && !SameValue(a.items[i + 1], b.items[k + 1], tolerance)) continue;
      taken[k] = found = true;
    }
    if (!found) return false;
  }
  return true;
}

bool IsAnySet(const DataValue& value) {
  return value.Is(Kind::kSet) || value.Is(Kind::kFrozenSet);
}

std::string Quoted(std::string_view text) {
  return JsonWriter().Bytes(text).Take();
}

std::string FloatText(double number) {
  return JsonWriter().Double(number).Take();
}

std::string Joined(const std::vector<DataValue>& items) {
  std::string text;
  for (const DataValue& item : items) text += (text.empty() ? "" : ", ") + LiteralOf(item);
  return text;
}

void WriteApi(const DataValue& value, JsonWriter* json) {
  switch (value.kind) {
    case Kind::kSet:
    case Kind::kFrozenSet:
    case Kind::kList:
    case Kind::kTuple: {
      const bool set = IsAnySet(value);
      if (set) json->BeginObject().Key("$set");
      json->BeginArray();
      for (const DataValue& item : value.items) WriteApi(item, json);
      json->EndArray();
      if (set) json->EndObject();
      break;
    }
    case Kind::kDictionary: {
      json->BeginObject().Key("$dict").BeginArray();
      for (size_t i = 0; i + 1 < value.items.size(); i += 2) {
        json->BeginArray();
        WriteApi(value.items[i], json);
        WriteApi(value.items[i + 1], json);
        json->EndArray();
      }
      json->EndArray().EndObject();
      break;
    }
    default: WriteWire(value, json);
  }
}

}  // namespace

std::optional<int64_t> DataValue::Integer() const {
  if (kind != Kind::kInteger || text.size() > kMostDigits) return std::nullopt;
  return std::strtoll(text.c_str(), nullptr, 10);
}

DataValue DataValue::OfInteger(int64_t value) {
  DataValue made(Kind::kInteger);
  made.text = std::to_string(value);
  return made;
}

DataValue DataValue::OfFloat(double value) {
  DataValue made(Kind::kFloat);
  made.number = value;
  return made;
}

DataValue DataValue::OfText(std::string text) {
  DataValue made(Kind::kText);
  made.text = std::move(text);
  return made;
}

DataValue DataValue::OfList(std::vector<DataValue> items) {
  DataValue made(Kind::kList);
  made.items = std::move(items);
  return made;
}

std::optional<DataValue> ReadWire(JsonValue json) {
  if (!json) return std::nullopt;
  switch (json.type()) {
    case JsonType::kNull: return DataValue{};
    case JsonType::kBool: {
      DataValue value(Kind::kBool);
      value.truth = json.Bool();
      return value;
    }
    case JsonType::kNumber: return ReadNumber(json.raw());
    case JsonType::kString:
      if (json.HasLoneSurrogate()) return std::nullopt;
      return DataValue::OfText(json.String());
    case JsonType::kArray: {
      DataValue value(Kind::kList);
      if (!ReadItems(json, &value.items)) return std::nullopt;
      return value;
    }
    case JsonType::kObject: return ReadMarked(json);
  }
  return std::nullopt;
}

std::optional<DataValue> ParseWire(std::string_view json) {
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  return document ? ReadWire(document->root()) : std::nullopt;
}

void WriteWire(const DataValue& value, JsonWriter* json) {
  switch (value.kind) {
    case Kind::kNone: json->Null(); return;
    case Kind::kBool: json->Bool(value.truth); return;
    case Kind::kInteger: json->Raw(value.text); return;
    case Kind::kFloat: json->Double(value.number); return;
    case Kind::kText: json->Bytes(value.text); return;
    default: break;
  }
  const char* mark = nullptr;
  for (const Marked& marked : kMarked) {
    if (marked.kind == value.kind) mark = marked.mark;
  }
  if (mark != nullptr) json->BeginObject().Key(mark);
  json->BeginArray();
  for (const DataValue& item : value.items) WriteWire(item, json);
  json->EndArray();
  if (mark != nullptr) json->EndObject();
}

std::string WireOf(const DataValue& value) {
  JsonWriter json;
  WriteWire(value, &json);
  return json.Take();
}

std::string ApiJsonOf(const DataValue& value) {
  JsonWriter json;
  WriteApi(value, &json);
  return json.Take();
}

std::optional<DataValue> ReadApiJson(JsonValue json) {
  if (!json.Is(JsonType::kArray) && !json.Is(JsonType::kObject)) return ReadWire(json);
  DataValue value(json.Is(JsonType::kArray) ? Kind::kList : Kind::kDictionary);
  const auto add = [&](JsonValue item) {
    auto part = ReadApiJson(item);
    if (part) value.items.push_back(std::move(*part));
    return part.has_value();
  };
  if (json.Is(JsonType::kArray)) {
    for (const JsonValue item : json.Items()) {
      if (!add(item)) return std::nullopt;
    }
    return value;
  }
  const auto members = json.Members();
  const bool marked = members.size() == 1 && members[0].key.substr(0, 1) == "$";
  if (!marked) {
    for (const JsonValue::Member& member : members) {
      value.items.push_back(DataValue::OfText(member.key));
      if (!add(member.value)) return std::nullopt;
    }
    return value;
  }
  if (!members[0].value.Is(JsonType::kArray)) return std::nullopt;
  const bool set = members[0].key == "$set";
  if (set) value.kind = Kind::kSet;
  if (!set && members[0].key != "$dict") return std::nullopt;
  for (const JsonValue item : members[0].value.Items()) {
    if (set) {
      if (!add(item)) return std::nullopt;
      continue;
    }
    if (!item.Is(JsonType::kArray) || item.Count() != 2) return std::nullopt;
    const auto pair = item.Items();
    if (!add(pair[0]) || !add(pair[1])) return std::nullopt;
  }
  return value;
}

std::string LiteralOf(const DataValue& value) {
  switch (value.kind) {
    case Kind::kNone: return "None";
    case Kind::kBool: return value.truth ? "True" : "False";
    case Kind::kInteger: return value.text;
    case Kind::kFloat: return FloatText(value.number);
    // JSON's escapes mean the same in Python, and what is beyond ASCII stands as it is.
    case Kind::kText: return Quoted(value.text);
    case Kind::kList: return "[" + Joined(value.items) + "]";
    case Kind::kTuple: return "(" + Joined(value.items) + (value.items.size() == 1 ? ",)" : ")");
    case Kind::kSet: return value.items.empty() ? "set()" : "{" + Joined(value.items) + "}";
    case Kind::kFrozenSet: return "frozenset([" + Joined(value.items) + "])";
    case Kind::kDictionary: break;
  }
  std::string text;
  for (size_t i = 0; i + 1 < value.items.size(); i += 2) {
    text += (text.empty() ? "" : ", ") + LiteralOf(value.items[i]) + ": " +
            LiteralOf(value.items[i + 1]);
  }
  return "{" + text + "}";
}

bool SameValue(const DataValue& a, const DataValue& b, double tolerance) {
  if (NumberOf(a) && NumberOf(b)) return SameNumber(a, b, tolerance);
  if (IsAnySet(a) && IsAnySet(b)) return SameUnordered(a, b, 1, tolerance);
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case Kind::kNone: return true;
    case Kind::kText: return a.text == b.text;
    case Kind::kDictionary: return SameUnordered(a, b, 2, tolerance);
    default: break;
  }
  return std::equal(
      a.items.begin(), a.items.end(), b.items.begin(), b.items.end(),
      [&](const DataValue& x, const DataValue& y) { return SameValue(x, y, tolerance); });
}

bool HasFloat(const DataValue& value) {
  return value.Is(Kind::kFloat) || std::any_of(value.items.begin(), value.items.end(), HasFloat);
}

size_t SizeOf(const DataValue& value) {
  size_t size = 1 + value.text.size();
  for (const DataValue& item : value.items) size += SizeOf(item);
  return size;
}

}  // namespace assay::grow
