#include "science/quantity.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "science/notation.h"

namespace assay::science {
namespace {

constexpr size_t kMostParts = 16;
constexpr size_t kLongestName = 60;

// Words that a sentence goes on with behind a bare number.
constexpr std::string_view kSentenceWords[] = {"a",       "an",        "and",      "approximately",
                                               "as",      "at",        "because",  "by",
                                               "correct", "for",       "from",     "given",
                                               "hence",   "if",        "in",       "is",
                                               "it",      "on",        "of",       "or",
                                               "so",      "since",     "that",     "the",
                                               "then",    "this",      "thus",     "to",
                                               "total",   "units",     "unit",     "using",
                                               "when",    "where",     "which",    "while",
                                               "with",    "based",     "after",    "before",
                                               "each",    "times",     "but",      "not",
                                               "rounded", "therefore", "assuming", "about",
                                               "exactly"};

// In a name they show that it is a sentence.
constexpr std::string_view kNoNameWords[] = {"where", "with", "since", "for",  "because", "when",
                                             "using", "if",   "given", "that", "so",      "and"};

// They make an expression of the number before them.
constexpr std::string_view kFunctions[] = {
    "sin",     "cos",   "tan",   "log", "ln",    "exp",    "sqrt", "root",  "alpha",
    "beta",    "gamma", "theta", "phi", "omega", "lambda", "rho",  "sigma", "tau",
    "epsilon", "hbar",  "infty", "int", "sum",   "Delta",  "cot",  "sec"};

template <typename Words>
bool IsIn(const Words& words, std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool HasDigit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), IsDigit);
}

template <typename Words>
bool HasWordOf(std::string_view text, const Words& words) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = WordEnd(text, at);
    if (end > at && IsIn(words, text.substr(at, end - at))) return true;
    at = std::max(end, at + 1);
  }
  return false;
}

// Whether what is behind a number may be words: no formula goes on.
bool AreWords(std::string_view rest) {
  for (size_t at = 0; at < rest.size();) {
    const size_t end = WordEnd(rest, at);
    if (end > at) {
      const std::string_view word = rest.substr(at, end - at);
      if (IsIn(kFunctions, word) || (word.size() == 1 && word != "a")) return false;
      at = end;
      continue;
    }
    if (std::string_view(" -.,'()/;:!\"").find(rest[at]) == std::string_view::npos) return false;
    ++at;
  }
  return true;
}

double InSi(double value, const Quantity& quantity) {
  return quantity.unit ? value * quantity.unit->factor + quantity.unit->offset : value;
}

// Two values for one thing. Loose: which of them counts is decided by whoever compares.
bool Contradict(const Quantity& a, const Quantity& b) {
  constexpr double kLoose = 0.05;
  if (a.unit.has_value() != b.unit.has_value()) return false;
  if (a.unit && !a.unit->dimension.SameButAngle(b.unit->dimension)) return true;
  const double x = InSi(a.number.value, a);
  const double y = InSi(b.number.value, b);
  return std::fabs(x - y) > kLoose * std::max(std::fabs(x), std::fabs(y));
}

// One quantity that begins a piece of text.
class PieceReader {
 public:
  PieceReader(std::string_view text, DecimalComma comma) : text_(text), comma_(comma) {}

  struct Piece {
    Quantity quantity;
    std::string_view rest;
    bool touches = false;  // the rest begins without a blank
    bool contradictory = false;
  };

