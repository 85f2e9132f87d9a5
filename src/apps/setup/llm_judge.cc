#include "apps/setup/llm_judge.h"

#include "api/math/math_request.h"
#include "base/text.h"
#include "base/whole_file.h"

namespace assay {
namespace {

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "math.judge", 0, std::move(message)};
}

Result<std::string> ReadTextFile(const std::string& path, const char* option) {
  auto text = ReadFile(path, "math.judge");
  if (!text.ok() || text->empty()) {
    return Invalid(std::string(option) + ": " + path + " cannot be read or is empty");
  }
  if (!IsValidUtf8(*text)) return Invalid(std::string(option) + ": " + path + " is not UTF-8 text");
  return text;
}

}  // namespace

Result<std::unique_ptr<ConfiguredLlmJudge>> MakeLlmJudge(const Options& options) {
  if (options.math_judge_url.empty()) return std::unique_ptr<ConfiguredLlmJudge>();
  if (options.math_judge_model.empty()) {
    return Invalid("math-judge-model: name the model to ask at " + options.math_judge_url);
  }
  MathJudgeOptions judge;
  judge.model = options.math_judge_model;
  judge.concurrency = static_cast<int>(options.math_judge_concurrency);
  judge.deadline = FromSeconds(options.math_judge_deadline_s);
  if (!options.math_judge_prompt.empty()) {
    ASSAY_ASSIGN_OR_RETURN(judge.prompt,
                           ReadTextFile(options.math_judge_prompt, "math-judge-prompt"));
    if (!IsJudgePrompt(judge.prompt)) {
      return Invalid("math-judge-prompt: " + options.math_judge_prompt +
                     " must have {gold} and {answer} in it");
    }
  }
  std::string key;
  if (!options.math_judge_key_file.empty()) {
    ASSAY_ASSIGN_OR_RETURN(key, ReadTextFile(options.math_judge_key_file, "math-judge-key-file"));
  }
  auto configured = std::make_unique<ConfiguredLlmJudge>();
  auto client = ChatClient::Create({.url = options.math_judge_url, .key = std::move(key)});
  if (!client.ok()) return Invalid("math-judge-url: " + client.error().message);
  configured->client = std::move(client).value();
  configured->judge = std::make_unique<MathJudge>(
      std::move(judge),
      [client = configured->client.get()](const std::string& body, SteadyTime deadline) {
        return client->Post(body, deadline);
      });
  configured->mode = ParseSecondOpinion(options.math_judge_mode).value_or(SecondOpinion::kReport);
  return configured;
}

}  // namespace assay
