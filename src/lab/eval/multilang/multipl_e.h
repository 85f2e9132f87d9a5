// MultiPL-E: HumanEval and MBPP in many languages. Completions and chat answers are two protocols,
// whose numbers are never mixed. A program passes by each language's rule (multipl_languages.h),
// read from how it ended and what it wrote.
//
// Thread-safe.
#pragma once

#include "lab/eval/model/benchmark.h"

namespace assay::eval {

Benchmark MultiplEBenchmark();

}  // namespace assay::eval
