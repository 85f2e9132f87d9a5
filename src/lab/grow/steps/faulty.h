// Faulty programs of a problem: variants of a reference with one small fault, a part of which is
// held out from choosing tests, and the wrong programs that the row has. Which of them the given
// tests let pass is what grown tests are for.
//
// Blocks on the judge; thread-safe.
#pragma once

#include <string>
#include <vector>

#include "lab/grow/model/growth.h"
#include "lab/grow/model/problem_types.h"
#include "lab/grow/oracle/oracle.h"

namespace assay::grow {

struct Faulty {
  Program program;
  bool wrong = false;     // of the row, not a variant
  bool held_out = false;  // measured, and never looked at while choosing
  bool killed = false;    // by the given tests
  bool counts = true;     // false: it doesn't compile, or nobody knows
};

// Judged by the given tests.
std::vector<Faulty> FindFaulty(const LabelledProblem& problem, const Program& reference,
                               double slowest_s, const GrowOptions& options, const Asker& asker,
                               std::vector<std::string>* not_judged);

// Which of them a problem with other tests rejects. [program]: those that count and weren't killed.
std::vector<bool> KilledBy(const LabelledProblem& problem, const std::string& tests,
                           const std::vector<Faulty>& faulty, double slowest_s, const Asker& asker,
                           std::vector<std::string>* not_judged);

}  // namespace assay::grow
