// POST /v1/math/verify: judge answers to math problems.
#pragma once

#include <functional>

#include "api/math/math_judge.h"
#include "api/math/math_pool.h"
#include "api/math/math_run.h"
#include "net/router.h"

namespace assay {

// All of it outlives the router's handlers, and the pool's tasks.
struct MathDeps {
  MathPool& pool;
  MathJudge* judge;  // null: nobody gives second opinions
  // Where a request does not say.
  SecondOpinion second_opinion;
  // Told of every answer, for metrics. Any thread; several at a time.
  std::function<void(const MathItem&, const MathAnswer&)> on_answer;
};

// `deps` outlives the handlers and tasks too.
void RegisterMathRoutes(Router& router, const MathDeps& deps);

}  // namespace assay
