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
      {"H2O2", "The compound is H₂O₂.", "correct equal"},
      {"H2O2", "It is H₂O.", "incorrect formulas_differ"},
      {"H2O2", "It is H₂O or it is H₂O₂.", "incorrect several_answers"},
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

TEST(Judge, ASecondValueIsNoAnswer) {
  for (const char* response : {"<answer>20 N or 30 N</answer>",
                               "<answer>20 N; 30 N</answer>",
                               "<answer>20 N, 30 N</answer>",
                               "<answer>20 N\n30 N</answer>",
                               "<answer>20 N and 30 N</answer>",
                               "<answer>20 N (possibly 30 N)</answer>",
                               "<answer>F1 = 20 N, F2 = 30 N</answer>",
                               "<answer>1. 30 N\n2. 20 N</answer>",
                               "<answer>Case 1: 20 N, case 2: 30 N</answer>",
                               "<answer>20 N</answer> or 30 N",
                               "<answer>anything but 20 N</answer>",
                               "Final answer: 20 N, maybe 30 N",
                               "Final answer: 20 N vs 30 N",
                               "Final answer: 20 N, could also be 30 N",
                               "Answer: 20 N, if not 30 N.",
                               "Answer: 20 N (30 N also works)",
                               "Answer: 20 N. Or 30 N.",
                               "Answer: 20 N. Alternatively, 30 N.",
                               "The answer is 20 N, though 30 N is possible.",
                               "The answer is 20 N but it may also be 30 N.",
                               "The answer is between 20 N and 30 N.",
                               "Answer: at least 20 N",
                               "Answer: 20 N or more",
                               "Answer: 20 N ± 10 N",
                               "\\boxed{20 N} or \\boxed{30 N}",
                               "\\boxed{20 N} or 30 N",
                               "30 N or \\boxed{20 N}",
                               "\\boxed{20}, possibly 30",
                               "**20 N** or **30 N**",
                               "20 N upward, 30 N downward"}) {
    EXPECT_EQ(Judge("20 N", response, {}).outcome, Outcome::kIncorrect) << response;
  }
  EXPECT_EQ(JudgedAs("3.0 A", "<answer>3.0 A or 4.0 A</answer>"), "incorrect several_answers");
}

TEST(Judge, TheSameOnceMoreIsNoSecondValue) {
  ExpectJudged({
      {"20 N", "Answer: 20 N or 0.020 kN", "correct equal"},
      {"20 N", "Therefore, the force is 20 newtons (about 4.5 pounds-force).", "correct equal"},
      {"20 N", "Therefore, the force is **20 N**, which is about 4.5 lbf.", "correct equal"},
      {"20 N", "\\boxed{20 \\, \\mathrm{N} \\; (\\text{2 s.f.})}", "correct equal"},
      {"20 N", "Answer: 20 N, since the weight is 30 N or so.", "correct equal"},
      {"20 N", "The answer is 20 N at t = 3 s or 4 s.", "correct equal"},
      {"20 N", "The answer is 20 N. The other value, 30 N, is not physical.", "correct equal"},
      {"5.0 J", "The total is 5.0 J (2.0 J kinetic + 3.0 J potential).", "correct equal"},
      {"20 N", "The final answer is probably 20 N.", "correct equal"},
  });
}

TEST(Judge, ABoxIsReadWithWhatStandsAroundIt) {
  ExpectJudged({
      {"12 m", "-\\boxed{12}", "incorrect wrong_sign"},
      {"-12 m", "$x = -\\boxed{12\\ \\text{m}}$", "correct equal"},
      {"12 m", "- \\boxed{12 m}", "correct equal"},  // a list
      {"12 m", "$\\sqrt{\\boxed{12}}$ m", "incorrect answer_unreadable"},
      {"12 m", "$\\frac{\\boxed{12}}{2}$ m", "incorrect answer_unreadable"},
      {"12 m", "$2\\boxed{12}$ m", "incorrect answer_unreadable"},
      {"12 m", "$\\boxed{12}^{3}$ m", "incorrect answer_unreadable"},
      {"12 m/s^2", "$10^3 \\times \\boxed{12}$ m/s²", "incorrect answer_unreadable"},
      {"5 m", "$\\boxed{5\\ \\text{m}}/\\text{s}$", "incorrect answer_unreadable"},
      {"5 m", "$\\boxed{5\\ \\text{m}} \\times 10^3$", "incorrect answer_unreadable"},
      {"45 degrees", "\\boxed{45}^\\circ", "correct equal"},
      {"445 m/s", "$\\boxed{445.0}\\ \\frac{\\mathrm{m}}{\\mathrm{s}}$", "correct equal"},
      {"5 kg", "$\\boxed{5}\\ \\frac{\\mathrm{kg}}{\\mathrm{m^{3}}}$", "incorrect wrong_dimension"},
  });
}

