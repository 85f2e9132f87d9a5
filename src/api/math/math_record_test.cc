#include "api/math/math_record.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay {
namespace {

MathAnswer Answer(math::Outcome outcome, math::Reason reason = math::Reason::kNone) {
  MathAnswer answer;
  answer.result.outcome = outcome;
  answer.result.reason = reason;
  answer.result.answer = "8";
  answer.seconds = 0.002;
  return answer;
}

TEST(MathRecord, HasTheWordsOfAProgramsVerdict) {
  MathItem item;
  item.gold = "7";
  item.response = "it is 8\xff";
  item.origin.run = "r";
  item.origin.route = "/v1/math/verify";
  const StoredVerdict stored = MathRecord(item, Answer(math::Outcome::kIncorrect));
  EXPECT_EQ(stored.record.verdict, Verdict::kWrongAnswer);
  EXPECT_EQ(stored.record.cause, Cause::kCandidate);
  EXPECT_EQ(stored.record.score, 0);
  EXPECT_EQ(stored.record.first_failed, 0);
  EXPECT_EQ(stored.record.language, "math");
  EXPECT_EQ(stored.record.tenant, "default");
  EXPECT_EQ(stored.record.problem, "math:" + Sha256Hex("7").substr(0, 32));
  EXPECT_EQ(stored.record.code_sha256, Sha256Hex(item.response));
  EXPECT_DOUBLE_EQ(stored.record.cpu_ms, 2);
  EXPECT_EQ(stored.detail.code, "it is 8\xEF\xBF\xBD");
  EXPECT_EQ(stored.detail.out, "8");
  EXPECT_FALSE(stored.record.checker_failed);
}

TEST(MathRecord, OfWhatTheRulesCantJudgeIsTheProblemsFault) {
  for (const MathAnswer& answer :
       {Answer(math::Outcome::kUnparseable, math::Reason::kGoldUnparseable),
        Answer(math::Outcome::kUndecided)}) {
    const StoredVerdict stored = MathRecord({}, answer);
    EXPECT_EQ(stored.record.verdict, Verdict::kJudgeError);
    EXPECT_EQ(stored.record.cause, Cause::kProblem);
    EXPECT_TRUE(stored.record.masked());
    EXPECT_TRUE(stored.record.checker_failed);
    EXPECT_TRUE(MathBrief({}, answer).evidence);
  }
}

TEST(MathBrief, OfAnOrdinaryAnswerIsNoEvidence) {
  EXPECT_FALSE(MathBrief({}, Answer(math::Outcome::kCorrect)).evidence);
  EXPECT_FALSE(MathBrief({}, Answer(math::Outcome::kIncorrect)).evidence);
  MathAnswer asked = Answer(math::Outcome::kIncorrect);
  asked.opinion = Opinion::kCorrect;
  EXPECT_TRUE(MathBrief({}, asked).evidence);
  asked.overruled = true;
  EXPECT_EQ(MathBrief({}, asked).verdict, Verdict::kAccepted);
  EXPECT_EQ(MathBrief({}, asked).score, 1);
}

}  // namespace
}  // namespace assay