  std::optional<Piece> Run() {
    SkipHedges();
    Piece piece;
    if (!ReadCentre(&piece.quantity)) return std::nullopt;
    ReadUnitHere(&piece.quantity);
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
  void SkipHedges() {
    for (bool more = true; more;) {
      more = false;
      at_ = SkipSpaces(text_, at_);
      for (const std::string_view hedge :
           {"approximately", "about", "roughly", "around", "approx.", "approx", "ca.", "nearly",
            "exactly", "or", "i.e.", "that is"}) {
        const size_t end = at_ + hedge.size();
        if (!HasAt(text_, at_, hedge) || (At(text_, end) != ' ' && At(text_, end) != ',')) continue;
        at_ = end + (At(text_, end) == ',');
        more = true;
      }
    }
  }

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

  void ReadUnitHere(Quantity* quantity) {
    if (ReadUnitBehindIn(quantity)) return;
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
    if (At(text_, open) != '(') return;
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
    PieceReader reader(inner, comma_);
    reader.nested_ = true;
    const std::optional<Piece> again = reader.Run();
    if (again) {
      if (!again->rest.empty()) return;
      piece->contradictory = Contradict(piece->quantity, again->quantity);
    } else if (HasDigit(inner) || !AreWords(inner)) {
      return;
    }
    at_ = close + 1;
  }

  std::string_view text_;
  DecimalComma comma_;
  size_t at_ = 0;
  bool nested_ = false;
};

struct Part {
  std::string_view text;
  bool alternative = false;  // joined by "or"
};

// Cuts at ";", ", ", "and" and "or" outside brackets; a comma between digits belongs to a number
// where one can hold it.
std::vector<Part> SplitParts(std::string_view text, DecimalComma comma) {
  std::vector<Part> parts;
  size_t begin = 0;
  int depth = 0;
  bool alternative = false;
  const auto cut = [&](size_t end, size_t next, bool or_next) {
    const std::string_view part = TrimAsciiSpace(text.substr(begin, end - begin));
    if (!part.empty()) {
      parts.push_back({part, alternative});
      alternative = false;
    }
    alternative |= or_next;
    begin = next;
  };
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth > 0) continue;
    if (c == ';') cut(at, at + 1, false);
    if (c == ',') {
      const bool digits = at > 0 && IsDigit(text[at - 1]) && IsDigit(At(text, at + 1));
      size_t end = at + 1;
      while (IsDigit(At(text, end))) ++end;
      const bool group = digits && end == at + 4;
      if (!group && !(digits && comma == DecimalComma::kYes)) cut(at, at + 1, false);
    }
    for (const std::string_view word : {" and ", " or "}) {
      if (HasAt(text, at, word)) cut(at, at + word.size() - 1, word == " or ");
    }
  }
  cut(text.size(), text.size(), false);
  return parts;
}

// The places of "=", "≈" and ": " outside brackets.
std::vector<std::string_view> SplitChain(std::string_view text) {
  std::vector<std::string_view> links;
  size_t begin = 0;
  int depth = 0;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    size_t size = 0;
    if (depth <= 0) {
      if (c == '=' && At(text, at + 1) != '>' &&
          (at == 0 || std::string_view("<>!").find(text[at - 1]) == std::string_view::npos)) {
        size = 1;
      }
      if (HasAt(text, at, "≈")) size = std::string_view("≈").size();
      if (c == ':' && At(text, at + 1) == ' ') size = 1;
      if (HasAt(text, at, " is ") || HasAt(text, at, " are ")) size = text[at + 1] == 'i' ? 3 : 4;
    }
    if (size == 0) {
      ++at;
      continue;
    }
    links.push_back(TrimAsciiSpace(text.substr(begin, at - begin)));
    at += size;
    begin = at;
  }
  links.push_back(TrimAsciiSpace(text.substr(begin)));
  return links;
}

// "E (kJ) = 5.0", "E [kJ] = 5.0"; not "x(t) = 5.0".
void UnitOfName(Quantity* quantity) {
  const std::string_view name = quantity->name;
  const size_t open = name.find_last_of("([");
  if (open == std::string_view::npos || open == 0 || name[open - 1] != ' ') return;
  const std::optional<UnitReading> unit = ReadUnit(name, open + 1);
  if (!unit || unit->end + 1 != name.size()) return;
  quantity->unit = unit->unit;
  quantity->other_units = unit->others;
}

struct ChainReading {
  Quantity quantity;
  bool contradictory = false;
  bool goes_on = false;  // the sentence does
};

