#include "judging/passes.h"

#include <algorithm>
#include <utility>

#include "judging/outcome.h"

namespace assay {

PassesEnd JudgeInPasses(const Checker* rules, const BlobPtr& input, const PassFunction& run_pass) {
  TestResult result;
  result.executed = true;
  PassStart start{input, {}};
  Nanoseconds slowest{0};
  for (int pass = 1;; ++pass) {
    PassAnswer answer = run_pass(start);
    if (auto outcome = OutcomeWithoutRun(answer)) return {*std::move(outcome), std::nullopt};
    PassEnd end = std::get<PassEnd>(std::move(answer));
    result.run = std::move(end.run);
    result.run.cpu_time = slowest = std::max(slowest, result.run.cpu_time);
    result.by_checker = end.by_judge;
    BlobPtr next;
    if (end.judge_run) next = NextPass(*rules, *end.judge_run, pass, &end.judgement);
    if (next == nullptr) {
      Apply(std::move(end.judgement), &result);
      return {std::move(result), std::move(end.judge_run)};
    }
    start = {std::move(next), FeedbackOf(*end.judge_run)};
  }
}

}  // namespace assay
