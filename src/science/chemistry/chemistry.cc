#include "science/chemistry/chemistry.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.h"
#include "science/read/notation.h"

namespace assay::science {
namespace {

constexpr int kDeepest = 6;
constexpr int64_t kMostAtoms = 1'000'000;
constexpr size_t kLongestFormula = 400;

struct Group {
  std::string arrangement;
  std::map<std::string, int64_t> atoms;
  size_t elements = 0;  // written ones, repetitions too

  bool Add(const Group& other, int64_t times) {
    for (const auto& [symbol, count] : other.atoms) {
      int64_t& sum = atoms[symbol];
      sum += count * times;
      if (sum > kMostAtoms) return false;
    }
    elements += other.elements;
    if (arrangement.size() + other.arrangement.size() * static_cast<size_t>(times) <=
        kLongestFormula * 4) {
      for (int64_t i = 0; i < times; ++i) arrangement += other.arrangement;
    } else {
      arrangement += "(" + other.arrangement + ")" + std::to_string(times);
    }
    return true;
  }
};

// A formula without a charge at its end.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<Formula> Run() {
    Group all;
    for (bool first = true; first || at_ < text_.size(); first = false) {
      if (!first) {
        // Crystal water: "CuSO4*5H2O", "CuSO4.5H2O".
        if (At(text_, at_) != '*' && At(text_, at_) != '.') return std::nullopt;
        at_ = SkipSpaces(text_, at_ + 1);
        all.arrangement += '*';
      }
      const int64_t times = first ? 1 : ReadCount();
      const std::optional<Group> term = ReadGroup(kDeepest);
      if (!term || times == 0) return std::nullopt;
      if (first) {
        if (!all.Add(*term, 1)) return std::nullopt;
      } else {
        all.arrangement += std::to_string(times);
        if (!all.Add(*term, times)) return std::nullopt;
      }
    }
    // "P = IV" is physics.
    if (double_bond_ && (!all.atoms.contains("C") || !all.atoms.contains("H"))) return std::nullopt;
    Formula formula;
    formula.arrangement = std::move(all.arrangement);
    formula.atoms = std::move(all.atoms);
    formula.is_molecular = all.elements == formula.atoms.size() && IsHill(formula);
    return formula;
  }

 private:
  static bool IsHill(const Formula& formula) {
    std::string hill;
    const auto add = [&](const std::string& symbol, int64_t count) {
      hill += symbol;
      if (count > 1) hill += std::to_string(count);
    };
    const bool organic = formula.atoms.contains("C");
    for (const char* first : {"C", "H"}) {
      const auto found = formula.atoms.find(first);
      if (organic && found != formula.atoms.end()) add(found->first, found->second);
    }
    for (const auto& [symbol, count] : formula.atoms) {
      if (!organic || (symbol != "C" && symbol != "H")) add(symbol, count);
    }
    return hill == formula.arrangement;
  }

  // 1 when there is none, 0 for one that is too large or zero.
  int64_t ReadCount() {
    size_t at = at_;
    bool bracket = false;
    if (At(text_, at) == '_') {
      bracket = At(text_, at + 1) == '(';
      at += 1 + bracket;
      at = SkipSpaces(text_, at);
    }
    if (!IsDigit(At(text_, at))) return At(text_, at_) == '_' ? 0 : 1;
    int64_t count = 0;
    for (; IsDigit(At(text_, at)); ++at) {
      count = count * 10 + (text_[at] - '0');
      if (count > kMostAtoms) return 0;
    }
    if (bracket) {
      at = SkipSpaces(text_, at);
      if (At(text_, at) != ')') return 0;
      ++at;
    }
    at_ = at;
    return count;
  }

