#include "model/submission.h"

#include "base/text.h"

namespace assay {

bool HasNoCode(const Submission& submission) {
  const bool judged =
      submission.problem != nullptr && submission.problem->mode != ProblemMode::kRun;
  return (judged || submission.from_response) && TrimAsciiSpace(submission.code).empty();
}

}  // namespace assay
