#include "api/compat/evaluate_routes.h"

#include <algorithm>

#include "api/compat/evaluate_submission.h"
#include "api/shared/caller_tenant.h"
#include "api/shared/origin_headers.h"
#include "api/shared/responses.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;

// The peers' clients retry 500 and 504 and score anything else as a failure, so whatever leaves the
// outcome open because of us must be one of those two.
void SendResult(const HttpReplyPtr& reply, const EvaluateDeps& deps, const EvaluateEcho& echo,
                const SubmissionResult& result) {
  if (result.cause == Cause::kCancelled) {
    return SendOverloaded(reply, kStyle, 1, "cancelled: the server is stopping");
  }
  if (auto failure = InfrastructureFailure(echo, result)) {
    return SendError(reply, kStyle, 500, "internal", *failure);
  }
  SendJson(reply, 200, RenderEvaluation(echo, result, deps.pod_name));
}

void Handle(const EvaluateDeps& deps, EvaluateForm form, const HttpRequest& http,
            const HttpReplyPtr& reply) {
  PatientRequest patient{.key = KeyOfTries(http)};
  if (deps.desk.TakeUp(patient.key, reply)) return;
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  Refusal refusal;
  const auto request = ParseEvaluate(document->root(), form, deps.languages, &refusal);
  if (!request) return SendRefusal(reply, kStyle, refusal);
  auto task = MakeEvaluateTask(*request, deps.languages, deps.limits,
                               {deps.problems, OwnerOf(http)}, &refusal);
  if (!task) return SendRefusal(reply, kStyle, refusal);
  const auto echo = std::make_shared<const EvaluateEcho>(std::move(task->echo));
  Label(http, &task->submission);
  const Submission& submission = task->submission;
  // Nobody who gives a batch more time than its compile and one run leaves before that is over.
  patient.own_time = std::max(submission.compile_limits.wall_time + submission.limits.wall_time,
                              submission.total_timeout);
  patient.submission = std::move(task->submission);
  patient.send = [&deps, echo](const HttpReplyPtr& to, const SubmissionResult& result) {
    SendResult(to, deps, *echo, result);
  };
  patient.refuse = [](const HttpReplyPtr& to, const Refusal& why) { SendRefusal(to, kStyle, why); };
  deps.desk.Serve(std::move(patient), reply);
}

void Register(Router& router, const EvaluateDeps& deps, const char* path, EvaluateForm form) {
  router.Add("POST", path,
             [&deps, form](std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply) {
               Handle(deps, form, *http, reply);
             });
}

}  // namespace

void RegisterEvaluateRoutes(Router& router, const EvaluateDeps& deps) {
  Register(router, deps, "/common_evaluate_batch", EvaluateForm::kBatch);
  Register(router, deps, "/common_evaluate", EvaluateForm::kList);
}

}  // namespace assay
