#include "lab/audit/find/audit_problem.h"

#include <algorithm>

#include "lab/audit/find/finders.h"

namespace assay::audit {
namespace {

void Count(Evidence* evidence) {
  ProblemAudit& audit = *evidence->audit;
  const auto accepted = [](const Judged& each) { return each.outcome.accepted(); };
  audit.correct = static_cast<int64_t>(evidence->correct.size());
  audit.wrong = static_cast<int64_t>(evidence->wrong.size());
  audit.correct_passed =
      std::count_if(evidence->correct.begin(), evidence->correct.end(), accepted);
  audit.wrong_passed = std::count_if(evidence->wrong.begin(), evidence->wrong.end(), accepted);
}

}  // namespace

ProblemAudit AuditOne(const lab::LabelledProblem& problem, const AuditOptions& options,
                      const Asker& asker) {
  ProblemAudit audit;
  audit.id = problem.id;
  Evidence evidence;
  evidence.problem = &problem;
  evidence.parts = lab::PartsOf(problem.problem);
  evidence.audit = &audit;
  LookAtTests(&evidence);
  JudgeSolutions(asker, &evidence);
  if (!evidence.Has(FindingKind::kProblemRefused)) {
    LookForFlakiness(asker, options, &evidence);
    ExplainFailures(asker, &evidence);
    LookAtLimits(&evidence);
    LookAtWrongPrograms(asker, &evidence);
    LookAtStatement(&evidence);
    TryTrivialPrograms(asker, &evidence);
    TryOtherOrder(asker, &evidence);
    MeasureStrength(asker, options, &evidence);
    Mend(asker, &evidence);
  }
  Count(&evidence);
  return audit;
}

}  // namespace assay::audit
