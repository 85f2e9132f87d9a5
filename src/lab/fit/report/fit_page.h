// What a fit found, as pictures: the curve over compute, the same as a straight line (log F over
// log C), and one page of HTML with both and the numbers, which loads and runs nothing. Pure;
// thread-safe.
#pragma once

#include <string>
#include <vector>

#include "lab/fit/infer/compare.h"
#include "lab/fit/infer/study.h"

namespace assay::fit {

struct PlotNames {
  std::string compute;  // of the axis: "GPU hours"
  std::string reward;
};

// Evaluations and curves, for a page. At most two runs.
std::string CurveFigure(const std::vector<NamedRun>& runs, const std::vector<Study>& studies,
                        const PlotNames& names);
// The same as a file of its own.
std::string CurveSvg(const std::vector<NamedRun>& runs, const std::vector<Study>& studies,
                     const PlotNames& names);
std::string StudyPage(const NamedRun& run, const Study& study, const PlotNames& names);
std::string ComparisonPage(const std::vector<NamedRun>& runs, const RunComparison& comparison,
                           const PlotNames& names);

}  // namespace assay::fit
