// One quantity, and the words that offer another.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "science/read/notation.h"
#include "science/read/quantity.h"

namespace assay::science {
namespace {

// They make an expression of the number before them.
constexpr std::string_view kFunctions[] = {
    "sin",     "cos",   "tan",   "log", "ln",    "exp",    "sqrt", "root",  "alpha",
    "beta",    "gamma", "theta", "phi", "omega", "lambda", "rho",  "sigma", "tau",
    "epsilon", "hbar",  "infty", "int", "sum",   "Delta",  "cot",  "sec"};

bool HasDigit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), IsDigit);
}

double InSi(double value, const Quantity& quantity) {
  return quantity.unit ? value * quantity.unit->factor + quantity.unit->offset : value;
}

// Where one of some words that begins at a place ends, the blanks behind it too; 0 without one. A
// comma or point may stand behind the word.
template <typename Words>
size_t WordAt(std::string_view text, size_t at, const Words& words) {
  if (at > 0 && IsLetter(text[at - 1])) return 0;
  const char first = At(text, at);
  for (const std::string_view word : words) {
    if (word[0] != first && word[0] - 'a' + 'A' != first) continue;
    const size_t end = at + word.size();
    if (!HasAt(text, at + 1, word.substr(1)) || IsLetter(At(text, end))) continue;
    const char behind = At(text, end);
    return SkipSpaces(text, end + (behind == ',' || behind == '.'));
  }
  return 0;
}

constexpr std::string_view kHedges[] = {
    "or",          "maybe",  "possibly", "perhaps",       "alternatively", "vs",
    "versus",      "either", "could be", "might be",      "may be",        "otherwise",
    "if not",      "though", "although", "could also be", "might also be", "may also be",
    "can also be", "can be"};
// Between a hedge, or the beginning, and the number.
constexpr std::string_view kSmallWords[] = {
    "approximately", "about",       "roughly",     "around",   "approx",   "ca",
    "nearly",        "exactly",     "or",          "i.e",      "that is",  "maybe",
    "possibly",      "perhaps",     "probably",    "likely",   "also",     "even",
    "it is",         "it could be", "it might be", "could be", "might be", "just",
    "else",          "be",          "therefore",   "thus",     "hence",    "then"};

// One quantity that begins a piece of text.
class Reader {
 public:
  Reader(std::string_view text, DecimalComma comma) : text_(text), comma_(comma) {}

  std::optional<Piece> Run() {
    SkipSmallWords();
    Piece piece;
    if (!ReadCentre(&piece.quantity)) return std::nullopt;
    ReadFinalPoint(&piece.quantity.number);
    ReadUnitHere(&piece.quantity);
    ReadSmallerUnits(&piece.quantity);
    if (!piece.quantity.high) ReadUpperEnd(&piece.quantity);
    if (!piece.quantity.uncertainty && ReadUncertainty(&piece.quantity) && !piece.quantity.unit) {
      ReadUnitHere(&piece.quantity);
    }
    ReadBracket(&piece);
    piece.touches = At(text_, at_) != ' ' && at_ < text_.size();
    piece.rest = TrimAsciiSpace(text_.substr(at_));
    while (!piece.rest.empty() && (piece.rest.back() == '.' || piece.rest.back() == '!')) {
      piece.rest = TrimAsciiSpace(piece.rest.substr(0, piece.rest.size() - 1));
    }
    return piece;
  }

 private:
  void SkipSmallWords() {
    at_ = SkipSpaces(text_, at_);
    while (const size_t end = WordAt(text_, at_, kSmallWords)) at_ = end;
    if (HasAt(text_, at_, "≈")) at_ = SkipSpaces(text_, at_ + std::string_view("≈").size());
  }

  // "1 h 30 min"
  void ReadSmallerUnits(Quantity* quantity) {
    constexpr int kMostUnits = 4;
    for (int i = 0; i < kMostUnits && quantity->unit && !quantity->high; ++i) {
      Quantity smaller;
      const size_t before = at_;
      const std::optional<NumberReading> number =
          At(text_, at_) == ' ' ? ReadNumber(text_, at_, comma_) : std::nullopt;
      if (!number || IsSign(At(text_, SkipSpaces(text_, at_)))) return;
      smaller.number = number->number;
      at_ = number->end;
      ReadUnitHere(&smaller);
      if (!JoinCompound(quantity, smaller)) {
        at_ = before;
        return;
      }
    }
  }

