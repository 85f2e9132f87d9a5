#include "api/math/math_record.h"

#include <string>

#include "base/text.h"
#include "history/record/make_record.h"

namespace assay {
namespace {

// Unlike a problem's hash, so that nobody looks for a stored problem.
constexpr char kGoldPrefix[] = "math:";
constexpr size_t kGoldDigits = 32;

}  // namespace

MathVerdict VerdictOf(const MathAnswer& answer) {
  switch (answer.outcome()) {
    case math::Outcome::kCorrect: return {Verdict::kAccepted, Cause::kCandidate};
    case math::Outcome::kIncorrect: return {Verdict::kWrongAnswer, Cause::kCandidate};
    case math::Outcome::kUnparseable:
      if (MathScore(answer)) return {Verdict::kWrongAnswer, Cause::kCandidate};
      break;
    case math::Outcome::kUndecided: break;
  }
  // A gold that nobody can read, or two answers that the rules can't tell apart.
  return {Verdict::kJudgeError, Cause::kProblem};
}

VerdictBrief MathBrief(const MathItem& item, const MathAnswer& answer) {
  const MathVerdict verdict = VerdictOf(answer);
  VerdictBrief brief;
  brief.math = true;
  brief.verdict = verdict.verdict;
  brief.cause = verdict.cause;
  brief.score = MathScore(answer);
  brief.evidence = !brief.score || answer.opinion.has_value();
  if (item.origin.run) brief.run = *item.origin.run;
  if (item.origin.group) brief.group = *item.origin.group;
  return brief;
}

StoredVerdict MathRecord(const MathItem& item, const MathAnswer& answer) {
  StoredVerdict stored;
  VerdictRecord& record = stored.record;
  SetOrigin(item.origin, &record);
  record.problem = kGoldPrefix + Sha256Hex(item.gold).substr(0, kGoldDigits);
  record.language = "math";
  const MathVerdict verdict = VerdictOf(answer);
  record.verdict = verdict.verdict;
  record.cause = verdict.cause;
  record.reason = std::string(ToString(answer.result.reason));
  if (answer.overruled) record.message = "a second opinion calls it correct";
  record.score = MathScore(answer);
  record.tests_total = 1;
  record.tests_passed = verdict.verdict == Verdict::kAccepted ? 1 : 0;
  record.first_failed = record.tests_passed == 0 ? 0 : -1;
  record.cpu_ms = answer.seconds * 1e3;
  record.total_ms = answer.seconds * 1e3;
  record.checker_failed = verdict.cause == Cause::kProblem;
  record.code_sha256 = Sha256Hex(item.response);
  stored.detail.out = CutText(answer.result.answer, kMostOutputExcerpt);
  stored.detail.code = CutText(item.response, kMostCodeExcerpt);
  return stored;
}

}  // namespace assay
