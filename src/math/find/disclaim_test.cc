#include "math/find/disclaim.h"

#include <gtest/gtest.h>

#include <string>

#include "math/find/extract.h"

namespace assay::math {
namespace {

std::string Found(const char* response) {
  return ExtractAnswer(response, {}).text;
}

TEST(Disclaimed, ADeniedNumberIsNoAnswer) {
  for (const char* response :
       {"The answer is not 16.", "It is not 16.", "The answer isn't 16.", "The answer is never 16",
        "The answer cannot be 16.", "The final answer is not $16$.", "It's definitely not $16$",
        "The final answer is neither 16 nor 17.", "The answer is not equal to $16$",
        "The answer is at least 16.", "Answer: less than $16$", "16 is not the answer",
        "The answer 16 is wrong.", "The answer is up to 16"}) {
    EXPECT_NE(Found(response), "16") << response;
  }
  EXPECT_NE(Found("The answer is not \\boxed{16}."), "16");
  EXPECT_EQ(Found("There are at most \\boxed{16} of them."), "16");
  EXPECT_EQ(Found("It is not 15. It is \\boxed{16}."), "16");
  EXPECT_EQ(ExtractAnswer("It is not 16.", {}).reason, Reason::kAnswerDisclaimed);
}

TEST(Disclaimed, TwoValuesOnOfferAreNotOne) {
  for (const char* response : {"The answer is either 16 or 17.", "Answer: either $16$ or $17$",
                               "The answer is 16 or more", "Answer: neither $16$ nor $17$"}) {
    EXPECT_NE(Found(response), "16") << response;
    EXPECT_NE(Found(response), "17") << response;
  }
}

TEST(Disclaimed, WhatIsConcludedStaysTheAnswer) {
  for (const char* response :
       {"The answer is 16.", "The answer is $16$, not $17$.", "The answer is not 17 but 16.",
        "It is 16, not 17.", "There is no other solution, so the answer is 16.",
        "Either way, the answer is 16.", "We do not need more; the answer is 16",
        "Not 15. The answer is 16."}) {
    EXPECT_EQ(Found(response).substr(0, 2), "16") << response;
  }
}

TEST(Disclaimed, ADeniedOptionIsNoChoice) {
  ExtractOptions options;
  options.expect_choice = true;
  EXPECT_NE(ExtractAnswer("The answer is not A.", options).text, "A");
  EXPECT_NE(ExtractAnswer("Not A", options).text, "A");
  EXPECT_EQ(ExtractAnswer("The answer is not A but B.", options).text, "B");
}

}  // namespace
}  // namespace assay::math