  std::optional<Group> ReadGroup(int depth) {
    Group group;
    while (true) {
      at_ = SkipSpaces(text_, at_);
      const char c = At(text_, at_);
      if (c == '^' || (c == '_' && group.elements == 0)) {
        if (group.elements > 0 || !ReadIsotope(&group)) return std::nullopt;
        continue;
      }
      if (c == '(' || c == '[') {
        if (depth == 0) return std::nullopt;
        const size_t begin = ++at_;
        const std::optional<Group> inner = ReadGroup(depth - 1);
        const char close = c == '(' ? ')' : ']';
        if (!inner || At(text_, at_) != close || IsRoman(text_.substr(begin, at_ - begin))) {
          return std::nullopt;
        }
        ++at_;
        const int64_t times = ReadCount();
        if (times == 0 || !group.Add(*inner, times)) return std::nullopt;
        continue;
      }
      // A bond.
      if (group.elements > 0 && (c == '-' || c == '=' || HasAt(text_, at_, "≡"))) {
        const size_t next = SkipSpaces(text_, at_ + (c == '-' || c == '=' ? 1 : 3));
        if (!IsUpper(At(text_, next)) && At(text_, next) != '(') return std::nullopt;
        at_ = next;
        double_bond_ |= c == '=';
        continue;
      }
      if (!IsUpper(c)) break;
      Group atom;
      size_t size = 2;
      if (!IsLower(At(text_, at_ + 1)) || AtomicNumber(text_.substr(at_, 2)) == 0) size = 1;
      std::string symbol(text_.substr(at_, size));
      if (symbol == "D" && IsDeuterium()) symbol = "2H";
      if (symbol != "2H" && AtomicNumber(symbol) == 0) return std::nullopt;
      at_ += size;
      atom.elements = 1;
      const int64_t count = ReadCount();
      if (count == 0) return std::nullopt;
      atom.atoms[symbol] = count;
      atom.arrangement = symbol + (count > 1 ? std::to_string(count) : "");
      if (!group.Add(atom, 1)) return std::nullopt;
    }
    if (group.elements == 0) return std::nullopt;
    return group;
  }

  // "D2O", "DCl"; "DC" and "DNA" are none.
  bool IsDeuterium() const {
    const size_t next = at_ + 1;
    return IsDigit(At(text_, next)) || HasAt(text_, next, "_") || HasAt(text_, next, "Cl");
  }

  static bool IsRoman(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return c == 'I' || c == 'V' || c == 'X'; });
  }

  // "^(14)_(6)C", "_6^14 C".
  bool ReadIsotope(Group* group) {
    int64_t mass = 0;
    int64_t protons = 0;
    for (int i = 0; i < 2; ++i) {
      const char c = At(text_, at_);
      if (c != '^' && c != '_') break;
      ++at_;
      const bool bracket = At(text_, at_) == '(';
      if (bracket) at_ = SkipSpaces(text_, at_ + 1);
      int64_t number = 0;
      if (!IsDigit(At(text_, at_))) return false;
      for (; IsDigit(At(text_, at_)); ++at_) {
        number = number * 10 + (text_[at_] - '0');
        if (number > 400) return false;
      }
      if (bracket) {
        at_ = SkipSpaces(text_, at_);
        if (At(text_, at_) != ')') return false;
        ++at_;
      }
      (c == '^' ? mass : protons) = number;
      at_ = SkipSpaces(text_, at_);
    }
    size_t end = at_;
    while (IsLetter(At(text_, end)) && end < at_ + 2) ++end;
    if (end == at_ + 2 && !IsLower(text_[at_ + 1])) --end;
    const std::string symbol(text_.substr(at_, end - at_));
    const int number = AtomicNumber(symbol);
    if (number == 0 || mass == 0 || (protons != 0 && protons != number)) return false;
    at_ = end;
    const int64_t count = ReadCount();
    if (count == 0) return false;
    Group atom;
    atom.elements = 1;
    const std::string isotope = std::to_string(mass) + symbol;
    atom.atoms[isotope] = count;
    atom.arrangement = isotope + (count > 1 ? "_" + std::to_string(count) : "");
    return group->Add(atom, 1);
  }

  std::string_view text_;
  size_t at_ = 0;
  bool double_bond_ = false;
};

struct Charged {
  std::string body;
  int charge = 0;
};

