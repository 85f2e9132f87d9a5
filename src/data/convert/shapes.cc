#include "data/convert/shapes.h"

#include <algorithm>
#include <cctype>

namespace assay {
namespace {

constexpr std::string_view kMissing = "is missing";

std::string At(const std::string& where, size_t index) {
  return where + "[" + std::to_string(index) + "]";
}

// {"stdin": …} or the text itself.
JsonValue Inner(JsonValue value, std::string_view name) {
  return value.Is(JsonType::kObject) ? value.Find(name) : value;
}

MaybeFault ReadProgramText(JsonValue value, const std::string& where, std::string* out) {
  if (!value || value.IsNull()) return ShapeFault{where, std::string(kMissing)};
  if (value.Is(JsonType::kObject) || value.Is(JsonType::kBool)) {
    return ShapeFault{where, "must be a text, or a list of its lines"};
  }
  if (value.Is(JsonType::kString) && value.HasLoneSurrogate()) {
    return ShapeFault{where, "holds half of a surrogate pair"};
  }
  *out = LinesText(value);
  return std::nullopt;
}

bool IsInteger(std::string_view text) {
  if (!text.empty() && text[0] == '-') text.remove_prefix(1);
  return !text.empty() && text.size() < 19 && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

// JSON has made texts of a dictionary's whole numbers; where all keys are such, APPS' harness makes
// numbers of them again when the dictionary is the first argument.
std::string Arguments(JsonValue list) {
  const std::vector<JsonValue> items = list.Items();
  if (items.empty() || !items[0].Is(JsonType::kObject)) return std::string(list.raw());
  const std::vector<JsonValue::Member> members = items[0].Members();
  if (members.empty() || !std::all_of(members.begin(), members.end(),
                                      [](const auto& member) { return IsInteger(member.key); })) {
    return std::string(list.raw());
  }
  std::string text = R"([{"$dict":[)";
  for (size_t i = 0; i < members.size(); ++i) {
    text += (i > 0 ? ",[" : "[") + members[i].key + ",";
    text.append(members[i].value.raw()).append("]");
  }
  text += "]}";
  for (size_t i = 1; i < items.size(); ++i) text.append(",").append(items[i].raw());
  return text + "]";
}

MaybeFault ReadPair(JsonValue test, const std::string& where, Outputs outputs, RowTest* out) {
  if (!test.Is(JsonType::kObject)) {
    return ShapeFault{where, R"(must be an object {"input": …, "output": …})"};
  }
  const JsonValue input = Inner(test.Find("input"), "stdin");
  // Nothing on stdin is an empty input.
  if (!test.Find("input")) return ShapeFault{where + ".input", std::string(kMissing)};
  if (input && !input.IsNull()) {
    if (auto fault = ReadProgramText(input, where + ".input", &out->input)) return fault;
  }
  const JsonValue output = Inner(ExpectedOf(test), "stdout");
  if ((!output || output.IsNull()) && outputs == Outputs::kMayLack) return std::nullopt;
  return ReadProgramText(output, where + ".output", &out->expected);
}

}  // namespace

std::string ValueText(JsonValue value) {
  return value.Is(JsonType::kString) ? value.String() : std::string(value.raw());
}

JsonValue ExpectedOf(JsonValue test) {
  const JsonValue output = test.Find("output");
  return output ? output : test.Find("expected");
}

std::string LinesText(JsonValue value) {
  if (!value.Is(JsonType::kArray)) return ValueText(value);
  std::string text;
  for (const JsonValue& line : value.Items()) text += ValueText(line) + "\n";
  return text;
}

MaybeFault ReadTextTests(JsonValue tests, const std::string& where, Outputs outputs,
                         std::vector<RowTest>* out) {
  if (tests.Is(JsonType::kArray)) {
    size_t index = 0;
    for (const JsonValue& test : tests.Items()) {
      if (auto fault = ReadPair(test, At(where, index++), outputs, &out->emplace_back())) {
        return fault;
      }
    }
    return std::nullopt;
  }
  if (tests.Is(JsonType::kObject)) {
    return ReadTwoLists(tests.Find("input"), tests.Find("output"), where + ".input",
                        where + ".output", false, out);
  }
  return ShapeFault{where, R"(must be a list of {"input": …, "output": …})"};
}

MaybeFault ReadTwoLists(JsonValue inputs, JsonValue outputs, const std::string& inputs_where,
                        const std::string& outputs_where, bool calls, std::vector<RowTest>* out) {
  if (!inputs) return ShapeFault{inputs_where, std::string(kMissing)};
  if (!outputs) return ShapeFault{outputs_where, std::string(kMissing)};
  if (!inputs.Is(JsonType::kArray)) return ShapeFault{inputs_where, "must be a list"};
  if (!outputs.Is(JsonType::kArray)) return ShapeFault{outputs_where, "must be a list"};
  const std::vector<JsonValue> in = inputs.Items();
  const std::vector<JsonValue> expected = outputs.Items();
  if (in.size() != expected.size()) {
    return ShapeFault{outputs_where, "has " + std::to_string(expected.size()) + " items, and " +
                                         inputs_where + " has " + std::to_string(in.size())};
  }
  for (size_t i = 0; i < in.size(); ++i) {
    RowTest& test = out->emplace_back();
    if (calls) {
      auto fault = ReadCall(in[i], expected[i], At(inputs_where, i), At(outputs_where, i), &test);
      if (fault) return fault;
      continue;
    }
    if (!in[i].IsNull()) {
      if (auto fault = ReadProgramText(in[i], At(inputs_where, i), &test.input)) return fault;
    }
    if (auto fault = ReadProgramText(expected[i], At(outputs_where, i), &test.expected)) {
      return fault;
    }
  }
  return std::nullopt;
}

MaybeFault ReadCall(JsonValue input, JsonValue output, const std::string& input_where,
                    const std::string& output_where, RowTest* out) {
  if (!input || input.IsNull()) return ShapeFault{input_where, std::string(kMissing)};
  if (!output) return ShapeFault{output_where, std::string(kMissing)};
  if (input.Is(JsonType::kArray)) {
    out->input = Arguments(input);
    out->expected = std::string(output.raw());
    return std::nullopt;
  }
  if (!input.Is(JsonType::kString)) {
    return ShapeFault{input_where,
                      "must be a list of arguments, or a text of one JSON value a line"};
  }
  auto arguments = JoinJsonLines(input.String());
  if (!arguments) return ShapeFault{input_where, "is no text of one JSON value a line"};
  out->input = *std::move(arguments);
  out->expected = std::string(output.raw());
  if (!output.Is(JsonType::kString)) return std::nullopt;
  out->expected = output.String();
  if (IsJson(out->expected)) return std::nullopt;
  return ShapeFault{output_where,
                    "is text that is no JSON: a string has its quotes, as in \"\\\"a\\\"\""};
}

std::optional<std::string> JoinJsonLines(std::string_view text) {
  std::string list = "[";
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.empty() && at > text.size() && list.size() > 1) break;
    if (!IsJson(line)) return std::nullopt;
    if (list.size() > 1) list += ',';
    list += line;
  }
  return list + "]";
}

std::string UnwrapSingle(const std::string& json) {
  JsonError error;
  const std::optional<JsonDocument> document = JsonDocument::Parse(json, &error);
  if (!document || !document->root().Is(JsonType::kArray)) return json;
  const std::vector<JsonValue> items = document->root().Items();
  return items.size() == 1 ? std::string(items[0].raw()) : json;
}

MaybeFault ReadAsserts(JsonValue list, const std::string& where, std::string* program) {
  if (!list.Is(JsonType::kArray)) return ShapeFault{where, "must be a list of asserts"};
  size_t index = 0;
  for (const JsonValue& item : list.Items()) {
    const std::string at = At(where, index++);
    if (!item.Is(JsonType::kString)) return ShapeFault{at, "must be a text with an assert"};
    if (item.HasLoneSurrogate()) return ShapeFault{at, "holds half of a surrogate pair"};
    *program += item.String() + "\n";
  }
  return std::nullopt;
}

}  // namespace assay
