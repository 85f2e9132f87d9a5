#include "judging/ask_judge.h"

#include <utility>

#include "judging/plan/requests.h"

namespace assay {

RunAnswer AskJudge(const PlannedJudge& judge, const TestToJudge& test, CheckerCall call,
                   Runs& runs) {
  const Program& program = test.plan.programs[judge.program].program;
  const CompileRunPtr& compiled = test.programs[judge.program].compiled;
  return runs.Run({CheckerRequest(program, compiled, std::move(call)), program.language});
}

}  // namespace assay
