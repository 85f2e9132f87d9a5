#include "engine/schedule/admission.h"

#include "base/check.h"

namespace assay {
namespace {

int64_t OwnBytes(const Submission& submission) {
  size_t bytes = submission.code.size();
  for (const auto& [path, contents] : submission.files) bytes += path.size() + contents->size();
  return static_cast<int64_t>(bytes);
}

int64_t ProblemBytes(const Problem& problem) {
  size_t bytes = problem.assert_code.size() + problem.assert_setup_code.size();
  for (const auto* judge : {&problem.checker, &problem.transcript_checker}) {
    if (*judge) bytes += (*judge)->source.size();
  }
  for (const TestCase& test : problem.tests) {
    if (test.input != nullptr) bytes += test.input->size();
    if (test.expected != nullptr) bytes += test.expected->size();
  }
  return static_cast<int64_t>(bytes);
}

}  // namespace

Status Admission::Admit(const Submission& submission) {
  const auto known = problems_.find(submission.problem.get());
  const int64_t problem_bytes =
      known != problems_.end() ? known->second.bytes : ProblemBytes(*submission.problem);
  const int64_t own_bytes = OwnBytes(submission);
  if (own_bytes + problem_bytes > max_bytes_) {
    return InvalidField("engine.submit", "problem.tests",
                        "code, tests and files together are larger than this server ever queues (" +
                            std::to_string(max_bytes_) + " bytes)");
  }
  const int64_t added = own_bytes + (known != problems_.end() ? 0 : problem_bytes);
  if (submissions_ >= max_submissions_ || bytes_ + added > max_bytes_) {
    return Error{ErrorCode::kUnavailable, "engine.submit", 0, "the queue is full"};
  }
  ++submissions_;
  bytes_ += added;
  SharedProblem& shared = problems_[submission.problem.get()];
  ++shared.users;
  shared.bytes = problem_bytes;
  return {};
}

void Admission::Release(const Submission& submission) {
  const auto found = problems_.find(submission.problem.get());
  ASSAY_CHECK(found != problems_.end());
  --submissions_;
  bytes_ -= OwnBytes(submission);
  if (--found->second.users == 0) {
    bytes_ -= found->second.bytes;
    problems_.erase(found);
  }
}

}  // namespace assay
