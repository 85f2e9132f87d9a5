// Elements, nuclides and particles by symbol and name.

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "science/chemistry/chemistry.h"
#include "science/read/notation.h"

namespace assay::science {
namespace {

constexpr std::string_view kElements[] = {
    "H",  "He", "Li", "Be", "B",  "C",  "N",  "O",  "F",  "Ne", "Na", "Mg", "Al", "Si", "P",
    "S",  "Cl", "Ar", "K",  "Ca", "Sc", "Ti", "V",  "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn",
    "Ga", "Ge", "As", "Se", "Br", "Kr", "Rb", "Sr", "Y",  "Zr", "Nb", "Mo", "Tc", "Ru", "Rh",
    "Pd", "Ag", "Cd", "In", "Sn", "Sb", "Te", "I",  "Xe", "Cs", "Ba", "La", "Ce", "Pr", "Nd",
    "Pm", "Sm", "Eu", "Gd", "Tb", "Dy", "Ho", "Er", "Tm", "Yb", "Lu", "Hf", "Ta", "W",  "Re",
    "Os", "Ir", "Pt", "Au", "Hg", "Tl", "Pb", "Bi", "Po", "At", "Rn", "Fr", "Ra", "Ac", "Th",
    "Pa", "U",  "Np", "Pu", "Am", "Cm", "Bk", "Cf", "Es", "Fm", "Md", "No", "Lr", "Rf", "Db",
    "Sg", "Bh", "Hs", "Mt", "Ds", "Rg", "Cn", "Nh", "Fl", "Mc", "Lv", "Ts", "Og"};

constexpr std::string_view kElementNames[] = {
    "hydrogen",     "helium",        "lithium",     "beryllium",   "boron",        "carbon",
    "nitrogen",     "oxygen",        "fluorine",    "neon",        "sodium",       "magnesium",
    "aluminum",     "silicon",       "phosphorus",  "sulfur",      "chlorine",     "argon",
    "potassium",    "calcium",       "scandium",    "titanium",    "vanadium",     "chromium",
    "manganese",    "iron",          "cobalt",      "nickel",      "copper",       "zinc",
    "gallium",      "germanium",     "arsenic",     "selenium",    "bromine",      "krypton",
    "rubidium",     "strontium",     "yttrium",     "zirconium",   "niobium",      "molybdenum",
    "technetium",   "ruthenium",     "rhodium",     "palladium",   "silver",       "cadmium",
    "indium",       "tin",           "antimony",    "tellurium",   "iodine",       "xenon",
    "cesium",       "barium",        "lanthanum",   "cerium",      "praseodymium", "neodymium",
    "promethium",   "samarium",      "europium",    "gadolinium",  "terbium",      "dysprosium",
    "holmium",      "erbium",        "thulium",     "ytterbium",   "lutetium",     "hafnium",
    "tantalum",     "tungsten",      "rhenium",     "osmium",      "iridium",      "platinum",
    "gold",         "mercury",       "thallium",    "lead",        "bismuth",      "polonium",
    "astatine",     "radon",         "francium",    "radium",      "actinium",     "thorium",
    "protactinium", "uranium",       "neptunium",   "plutonium",   "americium",    "curium",
    "berkelium",    "californium",   "einsteinium", "fermium",     "mendelevium",  "nobelium",
    "lawrencium",   "rutherfordium", "dubnium",     "seaborgium",  "bohrium",      "hassium",
    "meitnerium",   "darmstadtium",  "roentgenium", "copernicium", "nihonium",     "flerovium",
    "moscovium",    "livermorium",   "tennessine",  "oganesson"};
static_assert(std::size(kElementNames) == std::size(kElements));

// 0: no element.
int NumberOfName(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kOtherSpellings[] = {
      {"aluminium", "aluminum"}, {"sulphur", "sulfur"}, {"caesium", "cesium"}};
  for (const auto& [other, usual] : kOtherSpellings) {
    if (name == other) name = usual;
  }
  const auto* const found = std::find(std::begin(kElementNames), std::end(kElementNames), name);
  return found == std::end(kElementNames) ? 0 : static_cast<int>(found - kElementNames) + 1;
}

Formula Particle(std::string name, int charge) {
  Formula particle;
  particle.atoms[name] = 1;
  particle.arrangement = std::move(name);
  particle.charge = charge;
  return particle;
}

std::optional<Formula> ReadParticle(std::string_view text) {
  std::string name;
  for (const char c : text) {
    if (c != '(' && c != ')' && c != '^' && c != ' ' && c != '_') name += c;
  }
  using Row = std::pair<std::string_view, Formula>;
  const Row rows[] = {
      {"e-", Particle("e", -1)},       {"e-1", Particle("e", -1)},    {"0-1e", Particle("e", -1)},
      {"-10e", Particle("e", -1)},     {"beta-", Particle("e", -1)},  {"β-", Particle("e", -1)},
      {"0-1beta", Particle("e", -1)},  {"0-1β", Particle("e", -1)},   {"e+", Particle("e", 1)},
      {"0+1e", Particle("e", 1)},      {"01e", Particle("e", 1)},     {"beta+", Particle("e", 1)},
      {"β+", Particle("e", 1)},        {"10n", Particle("n", 0)},     {"n", Particle("n", 0)},
      {"01n", Particle("n", 0)},       {"11p", Particle("1H", 0)},    {"p", Particle("1H", 0)},
      {"gamma", Particle("γ", 0)},     {"γ", Particle("γ", 0)},       {"00gamma", Particle("γ", 0)},
      {"00γ", Particle("γ", 0)},       {"alpha", Particle("4He", 0)}, {"α", Particle("4He", 0)},
      {"42alpha", Particle("4He", 0)}, {"42α", Particle("4He", 0)},
  };
  for (const Row& row : rows) {
    if (row.first == name) return row.second;
  }
  return std::nullopt;
}

// "C-14", "carbon-14", "U-235": the mass is at least the number of protons.
std::optional<Formula> ReadDashedIsotope(std::string_view text) {
  constexpr size_t kLongestName = 16;
  size_t dash = text.find('-');
  if (dash == std::string_view::npos) dash = text.find(' ');
  if (dash == std::string_view::npos || dash == 0 || dash > kLongestName) return std::nullopt;
  const std::string_view element = text.substr(0, dash);
  int number = text[dash] == '-' ? AtomicNumber(element) : 0;
  if (number == 0) number = NumberOfName(AsciiLower(element));
  const std::string_view digits = text.substr(dash + 1);
  if (number == 0 || digits.empty() || digits.size() > 3) return std::nullopt;
  int mass = 0;
  for (const char c : digits) {
    if (!IsDigit(c)) return std::nullopt;
    mass = mass * 10 + (c - '0');
  }
  if (mass < std::max(number, 2)) return std::nullopt;
  return Particle(std::to_string(mass) + std::string(kElements[number - 1]), 0);
}

}  // namespace

int AtomicNumber(std::string_view symbol) {
  const auto* const found = std::find(std::begin(kElements), std::end(kElements), symbol);
  return found == std::end(kElements) ? 0 : static_cast<int>(found - kElements) + 1;
}

std::optional<std::string> ElementNamed(std::string_view name) {
  const int number = NumberOfName(AsciiLower(TrimAsciiSpace(name)));
  if (number == 0) return std::nullopt;
  return std::string(kElements[number - 1]);
}

std::optional<Formula> ReadNuclide(std::string_view plain) {
  if (std::optional<Formula> particle = ReadParticle(plain)) return particle;
  return ReadDashedIsotope(plain);
}

}  // namespace assay::science
