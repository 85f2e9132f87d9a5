// A resources server of NeMo-Gym: POST /verify, /seed_session and /aggregate_metrics, GET
// /reverify_mode.
//
// /verify gets the row of a data set with the model's response, and answers the same object with a
// reward. Rows of its code_gen server (verifier_metadata.unit_tests) are programs, judged as
// LiveCodeBench does: 1 when every test passes. Rows of its math servers (expected_answer) are math
// answers. Sessions hold nothing here.
//
// The client waits without end and doesn't try again: 503 after ten minutes ends the rollout with
// an error, which is no reward. Its sidecar for failed rows (_ng_failure_class) is no mask, because
// a row there still carries a reward, which trainers that collect by themselves would take.
#include <set>

#include "api/shared/origin_json.h"
#include "api/shared/responses.h"
#include "api/trainers/gym_metrics.h"
#include "api/trainers/reward_request.h"
#include "base/text.h"
#include "text/json_writer.h"
#include "text/strict_json.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;
constexpr Patience kPatience{.waits = std::chrono::seconds(600)};
constexpr double kTestSeconds = 10;  // unit_test_timeout_secs of code_gen's configuration

// The texts of a response's messages, one after the other: OpenAI's `output_text`.
std::string OutputText(JsonValue response) {
  std::string text;
  const JsonValue output = response.Find("output");
  if (!output.Is(JsonType::kArray)) return text;
  for (const JsonValue& item : output.Items()) {
    const JsonValue type = item.Find("type");
    const JsonValue content = item.Find("content");
    if (!type.Is(JsonType::kString) || type.String() != "message") continue;
    if (!content.Is(JsonType::kArray)) continue;
    for (const JsonValue& part : content.Items()) {
      const JsonValue kind = part.Find("type");
      const JsonValue words = part.Find("text");
      if (!kind.Is(JsonType::kString) || kind.String() != "output_text") continue;
      if (words.Is(JsonType::kString)) text += words.String();
    }
  }
  return text;
}

// LiveCodeBench's rules for what was read as an ordinary label.
void JudgeAsLiveCodeBench(RewardItem* item, const LabelRules& rules) {
  auto problem = std::make_shared<Problem>(*item->submission->problem);
  problem->comparison.profile = Profile::kLiveCodeBench;
  problem->identity = GivenKey({"livecodebench", problem->identity});
  item->submission->problem = std::move(problem);
  item->submission->limits = rules.limits.OfRun(kTestSeconds, rules.limits.default_memory_bytes);
}

std::optional<std::vector<RewardItem>> Read(JsonValue body, const LabelRules& rules,
                                            std::string* fault) {
  const JsonValue response = body.Find("response");
  if (!response.Is(JsonType::kObject)) {
    *fault = response ? "response must be an object" : "response is missing";
    return std::nullopt;
  }
  const std::string text = OutputText(response);
  const JsonValue metadata = body.Find("verifier_metadata");
  const JsonValue tests = metadata ? metadata.Find("unit_tests") : JsonValue();
  std::optional<RewardItem> item;
  if (tests && !tests.IsNull()) {
    item = ReadLabel(tests, text, "verifier_metadata.unit_tests", rules, fault);
    if (item && item->submission) JudgeAsLiveCodeBench(&*item, rules);
  } else if (const JsonValue gold = body.Find("expected_answer"); gold && !gold.IsNull()) {
    item = ReadLabel(gold, text, "expected_answer", rules, fault);
  } else {
    *fault =
        "the row has neither verifier_metadata.unit_tests (programs) nor expected_answer "
        "(math): nothing says what its response is judged by";
  }
  if (!item) return std::nullopt;
  std::vector<RewardItem> items;
  items.push_back(*std::move(item));
  return items;
}

// A test in LiveCodeBench's codes.
void WriteTestCode(const TestResult& test, JsonWriter* json) {
  switch (test.verdict) {
    case Verdict::kAccepted: json->Bool(true); return;
    case Verdict::kWrongAnswer:
    case Verdict::kPresentationError: json->Int(-2); return;
    case Verdict::kTimeLimit: json->Int(-3); return;
    default: json->Int(-4);
  }
}

void WriteProgram(const SubmissionResult& result, const std::string& text, JsonWriter* json) {
  json->Key("extracted_model_output").Bytes(text).Key("result").BeginArray();
  for (const TestResult& test : result.tests) {
    if (test.verdict == Verdict::kSkipped) break;  // those behind the first failure
    WriteTestCode(test, json);
  }
  json->EndArray().Key("metadata").BeginObject();
  json->Key("verdict").String(ToString(result.verdict));
  json->Key("reason").String(ToString(result.reason));
  json->Key("message").Bytes(result.message).EndObject();
  json->Key("unit_tests_time_taken").Double(ToSeconds(result.total_time));
}

void WriteAnswer(const RewardOutcome& outcome, JsonWriter* json) {
  json->Key("extracted_answer").Bytes(outcome.answer->result.answer);
  json->Key("library_reward").Double(MathScore(*outcome.answer).value_or(0));
  json->Key("judge_evaluations").Null();
}

// The request's members as they came, and what was found out.
std::string Render(JsonValue body, const RewardOptions&,
                   const std::vector<RewardOutcome>& outcomes) {
  const RewardOutcome& outcome = outcomes[0];
  static const std::set<std::string, std::less<>> kOurs = {
      "reward",         "extracted_model_output", "result",
      "metadata",       "unit_tests_time_taken",  "extracted_answer",
      "library_reward", "judge_evaluations"};
  JsonWriter json(body.raw().size() + 1024);
  json.BeginObject();
  for (const auto& [name, value] : body.Members()) {
    if (kOurs.count(name) == 0) WriteStrict(value.raw(), &json.Key(name));
  }
  json.Key("reward").Double(*outcome.score);
  if (outcome.program) {
    WriteProgram(*outcome.program, OutputText(body.Find("response")), &json);
  } else {
    WriteAnswer(outcome, &json);
  }
  // A row's own member of that name stays the row's.
  if (!body.Find("origin")) WriteOrigin(outcome.origin, &json);
  return json.EndObject().Take();
}

void Aggregate(const HttpRequest& http, const HttpReplyPtr& reply) {
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  FieldErrors errors;
  FieldReader fields(document->root(), {}, &errors);
  const JsonValue responses = fields.Array("verify_responses", Presence::kRequired);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  SendJson(reply, 200, AggregateGymMetrics(responses));
}

}  // namespace

void RegisterNemoGymRoutes(Router& router, const TrainerDeps& deps) {
  router.Add("POST", "/verify",
             [&deps](std::shared_ptr<const HttpRequest> http, const HttpReplyPtr& reply) {
               ServeRewards(deps, kPatience, std::move(http), reply, Read, Render);
             });
  router.Add("POST", "/seed_session",
             [](const std::shared_ptr<const HttpRequest>&, const HttpReplyPtr& reply) {
               SendJson(reply, 200, "{}");
             });
  router.Add("POST", "/aggregate_metrics",
             [](const std::shared_ptr<const HttpRequest>& http, const HttpReplyPtr& reply) {
               Aggregate(*http, reply);
             });
  router.Add("GET", "/reverify_mode",
             [](const std::shared_ptr<const HttpRequest>&, const HttpReplyPtr& reply) {
               SendJson(reply, 200, R"("stateless")");
             });
}

}  // namespace assay
