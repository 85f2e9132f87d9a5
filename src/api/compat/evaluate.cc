#include "api/compat/evaluate.h"

#include "api/compat/evaluate_result.h"
#include "api/responses.h"
#include "grading/extract/extract.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;

// The peers' clients retry 500 and 504 and score anything else as a failure, so whatever leaves the
// outcome open because of us must be one of those two.
void SendResult(const HttpReplyPtr& reply, const ApiContext& context, const EvaluateAnswer& answer,
                const SubmissionResult& result) {
  if (result.cause == Cause::kCancelled) {
    return SendOverloaded(reply, kStyle, 1, "cancelled: the server is stopping");
  }
  if (auto failure = InfrastructureFailure(answer, result)) {
    return SendError(reply, kStyle, 500, "internal", *failure);
  }
  SendJson(reply, 200, RenderEvaluation(answer, result, context.options.pod_name));
}

void Handle(const std::shared_ptr<ApiContext>& context, EvaluateForm form, const HttpRequest& http,
            const HttpReplyPtr& reply) {
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  FieldErrors errors;
  Refusal refusal;
  EvaluateRequest request = DecodeEvaluate(document->root(), form, *context, &errors, &refusal);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  if (refusal) return SendError(reply, kStyle, 400, "invalid", *refusal);
  std::string reason;
  const auto language = context->languages.Runnable(request.language, &reason);
  if (!language) return SendError(reply, kStyle, 400, "invalid", "config.language: " + reason);

  ExtractedCode extracted =
      ExtractCode(request.completion, context->languages.table().FencesFor(request.language),
                  ExtractProfile::kSandboxFusion);
  auto answer = std::make_shared<EvaluateAnswer>();
  answer->id_json = std::move(request.id_json);
  answer->extracted_code = extracted.code;
  answer->extracted_type = ToString(extracted.type);
  answer->problem = request.submission.problem;
  answer->run_all = request.submission.stop == StopPolicy::kRunAll;
  answer->return_full_case = request.return_full_case;
  answer->calls = std::move(request.calls);
  request.submission.code = std::move(extracted.code);
  request.submission.language = *language;

  auto ticket = context->sink.Submit(std::move(request.submission),
                                     [context, reply, answer](SubmissionResult result) {
                                       SendResult(reply, *context, *answer, result);
                                     });
  if (ticket.ok()) {
    reply->OnDisconnect([ticket = ticket.value()] { ticket->Cancel(); });
  } else if (ticket.error().code == ErrorCode::kInvalidArgument) {
    SendError(reply, kStyle, 400, "invalid", ticket.error().message);
  } else {
    SendOverloaded(reply, kStyle, context->sink.RetryAfterSeconds(), ticket.error().message);
  }
}

}  // namespace

HttpHandler MakeEvaluateHandler(std::shared_ptr<ApiContext> context, EvaluateForm form) {
  return [context = std::move(context), form](std::shared_ptr<const HttpRequest> request,
                                              HttpReplyPtr reply) {
    Handle(context, form, *request, reply);
  };
}

}  // namespace assay
