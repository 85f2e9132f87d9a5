// AskPatiently: a question to a judge that may be full or gone for a while. Thread-safe; blocks.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "base/result.h"
#include "service/judge.h"

namespace assay::lab {

// How long a judge that is full or can't be reached is asked again before there is no answer, which
// says nothing about whoever was to be judged.
struct JudgePatience {
  double full_s = 1800;
  int lost_answers = 4;  // tries of one request whose connection broke
  double between_s = 1;
};

// Asks again while the judge is full or gone. `stop`: ends the waiting; may be null.
Result<service::Answer> AskPatiently(const std::function<Result<service::Answer>()>& ask,
                                     const JudgePatience& patience = {},
                                     const std::atomic<bool>* stop = nullptr);

// Of an answer that is no result: what it says, so much that a person can read it. UTF-8.
std::string SaidBy(const service::Answer& answer);

}  // namespace assay::lab
