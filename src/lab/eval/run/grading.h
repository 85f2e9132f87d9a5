// One answer judged under one profile: the program is taken out of it, a request is made, and the
// judge asked with patience. Blocks until there is a verdict, or none is to be had.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <string>

#include "lab/eval/model/benchmark.h"
#include "lab/shared/asking/ask_patiently.h"
#include "service/judge.h"

namespace assay::eval {

struct GradedAnswer {
  Grade grade;
  AnswerFlags flags;
  std::string rule;      // of the extraction
  std::string code_sha;  // hex SHA-256 of what was judged; empty: nothing was
};

using lab::JudgePatience;

// Asks again while the judge is full or gone. `stop`: ends the waiting; may be null.
Result<service::Answer> AskJudge(const GradeTask& task, service::Judge& judge,
                                 const JudgePatience& patience = {},
                                 const std::atomic<bool>* stop = nullptr);

// `stop`: as above.
GradedAnswer GradeAnswer(const LoadedBenchmark& benchmark, size_t item, const AnswerText& answer,
                         GradeProfile profile, service::Judge& judge,
                         const JudgePatience& patience = {},
                         const std::atomic<bool>* stop = nullptr);

}  // namespace assay::eval
