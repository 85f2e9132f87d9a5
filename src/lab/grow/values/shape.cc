// A map: Learn* read the given inputs; Fits* compare a value with them; Draw* make new ones.

#include "lab/grow/values/shape.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "text/utf8.h"

namespace assay::grow {
namespace {

using Kind = DataValue::Kind;

constexpr size_t kMostTexts = 50;
constexpr size_t kClosedAlphabet = 4;  // characters; a text of so few kinds has no others
constexpr int kEnoughPairs = 3;        // calls that make a dependence likely
constexpr int kEnoughSequences = 2;
constexpr int64_t kRangeFactor = 2, kRangeRoom = 10;
// Pairs of equal numbers that one expects by chance, above which it is likelier than not that one
// turns up: ln 2, as of birthdays.
constexpr double kExpectedRepeats = 0.693;

std::vector<std::string> CharactersOf(std::string_view text) {
  std::vector<std::string> characters;
  for (const char c : text) {
    if (IsUtf8Continuation(c) && !characters.empty()) {
      characters.back() += c;
    } else {
      characters.emplace_back(1, c);
    }
  }
  return characters;
}

size_t LengthOf(const DataValue& value) {
  if (value.Is(Kind::kText)) return CountUtf8Characters(value.text);
  return value.Is(Kind::kDictionary) ? value.items.size() / 2 : value.items.size();
}

bool HasLength(const DataValue& value) {
  return value.Is(Kind::kText) || value.holds();
}

bool IsBalanced(std::string_view text) {
  std::string open;
  for (const char c : text) {
    const size_t opens = std::string_view("([{<").find(c);
    const size_t closes = std::string_view(")]}>").find(c);
    if (opens != std::string_view::npos) open += c;
    if (closes == std::string_view::npos) continue;
    if (open.empty() || open.back() != "([{<"[closes]) return false;
    open.pop_back();
  }
  return open.empty();
}

bool IsPadded(std::string_view text) {
  return !text.empty() &&
         (text.front() == ' ' || text.back() == ' ' || text.find("  ") != text.npos);
}

std::optional<double> Comparable(const DataValue& value) {
  if (value.Is(Kind::kFloat)) return value.number;
  if (const auto integer = value.Integer()) return static_cast<double>(*integer);
  return std::nullopt;
}

// Whether `b` may stand behind `a` in a sorted list.
bool InOrder(const DataValue& a, const DataValue& b) {
  if (a.Is(Kind::kText) && b.Is(Kind::kText)) return a.text <= b.text;
  const auto x = Comparable(a), y = Comparable(b);
  return x && y && *x <= *y;
}

bool IsAscending(const std::vector<DataValue>& items) {
  return std::adjacent_find(items.begin(), items.end(), [](const auto& a, const auto& b) {
           return !InOrder(a, b);
         }) == items.end();
}

bool IsDistinct(const std::vector<DataValue>& items) {
  std::set<std::string> seen;
  return std::all_of(items.begin(), items.end(),
                     [&](const DataValue& item) { return seen.insert(WireOf(item)).second; });
}

bool IsLevel(const std::vector<DataValue>& items) {
  return std::all_of(items.begin(), items.end(), [&](const DataValue& item) {
    return HasLength(item) && LengthOf(item) == LengthOf(items[0]);
  });
}

void LearnLength(size_t length, PlaceShape* place) {
  place->shortest = place->measured ? std::min(place->shortest, length) : length;
  place->longest = place->measured ? std::max(place->longest, length) : length;
  place->measured = true;
}

void LearnText(const DataValue& value, PlaceShape* place) {
  for (std::string& each : CharactersOf(value.text)) place->characters.insert(std::move(each));
  place->padded = place->padded || IsPadded(value.text);
  place->balanced = place->balanced && IsBalanced(value.text);
  place->digits_only =
      place->digits_only && value.text.find_first_not_of("0123456789") == value.text.npos;
  if (place->texts.size() < kMostTexts) place->texts.push_back(value.text);
}

void LearnNumber(const DataValue& value, PlaceShape* place) {
  if (value.Is(Kind::kFloat)) {
    place->float_least = place->floats ? std::min(place->float_least, value.number) : value.number;
    place->float_most = place->floats ? std::max(place->float_most, value.number) : value.number;
    place->floats = true;
    return;
  }
  const auto integer = value.Integer();
  if (!integer) return;
  place->least = place->integers ? std::min(place->least, *integer) : *integer;
  place->most = place->integers ? std::max(place->most, *integer) : *integer;
  place->integers = true;
}

void Learn(const DataValue& value, PlaceShape* place) {
  // What tuples have at their places is known only while all of them are of one length.
  const bool tuples = value.Is(Kind::kTuple) &&
                      (place->seen == 0 || (place->kinds == std::set<Kind>{Kind::kTuple} &&
                                            place->places.size() == value.items.size()));
  place->kinds.insert(value.kind);
  ++place->seen;
  LearnNumber(value, place);
  if (HasLength(value)) LearnLength(LengthOf(value), place);
  if (value.Is(Kind::kText)) LearnText(value, place);
  if (!value.holds()) return;
  if (value.ordered() && value.items.size() > 1) {
    ++place->sequences;
    place->ascending = place->ascending && IsAscending(value.items);
    place->distinct = place->distinct && IsDistinct(value.items);
    const auto items = static_cast<double>(value.items.size());
    place->pairs += items * (items - 1) / 2;
    if (HasLength(value.items[0])) {
      ++place->levels;
      place->level = place->level && IsLevel(value.items);
    }
  }
  if (value.Is(Kind::kDictionary)) {
    if (place->keys.empty()) place->keys.resize(1);
    if (place->places.empty()) place->places.resize(1);
    for (size_t i = 0; i + 1 < value.items.size(); i += 2) {
      Learn(value.items[i], place->keys.data());
      Learn(value.items[i + 1], place->places.data());
    }
    return;
  }
  if (tuples) {
    place->places.resize(value.items.size());
    for (size_t i = 0; i < value.items.size(); ++i) Learn(value.items[i], &place->places[i]);
    return;
  }
  if (place->places.size() != 1) place->places.resize(1);
  for (const DataValue& item : value.items) Learn(item, place->places.data());
}

// Whether lists that repeat nothing say that nothing may be repeated. A few numbers out of many
// differ by chance, and then they say nothing.
bool RepeatsNothing(const PlaceShape& place) {
  if (place.sequences < kEnoughSequences || !place.distinct) return false;
  if (place.places.size() != 1) return true;
  const PlaceShape& item = place.places[0];
  if (item.kinds != std::set<Kind>{Kind::kInteger} || !item.integers) return true;
  const double width = static_cast<double>(item.most) - static_cast<double>(item.least) + 1;
  return place.pairs / width >= kExpectedRepeats;
}

// ---- whether a value fits

enum class CharacterClass { kLower, kUpper, kDigit, kOther };

CharacterClass ClassOf(const std::string& character) {
  if (character.size() != 1) return CharacterClass::kOther;
  const char c = character[0];
  if (c >= 'a' && c <= 'z') return CharacterClass::kLower;
  if (c >= 'A' && c <= 'Z') return CharacterClass::kUpper;
  return c >= '0' && c <= '9' ? CharacterClass::kDigit : CharacterClass::kOther;
}

bool CharacterFits(const PlaceShape& place, const std::string& character) {
  if (place.characters.count(character) > 0) return true;
  if (place.characters.size() <= kClosedAlphabet) return false;
  const CharacterClass wanted = ClassOf(character);
  return wanted != CharacterClass::kOther &&
         std::any_of(place.characters.begin(), place.characters.end(),
                     [&](const std::string& each) { return ClassOf(each) == wanted; });
}

bool HasBrackets(const PlaceShape& place) {
  return std::any_of(place.characters.begin(), place.characters.end(), [](const std::string& each) {
    return each == "(" || each == "[" || each == "{" || each == "<";
  });
}

bool TextFits(const PlaceShape& place, const DataValue& value, Reach reach) {
  for (const std::string& each : CharactersOf(value.text)) {
    if (!CharacterFits(place, each)) return false;
  }
  if (HasBrackets(place) && place.balanced && !IsBalanced(value.text)) return false;
  return reach == Reach::kBeyond || place.padded || !IsPadded(value.text);
}

bool IntegerFits(const PlaceShape& place, const DataValue& value, Reach reach) {
  const auto integer = value.Integer();
  if (!integer || !place.integers) return !place.integers;
  const int64_t size = std::max(std::abs(place.least), std::abs(place.most));
  if (std::abs(*integer) > size * kRangeFactor + kRangeRoom) return false;
  if (reach == Reach::kBeyond) return true;
  if (place.least > 0) return *integer > 0;
  return place.least < 0 || *integer >= 0;
}

bool FloatFits(const PlaceShape& place, const DataValue& value, Reach reach) {
  if (!place.floats) return false;
  if (reach == Reach::kBeyond) return true;
  if (place.float_least > 0) return value.number > 0;
  return place.float_least < 0 || value.number >= 0;
}

bool Fits(const PlaceShape& place, const DataValue& value, Reach reach);

bool ItemsFit(const PlaceShape& place, const DataValue& value, Reach reach) {
  if (value.Is(Kind::kDictionary)) {
    for (size_t i = 0; i + 1 < value.items.size(); i += 2) {
      if (!Fits(place.keys[0], value.items[i], reach)) return false;
      if (!Fits(place.places[0], value.items[i + 1], reach)) return false;
    }
    return true;
  }
  if (place.places.size() != 1) {
    // Tuples of one length, or nothing was ever in it.
    if (place.places.size() != value.items.size()) return false;
    for (size_t i = 0; i < value.items.size(); ++i) {
      if (!Fits(place.places[i], value.items[i], reach)) return false;
    }
    return true;
  }
  return std::all_of(value.items.begin(), value.items.end(),
                     [&](const DataValue& item) { return Fits(place.places[0], item, reach); });
}

bool OrderFits(const PlaceShape& place, const DataValue& value, Reach reach) {
  if (!value.ordered() || value.items.size() < 2) return true;
  if (place.level && place.levels > 0 && !IsLevel(value.items)) return false;
  if (reach == Reach::kBeyond || place.sequences < kEnoughSequences) return true;
  if (place.ascending && !IsAscending(value.items)) return false;
  return !RepeatsNothing(place) || place.longest < 3 || IsDistinct(value.items);
}

bool Fits(const PlaceShape& place, const DataValue& value, Reach reach) {
  if (place.kinds.count(value.kind) == 0) return false;
  switch (value.kind) {
    case Kind::kNone:
    case Kind::kBool: return true;
    case Kind::kInteger: return IntegerFits(place, value, reach);
    case Kind::kFloat: return FloatFits(place, value, reach);
    default: break;
  }
  if (reach == Reach::kWithin && place.shortest > 0 && LengthOf(value) == 0) return false;
  if (value.Is(Kind::kText)) return TextFits(place, value, reach);
  return ItemsFit(place, value, reach) && OrderFits(place, value, reach);
}

// ---- drawing

size_t DrawLength(const PlaceShape& place, Dice* dice, double scale) {
  const size_t most = place.longest + 2;
  const size_t least = place.shortest > 0 ? 1 : 0;
  const size_t length = least + dice->Below(most - least + 1);
  return scale <= 1 ? length : static_cast<size_t>(static_cast<double>(place.longest) * scale) + 1;
}

int64_t DrawInteger(const PlaceShape& place, Dice* dice) {
  // Within what was seen, or a little around it.
  const int64_t room = dice->Below(2) == 0 ? 0 : kRangeRoom;
  const int64_t least = place.least - (place.least < 0   ? room
                                       : place.least > 0 ? std::min(room, place.least - 1)
                                                         : 0);
  const auto width = static_cast<uint64_t>(place.most + room - least) + 1;
  return least + static_cast<int64_t>(dice->Below(width));
}

double DrawFloat(const PlaceShape& place, Dice* dice) {
  constexpr size_t kSteps = 1000;
  const double width = std::max(place.float_most - place.float_least, 1.0);
  const double drawn =
      place.float_least + width * static_cast<double>(dice->Below(kSteps + 1)) / kSteps;
  // Few decimals, as people write them.
  const double digits = dice->Below(2) == 0 ? 10 : 100;
  return std::round(drawn * digits) / digits;
}

// Words of texts that were seen, in another order.
std::string DrawWords(const PlaceShape& place, Dice* dice, double scale) {
  const size_t count = (1 + dice->Below(6)) * static_cast<size_t>(std::max(scale, 1.0));
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    const std::string& from = place.texts[dice->Below(place.texts.size())];
    const size_t begin = from.empty() ? 0 : from.rfind(' ', dice->Below(from.size()));
    const size_t word = begin == from.npos || from.empty() ? 0 : begin + 1;
    if (i > 0) text += " ";
    text += from.substr(word, from.find(' ', word) - word);
  }
  return text;
}

std::string DrawText(const PlaceShape& place, Dice* dice, double scale) {
  const bool words = place.characters.count(" ") > 0;
  if (words && dice->Below(2) == 0) return DrawWords(place, dice, scale);
  if (!words && scale <= 1 && !place.texts.empty() && dice->Below(4) == 0) {
    return place.texts[dice->Below(place.texts.size())];
  }
  const std::vector<std::string> characters(place.characters.begin(), place.characters.end());
  std::string text;
  if (characters.empty()) return text;
  const size_t length = DrawLength(place, dice, scale);
  // Few kinds of characters meet more often.
  const size_t kinds =
      dice->Below(2) == 0 ? characters.size() : std::min<size_t>(3, characters.size());
  const size_t first = dice->Below(characters.size());
  while (text.size() < length) {
    text += characters[(first + dice->Below(kinds)) % characters.size()];
  }
  if (!place.padded && IsPadded(text)) {
    std::string tidy;
    for (const char c : text) {
      if (c != ' ' || (!tidy.empty() && tidy.back() != ' ')) tidy += c;
    }
    while (!tidy.empty() && tidy.back() == ' ') tidy.pop_back();
    text = tidy;
  }
  return text;
}

void SortAsSeen(const PlaceShape& place, DataValue* value) {
  if (!value->ordered() || place.sequences < kEnoughSequences || !place.ascending) return;
  std::stable_sort(value->items.begin(), value->items.end(),
                   [](const auto& a, const auto& b) { return InOrder(a, b) && !InOrder(b, a); });
}

void Tidy(const PlaceShape& place, DataValue* value) {
  auto& items = value->items;
  if (value->ordered() && RepeatsNothing(place)) {
    std::set<std::string> seen;
    items.erase(
        std::remove_if(items.begin(), items.end(),
                       [&](const DataValue& item) { return !seen.insert(WireOf(item)).second; }),
        items.end());
  }
  SortAsSeen(place, value);
}

// Sets and dictionaries have no item twice.
void Unrepeat(DataValue* value) {
  const size_t step = value->Is(Kind::kDictionary) ? 2 : 1;
  std::vector<DataValue> kept;
  for (size_t i = 0; i + step <= value->items.size(); i += step) {
    bool there = false;
    for (size_t k = 0; k < kept.size(); k += step) {
      there = there || SameValue(kept[k], value->items[i], 0);
    }
    if (there) continue;
    for (size_t k = 0; k < step; ++k) kept.push_back(value->items[i + k]);
  }
  value->items = std::move(kept);
}

}  // namespace

