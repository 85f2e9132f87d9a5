#include "shadow/native_request.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "shadow/compare/routes.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::shadow {
namespace {

constexpr double kUsualSeconds = 10;

// All spellings of the two forms; the first that is given counts. 0: none is.
double MemoryMb(JsonValue config) {
  for (const char* name : {"memory_limit_MB", "memory_limit_mb"}) {
    if (config.Find(name).Is(JsonType::kNumber)) return NumberAt(config, name);
  }
  return NumberAt(config, "mem_limit") / 1024;  // KiB
}

void WriteTimes(JsonValue times, double memory_mb, JsonWriter* json) {
  const auto seconds = [&](const char* name) {
    const double given = NumberAt(times, name);
    return given > 0 ? given : kUsualSeconds;
  };
  json->Key("limits").BeginObject().Key("cpu_time_s").Double(seconds("run_timeout"));
  if (memory_mb > 0) json->Key("memory_mb").Double(memory_mb);
  json->EndObject().Key("compile_limits").BeginObject();
  json->Key("cpu_time_s").Double(seconds("compile_timeout")).EndObject();
}

// What every submission of ours begins and ends with.
void Begin(const std::string& id, const std::string& language, JsonWriter* json) {
  json->BeginObject().Key("id").Bytes(id).Key("language").Bytes(language);
}

std::string End(JsonWriter* json) {
  // A run of its own: it also tells whether the program does the same twice.
  json->Key("cache").Bool(false);
  json->Key("bundle").Bool(true).Key("embed_tests").Bool(true);
  return json->EndObject().Take();
}

std::optional<std::string> OfRunCode(JsonValue body, const std::string& id) {
  JsonWriter json(body.raw().size() + 512);
  Begin(id, TextAt(body, "language"), &json);
  json.Key("code").Bytes(TextAt(body, "code"));
  json.Key("problem").BeginObject().Key("mode").String("run").Key("tests").BeginArray();
  json.BeginObject().Key("input").Bytes(TextAt(body, "stdin")).EndObject().EndArray().EndObject();
  WriteTimes(body, NumberAt(body, "memory_limit_MB"), &json);
  for (const char* name : {"files", "fetch_files"}) {
    if (const JsonValue value = body.Find(name); value && !value.IsNull()) {
      json.Key(name).Raw(value.raw());
    }
  }
  return End(&json);
}

// Inputs and outputs of programs that read and write text; anything else has no simple form.
std::optional<std::vector<std::pair<std::string, std::string>>> TextCases(JsonValue cases) {
  const JsonValue inputs = cases.Find("input");
  const JsonValue outputs = cases.Find("output");
  if (!inputs.Is(JsonType::kArray) || !outputs.Is(JsonType::kArray)) return std::nullopt;
  const auto ins = inputs.Items();
  const auto outs = outputs.Items();
  if (ins.empty() || ins.size() != outs.size()) return std::nullopt;
  std::vector<std::pair<std::string, std::string>> pairs;
  for (size_t i = 0; i < ins.size(); ++i) {
    if (!outs[i].Is(JsonType::kString)) return std::nullopt;
    if (!ins[i].Is(JsonType::kString) && !ins[i].IsNull()) return std::nullopt;
    pairs.emplace_back(ins[i].IsNull() ? "" : ins[i].String(), outs[i].String());
  }
  return pairs;
}

std::optional<std::string> OfEvaluation(JsonValue body, const std::string& id,
                                        std::string* why_not) {
  const JsonValue config = body.Find("config");
  const JsonValue cases = config.Find("provided_data").Find("test_cases");
  const JsonValue extra = config.Find("extra");
  const JsonValue judge = extra.Find("special_judge_program");
  const auto pairs = TextAt(cases, "type") == "stdin_stdout" ? TextCases(cases) : std::nullopt;
  if (!pairs || (judge && !judge.IsNull())) {
    *why_not = "only programs that read stdin and write stdout, without a special judge, have one";
    return std::nullopt;
  }
  JsonWriter json(body.raw().size() + 512);
  Begin(id, TextAt(config, "language"), &json);
  json.Key("response").Bytes(TextAt(body, "completion")).Key("extraction").String("sandboxfusion");
  const std::string profile = TextAt(extra, "profile");
  json.Key("problem").BeginObject().Key("mode").String("stdin_stdout").Key("comparison");
  json.BeginObject().Key("mode").String("default").Key("profile");
  json.Bytes(profile.empty() ? "compat" : profile).EndObject().Key("tests").BeginArray();
  for (const auto& [input, expected] : *pairs) {
    json.BeginObject().Key("input").Bytes(input).Key("expected").Bytes(expected).EndObject();
  }
  json.EndArray().EndObject();
  const JsonValue all = extra.Find("run_all_cases");
  json.Key("stop").String(all.Is(JsonType::kBool) && all.Bool() ? "all" : "first_failure");
  if (const double total = NumberAt(extra, "total_timeout"); total > 0) {
    json.Key("total_timeout_s").Double(total);
  }
  WriteTimes(config, MemoryMb(config), &json);
  return End(&json);
}

}  // namespace

std::optional<std::string> NativeRequest(const Exchange& exchange, const std::string& id,
                                         std::string* why_not) {
  JsonError error;
  const auto document = JsonDocument::Parse(exchange.request_body, &error);
  if (!document) {
    *why_not = "the request is no JSON";
    return std::nullopt;
  }
  const JsonValue body = document->root();
  const std::string_view path = PathOf(exchange.target);
  const bool run = path == "/run_code";
  if (!run && path != "/common_evaluate_batch" && path != "/common_evaluate") {
    *why_not = "requests of this route have none: ask /v1/verify for the same work with \"bundle\"";
    return std::nullopt;
  }
  if (TextAt(run ? body : body.Find("config"), "language").empty()) {
    *why_not = "the request names no language";
    return std::nullopt;
  }
  return run ? OfRunCode(body, id) : OfEvaluation(body, id, why_not);
}

}  // namespace assay::shadow
