#include "science/read/quantity.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "science/read/notation.h"

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
constexpr std::string_view kNoNameWords[] = {"where", "with", "since", "for", "because",
                                             "when",  "at",   "using", "if",  "given",
                                             "that",  "so",   "and"};

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

enum class Joint { kSemicolon, kComma, kAnd, kOr };

struct Part {
  std::string_view text;
  Joint joint = Joint::kSemicolon;  // to the part before
};

// Whether a row goes on with its equation: "F = ma ; = 20 N".
bool GoesOnBehind(std::string_view text, size_t semicolon) {
  constexpr size_t kFarthest = 16;
  size_t next = semicolon + 1;
  const size_t stop = next + kFarthest;
  while (next < stop && (At(text, next) == ' ' || At(text, next) == ';')) ++next;
  return HasAt(text, next, "=") || HasAt(text, next, "≈") || HasAt(text, next, "→");
}

// Cuts at ";", ", ", "and" and words that offer another value, outside brackets; a comma between
// digits belongs to a number where one can hold it.
std::vector<Part> SplitParts(std::string_view text, DecimalComma comma) {
  std::vector<Part> parts;
  size_t begin = 0;
  int depth = 0;
  Joint joint = Joint::kSemicolon;
  const auto cut = [&](size_t end, size_t next, Joint next_joint) {
    const std::string_view part = TrimAsciiSpace(text.substr(begin, end - begin));
    if (!part.empty()) {
      parts.push_back({part, joint});
      joint = next_joint;
    } else if (joint != Joint::kOr) {
      joint = next_joint;
    }
    begin = next;
  };
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth > 0) continue;
    if (c == ';' && !GoesOnBehind(text, at)) cut(at, at + 1, Joint::kSemicolon);
    if (c == ',') {
      const bool digits = at > 0 && IsDigit(text[at - 1]) && IsDigit(At(text, at + 1));
      size_t end = at + 1;
      while (IsDigit(At(text, end))) ++end;
      const bool group = digits && end == at + 4;
      if (!group && !(digits && comma == DecimalComma::kYes)) cut(at, at + 1, Joint::kComma);
    }
    if (c != ' ') continue;
    if (HasAt(text, at, " and ")) {
      cut(at, at + 4, Joint::kAnd);
    } else if (const size_t hedge = HedgeEnd(text, at + 1)) {
      cut(at, hedge, Joint::kOr);
      at = hedge - 1;
      if (text[at] == ' ') --at;
    }
  }
  cut(text.size(), text.size(), Joint::kSemicolon);
  return parts;
}

std::string_view TrimLink(std::string_view text) {
  text = TrimAsciiSpace(text);
  while (!text.empty() && text.back() == ';')
    text = TrimAsciiSpace(text.substr(0, text.size() - 1));
  return text;
}

struct Link {
  std::string_view text;
  bool worded = false;  // "is" stands before it
};

// The places of "=", "≈", "→", "is" and ": " outside brackets.
std::vector<Link> SplitChain(std::string_view text) {
  std::vector<Link> links;
  size_t begin = 0;
  int depth = 0;
  bool worded = false;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    size_t size = 0;
    bool verb = false;
    if (depth <= 0) {
      if (c == '=' && At(text, at + 1) != '>' &&
          (at == 0 || std::string_view("<>!").find(text[at - 1]) == std::string_view::npos)) {
        size = 1;
      }
      for (const std::string_view sign : {"≈", "→"}) {
        if (HasAt(text, at, sign)) size = sign.size();
      }
      if (c == ':' && At(text, at + 1) == ' ') size = 1;
      verb = HasAt(text, at, " is ") || HasAt(text, at, " are ");
      if (verb) size = text[at + 1] == 'i' ? 3 : 4;
    }
    if (size == 0) {
      ++at;
      continue;
    }
    links.push_back({TrimLink(text.substr(begin, at - begin)), worded});
    worded = verb;
    at += size;
    begin = at;
  }
  links.push_back({TrimLink(text.substr(begin)), worded});
  return links;
}

bool SetUnit(std::string_view text, size_t begin, size_t left, Quantity* quantity) {
  const std::optional<UnitReading> unit = ReadUnit(text, begin);
  if (!unit || unit->end + left != text.size()) return false;
  quantity->unit = unit->unit;
  quantity->other_units = unit->others;
  return true;
}

