// A map: columns and their texts; limits in words; tests as columns, as cases, as asserts, and
// whichever of these a value is.

#include "data/convert/row_parts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/text.h"
#include "text/json_member.h"

namespace assay {
namespace {

// APPS' harness takes a returned value for right when it equals the expected one or its first item,
// for the data wraps some values in a list; so do those that come from it. The profile does.
constexpr std::string_view kWrappedValues = "verl_prime";
constexpr std::string_view kLiveCodeBench = "livecodebench";

JsonValue FirstOf(JsonValue row, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const JsonValue value = row.Find(name);
    if (value && !value.IsNull()) return value;
  }
  return {};
}

// A number, and the word behind it in lower case.
std::pair<double, std::string> NumberAndUnit(JsonValue value) {
  if (value.Is(JsonType::kNumber)) return {value.Double(), ""};
  if (!value.Is(JsonType::kString)) return {0, ""};
  const std::string text = value.String();
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || !std::isfinite(number)) return {0, ""};
  return {number, AsciiLower(TrimAsciiSpace(end))};
}

// Within what a limit may be; anything else says nothing.
constexpr double kLongestSeconds = 3600;
constexpr double kMostMebibytes = 1 << 20;

struct Case {
  bool call = false;
  bool functional = false;  // as LiveCodeBench has it
  std::string function_name;
};

Case KindOf(JsonValue test, const std::string& function_name) {
  Case kind;
  const std::string type = TextAt(test, "type");
  kind.functional = TextAt(test, "testtype") == "functional";
  kind.function_name = FirstText(test, {"fn_name", "func_name"});
  if (kind.function_name.empty()) kind.function_name = TextAt(test.Find("metadata"), "func_name");
  if (kind.function_name.empty()) kind.function_name = function_name;
  const bool program = type == "stdin_stdout" || TextAt(test, "testtype") == "stdin";
  kind.call =
      type == "function_call" || kind.functional || (!program && !kind.function_name.empty());
  return kind;
}

}  // namespace

bool HasAny(JsonValue row, std::initializer_list<std::string_view> names) {
  return static_cast<bool>(FirstOf(row, names));
}

std::string FirstText(JsonValue row, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const JsonValue value = row.Find(name);
    if (value.Is(JsonType::kString) || value.Is(JsonType::kNumber)) {
      std::string text = ValueText(value);
      if (!text.empty()) return text;
    }
  }
  return {};
}

bool IsListOf(JsonValue value, JsonType type) {
  if (!value.Is(JsonType::kArray)) return false;
  const std::vector<JsonValue> items = value.Items();
  return !items.empty() && items[0].Is(type);
}

void TakeId(JsonValue row, std::initializer_list<std::string_view> names, ConvertedRow* out) {
  out->id = FirstText(row, names);
}

void TakePrompt(JsonValue row, std::initializer_list<std::string_view> names, ConvertedRow* out) {
  const JsonValue value = FirstOf(row, names);
  if (value.Is(JsonType::kString)) {
    JsonWriter json;
    json.BeginArray().BeginObject().Key("role").String("user");
    out->prompt = json.Key("content").Bytes(value.String()).EndObject().EndArray().Take();
  } else if (IsListOf(value, JsonType::kObject)) {
    out->prompt = std::string(value.raw());
  }
}

double SecondsOf(JsonValue value, double unit) {
  auto [number, word] = NumberAndUnit(value);
  if (value.Is(JsonType::kObject)) {
    number = NumberAt(value, "seconds") + NumberAt(value, "nanos") / 1e9;
  } else if (StartsWith(word, "ms") || StartsWith(word, "milli")) {
    number /= 1000;
  } else if (word.empty()) {
    number *= unit;
  }
  return number > 0 && number <= kLongestSeconds ? number : 0;
}

int64_t MebibytesOf(JsonValue value) {
  auto [number, unit] = NumberAndUnit(value);
  if (StartsWith(unit, "k")) number /= 1024;
  if (StartsWith(unit, "g")) number *= 1024;
  if (StartsWith(unit, "b") || number > kMostMebibytes) number /= 1 << 20;
  return number >= 1 && number <= kMostMebibytes ? static_cast<int64_t>(number) : 0;
}

void Fault(DatasetRow& row, const MaybeFault& fault) {
  if (fault) row.FaultAt(fault->field, fault->what);
}

