// Admission: the bound of the queue, counted in submissions and in bytes of code, tests and files.
// Problems are shared between submissions (the rollouts of one prompt), so a problem's bytes count
// once as long as any admitted submission refers to it. Not thread-safe: the owner's mutex guards
// it.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "base/result.h"
#include "model/submission.h"

namespace assay {

class Admission {
 public:
  Admission(int64_t max_submissions, int64_t max_bytes)
      : max_submissions_(max_submissions), max_bytes_(max_bytes) {}

  // kUnavailable when it doesn't fit now, kInvalidArgument when it never will.
  // REQUIRES: submission.problem is set.
  Status Admit(const Submission& submission);
  // Once for each admitted submission.
  void Release(const Submission& submission);

  int64_t submissions() const { return submissions_; }
  int64_t bytes() const { return bytes_; }

 private:
  struct SharedProblem {
    int64_t users = 0;
    int64_t bytes = 0;
  };

  const int64_t max_submissions_;
  const int64_t max_bytes_;
  int64_t submissions_ = 0;
  int64_t bytes_ = 0;
  std::unordered_map<const Problem*, SharedProblem> problems_;
};

}  // namespace assay
