// RubricRows: rows of one's own as a benchmark, scored by the rubrics of a file through the judge's
// POST /v1/score: puzzles of `assay logic`, science answers, programs.
#pragma once

#include "lab/eval/model/benchmark.h"

namespace assay::eval {

// A row has an "id", what a model is asked ("messages", or a text or messages in "prompt"), and
// what the rubric's functions judge by, as an item of /v1/score has it. "reference", a response
// that is known to be right, makes a known sample. What compares the completions of a group is
// refused: samples are judged one by one. How a sample passes, ScoredRows says.
Benchmark RubricRows();

}  // namespace assay::eval
