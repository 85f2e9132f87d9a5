// Problems as files on a command line have them: rows, and problem packages.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/synth/model/problem.h"

namespace assay {

struct SourceCounts {
  size_t problems = 0;
  size_t refused = 0;  // told on stderr
};

// `on_problem` returns whether to go on. An Error: a file can't be read, or none has a row.
Result<SourceCounts> ForEachProblem(const std::vector<std::string>& paths,
                                    const std::function<bool(synth::SynthProblem)>& on_problem);

}  // namespace assay