DataValue Shape::DrawValue(const PlaceShape& place, Dice* dice, double scale) {
  DataValue value;
  if (place.kinds.empty()) return value;
  auto kind = place.kinds.begin();
  std::advance(kind, static_cast<long>(dice->Below(place.kinds.size())));
  value.kind = *kind;
  switch (value.kind) {
    case Kind::kNone: return value;
    case Kind::kBool: value.truth = dice->Below(2) == 0; return value;
    case Kind::kInteger: return DataValue::OfInteger(DrawInteger(place, dice));
    case Kind::kFloat: return DataValue::OfFloat(DrawFloat(place, dice));
    case Kind::kText: return DataValue::OfText(DrawText(place, dice, scale));
    default: break;
  }
  if (place.places.empty()) return value;
  if (value.Is(Kind::kTuple) && place.places.size() > 1) {
    for (const PlaceShape& each : place.places) value.items.push_back(DrawValue(each, dice, scale));
    // An interval has its ends in order. Items of different types can't be.
    if (std::all_of(value.items.begin(), value.items.end(),
                    [&](const DataValue& item) { return item.kind == value.items[0].kind; })) {
      SortAsSeen(place, &value);
    }
    return value;
  }
  const size_t length = DrawLength(place, dice, scale);
  const PlaceShape& item = place.places[0];
  // Lists of lists grow on the outside only.
  std::optional<size_t> inner;
  for (size_t i = 0; i < length; ++i) {
    if (value.Is(Kind::kDictionary)) value.items.push_back(DrawValue(place.keys[0], dice));
    DataValue drawn = DrawValue(item, dice);
    if (place.level && place.levels > 0 && drawn.ordered() && !drawn.items.empty()) {
      if (!inner) inner = drawn.items.size();
      while (drawn.items.size() < *inner)
        drawn.items.push_back(drawn.items[dice->Below(drawn.items.size())]);
      drawn.items.resize(*inner);
    }
    value.items.push_back(std::move(drawn));
  }
  if (!value.ordered()) Unrepeat(&value);
  Tidy(place, &value);
  return value;
}