// "E (kJ) = 5.0", "E [kJ] = 5.0", "E in kJ: 5.0", "E/kJ = 5.0"; not "x(t) = 5.0" or "F/m = 5.0".
void UnitOfName(Quantity* quantity) {
  const std::string_view name = quantity->name;
  const size_t open = name.find_last_of("([");
  if (open != std::string_view::npos && open > 0 && name[open - 1] == ' ' &&
      SetUnit(name, open + 1, 1, quantity)) {
    return;
  }
  const std::string lower = AsciiLower(name);
  const size_t in = lower.rfind("in ");
  if (in != std::string::npos && (in == 0 || lower[in - 1] == ' ') &&
      SetUnit(name, in + 3, 0, quantity)) {
    return;
  }
  const size_t slash = name.find('/');
  if (slash == std::string_view::npos) return;
  // "T/K = 300", but "F/m = 5" may be a quotient: nobody knows.
  if (name.size() > slash + 2) {
    SetUnit(name, slash + 1, 0, quantity);
  } else {
    quantity->unknown_unit = NamedUnit(name.substr(slash + 1)).has_value();
  }
}

// "Hence", before a comma.
bool IsLead(std::string_view text) {
  constexpr std::string_view kLeads[] = {"so",     "hence",         "thus",  "therefore",
                                         "then",   "finally",       "and",   "answer",
                                         "result", "approximately", "about", "exactly"};
  return IsIn(kLeads, AsciiLower(text));
}

std::string_view WithoutLead(std::string_view name) {
  const size_t word = WordEnd(name, 0);
  return At(name, word) == ' ' && IsLead(name.substr(0, word)) ? name.substr(word + 1) : name;
}

bool IsCalculation(std::string_view rest) {
  return !rest.empty() && std::string_view("*/+-x(^").find(rest[0]) != std::string_view::npos;
}

struct ChainReading {
  Quantity quantity;
  bool contradictory = false;
  bool goes_on = false;  // the sentence does
};

