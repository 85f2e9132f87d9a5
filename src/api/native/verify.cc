#include "api/native/verify.h"

#include "api/native/verify_job.h"
#include "api/native/verify_request.h"
#include "api/responses.h"

namespace assay {

HttpHandler MakeVerifyHandler(std::shared_ptr<ApiContext> context) {
  return
      [context = std::move(context)](std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply) {
        const auto document = ParseBody(*http, reply, ErrorStyle::kNative);
        if (!document) return;
        FieldErrors errors;
        VerifyRequest request = DecodeVerify(document->root(), *context, &errors);
        if (!errors.empty()) return SendInvalid(reply, ErrorStyle::kNative, errors);
        if (request.single && request.items[0].unknown_problem) {
          return SendError(reply, ErrorStyle::kNative, 404, "unknown_problem",
                           *request.items[0].unknown_problem, "problem.sha256");
        }
        if (http->Header("accept").find("application/x-ndjson") != std::string_view::npos) {
          request.stream = true;
        }
        std::make_shared<VerifyJob>(context, reply, std::move(request))->Start();
      };
}

}  // namespace assay
