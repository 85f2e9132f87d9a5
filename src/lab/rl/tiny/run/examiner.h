// Examiner: how many of some tasks a model solves, one try each at temperature 1, judged as
// training is. One thread's; blocks.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/rl/orchestra/ask/inference_server.h"
#include "lab/rl/orchestra/grade/task.h"
#include "lab/rl/tiny/model/shape.h"
#include "lab/rl/tiny/serve/tiny_server.h"
#include "service/judge.h"

namespace assay::tiny {

struct Examination {
  int64_t tasks = 0;
  int64_t solved = 0;
  int64_t sums = 0, solved_sums = 0;  // those of mathematics

  double share() const { return tasks == 0 ? 0 : double(solved) / double(tasks); }
};

class Examiner {
 public:
  // With a server of its own. `judge` outlives it.
  static Result<std::unique_ptr<Examiner>> Create(const Shape& shape, uint64_t seed,
                                                  std::vector<float> parameters,
                                                  service::Judge* judge);
  // Of the first `count` tasks. An error: the server, or a task that nobody judges.
  Result<Examination> Examine(const std::vector<orchestra::Task>& tasks, size_t count,
                              int64_t most_tokens, const std::string& weights_folder);

 private:
  Examiner(std::unique_ptr<TinyServer> server, service::Judge* judge)
      : server_(std::move(server)), judge_(judge) {}

  std::unique_ptr<TinyServer> server_;
  std::unique_ptr<orchestra::InferenceServer> client_;
  service::Judge* const judge_;
};

}  // namespace assay::tiny
