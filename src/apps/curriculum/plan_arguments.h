// What commands have in common that follow a plan: the plan itself, and which fields of the rows
// say what. Used by the main thread.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/command_line.h"
#include "base/result.h"
#include "lab/rl/curriculum/plan/plan.h"
#include "lab/rl/curriculum/read/read_problems.h"

namespace assay {

// A preset's name, or a file.
Result<curriculum::Plan> LoadPlan(const std::string& named);

class FieldArguments {
 public:
  // Declares --id, --domain, --solved and --of. `this` outlives the parsing.
  void AddTo(CommandLine* command);
  curriculum::ProblemFields Fields() const;

 private:
  std::vector<std::string> id_, domain_, solved_, of_;
};

}  // namespace assay
