#include "api/trainers/reward_request.h"

#include <utility>

#include "api/problems/problems_of.h"
#include "api/shared/caller_tenant.h"
#include "api/shared/origin_headers.h"
#include "api/shared/responses.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;
// What a waiting request keeps in memory beside its body.
constexpr int64_t kWaitingBytes = 64 << 10;

void Refuse(const HttpReplyPtr& reply, const std::string& fault) {
  SendError(reply, kStyle, 422, "invalid", fault);
}

// Whether `text` ends with a token such as "<|im_end|>"; `*length` is how long it is.
bool EndsWithToken(std::string_view text, std::string_view open, std::string_view close,
                   size_t* length) {
  constexpr size_t kLongest = 64;
  if (text.size() < open.size() + close.size()) return false;
  if (text.substr(text.size() - close.size()) != close) return false;
  const size_t begin = text.rfind(open, text.size() - close.size() - 1);
  if (begin == text.npos || text.size() - begin > kLongest) return false;
  const std::string_view name =
      text.substr(begin + open.size(), text.size() - close.size() - begin - open.size());
  if (name.empty() || name.find_first_of(" \t\r\n<>") != name.npos) return false;
  *length = text.size() - begin;
  return true;
}

// Sends what `serve` found out, with everything it refers to kept.
struct Serving {
  const TrainerDeps& deps;
  Patience patience;
  RewardRequest request;
  std::string key;
  ReadSamples read;
  RenderRewards render;
};

void Answer(const Serving& serving, const HttpReplyPtr& reply,
            const std::vector<RewardOutcome>& outcomes) {
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i].score) continue;
    if (outcomes[i].fault.empty()) {
      HttpResponse stopping;
      stopping.status = 503;
      stopping.headers = {{"retry-after", "1"}};
      stopping.body = R"({"detail":"the server is stopping; send the same request again"})";
      return reply->Send(std::move(stopping));
    }
    return Refuse(reply,
                  "sample " + std::to_string(i) +
                      " has no verdict, because its problem is at fault: " + outcomes[i].fault);
  }
  SendJson(reply, 200,
           serving.render(serving.request.document->root(), serving.request.options, outcomes));
}

void Judge(const std::shared_ptr<Serving>& serving, const HttpReplyPtr& reply, bool may_wait) {
  const TrainerDeps& deps = serving->deps;
  const RewardOptions& options = serving->request.options;
  const LabelRules rules{deps.languages, deps.limits,
                         ProblemsOf(*serving->request.http, deps.problems), options.stop, may_wait};
  std::string fault;
  auto items = serving->read(serving->request.document->root(), rules, &fault);
  if (!items) return Refuse(reply, fault);
  const Origin origin = OriginOfHeaders(*serving->request.http);
  for (RewardItem& item : *items) {
    if (item.submission) {
      Label(*serving->request.http, &*item.submission);
    } else {
      item.answer.origin = origin;
    }
  }
  const auto place = deps.desk.Open(serving->key, serving->patience, reply);
  const auto batch =
      std::make_shared<RewardBatch>(deps.batch, deps.math, *std::move(items), *options.profile,
                                    [serving, place](const std::vector<RewardOutcome>& outcomes) {
                                      Answer(*serving, place, outcomes);
                                    });
  place->SetWork([batch] { batch->Cancel(); });
  batch->Start(static_cast<int64_t>(serving->request.http->body.size()));
}

}  // namespace

std::optional<RewardOptions> ParseRewardOptions(std::string_view query, std::string* fault) {
  RewardOptions options;
  options.profile = &math::DefaultProfile();
  while (!query.empty()) {
    const size_t end = std::min(query.find('&'), query.size());
    const std::string_view one = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (one.empty()) continue;
    const size_t equals = one.find('=');
    const std::string_view name = one.substr(0, equals);
    const std::string_view value = equals == one.npos ? "" : one.substr(equals + 1);
    if (name == "score" && (value == "all" || value == "share")) {
      options.stop = value == "share" ? StopPolicy::kRunAll : StopPolicy::kFirstFailure;
    } else if (name == "reply" && (value == "number" || value == "object")) {
      options.object = value == "object";
    } else if (name == "profile" && math::FindProfile(value) != nullptr) {
      options.profile = math::FindProfile(value);
    } else {
      *fault = "the URL's option " + ReplaceInvalidUtf8(one) +
               " isn't known: there are score=all, score=share, reply=number, reply=object and "
               "profile= with the name of a math profile";
      return std::nullopt;
    }
  }
  return options;
}

std::string_view WithoutEndTokens(std::string_view response) {
  while (true) {
    response = TrimAsciiSpace(response);
    size_t length = 0;
    bool found = EndsWithToken(response, "<|", "|>", &length) ||
                 EndsWithToken(response, "<\xEF\xBD\x9C", "\xEF\xBD\x9C>", &length);
    for (const std::string_view token :
         {"</s>", "<eos>", "<pad>", "<end_of_turn>", "[EOS]", "[PAD]"}) {
      if (found || response.size() < token.size()) continue;
      if (response.substr(response.size() - token.size()) != token) continue;
      length = token.size();
      found = true;
    }
    if (!found) return response;
    response.remove_suffix(length);
  }
}

std::string_view ResponseOf(std::string_view query, std::string_view prompt) {
  const std::string_view asked = TrimAsciiSpace(prompt);
  if (!asked.empty()) {
    const size_t at = query.find(asked);
    if (at != query.npos) query.remove_prefix(at + asked.size());
  }
  return WithoutEndTokens(query);
}

void ServeRewards(const TrainerDeps& deps, const Patience& patience,
                  std::shared_ptr<const HttpRequest> http, const HttpReplyPtr& reply,
                  ReadSamples read, RenderRewards render) {
  std::string key = KeyOfTries(*http);
  if (deps.desk.TakeUp(key, reply)) return;
  std::string fault;
  const auto options = ParseRewardOptions(http->query, &fault);
  if (!options) return Refuse(reply, fault);
  auto serving = std::make_shared<Serving>(Serving{deps,
                                                   patience,
                                                   {std::move(http), std::nullopt, *options},
                                                   std::move(key),
                                                   std::move(read),
                                                   std::move(render)});
  const HttpRequest& request = *serving->request.http;
  serving->request.document = ParseBody(request, reply, kStyle);
  if (!serving->request.document) return;
  if (request.body.size() <= kLongestReadHere && !NamesProblem(request.body)) {
    return Judge(serving, reply, false);
  }
  const auto bytes = static_cast<int64_t>(request.body.size()) + kWaitingBytes;
  if (!deps.readers.Submit(bytes, [serving, reply] { Judge(serving, reply, true); })) {
    HttpResponse full;
    full.status = 503;
    full.headers = {{"retry-after", "1"}};
    full.body = R"({"detail":"too many requests wait to be read"})";
    reply->Send(std::move(full));
  }
}

}  // namespace assay
