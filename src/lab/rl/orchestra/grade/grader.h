// GradeRollout: what a rollout is worth, by whoever judges: the score of a verdict, or nothing
// where there is none about it.
//
// Thread-safe; blocks.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "lab/rl/orchestra/grade/task.h"
#include "service/judge.h"

namespace assay::orchestra {

struct Grade {
  std::optional<double> reward;  // nothing: masked
  std::string verdict;           // as the judge says it; empty: it gave none
  std::string why;               // of a mask: a sentence
};

// Asks again while the judge is full or gone, as AskPatiently does; `stop` ends that, too.
Grade GradeRollout(const Task& task, const std::string& text, service::Judge& judge,
                   const std::atomic<bool>* stop);

}  // namespace assay::orchestra
