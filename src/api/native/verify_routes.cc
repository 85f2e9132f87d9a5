#include "api/native/verify_routes.h"

#include "api/native/verify_batch.h"
#include "api/native/verify_job.h"
#include "api/problems/problems_of.h"
#include "api/sessions/wire/sandbox_answer.h"
#include "api/shared/caller_tenant.h"
#include "api/shared/item_reply.h"
#include "api/shared/responses.h"
#include "api/swe/swe_request.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kNative;
// What a waiting request keeps in memory beside its body.
constexpr int64_t kWaitingBytes = 256 << 10;

// A request between parsing and the engine; stays where it is, for its values refer to its body.
struct Arrived {
  std::shared_ptr<const void> under_way;  // goes after all that refers to the parts
  std::shared_ptr<const HttpRequest> http;
  std::optional<JsonDocument> document;
  std::optional<VerifyFinder> finder;
};

void Submit(const VerifyDeps& deps, Arrived& arrived, const HttpReplyPtr& reply) {
  VerifyBatch batch = arrived.finder->Finish();
  if (batch.single && batch.tasks[0].unread) {
    return SendFault(reply, *batch.tasks[0].unread);
  }
  if (batch.single && batch.tasks[0].unknown_problem) {
    return SendRefusal(reply, kStyle,
                       {.kind = Refusal::Kind::kUnknownProblem,
                        .message = *batch.tasks[0].unknown_problem,
                        .field = "problem.sha256"});
  }
  VerifyJob::Start(deps.sink, reply, std::move(batch));
}

// False: one names a tenant for which the caller may not speak, and that is answered.
bool ClaimTenants(const HttpRequest& http, VerifyRequest* request, const HttpReplyPtr& reply) {
  for (size_t i = 0; i < request->items.size(); ++i) {
    const FieldPath path = request->single ? FieldPath{} : FieldPath{} / "submissions" / i;
    Submission& submission = request->items[i].submission;
    if (!ClaimTenant(http, path, &submission.origin, reply)) return false;
    LabelTenant(http, &submission);
  }
  return true;
}

// Once everything of it but its problems is there.
void Find(const VerifyDeps& deps, const std::shared_ptr<Arrived>& arrived,
          const HttpReplyPtr& reply) {
  VerifyFinder& finder = *arrived->finder;
  if (const FieldErrors* single = finder.FaultsOfSingle(); single != nullptr && !single->empty()) {
    return SendRefusal(reply, kStyle, Refusal::Fields(*single));
  }
  if (finder.FindInMemory()) return Submit(deps, *arrived, reply);
  const auto bytes = static_cast<int64_t>(arrived->http->body.size()) + kWaitingBytes;
  const bool taken =
      deps.readers.Submit(bytes, [&deps, arrived, reply] { Submit(deps, *arrived, reply); });
  if (!taken) {
    SendRefusal(reply, kStyle,
                Refusal::Overloaded(1, "too many requests wait for problems from the disk"));
  }
}

void Handle(const VerifyDeps& deps, std::shared_ptr<const HttpRequest> http,
            const HttpReplyPtr& reply) {
  auto arrived = std::make_shared<Arrived>();
  arrived->under_way = deps.readings.Enter();
  arrived->http = std::move(http);
  arrived->document = ParseBody(*arrived->http, reply, kStyle);
  if (!arrived->document) return;
  if (AsksForSwe(arrived->document->root())) {
    return VerifySwe(deps.swe, arrived->http, *std::move(arrived->document), reply);
  }
  FieldErrors errors;
  VerifyRequest request = ParseVerify(arrived->document->root(), deps.rules, &errors);
  if (AcceptsLines(*arrived->http)) request.stream = true;
  if (!ClaimTenants(*arrived->http, &request, reply)) return;
  if (!request.items.empty()) {  // of a batch, which is of one run nearly always
    const Origin& origin = request.items[0].submission.origin;
    if (origin.run) reply->Note("run", *origin.run);
  }
  if (!request.problems.empty()) reply->Note("problem", request.problems[0].name);
  VerifyFinder& finder = arrived->finder.emplace(std::move(request), deps.parts,
                                                 ProblemsOf(*arrived->http, deps.parts.problems));
  finder.FindGiven();
  if (const FieldErrors* single = finder.FaultsOfSingle())
    errors.Insert(FieldErrors::kMaxErrors, *single);
  if (!errors.empty()) return SendRefusal(reply, kStyle, Refusal::Fields(std::move(errors)));
  finder.ReadSandboxes(deps.sandboxes, TenantOf(*arrived->http),
                       [&deps, arrived, reply] { Find(deps, arrived, reply); });
}

}  // namespace

void RegisterVerifyRoutes(Router& router, const VerifyDeps& deps) {
  router.Add("POST", "/v1/verify",
             [&deps](std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply) {
               Handle(deps, std::move(http), reply);
             });
}

}  // namespace assay