TEST(Judge, AUnitMayStandElsewhereInTheSentence) {
  ExpectJudged({
      {"12 m/s", "v (in km/s) = \\boxed{12}", "incorrect wrong_scale"},
      {"12 m/s", "v/(km/s) = 12", "incorrect wrong_scale"},
      {"12 m", "The answer in km is \\boxed{12}.", "incorrect wrong_scale"},
      {"12 m", "In km: 12", "incorrect wrong_scale"},
      {"12 m", "Answer: 12, in km", "incorrect wrong_scale"},
      {"12 m/s", "Answer: 12\n(km/s)", "incorrect wrong_scale"},
      {"12 m", "<answer>12</answer> km", "incorrect wrong_scale"},
      {"12 m/s^2", "\\boxed{12} (in cm/s^2)", "incorrect wrong_scale"},
      {"12 m/s^2", "\\boxed{12} where the unit is cm/s².", "incorrect wrong_scale"},
      {"12 m", "The answer, in metres, is \\boxed{12}.", "correct equal"},
  });
}

TEST(Judge, ReadsProseAndMarkdown) {
  ExpectJudged({
      {"217 kg·m^-3", "The density is approximately **0.217 g/cm^3**.", "correct equal"},
      {"300 kg·m^-3", "So the density is approximately **300 g·cm^-3**.", "incorrect wrong_scale"},
      {"1550 cm s^-2", "Therefore, the acceleration is **15.5 m s^-2**.", "correct equal"},
      {"8.314 J/(mol K)", "Thus, it is approximately 8.314 J mol^-1 K^-1.", "correct equal"},
      {"45.8 °C", "The temperature is therefore 318.9 $\\mathrm{K}$.", "correct equal"},
      {"12 m/s^2", "So a is **12** m/s^2.", "correct equal"},
      {"1700 cm^{-1}", "1700 cm$^{-1}$", "correct equal"},
      {"6.4 m^3", "The result is **6.4** L.", "incorrect wrong_scale"},
      {"6.4 m^3", "The result is *6.4 cm^3*.", "incorrect wrong_scale"},
      {"6.4 m^3", "The value is __6.4 m³__.", "correct equal"},
      {"6.4 m^3", "| result |\n|---|\n| 6.4 m³ |", "correct equal"},
      {"2.7 V/m", "So, x ≈ 2.7 kV/m ✅", "incorrect wrong_scale"},
      {"2.7 bar", "So, x ≈ 2.7 bar ✅", "correct equal"},
      {"2.7 m", "So, x ≈ 2.7 furlongs ✅", "incorrect unit_unknown"},
      {"2.7 V/m", "> **2.7 V/m**", "correct equal"},
      {"550 nm", "Both 550 pm and 550 nm are possible answers.", "incorrect several_answers"},
      {"340 m/s", "The final answer is 340. m/s.", "correct equal"},
      {"-13.6 eV", "So the answer is minus 13.6 eV.", "correct equal"},
  });
}

TEST(Judge, ChainsOfEquationsEndInTheAnswer) {
  for (const char* response :
       {"So F = 4.0 kg × 5.0 m/s² = 20 N.", "$$F=ma=(4)(5)=20\\text{ N}$$",
        "\\[F = 4.0\\ \\text{kg} \\times 5.0\\ \\text{m/s}^2 = 20\\ \\text{N}\\]",
        "$$\\begin{aligned}F &= 4.0 \\cdot 5.0 \\\\ &= 20\\ \\text{N}\\end{aligned}$$",
        "F = ma = 4.0 kg * 5.0 m/s^2 = **20 N**", "→ 20 N", "At t = 2 s, F = 20 N.",
        "Here m = 4 kg.\n\nF = ma = 4 kg × 5 m/s² = 20 N"}) {
    EXPECT_EQ(JudgedAs("20 N", response), "correct equal") << response;
  }
  EXPECT_EQ(JudgedAs("20 N", "F = 4.0 kg × 5.0 m/s² = 30 N"), "incorrect values_differ");
}