std::optional<ChainReading> ReadChain(std::string_view text, Reach reach, DecimalComma comma) {
  const std::vector<Link> links = SplitChain(text);
  if (links.size() > kMostParts) return std::nullopt;
  std::optional<ChainReading> reading;
  std::string name;
  for (size_t i = 0; i < links.size(); ++i) {
    const bool last = i + 1 == links.size();
    const std::string_view link = links[i].text;
    std::optional<Piece> piece = ReadPiece(link, comma);
    const bool whole = piece && piece->rest.empty();
    const bool worded = piece && !whole &&
                        (!piece->touches || piece->rest[0] == ',' || piece->rest[0] == '.') &&
                        !HasDigit(piece->rest) && AreWords(piece->rest);
    const bool begun = piece && !whole && reach == Reach::kBeginning && !piece->touches &&
                       (IsLetter(piece->rest[0]) || piece->rest[0] == '(');
    if (!whole && !worded && !begun) {
      // A name, or a calculation on the way to the value.
      if (last ||
          (piece && piece->quantity.unit && !piece->touches && !IsCalculation(piece->rest))) {
        return std::nullopt;
      }
      // "the result is x = 3 m"
      if (i == 0 || (i == 1 && links[i].worded && !HasDigit(link))) name = WithoutLead(link);
      if (i == 0 && (name.size() > kLongestName || HasWordOf(AsciiLower(name), kNoNameWords))) {
        return std::nullopt;
      }
      continue;
    }
    const bool contradictory = piece->contradictory ||
                               (reading && (reading->contradictory ||
                                            Contradict(reading->quantity, piece->quantity, false)));
    reading = ChainReading{std::move(piece->quantity), contradictory, false};
    if (whole) continue;
    reading->goes_on = true;
    const size_t word = WordEnd(piece->rest, 0);
    const std::string first = AsciiLower(piece->rest.substr(0, word));
    if (!reading->quantity.unit) reading->quantity.unknown_unit = !IsIn(kSentenceWords, first);
    reading->quantity.words = Folded(piece->rest);
    if (!worded && (first == "or" || first == "to" || first == "not")) {
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

// "5 m or less": no value.
bool IsBound(std::string_view text) {
  constexpr std::string_view kBounds[] = {"less", "more", "greater", "fewer", "higher", "lower"};
  return IsIn(kBounds, text.substr(0, WordEnd(text, 0)));
}

// "2. 8.0 V", "(2) 8.0 V"
std::string_view WithoutListNumber(std::string_view text) {
  const size_t begin = At(text, 0) == '(' ? 1 : 0;
  size_t end = begin;
  while (IsDigit(At(text, end)) && end < begin + 2) ++end;
  const char mark = At(text, end);
  if (end == begin || (mark != ')' && (mark != '.' || begin > 0)) || At(text, end + 1) != ' ') {
    return text;
  }
  const std::string_view rest = TrimAsciiSpace(text.substr(end + 1));
  const bool number = IsDigit(At(rest, 0)) || At(rest, 0) == '-';
  return number || rest.find('=') != std::string_view::npos ? rest : text;
}

bool IsDuration(const Quantity& quantity) {
  return quantity.unit && quantity.words.empty() &&
         quantity.unit->dimension == NamedUnit("s")->dimension;
}

bool IsAnother(const Quantity& given, const Quantity& other) {
  if (!given.unit || !other.unit || given.unit->dimension != other.unit->dimension) return false;
  return Contradict(given, other, true);
}

// Whether a sentence that goes on behind a quantity lists another: "20 N upward, 30 N".
bool GoesOnToAnother(const std::vector<Part>& parts, size_t begin, const Quantity& given,
                     DecimalComma comma) {
  const size_t end = std::min(parts.size(), begin + kMostParts);
  for (size_t i = begin; i < end; ++i) {
    const std::optional<ChainReading> chain = ReadChain(parts[i].text, Reach::kWhole, comma);
    if (chain && chain->quantity.name.empty() && IsAnother(given, chain->quantity)) return true;
  }
  return false;
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

bool OffersAnother(std::string_view plain, const Quantity& given, DecimalComma comma) {
  constexpr size_t kWindow = 80;
  constexpr int kMostHedges = 32;
  int hedges = 0;
  for (size_t at = 0; at < plain.size() && hedges < kMostHedges; ++at) {
    const size_t end = HedgeEnd(plain, at);
    if (end == 0) continue;
    ++hedges;
    std::string_view behind = plain.substr(end, kWindow);
    constexpr size_t kLongestShortName = 12;
    const size_t equals = behind.find('=');
    if (equals < kLongestShortName) behind.remove_prefix(equals + 1);
    const std::optional<Piece> piece = ReadPiece(behind, comma);
    if (piece && IsAnother(given, piece->quantity)) return true;
  }
  return false;
}

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
  size_t read = 0;
  bool goes_on = false;
  for (; read < parts.size() && list.items.size() < kMostParts && !goes_on; ++read) {
    const Part& part = parts[read];
    // "20 N, which is 4.5 lbf"
    std::string_view text = WithoutListNumber(part.text);
    bool again = false;
    for (const std::string_view words : {"which is ", "that is "}) {
      if (read == 0 || !HasAt(text, 0, words)) continue;
      text.remove_prefix(words.size());
      again = true;
    }
    std::optional<ChainReading> chain = ReadChain(text, reach, comma);
    if (!chain) {
      // "Hence, v = 5 m/s".
      const bool words = !HasDigit(part.text) && AreWords(part.text);
      // "At t = 2 s, F = 20 N".
      const std::string first = AsciiLower(text.substr(0, WordEnd(text, 0)));
      if (read == 0 && parts.size() > 1 && parts[1].joint == Joint::kComma &&
          IsIn(kNoNameWords, first)) {
        continue;
      }
      if (read == 0 && parts.size() > 1 && words &&
          (reach == Reach::kBeginning || IsLead(part.text))) {
        continue;
      }
      if (list.items.empty()) return std::nullopt;
      // "5.0, in kJ"
      Quantity& behind_it = list.items.back();
      if (HasAt(text, 0, "in ") && !behind_it.unit && SetUnit(text, 3, 0, &behind_it)) continue;
      // "5 N, downward".
      if (words && reach == Reach::kWhole) {
        std::string& behind = list.items.back().words;
        behind += (behind.empty() ? "" : " ") + Folded(part.text);
        list.contradictory |= part.joint == Joint::kOr && IsBound(part.text);
        continue;
      }
      if (reach == Reach::kWhole) return std::nullopt;
      list.contradictory |= part.joint == Joint::kOr && IsBound(part.text);
      break;
    }
    list.contradictory |= chain->contradictory;
    goes_on = chain->goes_on && reach == Reach::kBeginning;
    if ((part.joint == Joint::kOr || again) && !list.items.empty()) {
      list.contradictory |= Contradict(list.items.back(), chain->quantity, !again);
      continue;
    }
    const bool joined = part.joint == Joint::kAnd || part.joint == Joint::kComma;
    if (joined && !list.items.empty() && IsDuration(list.items.back()) &&
        JoinCompound(&list.items.back(), chain->quantity)) {
      continue;
    }
    list.items.push_back(std::move(chain->quantity));
  }
  if (list.items.empty()) return std::nullopt;
  if (reach == Reach::kBeginning && !list.contradictory) {
    list.contradictory = GoesOnToAnother(parts, read, list.items.back(), comma) ||
                         OffersAnother(plain, list.items.back(), comma);
  }
  // On lines of their own, equations have their own units.
  const bool lines = !list.items[0].name.empty() &&
                     std::any_of(parts.begin() + 1, parts.end(),
                                 [](const Part& part) { return part.joint == Joint::kSemicolon; });
  if (list.items.size() > 1 && !lines) ShareUnit(&list.items);
  return list;
}

}  // namespace assay::science
