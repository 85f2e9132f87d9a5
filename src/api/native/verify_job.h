// VerifyJob: the answer to one request, put together from the results of its run. The run holds the
// job, so that it lives until the last result is there. Thread-safe.
#pragma once

#include <memory>

#include "api/native/verify_batch.h"
#include "api/shared/item_reply.h"
#include "api/shared/submit_sink.h"
#include "net/http.h"

namespace assay {

class VerifyJob {
 public:
  // Judges the batch and answers it; a request that is refused whole is answered with 429, or with
  // 422 when its one submission is invalid. `sink` outlives the run.
  static void Start(SubmitSink& sink, const HttpReplyPtr& reply, VerifyBatch batch);

  VerifyJob(HttpReplyPtr reply, const VerifyBatch& batch);
  VerifyJob(const VerifyJob&) = delete;

 private:
  const HttpReplyPtr reply_;
  const std::shared_ptr<const void> held_;
  ItemReply results_;
};

}  // namespace assay
