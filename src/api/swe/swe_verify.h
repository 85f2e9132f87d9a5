// POST /v1/verify with "mode": "swe": patches graded by running (docs/swe.md).
//
// A request is parsed by the readers, for a repository may come in it, and its patches go to the
// grader. When that has no room for the first one, the request is refused; others of a list are
// then reported as not judged. A client that leaves gives up what it asked for.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "api/shared/submit_sink.h"
#include "base/work/executor.h"
#include "net/http.h"
#include "swe/run/grader.h"
#include "text/json_reader.h"

namespace assay {

// All of it outlives the requests.
struct SweDeps {
  // Null: this server has no sandboxes.
  swe::Grader* grader = nullptr;
  // Says whether the node drains.
  SubmitSink& sink;
  Executor& readers;
  // Counts: a verdict and its cause. Any thread.
  std::function<void(std::string_view verdict, std::string_view cause)> on_verdict;
};

// `document`: of the request's body; AsksForSwe of it.
void VerifySwe(const SweDeps& deps, std::shared_ptr<const HttpRequest> http, JsonDocument document,
               const HttpReplyPtr& reply);

}  // namespace assay