void ReadColumns(DatasetRow& row, JsonValue columns, const std::string& where,
                 const std::string& function_name, ConvertedRow* out) {
  if (!columns.Is(JsonType::kObject)) {
    return row.FaultAt(where, R"(must be an object {"inputs": […], "outputs": […]}, or its JSON)");
  }
  out->function_name = FirstText(columns, {"fn_name"});
  if (out->function_name.empty()) out->function_name = function_name;
  const std::string type = TextAt(columns, "type");
  const bool calls = !out->function_name.empty() && type != "stdin_stdout";
  if (type == "function_call" && !calls) return row.FaultAt(where + ".fn_name", "is missing");
  if (calls) {
    out->mode = ProblemMode::kFunctionCall;
    out->comparison_profile = kWrappedValues;
  } else {
    out->function_name.clear();
  }
  const bool plural = HasAny(columns, {"inputs", "outputs"}) || !HasAny(columns, {"input"});
  const char* const input = plural ? "inputs" : "input";
  const char* const output = plural ? "outputs" : "output";
  Fault(row, ReadTwoLists(columns.Find(input), columns.Find(output), where + "." + input,
                          where + "." + output, calls, &out->tests));
}

void ReadCases(DatasetRow& row, JsonValue cases, const std::string& where,
               const std::string& function_name, ConvertedRow* out) {
  if (!cases.Is(JsonType::kArray)) {
    return row.FaultAt(where, R"(must be a list of {"input": …, "output": …})");
  }
  const std::vector<JsonValue> tests = cases.Items();
  if (tests.empty()) return;  // convert.cc says what that means
  const Case first = KindOf(tests[0], function_name);
  if (!first.call) {
    for (size_t i = 0; i < tests.size(); ++i) {
      if (!KindOf(tests[i], function_name).call) continue;
      const std::string at = where + "[" + std::to_string(i) + "]";
      return row.FaultAt(at, "calls a function, and the first test doesn't");
    }
    if (HasAny(tests[0], {"testtype"})) out->comparison_profile = kLiveCodeBench;
    return Fault(row, ReadTextTests(cases, where, Outputs::kNeeded, &out->tests));
  }
  out->mode = ProblemMode::kFunctionCall;
  out->function_name = first.function_name;
  out->comparison_profile = first.functional ? kLiveCodeBench : kWrappedValues;
  if (first.function_name.empty()) return row.FaultAt(where + "[0].fn_name", "is missing");
  for (size_t i = 0; i < tests.size(); ++i) {
    const std::string at = where + "[" + std::to_string(i) + "]";
    const Case kind = KindOf(tests[i], function_name);
    if (!kind.call || kind.function_name != first.function_name) {
      return row.FaultAt(at, "calls another function than the first test, or none");
    }
    const auto fault = ReadCall(tests[i].Find("input"), ExpectedOf(tests[i]), at + ".input",
                                at + ".output", &out->tests.emplace_back());
    if (fault) return Fault(row, fault);
  }
}

void ReadAssertProgram(DatasetRow& row, JsonValue list, const std::string& where,
                       ConvertedRow* out) {
  out->mode = ProblemMode::kAssert;
  out->language = kRowLanguage;
  Fault(row, ReadAsserts(list, where, &out->assert_code));
}

bool LooksLikeTests(JsonValue value) {
  if (value.Is(JsonType::kObject)) {
    return HasAny(value, {"inputs", "outputs", "input", "output", "assert_case", "functional"});
  }
  if (IsListOf(value, JsonType::kObject)) return true;
  return IsListOf(value, JsonType::kString) &&
         value.Items()[0].String().find("assert") != std::string::npos;
}

void ReadAnyTests(DatasetRow& row, JsonValue tests, const std::string& where,
                  const std::string& function_name, ConvertedRow* out) {
  if (tests.Is(JsonType::kArray)) {
    if (IsListOf(tests, JsonType::kString)) return ReadAssertProgram(row, tests, where, out);
    return ReadCases(row, tests, where, function_name, out);
  }
  if (const JsonValue asserts = tests.Find("assert_case"); IsListOf(asserts, JsonType::kString)) {
    return ReadAssertProgram(row, asserts, where + ".assert_case", out);
  }
  if (const JsonValue program = tests.Find("functional"); program.Is(JsonType::kString)) {
    out->mode = ProblemMode::kAssert;
    out->language = kRowLanguage;
    out->assert_code = program.String();
    return;
  }
  ReadColumns(row, tests, where, function_name, out);
}

}  // namespace assay
