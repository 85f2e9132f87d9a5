// Problems as files on a command line have them: rows, and problem packages.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "data/packages/package.h"
#include "lab/synth/model/problem.h"

namespace assay {

struct SourceCounts {
  size_t problems = 0;
  size_t refused = 0;  // told on stderr
};

// A folder with a problem.yaml is a package; anything else is data files. `on_problem` returns
// whether to go on. An Error: a file can't be read.
Result<SourceCounts> ForEachProblem(const std::vector<std::string>& paths,
                                    const std::function<bool(synth::SynthProblem)>& on_problem);

// Its tests, and those of its submissions that have to be accepted, or wrong; its own validator
// is the judge that is given.
Result<synth::SynthProblem> ProblemOfPackage(const ProblemPackage& package, const std::string& id);

}  // namespace assay