  static bool IsSign(char c) { return c == '-' || c == '+'; }

  bool ReadCentre(Quantity* quantity) {
    // "(1.20 ± 0.05) * 10^3"
    if (At(text_, at_) == '(') {
      const std::optional<NumberReading> centre = ReadNumber(text_, at_ + 1, comma_);
      const size_t sign = centre ? SkipSpaces(text_, centre->end) : 0;
      if (centre && HasAt(text_, sign, "±")) {
        const std::optional<NumberReading> spread = ReadNumber(text_, sign + 2, comma_);
        if (!spread || At(text_, SkipSpaces(text_, spread->end)) != ')') return false;
        quantity->number = centre->number;
        quantity->uncertainty = std::fabs(spread->number.value);
        at_ = SkipSpaces(text_, spread->end) + 1;
        return ReadScale(quantity);
      }
    }
    const std::optional<NumberReading> number = ReadNumber(text_, at_, comma_);
    if (!number) return false;
    quantity->number = number->number;
    at_ = number->end;
    // "1.234(5)": the uncertainty of the last digit.
    if (At(text_, at_) == '(' && !number->number.exact && !number->number.integer) {
      size_t end = at_ + 1;
      while (IsDigit(At(text_, end)) && end < at_ + 4) ++end;
      if (end > at_ + 1 && At(text_, end) == ')') {
        quantity->uncertainty = std::stoi(std::string(text_.substr(at_ + 1, end - at_ - 1))) *
                                std::pow(10.0, number->number.place);
        at_ = end + 1;
        return ReadScale(quantity);
      }
    }
    if (ReadUncertainty(quantity)) return true;
    return ReadRange(quantity);
  }

  bool ReadUncertainty(Quantity* quantity) {
    const size_t sign = SkipSpaces(text_, at_);
    if (!HasAt(text_, sign, "±")) return false;
    const std::optional<NumberReading> spread = ReadNumber(text_, sign + 2, comma_);
    if (!spread) return false;
    quantity->uncertainty = std::fabs(spread->number.value);
    at_ = spread->end;
    // "5.0 m ± 0.2 m": in the same unit, or not read.
    if (quantity->unit) {
      const std::optional<UnitReading> unit = ReadUnit(text_, at_);
      if (unit && unit->unit.dimension == quantity->unit->dimension) {
        *quantity->uncertainty *= unit->unit.factor / quantity->unit->factor;
        at_ = unit->end;
      }
    }
    return true;
  }

  // "* 10^3" behind a bracket.
  bool ReadScale(Quantity* quantity) {
    const size_t sign = SkipSpaces(text_, at_);
    if (At(text_, sign) != '*' && At(text_, sign) != 'x') return true;
    const size_t ten = SkipSpaces(text_, sign + 1);
    if (!HasAt(text_, ten, "10^")) return true;
    const std::optional<NumberReading> scale = ReadNumber(text_, ten, comma_);
    if (!scale) return false;
    quantity->number.value *= scale->number.value;
    *quantity->uncertainty *= scale->number.value;
    quantity->number.place += scale->number.place;
    quantity->number.integer = false;
    at_ = scale->end;
    return true;
  }

  // "10-20", "10 to 20". A minus sign with blanks around it is a subtraction.
  bool ReadRange(Quantity* quantity) {
    if (quantity->number.exact) return true;
    size_t next = 0;
    if (At(text_, at_) == '-' && IsDigit(At(text_, at_ + 1))) next = at_ + 1;
    const size_t word = SkipSpaces(text_, at_);
    if (HasAt(text_, word, "to ")) next = word + 3;
    if (next == 0) return true;
    const std::optional<NumberReading> high = ReadNumber(text_, next, comma_);
    if (!high) return true;
    quantity->high = high->number;
    at_ = high->end;
    return true;
  }

  // "10 °C to 20 °C".
  void ReadUpperEnd(Quantity* quantity) {
    if (!quantity->unit) return;
    size_t next = SkipSpaces(text_, at_);
    if (HasAt(text_, next, "to ")) {
      next += 3;
    } else if (At(text_, next) == '-' && IsDigit(At(text_, SkipSpaces(text_, next + 1)))) {
      next += 1;
    } else {
      return;
    }
    const std::optional<NumberReading> high = ReadNumber(text_, next, comma_);
    const std::optional<UnitReading> unit = high ? ReadUnit(text_, high->end) : std::nullopt;
    if (!unit || !(unit->unit.dimension == quantity->unit->dimension) ||
        unit->unit.factor != quantity->unit->factor ||
        unit->unit.offset != quantity->unit->offset) {
      return;
    }
    quantity->high = high->number;
    at_ = unit->end;
  }

