#include "api/swe/swe_verify.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/shared/caller_tenant.h"
#include "api/shared/item_reply.h"
#include "api/shared/responses.h"
#include "api/swe/swe_request.h"
#include "api/swe/swe_result.h"
#include "base/mutex.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kNative;
constexpr int kRetryAfterSeconds = 5;

ItemReply::Form FormOf(const SweRequest& request) {
  if (request.stream) return ItemReply::Form::kLines;
  return request.single ? ItemReply::Form::kOne : ItemReply::Form::kList;
}

// The answer to one request, put together as its patches are graded. Held by what is under way.
class SweJob : public std::enable_shared_from_this<SweJob> {
 public:
  SweJob(const SweDeps& deps, SweRequest request, HttpReplyPtr reply)
      : deps_(deps),
        request_(std::move(request)),
        reply_(std::move(reply)),
        results_(reply_, FormOf(request_), request_.items.size()) {}

  void Start(const std::string& tenant) {
    bool admitted = false;
    for (size_t i = 0; i < request_.items.size(); ++i) {
      if (!request_.items[i].patch) {
        Record(i, WordsOfNoPatch(), nullptr);
        admitted = true;
        continue;
      }
      auto ticket = deps_.grader->Submit(
          JobOf(i, tenant), [self = shared_from_this(), i](const Result<swe::Graded>& graded) {
            self->OnGraded(i, graded);
          });
      if (!ticket.ok() && !admitted) {
        return SendOverloaded(reply_, kStyle, kRetryAfterSeconds, ticket.error().message);
      }
      admitted = true;
      if (ticket.ok()) {
        Keep(*std::move(ticket));
      } else {
        SweVerdictWords words = WordsOf(ticket.error());
        words.reason = Reason::kQueueFull;
        Record(i, words, nullptr);
      }
    }
    reply_->OnDisconnect([weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->GiveUp();
    });
  }

 private:
  swe::GradeJob JobOf(size_t index, const std::string& tenant) const {
    swe::GradeJob job;
    job.tenant = tenant;
    job.task = request_.task;
    job.repository = request_.repository;
    job.limits = request_.limits;
    job.patch = *request_.items[index].patch;
    return job;
  }

  void Keep(swe::Grader::Ticket ticket) ASSAY_EXCLUDES(mutex_) {
    {
      MutexLock lock(mutex_);
      if (!over_) return tickets_.push_back(std::move(ticket));
    }
    ticket->Now();
  }

  void GiveUp() ASSAY_EXCLUDES(mutex_) {
    std::vector<swe::Grader::Ticket> tickets;
    {
      MutexLock lock(mutex_);
      over_ = true;
      tickets.swap(tickets_);
    }
    for (const auto& ticket : tickets) ticket->Now();
  }

  void OnGraded(size_t index, const Result<swe::Graded>& graded) {
    if (graded.ok()) return Record(index, WordsOf(*graded), &*graded);
    const Error& error = graded.error();
    if (!request_.single) return Record(index, WordsOf(error), nullptr);
    // Alone, what is wrong with the request is refused as it is when it is parsed.
    if (error.code == ErrorCode::kInvalidArgument) {
      return SendError(reply_, kStyle, 422, "value_error", error.message, FieldOf(error));
    }
    if (error.code == ErrorCode::kResource) {
      return SendOverloaded(reply_, kStyle, kRetryAfterSeconds, error.message);
    }
    Record(index, WordsOf(error), nullptr);
  }

  void Record(size_t index, const SweVerdictWords& words, const swe::Graded* graded) {
    deps_.on_verdict(ToString(words.verdict), ToString(words.cause));
    results_.Put(index, RenderSweResult(request_, index, words, graded));
  }

  const SweDeps& deps_;
  const SweRequest request_;
  const HttpReplyPtr reply_;
  ItemReply results_;
  Mutex mutex_;
  bool over_ ASSAY_GUARDED_BY(mutex_) = false;
  std::vector<swe::Grader::Ticket> tickets_ ASSAY_GUARDED_BY(mutex_);
};

void Begin(const SweDeps& deps, const HttpRequest& http, JsonValue body,
           const HttpReplyPtr& reply) {
  FieldErrors errors;
  SweRequest request = ParseSwe(body, &errors);
  if (!errors.empty()) return SendRefusal(reply, kStyle, Refusal::Fields(std::move(errors)));
  for (size_t i = 0; i < request.items.size(); ++i) {
    const FieldPath path = request.single ? FieldPath{} : FieldPath{} / "submissions" / i;
    if (!ClaimTenant(http, path, &request.items[i].origin, reply)) return;
  }
  if (const Origin& origin = request.items[0].origin; origin.run) reply->Note("run", *origin.run);
  if (AcceptsLines(http)) request.stream = true;
  std::make_shared<SweJob>(deps, std::move(request), reply)->Start(TenantOf(http));
}

}  // namespace

void VerifySwe(const SweDeps& deps, std::shared_ptr<const HttpRequest> http, JsonDocument document,
               const HttpReplyPtr& reply) {
  if (deps.grader == nullptr) {
    return SendError(reply, kStyle, 501, "no_sandboxes",
                     "this server has no sandboxes that live, in which tests could run: whoever "
                     "runs it starts `assay serve` with --sandboxes N (docs/sandboxes.md)");
  }
  if (deps.sink.stats().draining) {
    return SendOverloaded(reply, kStyle, kRetryAfterSeconds, "this server is draining");
  }
  // What is decoded of it is in memory once more.
  const auto bytes = 2 * static_cast<int64_t>(http->body.size());
  const bool taken = deps.readers.Submit(
      bytes, [&deps, http, reply, document = std::make_shared<JsonDocument>(std::move(document))] {
        Begin(deps, *http, document->root(), reply);
      });
  if (!taken) SendOverloaded(reply, kStyle, kRetryAfterSeconds, "too many requests wait");
}

}  // namespace assay
