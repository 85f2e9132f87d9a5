#include "lab/grow/values/changes.h"

#include <algorithm>
#include <cmath>

#include "lab/grow/values/number_in_text.h"
#include "text/number.h"
#include "text/utf8.h"

namespace assay::grow {
namespace {

using Kind = DataValue::Kind;
constexpr int64_t kHuge = 1'000'000;

class Changes {
 public:
  explicit Changes(const DataValue& value) : value_(value) {}

  void Add(std::string_view change, DataValue changed) {
    if (WireOf(changed) != WireOf(value_)) made_.push_back({change, std::move(changed)});
  }
  std::vector<ChangedValue> Take() { return std::move(made_); }

 private:
  const DataValue& value_;
  std::vector<ChangedValue> made_;
};

void ChangeInteger(int64_t number, Changes* changes) {
  changes->Add("one more", DataValue::OfInteger(number + 1));
  changes->Add("one less", DataValue::OfInteger(number - 1));
  changes->Add("negated", DataValue::OfInteger(-number));
  changes->Add("zero", DataValue::OfInteger(0));
  changes->Add("one", DataValue::OfInteger(1));
  changes->Add("two", DataValue::OfInteger(2));
  if (std::abs(number) < kHuge) {
    changes->Add("doubled", DataValue::OfInteger(number * 2));
    changes->Add("halved", DataValue::OfInteger(number / 2));
    changes->Add("squared", DataValue::OfInteger(number * number));
    changes->Add("huge", DataValue::OfInteger(number < 0 ? -kHuge : kHuge));
  }
}

void ChangeFloat(double number, Changes* changes) {
  changes->Add("one more", DataValue::OfFloat(number + 1));
  changes->Add("one less", DataValue::OfFloat(number - 1));
  changes->Add("negated", DataValue::OfFloat(-number));
  changes->Add("zero", DataValue::OfFloat(0));
  changes->Add("whole", DataValue::OfFloat(std::floor(number)));
  changes->Add("half more", DataValue::OfFloat(std::floor(number) + 0.5));
  changes->Add("doubled", DataValue::OfFloat(number * 2));
}

// The pieces of a text or the items of a list, changed in their order and number.
template <typename Items, typename Made>
void ChangeSequence(const Items& items, Dice* dice, const Made& made) {
  made("emptied", Items());
  if (items.empty()) return;
  const size_t size = items.size();
  made("first alone", Items(items.begin(), items.begin() + 1));
  made("last alone", Items(items.end() - 1, items.end()));
  made("without first", Items(items.begin() + 1, items.end()));
  made("without last", Items(items.begin(), items.end() - 1));
  made("first half", Items(items.begin(), items.begin() + static_cast<long>((size + 1) / 2)));
  Items doubled = items;
  doubled.insert(doubled.end(), items.begin(), items.end());
  made("doubled", doubled);
  made("reversed", Items(items.rbegin(), items.rend()));
  made("all alike", Items(size, items[dice->Below(size)]));
  Items repeated = items;
  repeated.insert(repeated.begin() + static_cast<long>(dice->Below(size)),
                  items[dice->Below(size)]);
  made("item repeated", repeated);
  Items longer = items;
  longer.push_back(items.front());
  made("first at the end, too", longer);
  Items mirrored = items;
  mirrored.insert(mirrored.end(), items.rbegin(), items.rend());
  made("mirrored", mirrored);
  if (size < 2) return;
  Items swapped = items;
  const size_t at = dice->Below(size - 1);
  std::swap(swapped[at], swapped[at + 1]);
  made("neighbours swapped", swapped);
  Items copied = items;
  copied[at + 1] = copied[at];
  made("neighbours alike", copied);
  Items dropped = items;
  dropped.erase(dropped.begin() + static_cast<long>(dice->Below(size)));
  made("item left out", dropped);
}

std::vector<std::string> PiecesOf(std::string_view text) {
  std::vector<std::string> pieces;
  for (const char c : text) {
    if (IsUtf8Continuation(c) && !pieces.empty()) {
      pieces.back() += c;
    } else {
      pieces.emplace_back(1, c);
    }
  }
  return pieces;
}

std::string Joined(const std::vector<std::string>& pieces, std::string_view between = "") {
  std::string text;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (i > 0) text += between;
    text += pieces[i];
  }
  return text;
}

std::string OtherCase(std::string text, bool upper, bool lower) {
  for (char& c : text) {
    if (upper && c >= 'a' && c <= 'z') {
      c = static_cast<char>(c - 'a' + 'A');
    } else if (lower && c >= 'A' && c <= 'Z') {
      c = static_cast<char>(c - 'A' + 'a');
    }
  }
  return text;
}

std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ' ') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

