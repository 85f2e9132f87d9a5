// EnvironmentRows: an environment (docs/environments.md) as a benchmark: its evaluation rows, or
// its tasks, with its prompts and its rubric, through the judge's POST /v1/score.
#pragma once

#include "lab/eval/model/benchmark.h"

namespace assay::eval {

// Of BenchmarkOptions it takes `environment` and `rows`. A model is asked once: environments with
// more turns, with tools or with Python of their own are refused, and so are rubrics that compare a
// group. A row's "reference", a response that is known to be right, makes a known sample;
// "difficulty" and "topic" are strata of the report. How a sample passes, ScoredRows says.
Benchmark EnvironmentRows();

}  // namespace assay::eval
