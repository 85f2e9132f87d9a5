// Tally: what each step of a run let pass and dropped, and examples of it. Of a reason the first
// three are shown, of a step the first twelve, so that a report depends on the rows alone. Not
// thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lab/curate/recipe/recipe.h"
#include "lab/curate/report/report.h"

namespace assay::curate {

class Tally {
 public:
  explicit Tally(const Recipe& recipe);

  // A row that the step at this index dropped. At the end of the steps: one that passed them all.
  void AddDropped(size_t step, const Example& example);
  void AddPassed();
  const std::vector<StepReport>& steps() const { return steps_; }
  std::vector<StepReport>& steps() { return steps_; }

 private:
  std::vector<StepReport> steps_;
  std::vector<std::map<std::string, int>> shown_;
};

}  // namespace assay::curate