  // "5.0 in joules", "5.0 in units of J".
  bool ReadUnitBehindIn(Quantity* quantity) {
    size_t begin = SkipSpaces(text_, at_);
    if (!HasAt(text_, begin, "in ")) return false;
    begin += 3;
    if (HasAt(text_, begin, "units of ")) begin += 9;
    const std::optional<UnitReading> unit = ReadUnit(text_, begin);
    if (!unit || IsLetter(At(text_, SkipSpaces(text_, unit->end)))) return false;
    quantity->unit = unit->unit;
    quantity->other_units = unit->others;
    at_ = unit->end;
    return true;
  }

  // "340. m/s": the point says that the zero counts.
  void ReadFinalPoint(Number* number) {
    if (!number->integer || At(text_, at_) != '.' || At(text_, at_ + 1) != ' ') return;
    const std::optional<UnitReading> unit = ReadUnit(text_, at_ + 1);
    if (!unit || IsLetter(At(text_, SkipSpaces(text_, unit->end)))) return;
    ++at_;
    number->integer = false;
    number->sure_digits = number->digits;
  }

  // "12 (km/s)", "12 (in km/s)"
  bool ReadUnitInBrackets(Quantity* quantity) {
    const size_t open = SkipSpaces(text_, at_);
    if (At(text_, open) != '(') return false;
    size_t begin = SkipSpaces(text_, open + 1);
    if (HasAt(text_, begin, "in ")) begin += 3;
    const std::optional<UnitReading> unit = ReadUnit(text_, begin);
    if (!unit) return false;
    const size_t close = SkipSpaces(text_, unit->end);
    if (At(text_, close) != ')' || At(text_, close + 1) == '^' || At(text_, close + 1) == '/') {
      return false;
    }
    quantity->unit = unit->unit;
    quantity->other_units = unit->others;
    at_ = close + 1;
    return true;
  }

  void ReadUnitHere(Quantity* quantity) {
    if (ReadUnitBehindIn(quantity) || ReadUnitInBrackets(quantity)) return;
    size_t begin = SkipSpaces(text_, at_);
    if (At(text_, begin) == '*' || (At(text_, begin) == '-' && begin == at_)) {
      begin = SkipSpaces(text_, begin + 1);
    }
    const bool bracket = At(text_, begin) == '[';  // "5 [m/s]"
    std::optional<UnitReading> unit = ReadUnit(text_, begin + bracket);
    if (!unit) return;
    if (bracket) {
      unit->end = SkipSpaces(text_, unit->end);
      if (At(text_, unit->end) != ']') return;
      ++unit->end;
    }
    quantity->unit = unit->unit;
    quantity->other_units = unit->others;
    at_ = unit->end;
  }

  // "10/3 m (≈ 3.33 m)": the same once more, or words.
  void ReadBracket(Piece* piece) {
    const size_t open = SkipSpaces(text_, at_);
    if (At(text_, open) != '(' || open == at_) return;
    size_t depth = 0;
    size_t close = open;
    for (; close < text_.size(); ++close) {
      if (text_[close] == '(') ++depth;
      if (text_[close] == ')' && --depth == 0) break;
    }
    if (close >= text_.size() || nested_) return;
    std::string_view inner = TrimAsciiSpace(text_.substr(open + 1, close - open - 1));
    for (const std::string_view sign : {"≈", "="}) {
      if (HasAt(inner, 0, sign)) inner = TrimAsciiSpace(inner.substr(sign.size()));
    }
    const size_t hedge = HedgeEnd(inner, 0);
    if (hedge > 0) inner.remove_prefix(std::min(hedge, inner.size()));
    Reader reader(inner, comma_);
    reader.nested_ = true;
    const std::optional<Piece> again = reader.Run();
    if (again) {
      const bool other = Contradict(piece->quantity, again->quantity, hedge > 0);
      if (again->rest.empty() || hedge > 0) {
        piece->contradictory = other;
      } else if (other && OffersToo(again->rest)) {
        piece->contradictory = true;
      } else if (!IsAboutDigits(inner)) {
        return;
      }
    } else if (HasDigit(inner) ? !IsAboutDigits(inner) : HasHedge(inner)) {
      return;
    }
    at_ = close + 1;
  }

