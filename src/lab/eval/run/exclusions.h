// What of a selection the judge can't judge: languages whose toolchain it lacks, or whose self-test
// failed, and things that programs import. Found out before anybody is asked, so that no tokens are
// spent on an answer without a verdict; taken out of the selection and said by name, for an item
// that can't be judged is no wrong answer.
//
// No state; LeaveOutUnjudgeable blocks on the judge.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "lab/eval/model/benchmark.h"
#include "lab/eval/run/selection.h"
#include "rollout/folder/manifest.h"
#include "service/judge.h"

namespace assay::eval {

struct JudgeLanguage {
  std::string version;
  std::string problem;  // why nothing is judged in it, and what to do; empty: it works
};
using JudgeLanguages = std::map<std::string, JudgeLanguage, std::less<>>;  // by id

// Of the judge's GET /v1/info. An Error: the answer isn't one.
Result<JudgeLanguages> ReadLanguages(std::string_view info);

struct JudgeFitness {
  rollout::ManifestLeftOut left_out;
  // Language and version of those that judging what is left takes; sorted.
  std::vector<std::pair<std::string, std::string>> toolchains;
};

// Takes out of the selection what the judge can't judge under all of the profiles. An Error: the
// judge doesn't answer, or nothing is left (it says why).
Result<JudgeFitness> LeaveOutUnjudgeable(const LoadedBenchmark& benchmark,
                                         const std::vector<GradeProfile>& profiles,
                                         service::Judge& judge, Selection* selection);

}  // namespace assay::eval
