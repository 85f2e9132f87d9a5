// DataValue: an argument or a result of a function in Python, as far as it is plain data. It keeps
// what JSON loses and tests depend on: a tuple is no list, 1 is no 1.0, a key may be a number.
//
// Two forms: the wire form, which driver.py beside the oracles reads and writes (JSON; a tuple is
// {"t": […]}, a set {"s": […]}, a frozen one {"f": […]}, a dictionary {"d": [key, value, …]}), and
// a literal of Python.
//
// Plain values; pure functions, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::grow {

struct DataValue {
  enum class Kind {
    kNone,
    kBool,
    kInteger,
    kFloat,
    kText,
    kList,
    kTuple,
    kSet,
    kFrozenSet,
    kDictionary,
  };
  DataValue() = default;
  explicit DataValue(Kind its_kind) : kind(its_kind) {}

  Kind kind = Kind::kNone;
  bool truth = false;            // of kBool
  double number = 0;             // of kFloat; finite
  std::string text;              // of kText: UTF-8; of kInteger: its digits, '-' in front
  std::vector<DataValue> items;  // of kDictionary: key, value, key, value…

  bool Is(Kind wanted) const { return kind == wanted; }
  // Has items that are values of their own.
  bool holds() const { return kind >= Kind::kList; }
  // Items with places: those of sets have none.
  bool ordered() const { return kind == Kind::kList || kind == Kind::kTuple; }
  // Nothing: no integer, or one of more than 18 digits.
  std::optional<int64_t> Integer() const;

  static DataValue OfInteger(int64_t value);
  static DataValue OfFloat(double value);
  static DataValue OfText(std::string text);
  static DataValue OfList(std::vector<DataValue> items);
};

// Nothing: it isn't the wire form of a value.
std::optional<DataValue> ReadWire(JsonValue json);
std::optional<DataValue> ParseWire(std::string_view json);
void WriteWire(const DataValue& value, JsonWriter* json);
std::string WireOf(const DataValue& value);
// As the native routes take arguments and expected values: docs/http.md.
std::string ApiJsonOf(const DataValue& value);
std::optional<DataValue> ReadApiJson(JsonValue json);

// A literal of Python that is equal to it.
std::string LiteralOf(const DataValue& value);

// As Python's ==: 1, 1.0 and True are one value, sets and dictionaries have no order. Decimals are
// the same within `tolerance`, relative beyond 1 and absolute below.
bool SameValue(const DataValue& a, const DataValue& b, double tolerance);

bool HasFloat(const DataValue& value);
// How many values it is, itself and characters of texts included.
size_t SizeOf(const DataValue& value);

}  // namespace assay::grow
