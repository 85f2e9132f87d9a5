#include "api/native/verify_job.h"

#include <utility>

#include "api/native/verify_result.h"
#include "api/native/verify_run.h"
#include "api/shared/responses.h"

namespace assay {
namespace {

ItemReply::Form FormOf(const VerifyBatch& batch) {
  if (batch.stream) return ItemReply::Form::kLines;
  return batch.single ? ItemReply::Form::kOne : ItemReply::Form::kList;
}

}  // namespace

void VerifyJob::Start(SubmitSink& sink, const HttpReplyPtr& reply, VerifyBatch batch) {
  const auto job = std::make_shared<VerifyJob>(reply, batch);
  const std::string tenant = batch.tasks.empty() ? "" : batch.tasks[0].submission.tenant;
  const auto run = std::make_shared<VerifyRun>(
      sink, std::move(batch.tasks), batch.single,
      VerifyRun::Listener{
          .refused =
              [job, &sink, tenant](const Error& error) {
                SendRefusal(job->reply_, ErrorStyle::kNative,
                            Refusal::OfEngine(error, sink.RetryAfterSeconds(tenant)));
              },
          .done =
              [job](size_t index, const VerifyTask& task, const SubmissionResult& result) {
                job->results_.Put(index, RenderVerifyResult(task.echo, result));
              }});
  run->Start();
  reply->OnDisconnect([weak = std::weak_ptr<VerifyRun>(run)] {
    if (auto left = weak.lock()) left->Cancel();
  });
}

VerifyJob::VerifyJob(HttpReplyPtr reply, const VerifyBatch& batch)
    : reply_(std::move(reply)),
      held_(batch.held),
      results_(reply_, FormOf(batch), batch.tasks.size()) {}

}  // namespace assay