Shape::Shape(const std::vector<Arguments>& calls) {
  if (calls.empty()) return;
  std::vector<Arguments> alike;
  for (const Arguments& each : calls) {
    if (each.size() == calls[0].size()) alike.push_back(each);
  }
  arguments_.resize(calls[0].size());
  for (const Arguments& each : alike) {
    for (size_t i = 0; i < each.size(); ++i) Learn(each[i], &arguments_[i]);
  }
  LearnPairs(alike);
}

void Shape::LearnPairs(const std::vector<Arguments>& calls) {
  const auto always = [&](const auto& holds) {
    return std::all_of(calls.begin(), calls.end(), holds);
  };
  const bool enough = calls.size() >= kEnoughPairs;
  for (size_t i = 0; i < arity(); ++i) {
    for (size_t k = 0; k < arity(); ++k) {
      if (i == k) continue;
      const bool number =
          always([&](const Arguments& each) { return each[i].Integer().has_value(); });
      const bool length = always([&](const Arguments& each) { return HasLength(each[k]); });
      const auto size = [k](const Arguments& each) {
        return static_cast<int64_t>(LengthOf(each[k]));
      };
      if (number && length) {
        if (always([&](const Arguments& each) { return *each[i].Integer() == size(each); })) {
          length_of_.push_back({i, k});
        } else if (always(
                       [&](const Arguments& each) { return *each[i].Integer() <= size(each); })) {
          within_.push_back({i, k});
        }
      }
      const bool numbers =
          number && always([&](const Arguments& each) { return each[k].Integer().has_value(); });
      if (numbers && enough &&
          always([&](const Arguments& each) { return *each[i].Integer() <= *each[k].Integer(); })) {
        ascending_.push_back({i, k});
      }
      if (i > k) continue;
      if (numbers && enough &&
          always([&](const Arguments& each) { return *each[i].Integer() != *each[k].Integer(); })) {
        not_same_.push_back({i, k});
      }
      if (length && always([&](const Arguments& each) {
            return HasLength(each[i]) && LengthOf(each[i]) == LengthOf(each[k]);
          })) {
        same_length_.push_back({i, k});
      }
    }
  }
}

