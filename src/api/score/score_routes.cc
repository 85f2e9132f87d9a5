#include "api/score/score_routes.h"

#include <memory>
#include <optional>
#include <utility>

#include "api/native/verify_batch.h"
#include "api/score/score_request.h"
#include "api/shared/caller_tenant.h"
#include "api/shared/item_reply.h"
#include "api/shared/responses.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kNative;
// What a waiting request keeps in memory beside its body.
constexpr int64_t kWaitingBytes = 256 << 10;

// A request between parsing and its job; stays where it is, for its values refer to its body.
struct Arrived {
  std::shared_ptr<const HttpRequest> http;
  MathPool::Permit permit;
  std::optional<JsonDocument> document;
  ScoreRequest request;
  std::optional<VerifyFinder> finder;
};

void Start(const ScoreDeps& deps, Arrived& arrived, const HttpReplyPtr& reply) {
  VerifyBatch batch = arrived.finder->Finish();
  ScoreJob::Start(deps.means, reply, std::move(arrived.request), std::move(batch),
                  std::move(arrived.permit));
}

// False: one names a tenant for which the caller may not speak, and that is answered.
bool ClaimTenants(const HttpRequest& http, ScoreRequest* request, const HttpReplyPtr& reply) {
  for (size_t i = 0; i < request->items.size(); ++i) {
    ScoreItem& item = request->items[i];
    if (!ClaimTenant(http, FieldPath{} / "items" / i, &item.origin, reply)) return false;
    if (!item.submission) continue;
    Submission& submission = request->submissions.items[*item.submission].submission;
    submission.origin.tenant = item.origin.tenant;
    submission.origin.route = item.origin.route;
    submission.origin.trace = item.origin.trace;
    LabelTenant(http, &submission);
  }
  return true;
}

void Handle(const ScoreDeps& deps, std::shared_ptr<const HttpRequest> http,
            const HttpReplyPtr& reply) {
  constexpr int kRetryAfterSeconds = 1;
  auto arrived = std::make_shared<Arrived>();
  arrived->permit = deps.means.pool.Admit(static_cast<int64_t>(http->body.size()));
  if (!arrived->permit) {
    return SendOverloaded(reply, kStyle, kRetryAfterSeconds, "too many answers are waiting");
  }
  arrived->http = std::move(http);
  arrived->document = ParseBody(*arrived->http, reply, kStyle);
  if (!arrived->document) return;
  FieldErrors errors;
  arrived->request = ParseScore(arrived->document->root(), deps.rubrics, deps.verify, &errors);
  if (!errors.empty()) return SendRefusal(reply, kStyle, Refusal::Fields(std::move(errors)));
  if (!ClaimTenants(*arrived->http, &arrived->request, reply)) return;
  arrived->request.tenant = TenantOf(*arrived->http);
  if (const auto& items = arrived->request.items; !items.empty() && items[0].origin.run) {
    reply->Note("run", *items[0].origin.run);
  }
  if (AcceptsLines(*arrived->http)) arrived->request.stream = true;
  VerifyFinder& finder =
      arrived->finder.emplace(std::move(arrived->request.submissions), deps.parts,
                              TenantProblems(deps.parts.problems, OwnerOf(*arrived->http)));
  finder.FindGiven();
  if (finder.FindInMemory()) return Start(deps, *arrived, reply);
  const auto bytes = static_cast<int64_t>(arrived->http->body.size()) + kWaitingBytes;
  const bool taken =
      deps.readers.Submit(bytes, [&deps, arrived, reply] { Start(deps, *arrived, reply); });
  if (!taken) {
    SendRefusal(reply, kStyle,
                Refusal::Overloaded(kRetryAfterSeconds,
                                    "too many requests wait for problems from the disk"));
  }
}

}  // namespace

void RegisterScoreRoutes(Router& router, const ScoreDeps& deps) {
  router.Add("POST", "/v1/score",
             [&deps](std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply) {
               Handle(deps, std::move(http), reply);
             });
}

}  // namespace assay