TEST(Judge, CompoundQuantitiesAndDirections) {
  ExpectJudged({
      {"1 h 30 min", "**Answer: 1.5 h**", "correct equal"},
      {"1 h 30 min", "5400 s", "correct equal"},
      {"1 h 30 min", "1.3 h", "incorrect values_differ"},
      {"1 h 30 min", "90 s", "incorrect values_differ"},
      {"2.5 hours", "2 hours and 30 minutes", "correct equal"},
      {"2.5 hours", "\\boxed{2\\text{ h }30\\text{ min}}", "correct equal"},
      {"2.5 hours", "2½ hours", "correct equal"},
      {"2.5 hours", "2 h 50 min", "incorrect values_differ"},
      {"5 ft 6 in", "66 in", "correct equal"},
      {"5 m/s at 53° north of east", "**5 m/s at 53° north of east**", "correct equal"},
      {"5 m/s at 53° north of east", "7 m/s at 53° north of east", "incorrect values_differ"},
      {"5 m/s at 53° north of east", "5 m at 53° north of east", "incorrect wrong_dimension"},
      {"x = 3 m, y = 4 m", "Thus, it is approximately y = 4 m, x = 3 m.", "correct equal"},
      {"x = 3 m, y = 4 m", "<answer>y = 4.0 m and x = 3.0 m</answer>", "correct equal"},
      {"x = 3 m, y = 4 m", "x = 4 m, y = 3 m", "incorrect values_differ"},
      {"50 Hz", "314 rad/s", "correct equal"},
      {"50 Hz", "50 rad/s", "incorrect values_differ"},
      {"3 rad/s", "3 s^-1", "correct equal"},
  });
}

TEST(Judge, SeveralFormulasAreNoAnswer) {
  for (const char* response :
       {"H2SO4 or HCl", "<answer>H2SO4, HCl</answer>", "\\boxed{H2SO4 \\text{ or } H2SO3}",
        "\\boxed{H2SO4} or HCl", "Answer: H2SO4. Or HCl.", "Answer: H2SO4 (or HCl)",
        "\\boxed{H2SO4 + H2O}", "2H2SO4", "\\boxed{\\ce{D2SO4}}", "<answer>not H2SO4</answer>",
        "I do not know which acid it is.", "\\boxed{\\ce{H2SO4} / \\ce{HCl}}"}) {
    EXPECT_EQ(Judge("H2SO4", response, {}).outcome, Outcome::kIncorrect) << response;
  }
  ExpectJudged({
      {"H2SO4", "sulfuric acid (H2SO4)", "correct equal"},
      {"^{14}C", "carbon-14", "correct equal"},
      {"^{14}C", "carbon-13", "incorrect formulas_differ"},
      {"$^{234}_{90}\\mathrm{Th}$", "**Answer: thorium-234**", "correct equal"},
      {"^{238}_{92}U", "238U", "correct equal"},
      {"CO", "cobalt", "incorrect formulas_differ"},
      {"Fe", "iron", "correct equal"},
      {"O2", "oxygen", "undecided text"},
  });
}

TEST(Judge, AnOptionIsNotItsText) {
  ExpectJudged({
      {"B", "So the correct choice is **B. 4.5 J**.", "correct equal"},
      {"B", "Only one is left.\n\n**C) plan B**", "incorrect choice_differs"},
      {"C", "Only one is left.\n\n**A: vitamin C**", "incorrect choice_differs"},
      {"C", "Only one is left.\n\nSo it is **B. 5 °C**.", "incorrect choice_differs"},
      {"A", "Option A has the wrong unit.\n\n**B. 3.0 A**", "incorrect choice_differs"},
      {"B", "B because C is wrong", "correct equal"},
  });
  for (const char* response :
       {"B, possibly C", "\\boxed{\\overline{B}}", "<answer>B\nC</answer>", "B vs C", "B? C?",
        "Answer: B. Or C.", "The answer is B, though C is possible.", "(B)(C)", "**A** **B**",
        "\\boxed{B} or \\boxed{C}", "<answer>B</answer> or C", "Answer: not B"}) {
    EXPECT_EQ(Judge("B", response, {}).outcome, Outcome::kIncorrect) << response;
  }
}

TEST(Judge, GoldsThatOnlyLookLikeUnits) {
  ExpectJudged({
      {"$2\\pi\\sqrt{\\frac{L}{g}}$", "\\boxed{\\frac{2\\pi\\sqrt{L}}{\\sqrt{g}}}",
       "correct equal"},
      {"$mgh$", "$hgm$", "correct equal"},
      {"$mgh$", "$E = mgh$", "correct equal"},
      {"$mgh$", "$2mgh$", "incorrect expressions_differ"},
      {"$\\frac{3}{2}kT$", "\\boxed{1.5 k T}", "correct equal"},
      {"\\sqrt{2gh}", "\\boxed{\\sqrt{2gh}} or $2gh$", "incorrect several_answers"},
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
