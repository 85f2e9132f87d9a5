// The paper's own way to fit (appendix A.5): of all pairs of A and C_mid on a grid, each with the B
// that fits best, the one with the least squared residuals. Coarse: it hides how uncertain A is,
// and where C_mid lies between two steps it shifts A and B. FitLaw has neither fault; this is for
// numbers that are to be compared with the paper's.
//
// Pure; thread-safe.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lab/fit/law/solve.h"

namespace assay::fit {

struct Grid {
  std::string_view name;
  std::string_view about;
  double least_a, most_a, step_a;
  double least_c, most_c;  // of C_mid
  int steps_c;             // values, both ends included
};

// "paper-text" is what the appendix prints. The values of C_mid in the paper's table 1 can't have
// come from it: those of its smaller runs are whole parts of 100 values from 100 to 4000
// ("paper-table"), those of its larger ones of 100 values from 0 to 12000 ("paper-table-large").
const std::vector<Grid>& Grids();
const Grid* FindGrid(std::string_view name);

// R0 is given.
Solution FitOnGrid(const std::vector<Point>& points, double r0, const Grid& grid);

}  // namespace assay::fit