std::optional<ChainReading> ReadChain(std::string_view text, Reach reach, DecimalComma comma) {
  const std::vector<std::string_view> links = SplitChain(text);
  if (links.size() > kMostParts) return std::nullopt;
  std::optional<ChainReading> reading;
  std::string name;
  for (size_t i = 0; i < links.size(); ++i) {
    const bool last = i + 1 == links.size();
    std::optional<PieceReader::Piece> piece = PieceReader(links[i], comma).Run();
    const bool whole = piece && piece->rest.empty();
    const bool worded = piece && !whole &&
                        (!piece->touches || piece->rest[0] == ',' || piece->rest[0] == '.') &&
                        !HasDigit(piece->rest) && AreWords(piece->rest);
    const bool begun = piece && !whole && reach == Reach::kBeginning && !piece->touches &&
                       (IsLetter(piece->rest[0]) || piece->rest[0] == '(');
    if (!whole && !worded && !begun) {
      // A name, or a calculation on the way to the value.
      if (last || (piece && piece->quantity.unit && !piece->touches)) return std::nullopt;
      if (i == 0) name = links[i];
      if (i == 0 && (name.size() > kLongestName || HasWordOf(name, kNoNameWords))) {
        return std::nullopt;
      }
      continue;
    }
    const bool contradictory =
        piece->contradictory ||
        (reading && (reading->contradictory || Contradict(reading->quantity, piece->quantity)));
    reading = ChainReading{std::move(piece->quantity), contradictory, false};
    if (whole) continue;
    reading->goes_on = true;
    const size_t word = WordEnd(piece->rest, 0);
    const std::string first = AsciiLower(piece->rest.substr(0, word));
    if (!reading->quantity.unit) reading->quantity.unknown_unit = !IsIn(kSentenceWords, first);
    if (worded) {
      reading->quantity.words = Folded(piece->rest);
    } else if (first == "or" || first == "to" || first == "not") {
      reading->contradictory = true;
    }
    if (!last && reach == Reach::kWhole) return std::nullopt;
    break;
  }
  if (!reading) return std::nullopt;
  reading->quantity.name = std::move(name);
  const std::string_view named = reading->quantity.name;
  if (!reading->quantity.unit) UnitOfName(&reading->quantity);
  reading->quantity.difference = HasAt(named, 0, "Δ") || HasAt(AsciiLower(named), 0, "delta");
  return reading;
}

// "1.0 and 2.0 m": the last unit is everybody's.
void ShareUnit(std::vector<Quantity>* items) {
  const Quantity& last = items->back();
  if (!last.unit) return;
  for (size_t i = 0; i + 1 < items->size(); ++i) {
    if ((*items)[i].unit || !(*items)[i].words.empty()) return;
  }
  for (Quantity& item : *items) {
    item.unit = last.unit;
    item.other_units = last.other_units;
  }
}

}  // namespace

bool IsSentenceWord(std::string_view word) {
  return IsIn(kSentenceWords, word);
}

std::string Folded(std::string_view text) {
  std::string folded;
  bool gap = false;
  for (const char c : text) {
    const bool keep = IsLetter(c) || IsDigit(c) || static_cast<unsigned char>(c) >= 0x80;
    if (!keep) {
      gap = !folded.empty();
      continue;
    }
    if (gap) folded += ' ';
    gap = false;
    folded += IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return folded;
}

std::optional<Quantities> ReadQuantities(std::string_view plain, Reach reach, DecimalComma comma) {
  Quantities list;
  const std::vector<Part> parts = SplitParts(plain, comma);
  if (parts.empty() || (reach == Reach::kWhole && parts.size() > kMostParts)) return std::nullopt;
  for (const Part& part : parts) {
    if (list.items.size() >= kMostParts) break;
    std::optional<ChainReading> chain = ReadChain(part.text, reach, comma);
    if (!chain) {
      // "Hence, v = 5 m/s".
      const bool lead = &part == &parts.front() && parts.size() > 1 && !HasDigit(part.text);
      if (lead && reach == Reach::kBeginning && AreWords(part.text)) continue;
      if (list.items.empty()) return std::nullopt;
      // "5 N, downward".
      if (!HasDigit(part.text) && AreWords(part.text)) {
        if (reach == Reach::kBeginning) break;
        std::string& words = list.items.back().words;
        words += (words.empty() ? "" : " ") + Folded(part.text);
        continue;
      }
      if (reach == Reach::kWhole) return std::nullopt;
      break;
    }
    list.contradictory |= chain->contradictory;
    if (part.alternative && !list.items.empty()) {
      list.contradictory |= Contradict(list.items.back(), chain->quantity) ||
                            list.items.back().unit.has_value() != chain->quantity.unit.has_value();
      continue;
    }
    list.items.push_back(std::move(chain->quantity));
    if (chain->goes_on && reach == Reach::kBeginning) break;
  }
  if (list.items.empty()) return std::nullopt;
  if (list.items.size() > 1) ShareUnit(&list.items);
  return list;
}

}  // namespace assay::science
