#include "api/compat/evaluate_cases.h"

#include <algorithm>
#include <utility>

#include "data/convert/python/usual_imports.h"
#include "data/convert/shapes.h"

namespace assay {
namespace {

// A string field which is there and sound, or the reason why not.
CaseFault RequireString(JsonValue value, const std::string& where, std::string* out) {
  if (!value) return where + " is missing";
  if (!value.Is(JsonType::kString)) return where + " must be a string";
  if (value.HasLoneSurrogate()) return where + " holds half of a surrogate pair";
  *out = value.String();
  return std::nullopt;
}

// As Python's `if` takes it: the peer looks at what it decoded, whatever its type.
bool IsTrue(JsonValue value) {
  if (!value) return false;
  switch (value.type()) {
    case JsonType::kNull: return false;
    case JsonType::kBool: return value.Bool();
    case JsonType::kNumber: return value.Double() != 0;  // NaN is true, as there
    case JsonType::kString: return !value.String().empty();
    case JsonType::kArray:
    case JsonType::kObject: return value.Count() > 0;
  }
  return false;
}

CaseFault AddStdinCase(JsonValue input, JsonValue output, const std::string& input_where,
                       const std::string& output_where, Problem* problem) {
  std::string stdin_text, stdout_text;
  if (!input.IsNull()) {  // null is an empty input, as on /run_code
    if (auto bad = RequireString(input, input_where, &stdin_text)) return bad;
  }
  if (auto bad = RequireString(output, output_where, &stdout_text)) return bad;
  problem->tests.push_back({std::to_string(problem->tests.size()),
                            Blob::FromString(std::move(stdin_text)),
                            Blob::FromString(std::move(stdout_text))});
  return std::nullopt;
}

bool IsJsonArray(const std::string& text) {
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  return document && document->root().Is(JsonType::kArray);
}

// The first element of [expected], empty when there is none; anything that is no list is taken as
// the value itself.
std::string Unwrap(JsonValue output) {
  if (!output.Is(JsonType::kArray)) return std::string(output.raw());
  const auto items = output.Items();
  return items.empty() ? std::string() : std::string(items[0].raw());
}

CaseFault UnwrapText(const std::string& text, const std::string& where, std::string* expected) {
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  if (!document) return where + " is not JSON";
  *expected = Unwrap(document->root());
  return std::nullopt;
}

CaseFault AddCallCase(JsonValue input, JsonValue output, bool json_input,
                      const std::string& input_where, const std::string& output_where,
                      Problem* problem, std::vector<CallCase>* calls) {
  if (!input) return input_where + " is missing";
  if (!output) return output_where + " is missing";
  std::string arguments, expected;
  // As the answer repeats the case: what the peer decodes, it repeats decoded.
  CallCase call{std::string(input.raw()), std::string(output.raw())};
  if (input.Is(JsonType::kString)) {
    std::string text, output_text;
    if (auto bad = RequireString(input, input_where, &text)) return bad;
    if (json_input) {
      auto joined = JoinJsonLines(text);  // each line is one argument
      if (!joined) return input_where + " is not one JSON value a line";
      arguments = *std::move(joined);
      call.input_json = arguments;
    } else if (IsJsonArray(text)) {
      arguments = std::move(text);
    } else {
      return input_where + " must be a list of arguments, or its JSON text";
    }
    if (!output.Is(JsonType::kString)) {
      expected = Unwrap(output);
    } else {
      if (auto bad = RequireString(output, output_where, &output_text)) return bad;
      if (json_input) {
        if (!IsJson(output_text)) return output_where + " is not JSON";
        call.output_json = "[" + output_text + "]";
        expected = std::move(output_text);
      } else if (auto bad = UnwrapText(output_text, output_where, &expected)) {
        return bad;
      }
    }
  } else if (input.Is(JsonType::kArray)) {
    arguments = std::string(input.raw());
    expected = Unwrap(output);
  } else {
    return input_where + " must be a list of arguments";
  }
  if (expected.empty()) {
    // Nothing passes it; the others are still judged.
    call.fault = output_where + " is an empty list: it must hold the expected value";
    expected = "null";
  }
  calls->push_back(std::move(call));
  problem->tests.push_back({std::to_string(problem->tests.size()),
                            Blob::FromString(std::move(arguments)),
                            Blob::FromString(std::move(expected))});
  return std::nullopt;
}

CaseFault ReadAssert(JsonValue cases, const CaseSource& source, Problem* problem) {
  problem->mode = ProblemMode::kAssert;
  const std::string where = "config.provided_data.test_cases";
  if (!source.asserts) {
    return "assert mode is available for python only; " + where + ".type is 'assert' and " +
           "config.language '" + source.language + "'";
  }
  JsonValue list = cases.Find("test_list");
  if (!list) list = cases.Find("asserts");
  if (list) {  // MBPP
    if (!list.Is(JsonType::kArray)) return where + ".test_list must be a list of strings";
    size_t index = 0;
    for (const JsonValue& item : list.Items()) {
      std::string text;
      const std::string item_where = where + ".test_list[" + std::to_string(index++) + "]";
      if (auto bad = RequireString(item, item_where, &text)) return bad;
      problem->assert_code += text + "\n";
    }
  } else {  // HumanEval
    if (auto bad = RequireString(cases.Find("test"), where + ".test", &problem->assert_code)) {
      return bad;
    }
    if (auto bad = RequireString(cases.Find("entry_point"), where + ".entry_point",
                                 &problem->function_name)) {
      return bad;
    }
    if (problem->function_name.empty()) return where + ".entry_point is empty";
  }
  if (problem->assert_code.find_first_not_of(" \t\r\n") == std::string::npos) {
    return where + " has no asserts: no test is never a pass";
  }
  problem->assert_setup_code =
      HumanEvalImports(source.names_numpy || NamesNumpy(problem->assert_code));
  if (const JsonValue setup = cases.Find("test_setup_code"); setup && !setup.IsNull()) {
    std::string text;
    if (auto bad = RequireString(setup, where + ".test_setup_code", &text)) return bad;
    problem->assert_setup_code += text + "\n";
  }
  problem->tests.push_back({"0", Blob::Empty(), Blob::Empty()});
  return std::nullopt;
}

CaseFault ReadFunctionName(JsonValue name, const std::string& where, Problem* problem) {
  problem->mode = ProblemMode::kFunctionCall;
  if (auto bad = RequireString(name, where, &problem->function_name)) return bad;
  if (problem->function_name.empty()) return where + " is empty";
  return std::nullopt;
}

CaseFault ReadBatch(JsonValue cases, const CaseSource& source, Problem* problem,
                    std::vector<CallCase>* calls) {
  const std::string where = "config.provided_data.test_cases";
  if (!cases.Is(JsonType::kObject)) return where + " must be an object";
  std::string type;
  if (auto bad = RequireString(cases.Find("type"), where + ".type", &type)) return bad;
  if (type == "assert") return ReadAssert(cases, source, problem);
  if (type != "stdin_stdout" && type != "function_call") {
    return where + ".type must be 'stdin_stdout', 'function_call' or 'assert', not '" + type + "'";
  }
  const bool call = type == "function_call";
  if (call) {
    if (auto bad = ReadFunctionName(cases.Find("fn_name"), where + ".fn_name", problem)) return bad;
  }
  const JsonValue inputs = cases.Find("input");
  const JsonValue outputs = cases.Find("output");
  if (!inputs.Is(JsonType::kArray)) return where + ".input must be a list";
  if (!outputs.Is(JsonType::kArray)) return where + ".output must be a list";
  const auto input_list = inputs.Items();
  const auto output_list = outputs.Items();
  if (input_list.size() != output_list.size()) {
    return where + ".input has " + std::to_string(input_list.size()) + " entries and .output " +
           std::to_string(output_list.size());
  }
  const bool lines = IsTrue(cases.Find("json_input"));
  for (size_t i = 0; i < input_list.size(); ++i) {
    const std::string index = "[" + std::to_string(i) + "]";
    const std::string input_where = where + ".input" + index;
    const std::string output_where = where + ".output" + index;
    auto bad =
        call ? AddCallCase(input_list[i], output_list[i], lines, input_where, output_where, problem,
                           calls)
             : AddStdinCase(input_list[i], output_list[i], input_where, output_where, problem);
    if (bad) return bad;
  }
  return std::nullopt;
}

// {"stdin": …} or the text itself.
JsonValue Inner(JsonValue value, std::string_view name) {
  return value.Is(JsonType::kObject) ? value.Find(name) : value;
}

CaseFault ReadList(JsonValue provided, Problem* problem, std::vector<CallCase>* calls) {
  JsonValue list = provided.Find("test");
  std::string where = "config.provided_data.test";
  if (!list) {
    list = provided.Find("test_cases");
    where = "config.provided_data.test_cases";
  }
  if (!list) return "config.provided_data needs 'test' or 'test_cases'";
  if (!list.Is(JsonType::kArray)) return where + " must be a list of cases";
  const auto cases = list.Items();
  if (cases.empty()) return where + " is empty: no test is never a pass";
  const JsonValue first_type = cases[0].Find("type");
  const JsonValue first_name = cases[0].Find("fn_name");
  bool call = first_name && !first_name.IsNull();
  if (first_type.Is(JsonType::kString)) call = first_type.String() == "function_call";
  if (call) {
    if (auto bad = ReadFunctionName(first_name, where + "[0].fn_name", problem)) return bad;
  }
  for (size_t i = 0; i < cases.size(); ++i) {
    const std::string at = where + "[" + std::to_string(i) + "]";
    if (!cases[i].Is(JsonType::kObject)) return at + " must be an object";
    const JsonValue input = cases[i].Find("input");
    const JsonValue output = cases[i].Find("output");
    const bool lines = IsTrue(cases[i].Find("json_input"));
    auto bad =
        call ? AddCallCase(input, output, lines, at + ".input", at + ".output", problem, calls)
             : AddStdinCase(Inner(input, "stdin"), Inner(output, "stdout"), at + ".input.stdin",
                            at + ".output.stdout", problem);
    if (bad) return bad;
  }
  return std::nullopt;
}

}  // namespace

CaseFault ReadCases(const CaseSource& source, Problem* problem, std::vector<CallCase>* calls) {
  if (!source.provided.Is(JsonType::kObject)) return "config.provided_data must be an object";
  auto bad = source.form == EvaluateForm::kBatch
                 ? ReadBatch(source.provided.Find("test_cases"), source, problem, calls)
                 : ReadList(source.provided, problem, calls);
  if (bad) return bad;
  if (!calls->empty() && std::all_of(calls->begin(), calls->end(),
                                     [](const CallCase& call) { return !call.fault.empty(); })) {
    return calls->front().fault;
  }
  if (problem->tests.empty()) {
    return "config.provided_data.test_cases has no cases: no test is never a pass";
  }
  return std::nullopt;
}

}  // namespace assay
