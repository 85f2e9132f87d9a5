#include "apps/eval/verbs.h"

#include "apps/eval/data_verb.h"
#include "apps/eval/dry_run_verb.h"
#include "apps/eval/grade_verb.h"
#include "apps/eval/list_verb.h"
#include "apps/eval/report/verbs.h"
#include "apps/eval/run_verb.h"
#include "apps/eval/scalebox_verb.h"
#include "apps/eval/self_check_verb.h"

namespace assay {

std::vector<std::unique_ptr<Command>> EvalVerbs() {
  std::vector<std::unique_ptr<Command>> verbs;
  verbs.push_back(std::make_unique<EvalListVerb>());
  verbs.push_back(std::make_unique<EvalDataVerb>());
  verbs.push_back(std::make_unique<EvalSelfCheckVerb>());
  verbs.push_back(std::make_unique<EvalDryRunVerb>());
  verbs.push_back(std::make_unique<EvalRunVerb>());
  verbs.push_back(std::make_unique<EvalGradeVerb>());
  verbs.push_back(std::make_unique<EvalScaleboxVerb>());
  verbs.push_back(std::make_unique<EvalReportVerb>());
  verbs.push_back(std::make_unique<EvalDiffVerb>());
  verbs.push_back(std::make_unique<EvalMergeVerb>());
  verbs.push_back(std::make_unique<EvalExportVerb>());
  return verbs;
}

}  // namespace assay
