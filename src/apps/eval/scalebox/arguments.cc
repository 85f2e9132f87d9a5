#include "apps/eval/scalebox/arguments.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

Error Missing(const char* key) {
  return InvalidField("eval.scalebox", key, "is not in the file, and not given behind --");
}

}  // namespace

Result<std::vector<std::string>> RunArguments(const ScaleboxConfig& config,
                                              const std::vector<std::string>& given) {
  std::vector<std::string> arguments;
  const auto is_given = [&](const std::string& option) {
    return std::any_of(given.begin(), given.end(), [&](const std::string& word) {
      return word == option || word.rfind(option + "=", 0) == 0;
    });
  };
  // In one word, for a value may begin with a dash.
  const auto add = [&](const std::string& option, const std::string& value) {
    if (!value.empty() && !is_given(option)) arguments.push_back(option + "=" + value);
  };
  const auto number = [&](const std::string& option, const auto& value) {
    if (value) add(option, fmt::format("{}", *value));
  };
  if (config.benchmark.empty()) return Missing("benchmark.name");
  const std::string& out = config.resume.empty() ? config.out : config.resume;
  if (out.empty() && !is_given("--out")) return Missing("output.output_dir");
  if (config.data.empty() && !is_given("--data")) return Missing("benchmark.data_path");
  arguments.push_back(config.benchmark);
  for (const std::string& path : config.data) add("--data", path);
  add("--version", config.version);
  add("--begin-date", config.begin_date);
  add("--end-date", config.end_date);
  for (const std::string& language : config.languages) add("--language", language);
  add("--out", out);
  add("--url", config.judge_url);
  if (config.eval_only) {
    if (config.answers.empty() && !is_given("--generations")) return Missing("run.eval_path");
    add("--generations", config.answers);
    return arguments;
  }
  if (config.endpoint.empty() && !is_given("--endpoint")) return Missing("model.vllm_server");
  if (config.model.empty() && !is_given("--model")) return Missing("model.model_name");
  add("--endpoint", config.endpoint);
  add("--model", config.model);
  if (config.thinking) add("--thinking", "expected");
  number("--max-in-flight", config.concurrency);
  number("--temperature", config.temperature);
  number("--top-p", config.top_p);
  number("--max-tokens", config.max_tokens);
  number("--samples", config.samples);
  for (const std::string& stop : config.stop) add("--stop", stop);
  if (config.extra_body != "{}") add("--extra-body", config.extra_body);
  return arguments;
}

}  // namespace assay
