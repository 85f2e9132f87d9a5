#include "lab/grow/run/read_row.h"

#include "lab/grow/steps/grow_problem.h"
#include "lab/problems/read/read_problem.h"

namespace assay::grow {

ProblemGrowth GrowRow(std::string_view row, std::string_view format, const std::string& fallback_id,
                      const GrowOptions& options, const Asker& asker) {
  ProblemGrowth growth;
  const lab::ReadRow read = lab::ReadProblemText(row, format, fallback_id);
  if (read.problem) return GrowProblem(*read.problem, options, asker);
  growth.id = read.id;
  growth.refused = read.refused;
  if (read.math) {
    growth.refused.clear();
    growth.skipped = "it is a question of mathematics";
  }
  return growth;
}

}  // namespace assay::grow
