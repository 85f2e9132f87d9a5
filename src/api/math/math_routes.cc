#include "api/math/math_routes.h"

#include <utility>

#include "api/math/math_request.h"
#include "api/math/math_result.h"
#include "api/shared/caller_tenant.h"
#include "api/shared/item_reply.h"
#include "api/shared/responses.h"

namespace assay {
namespace {

// The first step, on the pool too: decoding megabytes would hold up the I/O thread's other clients.
class MathDecoding final : public MathTask {
 public:
  MathDecoding(const MathDeps& deps, std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply,
               MathPool::Permit permit)
      : deps_(deps), http_(std::move(http)), reply_(std::move(reply)), permit_(std::move(permit)) {}

  size_t pieces() const override { return 1; }

  void Run(size_t) override {
    std::optional<MathRequest> request = Decode();
    if (!request) return;
    http_.reset();
    const auto form = request->stream ? ItemReply::Form::kLines : ItemReply::Form::kList;
    const auto out = std::make_shared<ItemReply>(reply_, form, request->work.items.size());
    const auto run = std::make_shared<MathRun>(
        std::move(request->work), deps_.judge, std::move(permit_),
        [out, &deps = deps_](size_t index, const MathItem& item, const MathAnswer& answer, bool) {
          deps.on_answer(item, answer);
          const std::string_view model =
              deps.judge != nullptr ? deps.judge->model() : std::string_view();
          out->Put(index, RenderMathResult(item, index, answer, model));
        });
    reply_->OnDisconnect([weak = std::weak_ptr<MathRun>(run)] {
      if (auto left = weak.lock()) left->Cancel();
    });
    deps_.pool.Add(run);
  }

 private:
  std::optional<MathRequest> Decode() {
    const auto document = ParseBody(*http_, reply_, ErrorStyle::kNative);
    if (!document) return std::nullopt;
    FieldErrors errors;
    MathRequest request = DecodeMath(document->root(), deps_.second_opinion, &errors);
    if (!errors.empty()) {
      SendInvalid(reply_, ErrorStyle::kNative, errors);
      return std::nullopt;
    }
    for (size_t i = 0; i < request.work.items.size(); ++i) {
      Origin& origin = request.work.items[i].origin;
      if (!ClaimTenant(*http_, FieldPath{} / "items" / i, &origin, reply_)) return std::nullopt;
    }
    if (AcceptsLines(*http_)) request.stream = true;
    return request;
  }

  const MathDeps& deps_;
  std::shared_ptr<const HttpRequest> http_;
  const HttpReplyPtr reply_;
  MathPool::Permit permit_;
};

}  // namespace

void RegisterMathRoutes(Router& router, const MathDeps& deps) {
  router.Add("POST", "/v1/math/verify",
             [&deps](std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply) {
               auto permit = deps.pool.Admit(static_cast<int64_t>(http->body.size()));
               if (!permit) {
                 constexpr int kRetryAfterSeconds = 1;
                 return SendOverloaded(reply, ErrorStyle::kNative, kRetryAfterSeconds,
                                       "too many math answers are waiting");
               }
               deps.pool.Add(std::make_shared<MathDecoding>(deps, std::move(http), std::move(reply),
                                                            std::move(permit)));
             });
}

}  // namespace assay