// One number that a text has in it, where it has other things, too.
void ChangeNumberIn(const std::string& text, Dice* dice, Changes* changes) {
  const auto places = NumbersIn(text);
  if (places.empty() || places[0].size == text.size()) return;
  const NumberPlace place = places[dice->Below(places.size())];
  const auto number = NumberIn<int64_t>(text.substr(place.begin, place.size));
  if (!number || *number >= kHuge * kHuge) return;
  const auto add = [&](std::string_view change, int64_t to) {
    if (to < 0) return;
    changes->Add(change, DataValue::OfText(WithNumber(text, place, std::to_string(to))));
  };
  add("number one more", *number + 1);
  add("number one less", *number - 1);
  add("number zero", 0);
  add("number doubled", *number * 2);
  size_t width = 1;
  for (size_t i = 0; i < place.size && i < 6; ++i) width *= 10;
  add("number random", static_cast<int64_t>(dice->Below(width)));
}

void ChangeText(const std::string& text, Dice* dice, Changes* changes) {
  std::vector<std::string> pieces = PiecesOf(text);
  const auto add = [&](std::string_view change, const std::vector<std::string>& made) {
    changes->Add(change, DataValue::OfText(Joined(made)));
  };
  ChangeSequence(pieces, dice, add);
  changes->Add("upper case", DataValue::OfText(OtherCase(text, true, false)));
  changes->Add("lower case", DataValue::OfText(OtherCase(text, false, true)));
  changes->Add("other case", DataValue::OfText(OtherCase(text, true, true)));
  changes->Add("space behind", DataValue::OfText(text + " "));
  changes->Add("space before", DataValue::OfText(" " + text));
  changes->Add("beyond ASCII", DataValue::OfText(text + "\xc3\xa9"));
  const std::vector<std::string> words = WordsOf(text);
  if (words.size() > 1) {
    ChangeSequence(words, dice, [&](std::string_view change, const std::vector<std::string>& made) {
      changes->Add(change, DataValue::OfText(Joined(made, " ")));
    });
  }
  ChangeNumberIn(text, dice, changes);
  std::sort(pieces.begin(), pieces.end());
  changes->Add("sorted", DataValue::OfText(Joined(pieces)));
}

bool Less(const DataValue& a, const DataValue& b) {
  const auto number = [](const DataValue& value) {
    const auto integer = value.Integer();
    return integer ? static_cast<double>(*integer) : value.number;
  };
  if (a.Is(Kind::kText) && b.Is(Kind::kText)) return a.text < b.text;
  return number(a) < number(b);
}

void ChangeItems(const DataValue& value, Dice* dice, Changes* changes) {
  const auto with = [&](std::vector<DataValue> items) {
    DataValue changed(value.kind);
    changed.items = std::move(items);
    return changed;
  };
  if (value.Is(Kind::kDictionary)) {
    changes->Add("emptied", with({}));
    if (value.items.size() < 4) return;
    changes->Add("without first", with({value.items.begin() + 2, value.items.end()}));
    changes->Add("first alone", with({value.items.begin(), value.items.begin() + 2}));
    std::vector<DataValue> swapped = value.items;
    std::swap(swapped[1], swapped[3]);
    changes->Add("values swapped", with(std::move(swapped)));
    std::vector<DataValue> alike = value.items;
    for (size_t i = 1; i < alike.size(); i += 2) alike[i] = value.items[1];
    changes->Add("all alike", with(std::move(alike)));
    return;
  }
  if (!value.ordered()) {
    changes->Add("emptied", with({}));
    if (value.items.size() < 2) return;
    changes->Add("without first", with({value.items.begin() + 1, value.items.end()}));
    changes->Add("first alone", with({value.items.begin(), value.items.begin() + 1}));
    return;
  }
  ChangeSequence(value.items, dice, [&](std::string_view change, std::vector<DataValue> items) {
    changes->Add(change, with(std::move(items)));
  });
  std::vector<DataValue> sorted = value.items;
  std::stable_sort(sorted.begin(), sorted.end(), Less);
  changes->Add("sorted", with(sorted));
  std::reverse(sorted.begin(), sorted.end());
  changes->Add("sorted down", with(std::move(sorted)));
}