std::optional<int> SmallNumber(std::string_view digits) {
  if (digits.empty() || digits.size() > 2) return std::nullopt;
  int number = 0;
  for (const char c : digits) {
    if (!IsDigit(c)) return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number;
}

// "2-", "-2", "+", "--", "0".
std::optional<int> ReadCharge(std::string_view text) {
  text = TrimAsciiSpace(text);
  if (text == "0") return 0;
  const size_t sign = text.find_first_of("+-");
  if (sign == std::string_view::npos) return std::nullopt;
  const int way = text[sign] == '+' ? 1 : -1;
  const std::string_view before = TrimAsciiSpace(text.substr(0, sign));
  const std::string_view after = TrimAsciiSpace(text.substr(sign + 1));
  if (before.empty() && after.empty()) return way;
  if (after.empty()) {
    const std::optional<int> number = SmallNumber(before);
    return number ? std::optional<int>(way * *number) : std::nullopt;
  }
  if (!before.empty()) return std::nullopt;
  if (const std::optional<int> number = SmallNumber(after)) return way * *number;
  if (after == std::string(after.size(), text[sign])) {
    return way * static_cast<int>(after.size() + 1);
  }
  return std::nullopt;
}

// The ways to take a charge off the end, the likeliest first.
std::vector<Charged> SplitCharge(std::string_view text) {
  const size_t caret = text.rfind('^');
  if (caret != std::string_view::npos && caret > 0) {
    std::string_view raised = text.substr(caret + 1);
    if (HasAt(raised, 0, "(") && raised.back() == ')') raised = raised.substr(1, raised.size() - 2);
    if (const std::optional<int> charge = ReadCharge(raised)) {
      return {{std::string(text.substr(0, caret)), *charge}};
    }
  }
  const auto body = [&](size_t size) { return std::string(text.substr(0, size)); };
  const char last = text.back();
  if (last != '+' && last != '-') {
    // "Fe+3", "O-2".
    const size_t sign = text.find_last_of("+-");
    if (sign != std::string_view::npos && sign > 0) {
      if (const std::optional<int> charge = ReadCharge(text.substr(sign))) {
        return {{body(sign), *charge}};
      }
    }
    return {{std::string(text), 0}};
  }
  const int way = last == '+' ? 1 : -1;
  size_t signs = text.size();
  while (signs > 0 && text[signs - 1] == last) --signs;
  if (signs == 0 || text[signs - 1] == ' ') return {};
  if (text.size() - signs > 1) return {{body(signs), way * static_cast<int>(text.size() - signs)}};
  size_t digits = signs;
  while (digits > 0 && IsDigit(text[digits - 1])) --digits;
  const size_t count = signs - digits;
  std::vector<Charged> ways = {{body(signs), way}};
  if (count == 0 || digits == 0 || text[digits - 1] == '_') return ways;
  const Charged split = {body(signs - 1), way * (text[signs - 1] - '0')};
  const bool one_element = digits <= 2 && (digits == 1 || IsLower(text[1]));
  // "Fe3+" is Fe³⁺, "I3-" is I₃⁻.
  const std::string_view element = text.substr(0, digits);
  const bool halogen = element == "F" || element == "Cl" || element == "Br" || element == "I";
  const bool likelier = count > 1 || (one_element && !halogen);
  if (split.charge != 0) ways.insert(likelier ? ways.begin() : ways.end(), split);
  return ways;
}

}  // namespace

std::string WithoutStates(std::string_view plain) {
  constexpr std::string_view kStates[] = {"_((aq))", "_((s))", "_((l))", "_((g))", "_(aq)",
                                          "_(s)",    "_(l)",   "_(g)",   "(aq)",   "(s)",
                                          "(l)",     "(g)",    "↓",      "↑"};
  std::string out;
  for (size_t at = 0; at < plain.size();) {
    size_t skip = 0;
    for (const std::string_view state : kStates) {
      if (skip == 0 && HasAt(plain, at, state)) skip = state.size();
    }
    if (skip == 0) {
      out += plain[at++];
      continue;
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    at += skip;
  }
  return out;
}

std::vector<Formula> ReadFormula(std::string_view plain) {
  const std::string whole = WithoutStates(plain);
  const std::string_view text = TrimAsciiSpace(whole);
  std::vector<Formula> readings;
  if (text.empty() || text.size() > kLongestFormula) return readings;
  if (std::optional<Formula> nuclide = ReadNuclide(text)) return {*std::move(nuclide)};
  for (const Charged& way : SplitCharge(text)) {
    std::optional<Formula> formula = Reader(TrimAsciiSpace(way.body)).Run();
    if (!formula) continue;
    formula->charge = way.charge;
    formula->is_molecular &= way.charge == 0;
    readings.push_back(*std::move(formula));
  }
  return readings;
}

FormulaMatch MatchFormula(const Formula& gold, const std::vector<Formula>& readings) {
  FormulaMatch best = FormulaMatch::kDifferent;
  for (const Formula& reading : readings) {
    if (reading.charge != gold.charge || reading.atoms != gold.atoms) continue;
    if (reading.arrangement == gold.arrangement || gold.is_molecular) return FormulaMatch::kSame;
    best = FormulaMatch::kSameAtoms;
  }
  return best;
}

}  // namespace assay::science
