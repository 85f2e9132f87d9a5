// The mended row: the problem with all changes that steps proposed, kept when the judge agrees.

#include <algorithm>

#include "lab/audit/find/finders.h"

namespace assay::audit {
namespace {

constexpr size_t kMostAsked = 16;

bool Has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Outputs are one for each test.
void DropOutputs(const std::vector<size_t>& dropped, lab::Solution* solution) {
  if (solution->outputs.empty()) return;
  for (auto index = dropped.rbegin(); index != dropped.rend(); ++index) {
    solution->outputs.erase(solution->outputs.begin() + static_cast<ptrdiff_t>(*index));
  }
}

lab::LabelledProblem Mended(const Evidence& evidence) {
  lab::LabelledProblem mended = *evidence.problem;
  mended.problem = lab::ChangedProblem(mended.problem, evidence.change);
  if (evidence.limits.cpu_time_s > 0 || evidence.limits.memory_factor != 1) {
    mended.limits = lab::ChangedLimits(mended.limits, evidence.limits);
  }
  std::erase_if(mended.solutions, [&](const lab::Solution& each) {
    return Has(evidence.left_out_solutions, each.name);
  });
  for (lab::Solution& each : mended.solutions) {
    DropOutputs(evidence.change.dropped_tests, &each);
  }
  return mended;
}

// Whether right programs pass by the mended row, and no further wrong ones do.
bool Proved(const Asker& asker, const lab::LabelledProblem& mended, const Evidence& evidence) {
  std::vector<Ask> right, wrong;
  for (const Judged& each : evidence.correct) {
    if (Has(evidence.left_out_solutions, each.solution->name) || right.size() == kMostAsked)
      continue;
    right.push_back(AskAbout(*each.solution));
  }
  for (const Judged& each : evidence.wrong) {
    if (each.outcome.accepted() || wrong.size() == kMostAsked) continue;
    wrong.push_back(AskAbout(*each.solution));
  }
  const auto accepted = [](const RunOutcome& outcome) { return outcome.accepted(); };
  const auto passes = asker.Judge(mended, right);
  if (!std::all_of(passes.begin(), passes.end(), accepted)) return false;
  const auto fails = asker.Judge(mended, wrong);
  return std::none_of(fails.begin(), fails.end(), accepted);
}

}  // namespace

void Mend(const Asker& asker, Evidence* evidence) {
  std::vector<Finding>& findings = evidence->audit->findings;
  const bool any = std::any_of(findings.begin(), findings.end(),
                               [](const Finding& each) { return each.mended; });
  const bool all = std::all_of(findings.begin(), findings.end(), [](const Finding& each) {
    return each.mended || each.advice == Advice::kKeep;
  });
  if (any && all) {
    const lab::LabelledProblem mended = Mended(*evidence);
    if (Proved(asker, mended, *evidence)) {
      evidence->audit->mended_row = lab::NativeRow(mended);
      return;
    }
  }
  // Half a mended row would pass for a whole one.
  for (Finding& each : findings) each.mended = false;
}

}  // namespace assay::audit
