#include "judging/procedures.h"

namespace assay {

TestOutcome JudgeTest(const TestToJudge& test, Runs& runs) {
  return std::visit([&](const auto& procedure) { return Judge(procedure, test, runs); },
                    test.plan.procedure);
}

}  // namespace assay
