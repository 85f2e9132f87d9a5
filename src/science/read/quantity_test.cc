#include "science/read/quantity.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "science/read/notation.h"
#include "science/read/units.h"

namespace assay::science {
namespace {

// The whole text as a unit.
std::optional<Unit> UnitWritten(std::string_view written) {
  const std::string plain = Plain(written);
  const std::optional<UnitReading> reading = ReadUnit(plain, 0);
  if (!reading || SkipSpaces(plain, reading->end) != plain.size()) return std::nullopt;
  return reading->unit;
}

void ExpectSameUnit(std::string_view a, std::string_view b) {
  const std::optional<Unit> first = UnitWritten(a);
  const std::optional<Unit> second = UnitWritten(b);
  ASSERT_TRUE(first) << a;
  ASSERT_TRUE(second) << b;
  EXPECT_EQ(first->dimension, second->dimension) << a << " / " << b;
  EXPECT_NEAR(first->factor / second->factor, 1, 1e-14) << a << " / " << b;
}

std::optional<Number> NumberWritten(std::string_view written,
                                    DecimalComma comma = DecimalComma::kNo) {
  const std::string plain = Plain(written);
  const std::optional<NumberReading> reading = ReadNumber(plain, 0, comma);
  if (!reading || SkipSpaces(plain, reading->end) != plain.size()) return std::nullopt;
  return reading->number;
}

std::optional<Quantities> QuantitiesWritten(std::string_view written, Reach reach = Reach::kWhole) {
  return ReadQuantities(Plain(written), reach, DecimalComma::kYes);
}

TEST(Notation, HasOneSpelling) {
  EXPECT_EQ(Plain("1.2 \\times 10^{-3}"), "1.2 * 10^(-3)");
  EXPECT_EQ(Plain("1.2·10⁻³"), "1.2*10^(-3)");
  EXPECT_EQ(Plain("$\\frac{1}{2}$"), "(1)/(2)");
  EXPECT_EQ(Plain("\\SI{3.0e8}{m/s}"), "3.0e8 m/s");
  EXPECT_EQ(Plain("25^{\\circ}\\mathrm{C}"), "25°C");
  EXPECT_EQ(Plain("25 ℃"), "25 °C");
  EXPECT_EQ(Plain("\\mu m"), "µm");
  EXPECT_EQ(Plain("\u03bcm"), "µm");
  EXPECT_EQ(Plain("H₂SO₄"), "H_(2)SO_(4)");
  EXPECT_EQ(Plain("~5"), "≈5");
  EXPECT_EQ(Plain("5~m"), "5 m");
  EXPECT_EQ(Plain("1{,}234"), "1,234");
  EXPECT_EQ(Plain("\\\\times"), "*");
  EXPECT_EQ(Plain("A \\xrightarrow{heat} B"), "A → B");
  EXPECT_EQ(Plain("20 \\hspace{2pt} \\text{N}"), "20   N");
  EXPECT_EQ(Plain("\\overline{B}"), "bar(B)");
  EXPECT_EQ(Plain("10**5"), "10^5");
  EXPECT_EQ(Plain("**m^3**"), "m^3");
  EXPECT_EQ(Plain("2½"), "2 1/2");
  EXPECT_EQ(Plain("√2"), "sqrt(2)");
}

TEST(Notation, TakesAnyBytes) {
  for (const char* text : {"\\", "\\frac", "\\frac{", "{{{{", "}}}}", "^", "_", "\\sqrt[", "\\SI{",
                           "\xff\xfe", "\\xrightarrow{", "~", "\xe2\x81"}) {
    (void)Plain(text);
  }
  EXPECT_EQ(Plain(""), "");
  EXPECT_EQ(Plain(std::string(100'000, '{')), "");
}

TEST(Notation, MarkdownIsTakenAwayInPlace) {
  EXPECT_EQ(WithoutMarkdown("**6.4** L"), "  6.4   L");
  EXPECT_EQ(WithoutMarkdown("*6.4 L* and ***5***"), " 6.4 L  and    5   ");
  EXPECT_EQ(WithoutMarkdown("__x__ and `y`"), "  x   and  y ");
  EXPECT_EQ(WithoutMarkdown("| F | 20 N |"), "  F : 20 N  ");
  for (const char* text : {"2 * 3 * 4", "2*3*4", "x_1 and y_2", "$a_1 * b_2$", "10**5", "* item",
                           "**open", "|x|", ""}) {
    const std::string out = WithoutMarkdown(text);
    if (std::string_view(text) != "|x|") {
      EXPECT_EQ(out, text);
    }
    EXPECT_EQ(out.size(), std::string_view(text).size());
  }
}

TEST(Units, SpellingsOfOneUnitAgree) {
  ExpectSameUnit("m/s^2", "m s^{-2}");
  ExpectSameUnit("m·s⁻²", "\\mathrm{m\\,s^{-2}}");
  ExpectSameUnit("meters per second squared", "metre/second^2");
  ExpectSameUnit("kg m^2 / s^2", "J");
  ExpectSameUnit("\\text{ J/(mol·K)}", "J mol-1 K-1");
  ExpectSameUnit("J/mol K", "J/(mol K)");
  ExpectSameUnit("J/mol/K", "joules per mole per kelvin");
  ExpectSameUnit("\\mathrm{kJ\\,mol^{-1}}", "kilojoules per mole");
  ExpectSameUnit("kilograms per cubic meter", "kg m-3");
  ExpectSameUnit("N-m", "newton-meters");
  ExpectSameUnit("\\meter\\per\\second", "m/s");
  ExpectSameUnit("\\kilo\\gram", "kg");
  ExpectSameUnit("mol/L", "M");
  ExpectSameUnit("mm Hg", "mmHg");
  ExpectSameUnit("electron volts", "eV");
  ExpectSameUnit("µg/mL", "ug/ml");
  ExpectSameUnit("kcal", "Cal");
  ExpectSameUnit("J/g°C", "J/(g K)");
  ExpectSameUnit("kgm/s", "N s");
  ExpectSameUnit("MPa m^{1/2}", "MPa \\sqrt{m}");
  ExpectSameUnit("1/s", "Bq");
  ExpectSameUnit("Hz", "rev/s");
  ExpectSameUnit("dm3", "L");
  ExpectSameUnit("\\Omega", "ohms");
  ExpectSameUnit("\\text{k}\\Omega", "kohm");
  ExpectSameUnit("\\kilo\\ohm", "kilo-ohms");
  ExpectSameUnit("kilohms", "k Ω");
  ExpectSameUnit("\\text{m}\\Omega", "mΩ");
  ExpectSameUnit("\\micro\\farad", "µF");
  ExpectSameUnit("\\upmu\\mathrm{m}", "µm");
  ExpectSameUnit("decays per second", "Bq");
  ExpectSameUnit("pounds per square inch", "psi");
  ExpectSameUnit("inverse centimeters", "cm^{-1}");
  ExpectSameUnit("reciprocal metres", "m^{-1}");
}

TEST(Units, HaveExactFactors) {
  EXPECT_DOUBLE_EQ(UnitWritten("km/h")->factor, 1000.0 / 3600);
  EXPECT_DOUBLE_EQ(UnitWritten("atm")->factor, 101325);
  EXPECT_DOUBLE_EQ(UnitWritten("eV")->factor, 1.602176634e-19);
  EXPECT_DOUBLE_EQ(UnitWritten("in")->factor, 0.0254);
  EXPECT_DOUBLE_EQ(UnitWritten("°C")->offset, 273.15);
  EXPECT_DOUBLE_EQ(UnitWritten("J/(kg °C)")->offset, 0);
}

TEST(Units, CaseOfASymbolCounts) {
  EXPECT_NE(UnitWritten("mPa")->factor, UnitWritten("MPa")->factor);
  EXPECT_NE(UnitWritten("mW")->factor, UnitWritten("MW")->factor);
  EXPECT_FALSE(UnitWritten("m")->dimension == UnitWritten("M")->dimension);
  EXPECT_FALSE(UnitWritten("s")->dimension == UnitWritten("S")->dimension);
}

TEST(Units, AreNotFoundInWords) {
  for (const char* text : {"foo", "apples", "as", "pH", "electronics", "m^", "m^(", "m^99", "(m",
                           "/", "per", "", "^2", "sqrt(m", "m^0", "sqrt(L/g)"}) {
    EXPECT_FALSE(UnitWritten(text)) << text;
  }
  EXPECT_FALSE(ReadUnit("in the end", 0));
  EXPECT_TRUE(ReadUnit("in.", 0));
}

TEST(Units, NestingAndPowersAreBounded) {
  EXPECT_FALSE(UnitWritten(std::string(1000, '(') + "m"));
  EXPECT_FALSE(UnitWritten("(((((m^6)^6)^6)^6)^6)"));
}

TEST(Numbers, AreReadAsWritten) {
  EXPECT_DOUBLE_EQ(NumberWritten("1,234.5")->value, 1234.5);
  EXPECT_DOUBLE_EQ(NumberWritten("1 234 567")->value, 1234567);
  EXPECT_DOUBLE_EQ(NumberWritten("1.2e-3")->value, 1.2e-3);
  EXPECT_DOUBLE_EQ(NumberWritten("1.2 \\times 10^{-3}")->value, 1.2e-3);
  EXPECT_DOUBLE_EQ(NumberWritten("1.2 x 10^-3")->value, 1.2e-3);
  EXPECT_DOUBLE_EQ(NumberWritten("1.2 x 10-3")->value, 1.2e-3);
  EXPECT_DOUBLE_EQ(NumberWritten("10**5")->value, 1e5);
  EXPECT_DOUBLE_EQ(NumberWritten("-\\frac{3}{4}")->value, -0.75);
  EXPECT_DOUBLE_EQ(NumberWritten("2\\pi")->value, 2 * 3.14159265358979323846);
  EXPECT_DOUBLE_EQ(NumberWritten("3.2 million")->value, 3.2e6);
  EXPECT_DOUBLE_EQ(NumberWritten("\\sqrt{16}")->value, 4);
  EXPECT_DOUBLE_EQ(NumberWritten("4,5", DecimalComma::kYes)->value, 4.5);
  EXPECT_DOUBLE_EQ(NumberWritten("1.234,5")->value, 1234.5);
  EXPECT_DOUBLE_EQ(NumberWritten("minus 13.6")->value, -13.6);
  EXPECT_DOUBLE_EQ(NumberWritten("2 1/2")->value, 2.5);
  EXPECT_FALSE(NumberWritten("1.234,5,6"));
  EXPECT_FALSE(NumberWritten("4,5"));
  EXPECT_FALSE(NumberWritten("2\\frac{1}{2}"));
  EXPECT_FALSE(NumberWritten("1e999"));
  EXPECT_FALSE(NumberWritten("1/0"));
  EXPECT_FALSE(NumberWritten(std::string(1000, '9')));
  EXPECT_FALSE(NumberWritten(std::string(1000, '(') + "1"));
}

TEST(Numbers, CountTheirDigits) {
  EXPECT_EQ(NumberWritten("0.0120")->digits, 3);
  EXPECT_EQ(NumberWritten("0.0120")->place, -4);
  EXPECT_EQ(NumberWritten("1.20e5")->digits, 3);
  EXPECT_EQ(NumberWritten("1.20e5")->place, 3);
  EXPECT_EQ(NumberWritten("1500")->digits, 4);
  EXPECT_EQ(NumberWritten("1500")->sure_digits, 2);
  EXPECT_TRUE(NumberWritten("1500")->integer);
  EXPECT_FALSE(NumberWritten("1500.0")->integer);
  EXPECT_EQ(NumberWritten("0.00")->digits, 0);
  EXPECT_TRUE(NumberWritten("10/3")->exact);
}

TEST(Quantity, HasNameNumberAndUnit) {
  const std::optional<Quantities> list = QuantitiesWritten("v_0 = 3.0\\,\\mathrm{m/s}");
  ASSERT_TRUE(list);
  ASSERT_EQ(list->items.size(), 1u);
  EXPECT_EQ(list->items[0].name, "v_0");
  EXPECT_EQ(list->items[0].number.digits, 2);
  EXPECT_TRUE(list->items[0].unit);
}

TEST(Quantity, ReadsUncertaintiesAndRanges) {
  const Quantity bracket = QuantitiesWritten("(1.20 \\pm 0.05) \\times 10^3 kg")->items[0];
  EXPECT_DOUBLE_EQ(bracket.number.value, 1200);
  EXPECT_DOUBLE_EQ(*bracket.uncertainty, 50);
  EXPECT_TRUE(bracket.unit);
  EXPECT_DOUBLE_EQ(*QuantitiesWritten("5.0 m ± 20 cm")->items[0].uncertainty, 0.2);
  EXPECT_DOUBLE_EQ(*QuantitiesWritten("1.234(5) m")->items[0].uncertainty, 0.005);
  EXPECT_DOUBLE_EQ(QuantitiesWritten("10-20 °C")->items[0].high->value, 20);
  EXPECT_DOUBLE_EQ(QuantitiesWritten("10 to 20 s")->items[0].high->value, 20);
}

TEST(Quantity, ListsKeepTheirOrderAndShareAUnit) {
  EXPECT_EQ(QuantitiesWritten("1.0 m, 2.0 s and 3 kg")->items.size(), 3u);
  const std::optional<Quantities> shared = QuantitiesWritten("1.0 and 2.0 m");
  ASSERT_EQ(shared->items.size(), 2u);
  EXPECT_TRUE(shared->items[0].unit);
}

TEST(Quantity, SeveralValuesForOneContradict) {
  EXPECT_TRUE(QuantitiesWritten("5 m or 6 m")->contradictory);
  EXPECT_TRUE(QuantitiesWritten("5 m = 6 m")->contradictory);
  EXPECT_TRUE(QuantitiesWritten("5 m (or 6 m)")->contradictory);
  EXPECT_FALSE(QuantitiesWritten("10/3 m ≈ 3.33 m")->contradictory);
  EXPECT_FALSE(QuantitiesWritten("1.0 m (100 cm)")->contradictory);
}

TEST(Quantity, HedgesOfferAnother) {
  EXPECT_EQ(HedgeEnd("or maybe 5", 0), 9u);
  EXPECT_EQ(HedgeEnd("order 5", 0), 0u);
  EXPECT_EQ(HedgeEnd("for 5", 1), 0u);
  EXPECT_TRUE(QuantitiesWritten("5 m vs. 6 m")->contradictory);
  EXPECT_TRUE(QuantitiesWritten("5 m, perhaps 6 m")->contradictory);
  EXPECT_TRUE(QuantitiesWritten("5 m or less")->contradictory);
  EXPECT_TRUE(
      QuantitiesWritten("5 m, which is nice or could be 6 m", Reach::kBeginning)->contradictory);
  EXPECT_FALSE(QuantitiesWritten("5 m or 500 cm")->contradictory);
}

TEST(Quantity, SmallerUnitsAreAdded) {
  EXPECT_DOUBLE_EQ(QuantitiesWritten("1 h 30 min")->items[0].number.value, 1.5);
  EXPECT_DOUBLE_EQ(QuantitiesWritten("1 h, 30 min and 36 s")->items[0].number.value, 1.51);
  EXPECT_DOUBLE_EQ(QuantitiesWritten("5 ft 6 in")->items[0].number.value, 5.5);
  EXPECT_EQ(QuantitiesWritten("30 min and 1 h")->items.size(), 2u);
  EXPECT_EQ(QuantitiesWritten("3 m and 4 cm")->items.size(), 2u);  // a list
  EXPECT_FALSE(QuantitiesWritten("1.5 h 30 min"));
}

TEST(Quantity, LeavesFormulasAndSentencesAlone) {
  for (const char* text : {"2x", "2 x", "2 \\pi r", "3 m + n", "> 5 m", "5.0 6.0", "x + 1", "mgh",
                           "5 m/s at t = 3", "", "=", "2-methylbutane", "3 \\sin \\theta"}) {
    EXPECT_FALSE(QuantitiesWritten(text)) << text;
  }
}

TEST(Quantity, SentencesMayGoOn) {
  const std::optional<Quantities> list =
      QuantitiesWritten("5.0 m/s at t = 3 s, where g = 9.8 m/s^2", Reach::kBeginning);
  ASSERT_TRUE(list);
  ASSERT_EQ(list->items.size(), 1u);
  EXPECT_DOUBLE_EQ(list->items[0].number.value, 5);
  EXPECT_TRUE(QuantitiesWritten("5.0 furlongs", Reach::kBeginning)->items[0].unknown_unit);
  EXPECT_FALSE(QuantitiesWritten("5.0 in total", Reach::kBeginning)->items[0].unknown_unit);
}

}  // namespace
}  // namespace assay::science
