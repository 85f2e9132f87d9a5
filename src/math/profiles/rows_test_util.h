// Rows of a gold, an answer and whether they are the same, and the one way in which tests judge
// them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "math/decide/verify.h"
#include "math/profiles/profile.h"
#include "math/profiles/response.h"

namespace assay::math {

struct Row {
  const char* gold;
  const char* answer;
  bool correct;
};

// `Judged` is a VerifyResult or a ResponseResult.
template <typename Judged>
void ExpectOutcome(const Row& row, const Judged& result) {
  EXPECT_EQ(result.outcome, row.correct ? Outcome::kCorrect : Outcome::kIncorrect)
      << row.gold << " against " << row.answer << ": " << ToString(result.reason) << ", "
      << result.rule << ", " << result.gold_normal << " | " << result.answer_normal;
}

inline void Expect(const std::vector<Row>& rows) {
  for (const Row& row : rows) ExpectOutcome(row, VerifyAnswer(row.gold, row.answer, {}));
}

// Boxed, as a model writes it.
inline void ExpectBoxed(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const std::string response = "Thus \\boxed{" + std::string(row.answer) + "}.";
    ExpectOutcome(row, VerifyResponse(row.gold, response, DefaultProfile()));
  }
}

}  // namespace assay::math
