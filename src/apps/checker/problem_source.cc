#include "apps/checker/problem_source.h"

#include <cstdio>

#include "lab/problems/read/read_problem.h"
#include "lab/problems/source/problem_rows.h"
#include "lab/synth/model/synth_problem.h"

namespace assay {
namespace {

constexpr char kStage[] = "checker.rows";

// Further refusals are counted: a file of other rows needs no thousand lines.
constexpr size_t kMostNamed = 20;

// What stops a stream of rows when nobody wants further ones.
Error Enough() {
  return {ErrorCode::kCancelled, kStage, 0, "enough"};
}

Error Refused(std::string why) {
  return {ErrorCode::kInvalidArgument, kStage, 0, std::move(why)};
}

Result<synth::SynthProblem> ProblemOfRow(const lab::SourceRow& row, const std::string& where) {
  if (row.text.empty()) return Refused(row.refused);
  const lab::ReadRow read = lab::ReadProblemText(row.text, "", where);
  if (read.math) return Refused("a question with a gold answer has no tests for a checker");
  if (!read.problem) return Refused(read.refused);
  return synth::SynthProblemOf(*read.problem);
}

}  // namespace

Result<SourceCounts> ForEachProblem(const std::vector<std::string>& paths,
                                    const std::function<bool(synth::SynthProblem)>& on_problem) {
  SourceCounts counts;
  bool enough = false;
  const auto take = [&](const lab::SourceRow& row) -> Status {
    const std::string where = std::string(row.source) + ":" + std::to_string(row.number);
    Result<synth::SynthProblem> problem = ProblemOfRow(row, where);
    if (problem.ok()) {
      ++counts.problems;
      enough = !on_problem(std::move(problem).value());
    } else if (++counts.refused <= kMostNamed) {
      std::fprintf(stderr, "%s: %s\n", where.c_str(), problem.error().message.c_str());
    }
    return enough ? Status(Enough()) : Status();
  };
  for (const std::string& path : paths) {
    if (enough) break;
    // One after the other: what stands before a path that isn't there is worked on all the same.
    ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> sources, lab::FindProblemSources({path}));
    for (const std::string& source : sources) {
      const Status read = lab::ForEachSourceRow(source, take);
      if (!read.ok() && !enough) return read.error();
      if (enough) break;
    }
  }
  if (counts.problems + counts.refused == 0) return NoRows(paths);
  if (counts.refused > kMostNamed) {
    std::fprintf(stderr, "… and %zu more\n", counts.refused - kMostNamed);
  }
  return counts;
}

}  // namespace assay
