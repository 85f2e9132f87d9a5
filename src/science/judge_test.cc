#include "science/judge.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace assay::science {
namespace {

std::string JudgedAs(std::string_view gold, std::string_view response,
                     const CompareOptions& options = {}) {
  const Judged judged = Judge(gold, response, options);
  return std::string(kOutcomeNames.NameOf(judged.outcome)) + " " +
         std::string(kReasonNames.NameOf(judged.reason));
}

struct JudgeCase {
  const char* gold;
  const char* response;
  const char* verdict;
};

void ExpectJudged(const std::vector<JudgeCase>& cases) {
  for (const auto& [gold, response, verdict] : cases) {
    EXPECT_EQ(JudgedAs(gold, response), verdict) << gold << " / " << response;
  }
}

TEST(Judge, ConvertsUnits) {
  ExpectJudged({
      {"72 km/h", "The speed is 20 m/s.", "correct equal"},
      {"500 nm", "\\boxed{5.00 \\times 10^{-7}\\ \\mathrm{m}}", "correct equal"},
      {"1.00 atm", "101.3 kPa", "correct equal"},
      {"13.6 eV", "2.18e-18 J", "correct equal"},
      {"77 °F", "$25^\\circ\\text{C}$", "correct equal"},
      {"25 °C", "298 K", "correct equal"},
      {"25 °C", "25 C", "correct equal"},
      {"$\\Delta T = 5.0$ K", "5.0 °C", "correct equal"},
      {"3000 rpm", "314 rad/s", "correct equal"},
      {"3000 rpm", "50 Hz", "correct equal"},
      {"45°", "\\frac{\\pi}{4}", "correct equal"},
      {"4.6 billion years", "4.6e9 yr", "correct equal"},
  });
}

TEST(Judge, RefusesWrongScaleSignAndDimension) {
  ExpectJudged({
      {"5.0 kJ", "5.0 J", "incorrect wrong_scale"},
      {"5.0 MPa", "5.0 mPa", "incorrect wrong_scale"},
      {"3.0 m/s", "\\boxed{3.0} km/s", "incorrect wrong_scale"},
      {"3.0 m", "\\boxed{3.0} \\times 10^3 m", "incorrect wrong_scale"},
      {"5.0 kJ", "5000", "incorrect wrong_scale"},
      {"-5.0 N", "5.0 N", "incorrect wrong_sign"},
      {"9.8 m/s^2", "9.8 m/s", "incorrect wrong_dimension"},
      {"2.0 N m", "2.0 mN", "incorrect wrong_dimension"},
      {"5 m", "\\boxed{5} furlongs", "incorrect unit_unknown"},
      {"25 °C", "25 K", "incorrect values_differ"},
      {"25%", "0.25%", "incorrect wrong_scale"},
      {"0.25", "0.25%", "incorrect wrong_scale"},
  });
}

TEST(Judge, ToleratesByDigits) {
  ExpectJudged({
      {"3.46 m", "3.4567 m", "correct equal"},         // rounds to the gold
      {"3.46 m", "3.4 m", "incorrect values_differ"},  // cut off, not rounded
      {"3.46 m", "3.5 m", "correct equal"},
      {"3.456 m", "3.5 m", "incorrect too_few_digits"},
      {"3.46 m", "3.47 m", "correct equal"},  // a unit of the last digit, below 1 %
      {"1.2 m", "1.3 m", "incorrect values_differ"},
      {"5 m", "5.03 m", "correct equal"},  // two digits at least
      {"5 m", "5.2 m", "incorrect values_differ"},
      {"1500 J", "1498 J", "correct equal"},  // last zeros count up to the third digit
      {"1500 J", "1.5 kJ", "correct equal"},
      {"1498 J", "1.5 kJ", "incorrect too_few_digits"},
      {"95 J", "100 J", "incorrect values_differ"},
      {"0.997 h", "1.0 h", "correct equal"},
      {"0.96 h", "1.0 h", "incorrect too_few_digits"},
      {"120°", "119°", "incorrect values_differ"},
      {"7", "7.2", "incorrect values_differ"},  // a count is exact
      {"7", "7.0", "correct equal"},
      {"1/3", "0.333", "correct equal"},
      {"1/3", "0.3", "incorrect too_few_digits"},
      {"0 J", "0", "correct equal"},
      {"0 J", "0.001 J", "incorrect values_differ"},
  });
  EXPECT_EQ(JudgedAs("2477.6 J", "2470 J"), "incorrect values_differ");
  EXPECT_EQ(JudgedAs("2477.6 J", "2470 J", {.relative_tolerance = 0.01}), "correct equal");
  EXPECT_EQ(JudgedAs("5.0 J", "50 J", {.relative_tolerance = 100}), "incorrect wrong_scale");
  EXPECT_EQ(JudgedAs("3.46 m", "3.47 m", {.last_digit_slack = 0}), "incorrect values_differ");
}

TEST(Judge, UnitsOfOneSide) {
  EXPECT_EQ(JudgedAs("5.0 kJ", "5.0"), "correct unit_missing");
  EXPECT_EQ(JudgedAs("5.0 kJ", "5.0", {.missing_unit = MissingUnit::kWrong}),
            "incorrect unit_required");
  EXPECT_EQ(JudgedAs("5.0", "5.0 kJ"), "undecided gold_unit_missing");
  EXPECT_EQ(JudgedAs("5.0", "5.0 kJ", {.extra_unit = ExtraUnit::kAllowed}), "correct equal");
  EXPECT_EQ(JudgedAs("5.0", "5.0 kJ", {.extra_unit = ExtraUnit::kWrong}),
            "incorrect unit_unexpected");
  EXPECT_EQ(JudgedAs("5.0", "6.0 kJ"), "incorrect values_differ");
  EXPECT_EQ(JudgedAs("0.25", "25%"), "correct equal");
  EXPECT_EQ(JudgedAs("25%", "0.25"), "correct equal");
  EXPECT_EQ(JudgedAs("25%", "25"), "correct unit_missing");
}

TEST(Judge, FindsUnitsBehindTheNumber) {
  ExpectJudged({
      {"3.0 m/s", "$\\boxed{3.0}\\ \\text{m/s}$", "correct equal"},
      {"12 V", "\\boxed{12} in the end", "correct unit_missing"},
      {"12 V", "\\boxed{12} A check shows it.", "correct unit_missing"},
      {"5.0 kJ", "The answer is 5.0 in J.", "incorrect wrong_scale"},
      {"5.0 kJ", "\\boxed{5.0}, in joules.", "incorrect wrong_scale"},
      {"5.0 kJ", "\\boxed{5.0} in J", "incorrect wrong_scale"},
      {"5.0 kJ", "\\boxed{E\\ (\\text{J}) = 5.0}", "incorrect wrong_scale"},
      {"5.0 kJ", "\\boxed{E [kJ] = 5.0}", "correct equal"},
      {"5.0 J", "The answer is $5.0$ J, since the force is 2 N.", "correct equal"},
      {"5.0 J", "The answer is 5.0 J at t = 3 s.", "correct equal"},
      {"39 kg/m^3", "The result equals 39 kg/m^3, as asked.", "correct equal"},
      {"1.2e3 J/(mol K)", "The answer is $1.2\\times10^{3}$ J mol$^{-1}$ K$^{-1}$.",
       "correct equal"},
  });
}

TEST(Judge, OneAnswerOnly) {
  ExpectJudged({
      {"5.0 m", "5.0 m or 6.0 m", "incorrect several_answers"},
      {"5.0 m", "\\boxed{5.0 m (or 6.0 m)}", "incorrect several_answers"},
      {"5.0 m", "\\boxed{5.0-6.0 m}", "incorrect values_differ"},
      {"5.0 m", "\\boxed{5.0 m, 6.0 m}", "incorrect count_differs"},
      {"1.0 m", "The answer is 1.0 m = 100 cm", "correct equal"},
  });
}

TEST(Judge, ListsInOrderOrByName) {
  ExpectJudged({
      {"x = 1.0 m, y = 2.0 s", "$\\boxed{x = 1.0\\text{ m}}$, $\\boxed{y = 2.0 \\text{ s}}$",
       "correct equal"},
      {"x = 1.0 m, y = 2.0 s", "\\boxed{y = 2.0 s; x = 1.0 m}", "correct equal"},
      {"1.0 m, 2.0 s", "1.0 m and 2.0 s", "correct equal"},
      {"1.0 m, 2.0 s", "1.0 m", "incorrect count_differs"},
      {"1.0 m, 2.0 s", "1.0 m, 2.0 ms", "incorrect wrong_scale"},
  });
}

TEST(Judge, UncertaintiesAndDirections) {
  ExpectJudged({
      {"5.0 ± 0.2 m", "$(5.0 \\pm 0.2)$ m", "correct equal"},
      {"5.0 ± 0.2 m", "5.0 ± 0.9 m", "incorrect uncertainty_differs"},
      {"5.0 ± 0.2 m", "5.0 m", "undecided uncertainty_missing"},
      {"5 N upward", "5 N downward", "undecided words_differ"},
      {"5 N upward", "6 N downward", "incorrect values_differ"},
      {"2.5 m/s east", "2.5 m/s to the east", "correct equal"},
      {"2.5 mol HCl", "2.5 mol of HCl", "correct equal"},
      {"2.5 mol of HCl", "2.5 mol", "correct equal"},
      {"4", "\\boxed{4\\text{ electrons}}", "correct equal"},
  });
}

TEST(Judge, Chemistry) {
  ExpectJudged({
      {"H2SO4", "So the compound is **H₂SO₄**.", "correct equal"},
      {"H2SO4", "The answer is H2SO4, sulfuric acid.", "correct equal"},
      {"H2SO4", "\\boxed{H_2SO_3}", "incorrect formulas_differ"},
      {"H2SO4", "sulfuric acid", "undecided text"},
      {"H2SO4", "98", "incorrect answer_unreadable"},
      {"CH3CH2OH", "CH3OCH3", "undecided arrangement_differs"},
      {"2H2 + O2 -> 2H2O", "\\boxed{2H_2 + O_2 \\rightarrow 2H_2O}", "correct equal"},
      {"2H2 + O2 -> 2H2O", "\\ce{H2 + O2 -> H2O}", "incorrect reactions_differ"},
      {"[Ne] 3s^1", "Answer: $1s^2 2s^2 2p^6 3s^1$", "correct equal"},
      {"[Ne] 3s^1", "[Ne] 3s^2", "incorrect configurations_differ"},
  });
}

TEST(Judge, Choices) {
  ExpectJudged({
      {"B", "The answer is (B).", "correct equal"},
      {"(B)", "**Answer: B) 5.0 N**", "correct equal"},
      {"\\boxed{B}", "\\boxed{\\text{B}}", "correct equal"},
      {"B. 5.0 N", "The force is 5.0 N.", "correct equal"},
      {"B", "C", "incorrect choice_differs"},
      {"B", "The answer is (B) or (C).", "incorrect several_answers"},
      {"B", "The answer is A or B.", "incorrect several_answers"},
      {"B", "A, B, C, D", "incorrect choice_differs"},
      {"A, C", "The answer is C and A.", "correct equal"},
  });
}

TEST(Judge, ExpressionsGoToTheMathVerifier) {
  ExpectJudged({
      {"\\sqrt{2gh}", "v = \\boxed{(2gh)^{1/2}}", "correct equal"},
      {"\\sqrt{2gh}", "\\boxed{\\sqrt{gh}}", "incorrect expressions_differ"},
      {"P = IV", "P = VI", "correct equal"},
      {"9:3:3:1", "The ratio is \\boxed{9:3:3:1}", "correct equal"},
  });
}

TEST(Judge, WordsAreForOthers) {
  ExpectJudged({
      {"mitochondria", "Answer: Mitochondria", "correct same_text"},
      {"mitochondria", "Answer: the nucleus", "undecided text"},
      {"AaBb", "AABB", "undecided text"},
      {"E. coli", "E. coli", "correct same_text"},
      {"yes", "No", "incorrect choice_differs"},
      {"", "5", "undecided gold_missing"},
      {"5 m", "", "incorrect no_answer"},
      {"5 m", "I am not sure about this one, sorry.", "incorrect no_answer"},
  });
}

TEST(Judge, TakesAnyBytes) {
  std::vector<std::string> texts = {std::string("\0\xff\\", 3),
                                    "\\boxed{",
                                    "\\boxed{}",
                                    "^{",
                                    "$$",
                                    "\xe2\x81\xbb",
                                    "1e",
                                    "1e99999",
                                    "((((",
                                    "±",
                                    "= = =",
                                    "5 m ±"};
  for (const char* piece : {"(", "{", "\\frac{", "1,", "1/", "m/", "H", "(H", "-", "5 m or ", "^2",
                            "1 + ", "\\boxed{1}", "A, ", "=1", "[", "1 to ", "sqrt(", "\\sqrt{"}) {
    std::string text;
    while (text.size() < 9'000) text += piece;
    texts.push_back(text);
  }
  for (const std::string& gold : texts) {
    (void)Judge(gold, "5 m", {});
    (void)Judge("5 m", gold, {});
    (void)Judge("H2O", gold, {});
    (void)Judge("H2 + O2 -> H2O", gold, {});
  }
}

TEST(Judge, LargeTextsAreRead) {
  const std::string large(kLongestResponse - 100, 'x');
  EXPECT_EQ(JudgedAs("5.0 m", large + " \\boxed{5.0 m}"), "correct equal");
  EXPECT_EQ(JudgedAs("5.0 m", large + large), "incorrect answer_too_long");
  EXPECT_EQ(JudgedAs("5.0 m", "\\boxed{" + std::string(kLongestAnswer + 1, '1') + "}"),
            "incorrect answer_too_long");
  EXPECT_EQ(JudgedAs(large, "5"), "undecided text");
}

TEST(Judge, IsTheSameInEveryThread) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int n = 0; n < 50; ++n) {
        EXPECT_EQ(JudgedAs("72 km/h", "\\boxed{20\\ \\mathrm{m/s}}"), "correct equal");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace assay::science