bool Shape::PairsFit(const Arguments& arguments) const {
  const auto length = [&](size_t i) { return static_cast<int64_t>(LengthOf(arguments[i])); };
  const auto number = [&](size_t i) { return arguments[i].Integer(); };
  for (const Pair& each : within_) {
    if (!number(each.first) || *number(each.first) > length(each.second)) return false;
  }
  for (const Pair& each : same_length_) {
    if (length(each.first) != length(each.second)) return false;
  }
  for (const Pair& each : ascending_) {
    if (!number(each.first) || !number(each.second)) return false;
    if (*number(each.first) > *number(each.second)) return false;
  }
  return true;
}

bool Shape::Mend(Arguments* arguments, Reach reach) const {
  if (arguments->size() != arity()) return false;
  for (const Pair& each : length_of_) {
    if (!HasLength((*arguments)[each.second])) return false;
    (*arguments)[each.first] =
        DataValue::OfInteger(static_cast<int64_t>(LengthOf((*arguments)[each.second])));
  }
  for (size_t i = 0; i < arity(); ++i) {
    if (!Fits(arguments_[i], (*arguments)[i], reach)) return false;
  }
  if (!PairsFit(*arguments)) return false;
  if (reach == Reach::kBeyond) return true;
  return std::all_of(not_same_.begin(), not_same_.end(), [&](const Pair& each) {
    return !SameValue((*arguments)[each.first], (*arguments)[each.second], 0);
  });
}

Arguments Shape::Draw(Dice* dice, double scale) const {
  Arguments arguments;
  for (const PlaceShape& each : arguments_) arguments.push_back(DrawValue(each, dice, scale));
  return arguments;
}

}  // namespace assay::grow