  // "3 significant figures", "2 s.f."
  static bool IsAboutDigits(std::string_view text) {
    for (const std::string_view word : {"s.f", "sf", "sig", "d.p", "decimal", "digit"}) {
      if (text.find(word) != std::string_view::npos) return true;
    }
    return false;
  }

  // "(6 m also works)"
  static bool OffersToo(std::string_view text) {
    for (const std::string_view word : {"also", "work", "possible", "too", "as well", "another"}) {
      if (text.find(word) != std::string_view::npos) return true;
    }
    return false;
  }

  static bool HasHedge(std::string_view text) {
    for (size_t at = 0; at < text.size(); ++at) {
      if (HedgeEnd(text, at) > 0) return true;
    }
    return false;
  }

  std::string_view text_;
  DecimalComma comma_;
  size_t at_ = 0;
  bool nested_ = false;
};

}  // namespace

bool AreWords(std::string_view rest) {
  constexpr std::string_view kSigns[] = {"°", "µ", "Ω", "Å", "π", "Δ", "±", "≈", "→", "√"};
  for (size_t at = 0; at < rest.size();) {
    const size_t end = WordEnd(rest, at);
    if (end > at) {
      const std::string_view word = rest.substr(at, end - at);
      if (std::find(std::begin(kFunctions), std::end(kFunctions), word) != std::end(kFunctions) ||
          (word.size() == 1 && word != "a")) {
        return false;
      }
      at = end;
      continue;
    }
    // Letters and pictures outside ASCII, but no sign of a formula or unit.
    if (static_cast<unsigned char>(rest[at]) >= 0x80 &&
        std::none_of(std::begin(kSigns), std::end(kSigns),
                     [&](std::string_view sign) { return HasAt(rest, at, sign); })) {
      ++at;
      continue;
    }
    if (std::string_view(" -.,'()/;:!\"").find(rest[at]) == std::string_view::npos) return false;
    ++at;
  }
  return true;
}

bool Contradict(const Quantity& a, const Quantity& b, bool alternatives) {
  // Which of two counts is decided by whoever compares.
  constexpr double kLoose = 0.05;
  constexpr double kRounding = 0.01;
  if (a.unit.has_value() != b.unit.has_value()) {
    return alternatives && a.number.value != b.number.value;
  }
  if (a.unit && !a.unit->dimension.SameButAngle(b.unit->dimension)) return true;
  const double x = InSi(a.number.value, a);
  const double y = InSi(b.number.value, b);
  const double apart = alternatives ? kRounding : kLoose;
  return std::fabs(x - y) > apart * std::max(std::fabs(x), std::fabs(y));
}

bool JoinCompound(Quantity* larger, const Quantity& smaller) {
  if (!larger->unit || !smaller.unit || !smaller.name.empty()) return false;
  const Unit& unit = *larger->unit;
  const Unit& part = *smaller.unit;
  const bool whole = larger->number.integer || larger->compound;
  if (!whole || unit.dimension != part.dimension || unit.offset != 0 || part.offset != 0 ||
      unit.factor <= 0 || part.factor >= unit.factor || smaller.high || smaller.uncertainty ||
      larger->uncertainty || smaller.number.value < 0 ||
      smaller.number.value * part.factor >= unit.factor) {
    return false;
  }
  const double rest = smaller.number.value * part.factor / unit.factor;
  larger->number.value += larger->number.value < 0 ? -rest : rest;
  larger->number.exact = true;
  larger->number.integer = false;
  larger->compound = true;
  return true;
}

size_t HedgeEnd(std::string_view plain, size_t at) {
  size_t end = WordAt(plain, at, kHedges);
  if (end == 0) return 0;
  constexpr int kMostWords = 6;
  for (int i = 0; i < kMostWords; ++i) {
    const size_t next = WordAt(plain, end, kSmallWords);
    if (next == 0) break;
    end = next;
  }
  return end;
}

std::optional<Piece> ReadPiece(std::string_view plain, DecimalComma comma) {
  return Reader(plain, comma).Run();
}

}  // namespace assay::science
