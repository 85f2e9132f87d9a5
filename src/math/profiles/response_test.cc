#include "math/profiles/response.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "math/profiles/batch.h"

namespace assay::math {
namespace {

const MathProfile& Profile(std::string_view name) {
  const MathProfile* profile = FindProfile(name);
  EXPECT_NE(profile, nullptr) << name;
  return profile == nullptr ? DefaultProfile() : *profile;
}

TEST(Response, JudgesTheExtractedAnswer) {
  const ResponseResult right = VerifyResponse(
      "\\frac{1}{2}", "<think>is it 3?</think> It is $\\boxed{0.5}$.", DefaultProfile());
  EXPECT_EQ(right.outcome, Outcome::kCorrect) << ToString(right.reason);
  EXPECT_EQ(right.answer, "0.5");
  EXPECT_EQ(right.extract_rule, ExtractRule::kBoxed);
  EXPECT_EQ(right.gold_extract_rule, ExtractRule::kBare);

  const ResponseResult wrong =
      VerifyResponse("\\frac{1}{2}", "It is $\\boxed{3}$.", DefaultProfile());
  EXPECT_EQ(wrong.outcome, Outcome::kIncorrect) << ToString(wrong.reason);
}

TEST(Response, ReadsAGoldThatIsAWholeSolution) {
  EXPECT_EQ(VerifyResponse("3 * 5 = 15 dollars.\n#### 15", "15", DefaultProfile()).outcome,
            Outcome::kCorrect);
  EXPECT_EQ(VerifyResponse("We get $x = \\boxed{7}$.", "Answer: 7", DefaultProfile()).outcome,
            Outcome::kCorrect);
}

TEST(Response, UndoesOneEscapeTooMany) {
  EXPECT_EQ(VerifyResponse("$\\\\left(\\\\frac{1}{5}, 2\\\\right)$", "$(0.2, 2)$", DefaultProfile())
                .outcome,
            Outcome::kCorrect);
  // A matrix has single and double backslashes, and keeps both.
  EXPECT_EQ(VerifyResponse("\\begin{pmatrix}1\\\\\\frac12\\end{pmatrix}",
                           "\\begin{pmatrix}1\\\\ 0.5\\end{pmatrix}", DefaultProfile())
                .outcome,
            Outcome::kCorrect);
}

TEST(Response, SeveralBoxesAreOneAnswer) {
  EXPECT_EQ(VerifyResponse("2, -1", "$\\boxed{-1}$ and $\\boxed{2}$", DefaultProfile()).outcome,
            Outcome::kCorrect);
  EXPECT_EQ(VerifyResponse("2", "$\\boxed{-1}$ and $\\boxed{2}$", DefaultProfile()).outcome,
            Outcome::kIncorrect);
}

TEST(Response, SaysWhyThereIsNoAnswer) {
  const auto reason = [](const char* response, std::string_view profile) {
    const ResponseResult result = VerifyResponse("5", response, Profile(profile));
    EXPECT_EQ(result.outcome, Outcome::kUnparseable);
    return result.reason;
  };
  EXPECT_EQ(reason("", "assay"), Reason::kEmptyResponse);
  EXPECT_EQ(reason("I am not sure about this one, sorry.", "assay"), Reason::kNoAnswer);
  EXPECT_EQ(reason("<think>5", "assay"), Reason::kUnfinishedThinking);
  EXPECT_EQ(reason("\\boxed{5}", "acereason"), Reason::kNoThinkEnd);
  EXPECT_EQ(reason("so \\[ x = \\frac{5", "assay"), Reason::kTruncatedFormula);
  EXPECT_EQ(VerifyResponse("", "5", DefaultProfile()).reason, Reason::kGoldMissing);
}

TEST(Response, FallsBackToTheNumberOfAWordedAnswerOnly) {
  const ResponseResult worded = VerifyResponse("5", "Answer: 5 apples !! {", DefaultProfile());
  EXPECT_EQ(worded.outcome, Outcome::kCorrect) << ToString(worded.reason) << " " << worded.answer;
  // A parsed, wrong answer is final even when another number would fit.
  EXPECT_EQ(VerifyResponse("5", "We had 5 before. \\boxed{6}", Profile("math_verify")).outcome,
            Outcome::kIncorrect);
}

TEST(Response, ProfilesDifferInWhatTheyRead) {
  const std::string text = "So 12 it is.\nAnswer: 12";
  EXPECT_EQ(VerifyResponse("12", text, Profile("assay")).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyResponse("12", text, Profile("math_verify")).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyResponse("12", text, Profile("verl_math_dapo")).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyResponse("12", text, Profile("qwen")).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyResponse("12", text, Profile("prm800k")).outcome, Outcome::kUnparseable);
  EXPECT_EQ(VerifyResponse("12", text, Profile("strict")).outcome, Outcome::kUnparseable);
  EXPECT_EQ(VerifyResponse("12", "</think>\\boxed{12}", Profile("acereason")).outcome,
            Outcome::kCorrect);
}

TEST(Response, PrimeMathCutsByPhrases) {
  const auto judge = [](const char* gold, const std::string& text) {
    return VerifyResponse(gold, text, Profile("verl_prime_math")).outcome;
  };
  EXPECT_EQ(judge("12", "First 7. So the answer is \\boxed{12}."), Outcome::kCorrect);
  EXPECT_EQ(judge("12", "12 is the answer"), Outcome::kCorrect);
  EXPECT_EQ(judge("12", "We add and get x = 5 + 7 = 12"), Outcome::kCorrect);
  EXPECT_EQ(judge("12", "so it must be 12. "), Outcome::kCorrect);
  EXPECT_EQ(judge("12", "\\boxed{12} and then \\boxed{13}"), Outcome::kIncorrect);
  EXPECT_EQ(judge("3.1415", "Answer: 3.14151"), Outcome::kCorrect);  // relative 1e-4
  EXPECT_EQ(judge("3.1415", "Answer: 3.16"), Outcome::kIncorrect);
  EXPECT_EQ(judge("12", ""), Outcome::kUnparseable);
  EXPECT_EQ(VerifyResponse("12", "answer: 12", Profile("verl_prime_math")).extract_rule,
            ExtractRule::kNarrowed);
}

TEST(Response, DapoFallsBackToABoxNearTheEnd) {
  const MathProfile& dapo = Profile("verl_math_dapo");
  EXPECT_EQ(VerifyResponse("12", "So \\boxed{12}.", dapo).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyResponse("12", "Answer: 12\nor \\boxed{13}", dapo).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyResponse("12", "\\boxed{12}" + std::string(100, '.'), dapo).outcome,
            Outcome::kUnparseable);
}

TEST(Response, AnOptionLetterGoldPrefersTheLetter) {
  EXPECT_EQ(VerifyResponse("C", "The answer is (C) because 3 + 4 = 7.", DefaultProfile()).outcome,
            Outcome::kCorrect);
  EXPECT_EQ(VerifyResponse("(B)", "The answer is (C) because 3 + 4 = 7.", DefaultProfile()).outcome,
            Outcome::kIncorrect);
  EXPECT_TRUE(IsChoiceLetter("\\textbf{(C)}"));
  EXPECT_TRUE(IsChoiceLetter("$D$"));
  EXPECT_FALSE(IsChoiceLetter("x"));
  EXPECT_FALSE(IsChoiceLetter("AB"));
}

TEST(Response, EveryProfileHasANameAndIsFound) {
  EXPECT_EQ(Profiles().front().name, kDefaultProfile);
  EXPECT_EQ(FindProfile(""), &DefaultProfile());
  EXPECT_EQ(FindProfile("no such profile"), nullptr);
  for (const MathProfile& profile : Profiles()) {
    EXPECT_EQ(FindProfile(profile.name), &profile);
    EXPECT_FALSE(profile.description.empty());
  }
}

std::vector<std::string> Golds(int count) {
  std::vector<std::string> golds;
  for (int i = 0; i < count; ++i) golds.push_back(std::to_string(i % 7));
  return golds;
}

TEST(Batch, ReportsInOrderAndIndependentlyOfThreads) {
  const std::vector<std::string> golds = Golds(500);
  std::vector<BatchItem> items;
  for (const std::string& gold : golds) items.push_back({gold, "so \\boxed{3}"});
  for (const int threads : {1, 2, 16}) {
    size_t next = 0;
    VerifyBatch(items, DefaultProfile(), threads, [&](size_t index, ResponseResult result) {
      EXPECT_EQ(index, next++);
      EXPECT_EQ(result.outcome, index % 7 == 3 ? Outcome::kCorrect : Outcome::kIncorrect);
      return true;
    });
    EXPECT_EQ(next, items.size());
  }
}

TEST(Batch, StopsWhenTheCallbackSaysSo) {
  const std::vector<std::string> golds = Golds(500);
  std::vector<BatchItem> items;
  for (const std::string& gold : golds) items.push_back({gold, "3"});
  for (const int threads : {1, 4}) {
    size_t seen = 0;
    VerifyBatch(items, DefaultProfile(), threads,
                [&](size_t, ResponseResult) { return ++seen < 10; });
    EXPECT_EQ(seen, 10u);
  }
  VerifyBatch({}, DefaultProfile(), 4, [](size_t, ResponseResult) {
    ADD_FAILURE() << "there is nothing to report";
    return true;
  });
}

}  // namespace
}  // namespace assay::math
