#include "math/find/extract.h"

#include <gtest/gtest.h>

#include <string>

#include "base/build/sanitized.h"

namespace assay::math {
namespace {

using Step = ExtractOptions::Step;
using Think = ExtractOptions::Think;

struct Vector {
  const char* response;
  const char* answer;  // nullptr: nothing is found
  ExtractRule rule;
};

void Expect(const Vector& vector, const ExtractOptions& options = {}) {
  SCOPED_TRACE(vector.response);
  const Extraction extraction = ExtractAnswer(vector.response, options);
  ASSERT_EQ(extraction.found, vector.answer != nullptr) << extraction.text;
  if (!extraction.found) return;
  EXPECT_EQ(extraction.text, vector.answer);
  EXPECT_EQ(ExtractRuleName(extraction.rule), ExtractRuleName(vector.rule));
  EXPECT_LE(extraction.offset + extraction.length, std::string_view(vector.response).size());
}

TEST(Extract, TakesTheLastBalancedBox) {
  for (const Vector& vector : {
           Vector{"so \\boxed{7}.", "7", ExtractRule::kBoxed},
           Vector{"first \\boxed{1}, but then a correction: \\boxed{2}", "2", ExtractRule::kBoxed},
           Vector{"\\boxed{\\frac{1}{2}}", "\\frac{1}{2}", ExtractRule::kBoxed},
           Vector{"\\boxed{\\{1, 2\\}}", "\\{1, 2\\}", ExtractRule::kBoxed},
           Vector{"\\fbox{12}", "12", ExtractRule::kBoxed},
           Vector{"\\framebox{204} minutes", "204", ExtractRule::kBoxed},
           Vector{"$\\boxed 5$", "5", ExtractRule::kBoxed},
           Vector{"so \\boxed7.", "7", ExtractRule::kBoxed},
           Vector{"\\boxed {3.5}", "3.5", ExtractRule::kBoxed},
           Vector{"\\boxed{4}. Let me check: \\boxed{", "4", ExtractRule::kBoxed},
           Vector{"\\boxed{} is where it goes: \\boxed{8}, not \\boxed{}", "8",
                  ExtractRule::kBoxed},
           Vector{"\\boxed{3} but never \\boxed*", "3", ExtractRule::kBoxed},
           Vector{"\\boxed{x = \\boxed{5}}", "x = \\boxed{5}", ExtractRule::kBoxed},
           Vector{"an unrelated } and \\boxed{6} and }", "6", ExtractRule::kBoxed},
           Vector{"\\\\boxed{9}", "9", ExtractRule::kBoxed},
           Vector{"\\boxed{1{,}000.}", "1{,}000", ExtractRule::kBoxed},
       }) {
    Expect(vector);
  }
}

TEST(Extract, KeepsThePercentSignBesideABox) {
  Expect({"$\\boxed{20}$ percent", "20\\%", ExtractRule::kBoxed});
  Expect({"\\(\\boxed{20}\\)\\%", "20\\%", ExtractRule::kBoxed});
  Expect({"\\boxed{20\\%}%", "20\\%", ExtractRule::kBoxed});
}

TEST(Extract, JoinsNeighbouringBoxesIntoAList) {
  for (const Vector& vector : {
           Vector{"\\boxed{1} and \\boxed{2}", "1, 2", ExtractRule::kBoxedSeveral},
           Vector{"\\[\\boxed{-2} \\quad \\text{and} \\quad \\boxed{1}.\\]", "-2, 1",
                  ExtractRule::kBoxedSeveral},
           Vector{"$\\boxed{1}$, $\\boxed{2}$, and $\\boxed{3}$", "1, 2, 3",
                  ExtractRule::kBoxedSeveral},
           Vector{"\\boxed{1}\\boxed{2}", "1, 2", ExtractRule::kBoxedSeveral},
           Vector{"x = \\boxed{1}, y = \\boxed{2}", "x = 1, y = 2", ExtractRule::kBoxedSeveral},
           Vector{"x = \\boxed{1} or x = \\boxed{2}", "1, 2", ExtractRule::kBoxedSeveral},
           Vector{"\\boxed{5}. \\boxed{5}", "5", ExtractRule::kBoxed},
           Vector{"\\boxed{1} is the first root we meet, and the second is \\boxed{2}", "2",
                  ExtractRule::kBoxed},
           Vector{"\\boxed{1} no no no no no \\boxed{2}", "2", ExtractRule::kBoxed},
       }) {
    Expect(vector);
  }
  ExtractOptions alone;
  alone.join_boxes = false;
  Expect({"\\boxed{1} and \\boxed{2}", "2", ExtractRule::kBoxed}, alone);
  const Extraction several = ExtractAnswer("\\boxed{1} and \\boxed{2}", {});
  ASSERT_EQ(several.boxes.size(), 2u);
  EXPECT_EQ(several.boxes[0].text, "1");
  EXPECT_EQ(several.boxes[1].offset, 14u);
}

TEST(Extract, ALaterFinalAnswerOverridesABoxUnlessItIsOnlyWords) {
  Expect({"\\boxed{255} is the interest. The final answer is $10,455$. I hope it is correct.",
          "10,455", ExtractRule::kFinalAnswer});
  Expect({"\\boxed{255}. The final answer is correct.", "255", ExtractRule::kBoxed});
  Expect({"The final answer is 3. Checking again, \\boxed{4}.", "4", ExtractRule::kBoxed});
}

TEST(Extract, ReadsAnnouncedAnswers) {
  for (const Vector& vector : {
           Vector{"Some work.\nThe final answer is $\\frac{3}{4}$. I hope it is correct.",
                  "\\frac{3}{4}", ExtractRule::kFinalAnswer},
           Vector{"**Final Answer**\n\n$x = 3$", "x = 3", ExtractRule::kFinalAnswer},
           Vector{"Final Answer: The largest $n$ is 34.", "34", ExtractRule::kFinalAnswer},
           Vector{"Work in 3 steps.\nAnswer: 12 cm", "12 cm", ExtractRule::kAnswerMarker},
           Vector{"**Answer:** **C**", "C", ExtractRule::kAnswerMarker},
           Vector{"The answer is $5$ and $6$.", "5, 6", ExtractRule::kAnswerMarker},
           Vector{"So the answer to the second part is \\(2^{10}\\), as claimed.", "2^{10}",
                  ExtractRule::kAnswerMarker},
           Vector{"the answer is:\n\\[\n\\frac{207}{64}\n\\]", "\\frac{207}{64}",
                  ExtractRule::kAnswerMarker},
           Vector{"Answer: \\frac{1}{2}", "\\frac{1}{2}", ExtractRule::kAnswerMarker},
           Vector{"La réponse est (35 + 70 = 105).", "105", ExtractRule::kAnswerMarker},
           Vector{"所以答案是 12。谢谢", "12", ExtractRule::kAnswerMarker},
           Vector{"Answer: Yes", "Yes", ExtractRule::kAnswerMarker},
           Vector{"The answer is 7. We do not use 9 here.", "7", ExtractRule::kAnswerMarker},
       }) {
    Expect(vector);
  }
}

TEST(Extract, AnAnnouncementThatSaysNothingIsSkipped) {
  Expect({"The answer is 4. This answer is correct.", "4", ExtractRule::kAnswerMarker});
  Expect({"We find $n = 3$. The answer choices are below.", "n = 3", ExtractRule::kLastFormula});
  Expect({"The answer is not 5 but something near 6.", "6", ExtractRule::kLastNumber});
}

TEST(Extract, ReadsTagsTokensAndHashLines) {
  Expect({"<answer>42</answer>", "42", ExtractRule::kAnswerTag});
  Expect({"Not \\boxed{1}. <answer> The total is \\boxed{42} </answer>", "42",
          ExtractRule::kAnswerTag});
  Expect({"so <|begin_of_box|>12<|end_of_box|>", "12", ExtractRule::kBoxTokens});
  Expect({"6 * 12 = <<6*12=72>>72\n#### 72", "72", ExtractRule::kHashLine});
  Expect({"#### 2. Solve the equation\nThen $x = 3$.", "x = 3", ExtractRule::kLastFormula});
}

TEST(Extract, LooksOnlyBehindTheThought) {
  Expect({"<think>maybe \\boxed{1}</think>It is \\boxed{2}.", "2", ExtractRule::kBoxed});
  Expect({"<think>so \\boxed{1}</think>", nullptr, ExtractRule::kNone});
  Expect({"<think>so \\boxed{1} or", nullptr, ExtractRule::kNone});
  EXPECT_EQ(ExtractAnswer("<think>so \\boxed{1} or", {}).reason, Reason::kUnfinishedThinking);

  ExtractOptions required;
  required.think = Think::kRequired;
  EXPECT_EQ(ExtractAnswer("\\boxed{1}", required).reason, Reason::kNoThinkEnd);
  Expect({"a</think>b \\boxed{1}</think> \\boxed{3}", "3", ExtractRule::kBoxed}, required);

  ExtractOptions off;
  off.think = Think::kOff;
  Expect({"<think>so \\boxed{1}</think>", "1", ExtractRule::kBoxed}, off);
}

TEST(Extract, FallsBackToWhatStandsLast) {
  for (const Vector& vector : {
           Vector{"Therefore $x \\geq 5$ is the solution.", "x \\geq 5", ExtractRule::kLastFormula},
           Vector{"We use $a = 1$; hence \\(b = 2\\).", "b = 2", ExtractRule::kLastFormula},
           Vector{"It follows that\n\\begin{align*} x &= 1 + 2 \\\\ &= 3 \\end{align*}", "= 3",
                  ExtractRule::kLastFormula},
           Vector{"There are 5 values of $n$.", "5", ExtractRule::kLastNumber},
           Vector{"We compute 72000 / 18 = 4000 for the whole field", "4000",
                  ExtractRule::kLastExpression},
           Vector{"We see that 2x + 1 = 7 for this", "2x + 1 = 7", ExtractRule::kLastExpression},
           Vector{"the number is not 10 which is 1,000.99€", "1,000.99", ExtractRule::kLastNumber},
           Vector{"it's not 10, it's 1,000.99m²", "1,000.99", ExtractRule::kLastNumber},
           Vector{"the whole field has just 12 m^2", "12", ExtractRule::kLastNumber},
           Vector{"Soucis : 2,74 $ a..", "2.74", ExtractRule::kLastNumber},
           Vector{"it rises by 100%.", "100%", ExtractRule::kLastNumber},
           Vector{"le total, c'est **66**.", "66", ExtractRule::kLastNumber},
           Vector{"It costs $5 for adults and $7 for their children.", "7",
                  ExtractRule::kLastNumber},
           Vector{"She has eight of them left over.", nullptr, ExtractRule::kNone},
       }) {
    Expect(vector);
  }
}

TEST(Extract, NeverTakesANumberOutOfAFormula) {
  // A formula no parser understands is returned whole: its failure must show.
  Expect({"we conclude that $\\weird{7}{[$", "\\weird{7}{[", ExtractRule::kLastFormula});
  Expect({"we conclude that the value is 3x + 5", "3x + 5", ExtractRule::kLastExpression});
  Expect({"we conclude that the value is \\frac{10}{9}", "\\frac{10}{9}",
          ExtractRule::kLastExpression});
}

TEST(Extract, ATextThatStopsInsideAFormulaHasNoAnswer) {
  Expect({"We had $x = 3$ and now\n\\[ y = \\frac{7", nullptr, ExtractRule::kNone});
  EXPECT_EQ(ExtractAnswer("We had $x = 3$ and \\( y = 4 +", {}).reason, Reason::kTruncatedFormula);
  ExtractOptions lenient;
  lenient.refuse_truncated = false;
  Expect({"We had $x = 3$ and now\n\\[ y = \\frac{7", "x = 3", ExtractRule::kLastFormula}, lenient);
  // An explicit answer before it still counts.
  Expect({"\\boxed{3}. Now check that \\( y = 4 +", "3", ExtractRule::kBoxed});
}

TEST(Extract, ReturnsABareAnswerWhole) {
  for (const char* bare :
       {"5", "-3/4", "$x = 5$", "\\frac{1}{2}", "28 %", "$28$ percent", "1 000", "(1, 2]", "C",
        "\\text{odd}", "4:30 p.m.", "3 square units", "x^2 + 2x + 1", "$19, 46, and 82$"}) {
    Expect({bare, bare, ExtractRule::kBare});
  }
}

TEST(Extract, UnwrapsFencesAndEmphasisAroundABareAnswer) {
  Expect({"```\n5/3\n```", "5/3", ExtractRule::kBare});
  Expect({"```latex\n\\frac{5}{3}\n```\n", "\\frac{5}{3}", ExtractRule::kBare});
  Expect({"**12**", "12", ExtractRule::kBare});
  Expect({"`12`", "12", ExtractRule::kBare});
}

TEST(Extract, FindsAnOptionLetterOnlyWhenOneIsExpected) {
  ExtractOptions choice;
  choice.expect_choice = true;
  Expect({"It's not A because that makes no sense, therefore I think it's B", "B",
          ExtractRule::kChoiceLetter},
         choice);
  Expect({"The answer is (C) because 3 + 4 = 7.", "C", ExtractRule::kAnswerMarker}, choice);
  Expect({"D. All of these hold in the three given cases.", "D", ExtractRule::kChoiceLetter},
         choice);
  Expect({"\\mathrm{E}*2", "\\mathrm{E}*2", ExtractRule::kBare}, choice);
  Expect({"**E**", "E", ExtractRule::kChoiceLetter}, choice);
  Expect({"It is (C).", "C", ExtractRule::kChoiceLetter}, choice);
  Expect({"It's not A because that makes no sense, therefore I think it's B", nullptr,
          ExtractRule::kNone});
}

TEST(Extract, IgnoresControlTokensAtTheEnd) {
  Expect({"The final answer is $4$. I hope it is correct. <|im_start|>user", "4",
          ExtractRule::kFinalAnswer});
  Expect({"7<|im_end|>", "7", ExtractRule::kBare});
  Expect({"7</s>", "7", ExtractRule::kBare});
}

TEST(Extract, SpansPointIntoTheOriginalText) {
  const std::string text = "<think>…</think>\nHence $\\boxed{\\pi}$.";
  const Extraction extraction = ExtractAnswer(text, {});
  ASSERT_TRUE(extraction.found);
  EXPECT_EQ(text.substr(extraction.offset, extraction.length), "\\boxed{\\pi}");
}

TEST(Extract, LowerRungsBecomeAlternativesOnRequest) {
  ExtractOptions options;
  options.all_rungs = true;
  const Extraction extraction = ExtractAnswer("\\boxed{?!}. So $x = 2$ in the end.", options);
  EXPECT_EQ(extraction.text, "?!");
  ASSERT_EQ(extraction.alternatives.size(), 1u);
  EXPECT_EQ(extraction.alternatives[0].text, "x = 2");
}

TEST(Extract, OnlyTheTailIsReadWhenAsked) {
  ExtractOptions options;
  options.tail_bytes = 10;
  options.ladder = {Step::kAnswerLine};
  Expect({"Answer: 5 and a long epilogue", nullptr, ExtractRule::kNone}, options);
  Expect({"A long prologue\nAnswer: 5", "5", ExtractRule::kAnswerLine}, options);
}

TEST(Extract, ReadsGoldFields) {
  EXPECT_EQ(ExtractGold("\\frac{1}{2}").text, "\\frac{1}{2}");
  EXPECT_EQ(ExtractGold("He pays 5 * 3 = <<5*3=15>>15.\n#### 15").text, "15");
  EXPECT_EQ(ExtractGold("Hence $x = \\boxed{4}$.").text, "4");
  EXPECT_EQ(ExtractGold("After some thought we see that the answer is $12$.").text, "12");
  EXPECT_EQ(ExtractGold("The line through the points A and B").text,
            "The line through the points A and B");
  EXPECT_FALSE(ExtractGold("  ").found);
}

// Each text makes a careless scan quadratic. With such a scan one of them takes minutes.
TEST(Extract, HostileTextsOfAMegabyteAreReadInOnePass) {
  constexpr size_t kBytes = kSanitized ? 64 << 10 : 1 << 20;
  for (const char* piece : {"\\boxed{",
                            "}",
                            "$",
                            "$1 ",
                            "\\(",
                            "\\",
                            "Answer: ",
                            "the answer is ",
                            "final answer is $",
                            "(",
                            ")",
                            "(1",
                            "1. ",
                            "\n1. ",
                            "\\begin{align*}",
                            "<|a|>",
                            "#### ",
                            "<think>",
                            "\\frac{1}{2} ",
                            "\\text{",
                            "1,",
                            "A B ",
                            "\\boxed{1} and ",
                            "颗",
                            "- ",
                            "1 "}) {
    SCOPED_TRACE(piece);
    std::string text;
    while (text.size() < kBytes) text += piece;
    const Extraction extraction = ExtractAnswer(text, {});
    EXPECT_LE(extraction.offset + extraction.length, text.size());
    ExtractGold(text);
  }
}

}  // namespace
}  // namespace assay::math
