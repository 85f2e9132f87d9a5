#include "apps/setup/llm_judge.h"

#include <cstdlib>
#include <utility>

#include "api/math/math_request.h"
#include "base/text.h"
#include "base/whole_file.h"

namespace assay {
namespace {

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "judge", 0, std::move(message)};
}

Result<std::string> ReadTextFile(const std::string& path, const std::string& option) {
  auto text = ReadFile(path, "judge");
  if (!text.ok() || text->empty()) {
    return Invalid(option + ": " + path + " cannot be read or is empty");
  }
  if (!IsValidUtf8(*text)) return Invalid(option + ": " + path + " is not UTF-8 text");
  return text;
}

// Where a judge model is and how it is asked: what both judges have options for.
struct Endpoint {
  std::string prefix;  // of the options: "math-judge"
  std::string url;
  std::string model;
  std::string key_file;
  std::string key_env;
};

Endpoint MathEndpoint(const Options& options) {
  return {"math-judge", options.math_judge_url, options.math_judge_model,
          options.math_judge_key_file, ""};
}

Endpoint GradeEndpoint(const Options& options) {
  return {"judge", options.judge_url, options.judge_model, options.judge_key_file,
          options.judge_key_env};
}

Result<std::unique_ptr<ChatClient>> MakeClient(const Endpoint& endpoint) {
  if (endpoint.model.empty()) {
    return Invalid(endpoint.prefix + "-model: name the model to ask at " + endpoint.url);
  }
  std::string key;
  if (!endpoint.key_file.empty()) {
    ASSAY_ASSIGN_OR_RETURN(key, ReadTextFile(endpoint.key_file, endpoint.prefix + "-key-file"));
  } else if (!endpoint.key_env.empty()) {
    const char* value = std::getenv(endpoint.key_env.c_str());
    if (value == nullptr || *value == '\0') {
      return Invalid(endpoint.prefix + "-key-env: the variable " + endpoint.key_env +
                     " is not set or empty");
    }
    key = value;
  }
  auto client = ChatClient::Create({.url = endpoint.url, .key = std::move(key)});
  if (!client.ok()) return Invalid(endpoint.prefix + "-url: " + client.error().message);
  return client;
}

}  // namespace

Result<std::unique_ptr<ConfiguredLlmJudge>> MakeLlmJudge(const Options& options) {
  const bool own = !options.math_judge_url.empty();
  const Endpoint endpoint = own ? MathEndpoint(options) : GradeEndpoint(options);
  if (endpoint.url.empty()) return std::unique_ptr<ConfiguredLlmJudge>();
  MathJudgeOptions judge;
  judge.model = endpoint.model;
  judge.concurrency =
      static_cast<int>(own ? options.math_judge_concurrency : options.judge_concurrency);
  judge.deadline = FromSeconds(options.math_judge_deadline_s);
  if (!options.math_judge_prompt.empty()) {
    ASSAY_ASSIGN_OR_RETURN(judge.prompt,
                           ReadTextFile(options.math_judge_prompt, "math-judge-prompt"));
    if (!IsJudgePrompt(judge.prompt)) {
      return Invalid("math-judge-prompt: " + options.math_judge_prompt +
                     " must have {gold} and {answer} in it");
    }
  }
  auto configured = std::make_unique<ConfiguredLlmJudge>();
  ASSAY_ASSIGN_OR_RETURN(configured->client, MakeClient(endpoint));
  configured->judge = std::make_unique<MathJudge>(
      std::move(judge),
      [client = configured->client.get()](const std::string& body, SteadyTime deadline,
                                          const RequestTracePtr& trace) {
        return client->Post(body, deadline, trace);
      });
  configured->mode =
      own ? ParseSecondOpinion(options.math_judge_mode).value_or(SecondOpinion::kReport)
          : SecondOpinion::kOff;
  return configured;
}

Result<std::unique_ptr<ConfiguredGradeJudge>> MakeGradeJudge(const Options& options) {
  if (options.judge_url.empty()) return std::unique_ptr<ConfiguredGradeJudge>();
  GradeJudgeOptions judge;
  judge.model = options.judge_model;
  judge.concurrency = static_cast<int>(options.judge_concurrency);
  judge.timeout = FromSeconds(options.judge_timeout_s);
  if (!options.judge_prompt.empty()) {
    ASSAY_ASSIGN_OR_RETURN(judge.prompt, ReadTextFile(options.judge_prompt, "judge-prompt"));
    if (!IsGradePrompt(judge.prompt)) {
      return Invalid("judge-prompt: " + options.judge_prompt +
                     " must have {response} and {nonce} in it");
    }
  }
  auto configured = std::make_unique<ConfiguredGradeJudge>();
  ASSAY_ASSIGN_OR_RETURN(configured->client, MakeClient(GradeEndpoint(options)));
  configured->judge = std::make_unique<GradeJudge>(
      std::move(judge),
      [client = configured->client.get()](const std::string& body, SteadyTime deadline,
                                          const RequestTracePtr& trace, const CancelToken& stop,
                                          HttpFailure* failure) {
        return client->Send(body, deadline, trace, &stop, failure);
      });
  return configured;
}

}  // namespace assay
