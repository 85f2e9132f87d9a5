#include "data/convert/converted.h"

#include <algorithm>

#include "model/names.h"

namespace assay {
namespace {

// Time in which a program waits is no fault of a busy host, and most limits are of CPU time.
constexpr double kWallFactor = 3;
constexpr double kLongestSeconds = 3600;  // that the native routes take

void WriteJudge(std::string_view key, const std::optional<ConvertedJudge>& judge,
                JsonWriter* json) {
  if (!judge) return;
  json->Key(key).BeginObject().Key("source").Bytes(judge->source);
  if (!judge->kind.empty()) json->Key("kind").String(judge->kind);
  if (!judge->language.empty()) json->Key("language").String(judge->language);
  json->EndObject();
}

void WriteText(std::string_view key, std::string_view text, JsonWriter* json) {
  if (!text.empty()) json->Key(key).Bytes(text);
}

void WriteLimits(const ConvertedRow& row, JsonWriter* json) {
  if (row.time_limit_s <= 0 && row.wall_time_s <= 0 && row.memory_mb <= 0) return;
  const double usual = std::min(row.time_limit_s * kWallFactor, kLongestSeconds);
  const double wall_time_s = row.wall_time_s > 0 ? row.wall_time_s : usual;
  json->Key("limits").BeginObject();
  if (row.time_limit_s > 0) json->Key("cpu_time_s").Double(row.time_limit_s);
  if (wall_time_s > 0) json->Key("wall_time_s").Double(wall_time_s);
  if (row.memory_mb > 0) json->Key("memory_mb").Int(row.memory_mb);
  json->EndObject();
}

}  // namespace

std::string ProblemJson(const ConvertedRow& row) {
  if (!row.own_problem.empty()) return row.own_problem;
  size_t bytes = row.assert_code.size() + 1024;
  for (const RowTest& test : row.tests) bytes += test.input.size() + test.expected.size() + 32;
  JsonWriter json(bytes);
  json.BeginObject().Key("mode").String(kProblemModeNames.NameOf(row.mode));
  WriteText("function_name", row.function_name, &json);
  if (!row.comparison_mode.empty() || !row.comparison_profile.empty()) {
    json.Key("comparison").BeginObject();
    WriteText("mode", row.comparison_mode, &json);
    WriteText("profile", row.comparison_profile, &json);
    json.EndObject();
  }
  WriteText("assert_setup_code", row.assert_setup_code, &json);
  WriteText("assert_code", row.assert_code, &json);
  WriteJudge("checker", row.checker, &json);
  WriteJudge("interactor", row.interactor, &json);
  if (!row.tests.empty()) {
    const bool calls = row.mode == ProblemMode::kFunctionCall;
    json.Key("tests").BeginArray();
    for (const RowTest& test : row.tests) {
      json.BeginObject().Key("input");
      if (calls) {
        json.Raw(test.input).Key("expected").Raw(test.expected);
      } else {
        json.Bytes(test.input).Key("expected").Bytes(test.expected);
      }
      json.EndObject();
    }
    json.EndArray();
  }
  return json.EndObject().Take();
}

void WriteConverted(const ConvertedRow& row, std::string_view problem, JsonWriter* json) {
  json->Key("format").String(row.format).Key("kind").String(row.math ? "math" : "code");
  WriteText("id", row.id, json);
  if (!row.prompt.empty()) json->Key("prompt").Raw(row.prompt);
  if (row.math) {
    json->Key("gold").Bytes(row.gold);
  } else {
    WriteText("language", row.language, json);
    const bool call = row.mode == ProblemMode::kFunctionCall;
    WriteText("entry_point", call ? row.function_name : row.entry_point, json);
    WriteText("starter_code", row.starter_code, json);
    WriteLimits(row, json);
    json->Key("problem").Raw(problem);
  }
  if (row.notes.empty()) return;
  json->Key("warnings").BeginArray();
  for (const std::string& note : row.notes) json->Bytes(note);
  json->EndArray();
}

std::string ConvertedJson(const ConvertedRow& row) {
  const std::string problem = row.math ? std::string() : ProblemJson(row);
  JsonWriter json(problem.size() + row.prompt.size() + 1024);
  json.BeginObject();
  WriteConverted(row, problem, &json);
  return json.EndObject().Take();
}

}  // namespace assay
