// POST /get_reward, as OpenRLHF's executors ask a remote reward model: a list each of whole texts
// (prompt, response and special tokens), prompts and labels; back come a list each of rewards and
// of scores, which dynamic filtering looks at.
//
// With several URLs today's client cuts the batch so that all but the first get empty lists, and it
// needs an answer of empty lists for those. It waits 180 s, five times, for each; then the sample
// has no reward, and the step may fail.
#include "api/trainers/reward_request.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr Patience kPatience{
    .waits = std::chrono::seconds(180), .tries = 5, .comes_back_in = std::chrono::seconds(30)};

// A list of the body; with a fault when it is none.
std::optional<std::vector<JsonValue>> List(JsonValue body, const std::string& name,
                                           std::string* fault) {
  const JsonValue list = body.Find(name);
  if (list.Is(JsonType::kArray)) return list.Items();
  *fault = name + (list ? " must be a list" : " is missing") +
           ": the request has three lists, query, prompts and labels";
  return std::nullopt;
}

std::optional<std::vector<RewardItem>> Read(JsonValue body, const LabelRules& rules,
                                            std::string* fault) {
  const auto queries = List(body, "query", fault);
  if (!queries) return std::nullopt;
  const auto labels = List(body, "labels", fault);
  if (!labels) return std::nullopt;
  const JsonValue prompts = body.Find("prompts");
  const auto asked = prompts.Is(JsonType::kArray) ? prompts.Items() : std::vector<JsonValue>();
  if (labels->size() != queries->size() || (!asked.empty() && asked.size() != queries->size())) {
    *fault = "query has " + std::to_string(queries->size()) + " entries, prompts " +
             std::to_string(asked.size()) + " and labels " + std::to_string(labels->size());
    return std::nullopt;
  }
  std::vector<RewardItem> items;
  for (size_t i = 0; i < queries->size(); ++i) {
    const std::string index = "[" + std::to_string(i) + "]";
    if (!(*queries)[i].Is(JsonType::kString)) {
      *fault = "query" + index + " must be a string";
      return std::nullopt;
    }
    const std::string query = (*queries)[i].String();
    const std::string prompt =
        !asked.empty() && asked[i].Is(JsonType::kString) ? asked[i].String() : "";
    auto item = ReadLabel((*labels)[i], ResponseOf(query, prompt), "labels" + index, rules, fault);
    if (!item) return std::nullopt;
    items.push_back(*std::move(item));
  }
  return items;
}

// The names of extra logs must be the same for all samples: they are put together by name.
std::string Render(JsonValue, const RewardOptions&, const std::vector<RewardOutcome>& outcomes) {
  JsonWriter json;
  json.BeginObject();
  for (const char* name : {"rewards", "scores"}) {
    json.Key(name).BeginArray();
    for (const RewardOutcome& outcome : outcomes) json.Double(*outcome.score);
    json.EndArray();
  }
  json.Key("extra_logs").BeginObject().Key("assay_accepted").BeginArray();
  for (const RewardOutcome& outcome : outcomes) json.Double(*outcome.score == 1 ? 1 : 0);
  return json.EndArray().EndObject().EndObject().Take();
}

}  // namespace

void RegisterOpenRlhfRoutes(Router& router, const TrainerDeps& deps) {
  router.Add("POST", "/get_reward",
             [&deps](std::shared_ptr<const HttpRequest> http, const HttpReplyPtr& reply) {
               ServeRewards(deps, kPatience, std::move(http), reply, Read, Render);
             });
}

}  // namespace assay
