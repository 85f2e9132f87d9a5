// Request decoding and answering of every route that takes a body, over an engine that accepts all.
// The first byte picks the route.
#include <cstdint>
#include <cstdlib>

#include "api/testing.h"

namespace {

assay::SubmissionResult Accept(const assay::Submission& submission) {
  assay::SubmissionResult result;
  result.verdict = assay::Verdict::kAccepted;
  result.cause = assay::Cause::kCandidate;
  for (size_t i = 0; i < submission.problem->tests.size(); ++i) {
    result.tests.push_back(assay::Executed(assay::Verdict::kAccepted, assay::Exited(0, "\xff")));
  }
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static constexpr const char* kRoutes[] = {"/run_code", "/common_evaluate_batch",
                                            "/common_evaluate", "/v1/verify"};
  static assay::ApiFixture* api = [] {
    auto* fixture = new assay::ApiFixture;
    fixture->sink.answer = Accept;
    return fixture;
  }();
  if (size == 0) return 0;
  const auto reply = api->Post(kRoutes[data[0] % 4],
                               std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  api->sink.submissions.clear();
  api->sink.tickets.clear();
  // Whatever was asked, there is exactly one answer, and a whole one is JSON. (Answers repeat test
  // data as it was sent, within our own bound on depth.)
  if (reply->ends != 1) std::abort();
  assay::JsonError error;
  if (reply->pieces.empty() && !assay::JsonDocument::Parse(reply->response.body, &error) &&
      !error.too_large) {
    std::abort();
  }
  return 0;
}
