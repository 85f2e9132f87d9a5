// From the problems that a request gives or names to the problems themselves. The one place where
// requests meet the problem store.
//
// Finding has two halves, so that a problem in memory costs no change of threads: what memory has
// is taken at once, on any thread; what only the disk can tell is left for a thread that may wait.
// Thread-safe, as the store is.
#pragma once

#include <string>
#include <vector>

#include "api/problems/problem_source.h"
#include "api/shared/languages.h"
#include "store/tenant_problems.h"

namespace assay {

struct FoundProblem {
  ProblemPtr problem;    // null when faulty, unknown or not looked for yet
  bool unknown = false;  // the name is not known here
  FieldErrors faults;    // of one that is given
};

// Decodes what is given, or takes what the same text was decoded to before. The results are
// parallel to `sources`, without what is named.
std::vector<FoundProblem> DecodeGiven(const std::vector<ProblemSource>& sources,
                                      const ApiLanguages& languages, const TenantProblems& store);

// Fills in what is named and in memory. Returns whether that is all: otherwise the rest is for
// FindNamed. Never waits.
bool FindInMemory(const std::vector<ProblemSource>& sources, const TenantProblems& store,
                  std::vector<FoundProblem>* found);
// Fills in the rest. May wait for the disk.
void FindNamed(const std::vector<ProblemSource>& sources, const TenantProblems& store,
               std::vector<FoundProblem>* found);

}  // namespace assay
