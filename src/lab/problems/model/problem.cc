#include "lab/problems/model/problem.h"

#include <algorithm>

#include "base/check.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::lab {
namespace {

constexpr double kWallFactor = 3;
constexpr double kLongestSeconds = 3600;  // that the judge takes

std::string RawOf(JsonValue value) {
  return value ? std::string(value.raw()) : std::string();
}

void WriteTests(JsonValue tests, const std::vector<size_t>& dropped, JsonWriter* json) {
  json->BeginArray();
  size_t index = 0;
  for (const JsonValue test : tests.Items()) {
    if (!std::binary_search(dropped.begin(), dropped.end(), index++)) json->Raw(test.raw());
  }
  json->EndArray();
}

void WriteChecker(JsonValue checker, JsonWriter* json) {
  json->BeginObject();
  CopyMembers(checker, json, {"always"});
  json->Key("always").Bool(true).EndObject();
}

void WriteText(std::string_view key, std::string_view text, JsonWriter* json) {
  if (!text.empty()) json->Key(key).Bytes(text);
}

void WriteRaw(std::string_view key, std::string_view text, JsonWriter* json) {
  if (!text.empty()) json->Key(key).Raw(text);
}

void WriteFiles(const std::map<std::string, std::string>& files, JsonWriter* json) {
  if (files.empty()) return;
  json->Key("files").BeginObject();
  for (const auto& [path, text] : files) json->Key(path).Bytes(text);
  json->EndObject();
}

void WriteSolution(const Solution& solution, JsonWriter* json) {
  json->BeginObject().Key("name").Bytes(solution.name);
  WriteText("language", solution.language, json);
  json->Key("label").String(solution.label == Label::kCorrect ? "correct" : "wrong");
  if (solution.own) json->Key("own").Bool(true);
  if (solution.runs()) json->Key("code").Bytes(solution.code);
  WriteFiles(solution.files, json);
  WriteRaw("compile_flags", solution.compile_flags, json);
  if (!solution.outputs.empty()) {
    json->Key("outputs").BeginArray();
    for (const auto& output : solution.outputs) output ? json->Bytes(*output) : json->Null();
    json->EndArray();
  }
  json->EndObject();
}

void WriteHelper(const HelperProgram& program, JsonWriter* json) {
  json->BeginObject().Key("language").Bytes(program.language);
  json->Key("source").Bytes(program.source);
  WriteFiles(program.files, json);
  json->EndObject();
}

}  // namespace

ProblemParts PartsOf(std::string_view problem) {
  ProblemParts parts;
  JsonError error;
  const auto document = JsonDocument::Parse(problem, &error);
  if (!document || !document->root().Is(JsonType::kObject)) return parts;
  const JsonValue root = document->root();
  const JsonValue mode = root.Find("mode");
  if (mode.Is(JsonType::kString)) {
    parts.mode = mode.String();
  } else if (!root.Find("sha256")) {
    parts.mode = ProblemParts::kPrints;
  }
  parts.comparison = TextAt(root.Find("comparison"), "mode");
  parts.profile = TextAt(root.Find("comparison"), "profile");
  parts.checker = root.Find("checker").Is(JsonType::kObject);
  parts.interactor = root.Find("interactor").Is(JsonType::kObject);
  parts.assert_code = TextAt(root, "assert_code");
  parts.function_name = TextAt(root, "function_name");
  const JsonValue tests = root.Find("tests");
  if (!tests.Is(JsonType::kArray)) return parts;
  for (const JsonValue test : tests.Items()) {
    TestParts& each = parts.tests.emplace_back();
    const JsonValue id = test.Find("id");
    each.id = id.Is(JsonType::kString) ? id.String()
              : id                     ? std::string(id.raw())
                                       : std::to_string(parts.tests.size() - 1);
    each.input = RawOf(test.Find("input"));
    each.expected = RawOf(test.Find("expected"));
  }
  return parts;
}

