#include "science/chemistry/chemistry.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "science/read/notation.h"

namespace assay::science {
namespace {

std::vector<Formula> FormulaWritten(std::string_view written) {
  return ReadFormula(Plain(written));
}

FormulaMatch FormulasMatched(std::string_view gold, std::string_view answer) {
  const std::vector<Formula> readings = FormulaWritten(gold);
  EXPECT_FALSE(readings.empty()) << gold;
  if (readings.empty()) return FormulaMatch::kDifferent;
  return MatchFormula(readings[0], FormulaWritten(answer));
}

FormulaMatch ReactionsMatched(std::string_view gold, std::string_view answer) {
  const std::optional<Reaction> first = ReadReaction(Plain(gold));
  const std::optional<Reaction> second = ReadReaction(Plain(answer));
  EXPECT_TRUE(first) << gold;
  EXPECT_TRUE(second) << answer;
  return first && second ? MatchReaction(*first, *second) : FormulaMatch::kDifferent;
}

void ExpectSameFormula(std::string_view gold, std::string_view answer) {
  EXPECT_EQ(FormulasMatched(gold, answer), FormulaMatch::kSame) << gold << " / " << answer;
}

void ExpectOtherFormula(std::string_view gold, std::string_view answer) {
  EXPECT_EQ(FormulasMatched(gold, answer), FormulaMatch::kDifferent) << gold << " / " << answer;
}

TEST(Formula, SpellingsAgree) {
  ExpectSameFormula("H2O", "\\mathrm{H_2O}");
  ExpectSameFormula("H2SO4", "H₂SO₄");
  ExpectSameFormula("Fe2(SO4)3", "\\ce{Fe2(SO4)3}");
  ExpectSameFormula("CuSO4·5H2O", "\\mathrm{CuSO_4 \\cdot 5 H_2O}");
  ExpectSameFormula("CuSO4·5H2O", "CuSO4.5H2O");
  ExpectSameFormula("NaCl", "NaCl(aq)");
  ExpectSameFormula("NaCl", "\\mathrm{Na}\\mathrm{Cl}_{(s)}");
  ExpectSameFormula("CH3CH2OH", "CH3-CH2-OH");
  ExpectSameFormula("CH3(CH2)2CH3", "CH3CH2CH2CH3");
  ExpectSameFormula("[Fe(CN)6]^{4-}", "Fe(CN)_6^{4-}");
}

TEST(Formula, ChargesCount) {
  ExpectSameFormula("SO4^{2-}", "SO₄²⁻");
  ExpectSameFormula("SO4^{2-}", "SO42-");
  ExpectSameFormula("Fe^{3+}", "Fe3+");
  ExpectSameFormula("Fe^{3+}", "Fe+3");
  ExpectSameFormula("I3-", "I_3^-");
  ExpectSameFormula("NH4+", "NH_4^+");
  ExpectSameFormula("O^{2-}", "O^{--}");
  ExpectOtherFormula("Fe^{3+}", "Fe^{2+}");
  ExpectOtherFormula("SO4^{2-}", "SO4");
  ExpectOtherFormula("SO4^{2-}", "SO4^{2+}");
  ExpectOtherFormula("Fe", "Fe2+");
}

TEST(Formula, IsotopesAndParticles) {
  ExpectSameFormula("^{14}C", "C-14");
  ExpectSameFormula("^{14}_6C", "^{14}\\mathrm{C}");
  ExpectSameFormula("^4_2He", "\\alpha");
  ExpectSameFormula("e^-", "^0_{-1}e");
  ExpectOtherFormula("^{14}C", "^{13}C");
  ExpectOtherFormula("^{14}C", "C");
  EXPECT_TRUE(FormulaWritten("^{14}_7C").empty());
}

TEST(Formula, NucleiByName) {
  ExpectSameFormula("^{14}C", "Carbon-14");
  ExpectSameFormula("^{234}_{90}Th", "thorium-234");
  ExpectSameFormula("D2O", "^2H_2O");
  ExpectOtherFormula("^{14}C", "carbon-13");
  ExpectOtherFormula("H2O", "D2O");
  EXPECT_EQ(ElementNamed("Sulphur"), "S");
  EXPECT_FALSE(ElementNamed("water"));
  EXPECT_TRUE(FormulaWritten("carbon-3").empty());
}

TEST(Formula, OnlyAMolecularGoldAsksForAtomsAlone) {
  ExpectSameFormula("C2H6O", "CH3CH2OH");
  EXPECT_EQ(FormulasMatched("CH3CH2OH", "CH3OCH3"), FormulaMatch::kSameAtoms);
  EXPECT_EQ(FormulasMatched("CH3CH2OH", "C2H6O"), FormulaMatch::kSameAtoms);
  ExpectOtherFormula("CH2O", "C2H4O2");
  ExpectOtherFormula("CO", "Co");
}

TEST(Formula, WordsAreNone) {
  for (const char* text : {"water", "Water", "Iron(III)", "Fe(III)", "DNA", "", "(", "H2O)", "((((",
                           "2", "H0", "H_", "^", "^{14}", "P = IV", "H99999999999", "Xx2"}) {
    EXPECT_TRUE(FormulaWritten(text).empty()) << text;
  }
  EXPECT_TRUE(FormulaWritten(std::string(5000, 'H')).empty());
  EXPECT_TRUE(FormulaWritten(std::string(300, '(') + "H").empty());
  (void)FormulaWritten("((((H999)999)999)999)999");
}

TEST(ReactionEquation, OrderStatesAndScaleAreFree) {
  const char* gold = "2H2 + O2 -> 2H2O";
  for (const char* answer : {"O2(g) + 2 H2(g) → 2 H2O(l)", "\\ce{4H2 + 2O2 -> 4H2O}",
                             "H_2 + \\frac{1}{2} O_2 \\to H_2O", "2 H2 + O2 = 2 H2O", "2H2+O2⇌2H2O",
                             "H2 + 0.5 O2 -> H2O", "2H2 + O2 \\xrightarrow{heat} 2H2O"}) {
    EXPECT_EQ(ReactionsMatched(gold, answer), FormulaMatch::kSame) << answer;
  }
  for (const char* answer : {"H2 + O2 -> H2O", "2H2O -> 2H2 + O2", "2H2 + O2 -> 2H2O2",
                             "2H2 + O2 -> 2H2O + O2", "4H2 + O2 -> 2H2O"}) {
    EXPECT_EQ(ReactionsMatched(gold, answer), FormulaMatch::kDifferent) << answer;
  }
}

TEST(ReactionEquation, IonsAndNuclei) {
  EXPECT_EQ(ReactionsMatched("Ag+ + Cl- -> AgCl", "Cl^- + Ag^+ → AgCl(s)"), FormulaMatch::kSame);
  EXPECT_EQ(ReactionsMatched("Fe^{3+} + e^- -> Fe^{2+}", "Fe^3+ + e- → Fe^2+"),
            FormulaMatch::kSame);
  EXPECT_EQ(ReactionsMatched("^{238}_{92}U -> ^{234}_{90}Th + ^4_2He",
                             "^{238}U \\rightarrow \\alpha + ^{234}Th"),
            FormulaMatch::kSame);
}

TEST(ReactionEquation, PhysicsIsNone) {
  for (const char* text : {"F = ma", "F = N + V", "P = IV", "CH2=CH2", "->", "H2 ->", "H2 + -> O2",
                           "A -> B -> C", "", "+"}) {
    EXPECT_FALSE(ReadReaction(Plain(text))) << text;
  }
}

TEST(ElectronConfiguration, IsExpanded) {
  const auto read = [](std::string_view text) { return ReadConfiguration(Plain(text)); };
  EXPECT_EQ(read("[Ne] 3s^1"), read("1s^2 2s^2 2p^6 3s^1"));
  EXPECT_EQ(read("1s22s22p6"), read("1s² 2s² 2p⁶"));
  EXPECT_EQ(read("[Ar] 4s^2 3d^{10}"), read("[Ar]3d^{10}4s^2"));
  EXPECT_NE(read("[Ne] 3s^1"), read("[Ne] 3s^2"));
  for (const char* text :
       {"1s^2", "1s^3 2s^2", "[Xx] 1s^2", "9s^2 2s^2", "[Ne", "[Ne]", "2p", ""}) {
    EXPECT_FALSE(read(text)) << text;
  }
}

}  // namespace
}  // namespace assay::science
