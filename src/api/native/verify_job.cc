#include "api/native/verify_job.h"

#include <utility>

#include "api/native/verify_result.h"
#include "api/native/verify_run.h"
#include "api/shared/responses.h"

namespace assay {

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
                job->Record(index, RenderVerifyResult(task.echo, result));
              }});
  run->Start();
  reply->OnDisconnect([weak = std::weak_ptr<VerifyRun>(run)] {
    if (auto left = weak.lock()) left->Cancel();
  });
}

VerifyJob::VerifyJob(HttpReplyPtr reply, const VerifyBatch& batch)
    : reply_(std::move(reply)),
      stream_(batch.stream),
      single_(batch.single),
      held_(batch.held),
      results_(batch.tasks.size()),
      left_(batch.tasks.size()) {}

void VerifyJob::Record(size_t index, std::string json) {
  bool last;
  {
    MutexLock lock(mutex_);
    last = --left_ == 0;
    if (stream_) {
      // Under the lock, so that the head comes before every line and every line before the end.
      if (!std::exchange(begun_, true)) {
        HttpResponse head;
        head.content_type = "application/x-ndjson";
        reply_->Begin(std::move(head));
      }
      reply_->Write(json + "\n");
    } else {
      results_[index] = std::move(json);
    }
  }
  if (last) Finish();
}

void VerifyJob::Finish() {
  if (stream_) return reply_->End();
  std::string body;
  {
    MutexLock lock(mutex_);
    if (single_) {
      body = std::move(results_[0]);
    } else {
      body = R"({"results":[)";
      for (size_t i = 0; i < results_.size(); ++i) {
        if (i > 0) body += ',';
        body += results_[i];
        results_[i].clear();
      }
      body += "]}";
    }
  }
  SendJson(reply_, 200, std::move(body));
}

}  // namespace assay
