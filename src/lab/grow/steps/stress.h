// Stress: inputs on which two accepted programs differ, and the smallest that a search finds for
// each pair. Blocks on the judge; thread-safe.
#pragma once

#include <string>
#include <vector>

#include "lab/grow/model/growth.h"
#include "lab/grow/subject/subject.h"

namespace assay::grow {

struct Differing {
  Candidate candidate;
  size_t first = 0, second = 0;  // programs, by index
};

// Of each pair the smallest one, cut down as far as both still answer, and differently; smallest
// first. `names`: of the programs.
std::vector<Difference> FindDifferences(const Subject& subject,
                                        const std::vector<Program>& programs,
                                        const std::vector<std::string>& names,
                                        const std::vector<Differing>& found,
                                        std::vector<std::string>* failures);

}  // namespace assay::grow