// Values that `value` holds, by the way to them.
void FindPlaces(const DataValue& value, std::vector<size_t>* way,
                std::vector<std::vector<size_t>>* places) {
  places->push_back(*way);
  for (size_t i = 0; i < value.items.size(); ++i) {
    way->push_back(i);
    FindPlaces(value.items[i], way, places);
    way->pop_back();
  }
}

DataValue* At(DataValue* whole, const std::vector<size_t>& way) {
  for (const size_t i : way) whole = &whole->items[i];
  return whole;
}

}  // namespace

std::vector<ChangedValue> ChangesOf(const DataValue& value, Dice* dice) {
  Changes changes(value);
  switch (value.kind) {
    case Kind::kNone: break;
    case Kind::kBool: {
      DataValue other = value;
      other.truth = !value.truth;
      changes.Add("negated", std::move(other));
      break;
    }
    case Kind::kInteger:
      if (const auto number = value.Integer()) ChangeInteger(*number, &changes);
      break;
    case Kind::kFloat: ChangeFloat(value.number, &changes); break;
    case Kind::kText: ChangeText(value.text, dice, &changes); break;
    default: ChangeItems(value, dice, &changes); break;
  }
  changes.Add("none", DataValue());
  return changes.Take();
}

void ForEachChange(const DataValue& value, size_t most_places, Dice* dice,
                   const OnChanged& on_changed) {
  std::vector<std::vector<size_t>> places;
  std::vector<size_t> way;
  FindPlaces(value, &way, &places);
  for (size_t done = 0; done < most_places && !places.empty(); ++done) {
    // The value itself first.
    const size_t chosen = done == 0 ? 0 : dice->Below(places.size());
    const std::vector<size_t> place = places[chosen];
    places.erase(places.begin() + static_cast<long>(chosen));
    DataValue whole = value;
    DataValue* const part = At(&whole, place);
    for (ChangedValue& each : ChangesOf(*part, dice)) {
      *part = std::move(each.value);
      on_changed(each.change, whole);
    }
  }
}

std::vector<DataValue> SmallerThan(const DataValue& value) {
  constexpr size_t kMostItems = 12;  // each of which is left out
  std::vector<DataValue> smaller;
  const auto add = [&](DataValue made) { smaller.push_back(std::move(made)); };
  if (const auto number = value.Integer(); number && *number != 0) {
    add(DataValue::OfInteger(0));
    add(DataValue::OfInteger(*number / 2));
    add(DataValue::OfInteger(*number - (*number > 0 ? 1 : -1)));
    if (*number < 0) add(DataValue::OfInteger(-*number));
  } else if (value.Is(Kind::kFloat) && value.number != 0) {
    add(DataValue::OfFloat(0));
    add(DataValue::OfFloat(std::trunc(value.number)));
    add(DataValue::OfFloat(std::trunc(value.number / 2)));
  } else if (value.Is(Kind::kText) && !value.text.empty()) {
    const std::vector<std::string> pieces = PiecesOf(value.text);
    add(DataValue::OfText(
        Joined({pieces.begin(), pieces.begin() + static_cast<long>(pieces.size() / 2)})));
    add(DataValue::OfText(
        Joined({pieces.begin() + static_cast<long>(pieces.size() / 2), pieces.end()})));
    for (size_t i = 0; i < std::min(pieces.size(), kMostItems); ++i) {
      std::vector<std::string> without = pieces;
      without.erase(without.begin() + static_cast<long>(i));
      add(DataValue::OfText(Joined(without)));
    }
  } else if (value.holds()) {
    const size_t step = value.Is(Kind::kDictionary) ? 2 : 1;
    for (size_t i = 0; i + step <= value.items.size() && i < step * kMostItems; i += step) {
      DataValue without = value;
      without.items.erase(without.items.begin() + static_cast<long>(i),
                          without.items.begin() + static_cast<long>(i + step));
      add(std::move(without));
    }
    for (size_t i = 0; i < std::min(value.items.size(), kMostItems); ++i) {
      for (DataValue& each : SmallerThan(value.items[i])) {
        DataValue with = value;
        with.items[i] = std::move(each);
        add(std::move(with));
      }
    }
  }
  smaller.erase(
      std::remove_if(smaller.begin(), smaller.end(),
                     [&](const DataValue& each) { return WireOf(each) == WireOf(value); }),
      smaller.end());
  std::stable_sort(smaller.begin(), smaller.end(),
                   [](const auto& a, const auto& b) { return SizeOf(a) < SizeOf(b); });
  return smaller;
}

}  // namespace assay::grow
