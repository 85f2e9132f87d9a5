// Value: plain data that a function returned, or that a data set expects.
//
// A candidate's values leave its process as JSON with a few marked objects for what JSON lacks, so
// that equality is decided here, on data, and no object of the candidate has a say in it:
//   {"$float":"nan"|"inf"|"-inf"}  {"$set":[…]}  {"$dict":[[key,value],…]}  {"$bytes":"base64"}
//   {"$complex":[re,im]}  {"$decimal":"1.50"}  {"$fraction":[numerator,denominator]}
//   {"$repr":"TypeName"} (never equal to anything)
// The literals NaN, Infinity and -Infinity are read too, since data sets hold them.
//
// Plain values; all functions are pure, thread-safe and take linear time. Depth is bounded, so
// hostile nesting cannot exhaust the stack. A value takes tens of times the memory of its text (a
// zero of a list two bytes there, 72 here), so a candidate's is read within bounds that its
// expectation sets.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/problem.h"

namespace assay {

inline constexpr int kMaxValueDepth = 512;

struct Value {
  enum class Kind {
    kNull,
    kBool,     // text is "true" or "false"
    kInteger,  // text: digits without leading zeros, '-' in front when negative; any length
    kFloat,    // number; text as written
    kString,   // text: UTF-8, lone surrogates encoded like other code points (WTF-8)
    kList,     // items; tuples too
    kSet,      // items
    kDict,     // items: key, value, key, value…; a repeated key means its last value
    kBytes,    // text: the bytes
    kComplex,  // items: two numbers
    kDecimal,  // text as written
    kOpaque,   // text: the name of a type that is not plain data
  };
  Kind kind = Kind::kNull;
  std::string text;
  double number = 0;
  std::vector<Value> items;
};

// nullopt when the text is not exactly one value; `*error` (may be null) then says why and where.
std::optional<Value> ParseValue(std::string_view text, std::string* error);

// How many values a value is, itself included.
size_t CountValues(const Value& value);

struct ValueFault {
  std::string message;
  bool too_many = false;  // it may be well-formed, but holds more values than it may
};
// As above, but gives up on a text of more than `most` values before it takes the memory.
std::optional<Value> ParseValueWithin(std::string_view text, size_t most, ValueFault* fault);

// The members of a well-formed JSON object, unread but for their keys: where each value stands in
// the text. nullopt when the text is anything else, or has more than `most` members.
struct ValueMember {
  std::string key;
  std::string_view text;
};
std::optional<std::vector<ValueMember>> SplitObject(std::string_view text, size_t most,
                                                    std::string* error);
// The text of the first item of a well-formed JSON array; nullopt when there is none.
std::optional<std::string_view> FirstItem(std::string_view text);

// The value of a string key of a dict, or null.
const Value* Find(const Value& dict, std::string_view key);
Value* Find(Value& dict, std::string_view key);

// How a value looks in a message: short, valid UTF-8.
std::string Describe(const Value& value);

// nullopt when equal by the rules of docs/judging.md, else the first difference:
// "value[2][0]: expected 3, got 4".
std::optional<std::string> FindDifference(const Comparison& comparison, const Value& expected,
                                          const Value& actual);

}  // namespace assay
