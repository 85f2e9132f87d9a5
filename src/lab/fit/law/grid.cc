#include "lab/fit/law/grid.h"

#include <cmath>

namespace assay::fit {

const std::vector<Grid>& Grids() {
  static const std::vector<Grid> grids = {
      {"paper-text", "as appendix A.5 prints it", 0.450, 0.800, 0.005, 100, 40000, 100},
      {"paper-table", "as the smaller runs of table 1 have it", 0.450, 0.800, 0.005, 100, 4000,
       100},
      {"paper-table-large", "as the larger runs of table 1 have it", 0.450, 0.800, 0.005, 0, 12000,
       100},
  };
  return grids;
}

const Grid* FindGrid(std::string_view name) {
  for (const Grid& grid : Grids()) {
    if (grid.name == name) return &grid;
  }
  return nullptr;
}

Solution FitOnGrid(const std::vector<Point>& points, double r0, const Grid& grid) {
  const Solver solver(points, Bounds{});
  const int steps_a = static_cast<int>(std::lround((grid.most_a - grid.least_a) / grid.step_a)) + 1;
  std::optional<Solution> best;
  for (int i = 0; i < steps_a; ++i) {
    for (int j = 0; j < grid.steps_c; ++j) {
      // SciPy's curve_fit begins with 1.
      Law start{grid.least_a + i * grid.step_a, 1, 0, r0};
      start.c_mid = grid.least_c + (grid.most_c - grid.least_c) * j / (grid.steps_c - 1);
      if (start.c_mid <= 0) continue;
      const Solution solution = solver.From(start, {.a = true, .c_mid = true});
      if (!best || solution.ssr < best->ssr) best = solution;
    }
  }
  return *best;
}

}  // namespace assay::fit
