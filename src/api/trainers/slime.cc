// POST /rm, as slime's remote_rm asks: a prompt, a response and its label; back comes the reward, a
// number, or with `reply=object` in the URL an object of which slime's --reward-key takes a member.
//
// The client waits 120 s and tries ten times, whatever the status; then the rollout fails.
#include "api/shared/origin_json.h"
#include "api/trainers/reward_request.h"
#include "model/names.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr Patience kPatience{
    .waits = std::chrono::seconds(120), .tries = 10, .comes_back_in = std::chrono::seconds(60)};

std::optional<std::vector<RewardItem>> Read(JsonValue body, const LabelRules& rules,
                                            std::string* fault) {
  const JsonValue response = body.Find("response");
  if (!response.Is(JsonType::kString)) {
    *fault = response ? "response must be a string" : "response is missing";
    return std::nullopt;
  }
  auto item =
      ReadLabel(body.Find("label"), WithoutEndTokens(response.String()), "label", rules, fault);
  if (!item) return std::nullopt;
  std::vector<RewardItem> items;
  items.push_back(*std::move(item));
  return items;
}

std::string Render(JsonValue, const RewardOptions& options,
                   const std::vector<RewardOutcome>& outcomes) {
  const RewardOutcome& outcome = outcomes[0];
  JsonWriter json;
  if (!options.object) return json.Double(*outcome.score).Take();
  json.BeginObject().Key("score").Double(*outcome.score);
  json.Key("accepted").Bool(*outcome.score == 1);
  if (outcome.program) {
    json.Key("verdict").String(ToString(outcome.program->verdict));
    json.Key("reason").String(ToString(outcome.program->reason));
  } else {
    json.Key("verdict").String(math::OutcomeName(outcome.answer->outcome()));
    json.Key("reason").String(ToString(outcome.answer->result.reason));
  }
  WriteOrigin(outcome.origin, &json);
  return json.EndObject().Take();
}

}  // namespace

void RegisterSlimeRoutes(Router& router, const TrainerDeps& deps) {
  router.Add("POST", "/rm",
             [&deps](std::shared_ptr<const HttpRequest> http, const HttpReplyPtr& reply) {
               ServeRewards(deps, kPatience, std::move(http), reply, Read, Render);
             });
}

}  // namespace assay
