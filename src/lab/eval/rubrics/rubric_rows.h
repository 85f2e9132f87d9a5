// RubricRows: rows of one's own as a benchmark, scored by the rubrics of a file through the judge's
// POST /v1/score: puzzles of `assay logic`, science answers, programs, an environment's tasks.
#pragma once

#include "lab/eval/model/benchmark.h"

namespace assay::eval {

// A row has an "id", what a model is asked ("messages", or a text or messages in "prompt"), and
// what the rubric's functions judge by, as an item of /v1/score has it. "reference", a response
// that is known to be right, makes a known sample. What compares the completions of a group is
// refused: samples are judged one by one.
//
// A sample passes whose score is at least BenchmarkOptions::pass_at; a score from 0 to 1 is its
// partial one. Where nothing could be judged for want of the infrastructure the sample is repeated.
Benchmark RubricRows();

}  // namespace assay::eval