std::string ChangedProblem(std::string_view problem, const ProblemChange& change) {
  JsonError error;
  const auto document = JsonDocument::Parse(problem, &error);
  ASSAY_CHECK(document.has_value());
  JsonWriter json(problem.size() + 256);
  json.BeginObject();
  if (change.comparison) json.Key("comparison").Raw(*change.comparison);
  for (const JsonValue::Member& member : document->root().Members()) {
    if (member.key == "comparison" && change.comparison) continue;
    json.Key(member.key);
    if (member.key == "tests" && member.value.Is(JsonType::kArray)) {
      WriteTests(member.value, change.dropped_tests, &json);
    } else if (member.key == "assert_code" && change.assert_code) {
      json.Bytes(*change.assert_code);
    } else if (member.key == "checker" && change.always_check) {
      WriteChecker(member.value, &json);
    } else {
      json.Raw(member.value.raw());
    }
  }
  return json.EndObject().Take();
}

std::string ChangedLimits(std::string_view limits, const LimitsChange& change) {
  JsonError error;
  const auto document = JsonDocument::Parse(limits.empty() ? "{}" : limits, &error);
  JsonWriter json;
  json.BeginObject();
  double memory_mb = kDefaultMemoryMb;
  if (document && document->root().Is(JsonType::kObject)) {
    for (const JsonValue::Member& member : document->root().Members()) {
      const bool time = member.key == "cpu_time_s" || member.key == "wall_time_s";
      if (time && change.cpu_time_s > 0) continue;
      if (member.key == "memory_mb" && change.memory_factor != 1) {
        if (member.value.Is(JsonType::kNumber)) memory_mb = member.value.Double();
        continue;
      }
      json.Key(member.key).Raw(member.value.raw());
    }
  }
  if (change.cpu_time_s > 0) {
    const double cpu_time_s = std::min(change.cpu_time_s, kLongestSeconds);
    json.Key("cpu_time_s").Double(cpu_time_s);
    json.Key("wall_time_s").Double(std::min(cpu_time_s * kWallFactor, kLongestSeconds));
  }
  if (change.memory_factor != 1) {
    json.Key("memory_mb").Int(static_cast<int64_t>(memory_mb * change.memory_factor));
  }
  return json.EndObject().Take();
}

std::string ProblemOfInputs(const std::vector<std::string>& inputs) {
  JsonWriter json;
  json.BeginObject().Key("mode").String(ProblemParts::kPrints).Key("tests").BeginArray();
  for (const std::string& input : inputs) {
    json.BeginObject().Key("input").Bytes(input).Key("expected").String("").EndObject();
  }
  return json.EndArray().EndObject().Take();
}

std::string NativeRow(const LabelledProblem& problem) {
  JsonWriter json(problem.problem.size() + problem.statement.size() + 1024);
  json.BeginObject().Key("id").Bytes(problem.id);
  WriteText("statement", problem.statement, &json);
  WriteText("language", problem.language, &json);
  WriteText("entry_point", problem.entry_point, &json);
  WriteRaw("limits", problem.limits, &json);
  WriteRaw("compile_flags", problem.compile_flags, &json);
  json.Key("problem").Raw(problem.problem);
  if (!problem.validators.empty()) {
    json.Key("validators").BeginArray();
    for (const HelperProgram& each : problem.validators) WriteHelper(each, &json);
    json.EndArray();
  }
  if (problem.generator) {
    json.Key("generator");
    WriteHelper(*problem.generator, &json);
  }
  json.Key("solutions").BeginArray();
  for (const Solution& solution : problem.solutions) WriteSolution(solution, &json);
  std::string row = json.EndArray().EndObject().Take();
  // Values stand as they were written, and JSON may go on in the next line between them.
  std::replace(row.begin(), row.end(), '\n', ' ');
  return row;
}

}  // namespace assay::lab
