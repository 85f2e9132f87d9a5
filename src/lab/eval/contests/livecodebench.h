// LiveCodeBench, code generation: contest problems by date, in Python. Windows are explicit: the
// releases' names mean different sets to different papers, so a run says its dates, its files and
// how many problems are left.
//
// `official` is its own harness, rebuilt (livecodebench.py): the candidate runs in the harness's
// process with stdin mocked. `assay` runs real processes. Problems of the authors' errata have the
// topic "erratum", all others "sound", so that the report has the score without them.
//
// Thread-safe.
#pragma once

#include "lab/eval/model/benchmark.h"

namespace assay::eval {

Benchmark LiveCodeBench();

}  // namespace assay::eval
