#include <algorithm>
#include <array>

#include "logic/model/answer.h"
#include "logic/reasoning/names.h"
#include "logic/reasoning/reasoning.h"
#include "logic/reasoning/zebra_table.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

using reasoning::ClueForm;
using reasoning::ZebraClue;
using reasoning::ZebraPlaces;
using reasoning::ZebraTable;

struct ZebraSize {
  int houses;
  size_t categories;
  size_t given;  // clues beyond those that are needed
};
constexpr std::array<ZebraSize, 5> kZebraSizes = {
    {{3, 2, 1}, {3, 4, 1}, {4, 4, 0}, {5, 5, 0}, {6, 6, 0}}};

// The value stands between `before` and `after`.
struct ZebraCategory {
  std::string_view name;
  std::string_view before;
  std::string_view after;
  std::string_view values;
};
constexpr std::array<ZebraCategory, 7> kZebraCategories = {{
    {"person", "", "", "Ada Ben Cleo Dan Eva Finn Gina Hugo"},
    {"color", "the person in the ", " house", "red blue green yellow white black orange purple"},
    {"drink", "the person who drinks ", "", "tea coffee milk water juice cocoa cider lemonade"},
    {"pet", "the person with the ", "", "dog cat horse rabbit parrot hamster turtle goldfish"},
    {"job", "the ", "", "baker doctor teacher painter farmer pilot lawyer dentist"},
    {"fruit", "the person who likes ", "", "apples cherries grapes lemons melons pears plums figs"},
    {"sport", "the person who plays ", "", "tennis chess golf hockey rugby polo squash darts"},
}};

// A value of a category that prompts know, in words.
std::string ZebraPhrase(const ZebraTable& table, int value) {
  const auto at = static_cast<size_t>(value);
  const std::string& category = table.categories[at / static_cast<size_t>(table.houses)];
  const auto* known =
      std::find_if(kZebraCategories.begin(), kZebraCategories.end(),
                   [&](const ZebraCategory& each) { return each.name == category; });
  if (known == kZebraCategories.end()) return table.values[at];
  return std::string(known->before) + table.values[at] + std::string(known->after);
}

std::string ZebraClueText(const ZebraTable& table, const ZebraClue& clue) {
  const std::string a = ZebraPhrase(table, clue.a);
  const bool about_house = clue.form <= ClueForm::kNotAt;
  const std::string b = about_house ? std::to_string(clue.b) : ZebraPhrase(table, clue.b);
  std::string text;
  switch (clue.form) {
    case ClueForm::kAt: text = a + " lives in house " + b; break;
    case ClueForm::kNotAt: text = a + " does not live in house " + b; break;
    case ClueForm::kTogether: text = a + " and " + b + " are the same person"; break;
    case ClueForm::kApart: text = a + " and " + b + " are different people"; break;
    case ClueForm::kJustLeft: text = a + " lives directly to the left of " + b; break;
    case ClueForm::kBeside: text = a + " and " + b + " live next to each other"; break;
    case ClueForm::kLeft: text = a + " lives somewhere to the left of " + b; break;
    case ClueForm::kOneBetween:
      text = "there is exactly one house between those of " + a + " and " + b;
      break;
    case ClueForm::kBetween:
      text = a + " lives somewhere between " + b + " and " + ZebraPhrase(table, clue.c);
      break;
  }
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text + ".";
}

// A true clue of some form about some values; what it says may be told by other clues.
ZebraClue DrawZebraClue(const ZebraTable& table, const ZebraPlaces& places, int difficulty,
                        Dice* dice) {
  // Easy puzzles have more that say where something is.
  constexpr std::array<ClueForm, 16> kForms = {
      ClueForm::kTogether,   ClueForm::kTogether, ClueForm::kJustLeft, ClueForm::kBeside,
      ClueForm::kLeft,       ClueForm::kApart,    ClueForm::kTogether, ClueForm::kBeside,
      ClueForm::kOneBetween, ClueForm::kBetween,  ClueForm::kJustLeft, ClueForm::kLeft,
      ClueForm::kNotAt,      ClueForm::kAt,       ClueForm::kAt,       ClueForm::kAt};
  const size_t forms = difficulty <= 2 ? kForms.size() : difficulty == 3 ? 14 : 13;
  while (true) {
    const ClueForm form = kForms[dice->Below(forms)];
    const std::vector<int> values = reasoning::DrawIndices(3, places.size(), dice);
    ZebraClue clue{form, values[0], values[1], -1};
    if (form <= ClueForm::kNotAt) clue.b = reasoning::Between(1, table.houses, dice);
    if (form == ClueForm::kBetween) clue.c = values[2];
    // That two of a category are in different houses is a rule.
    if (form == ClueForm::kApart && clue.a / table.houses == clue.b / table.houses) continue;
    if (ClueHolds(clue, places)) return clue;
  }
}

ZebraPlaces DrawZebraPlaces(int houses, size_t categories, Dice* dice) {
  ZebraPlaces places;
  for (size_t i = 0; i < categories; ++i) {
    const auto count = static_cast<size_t>(houses);
    const std::vector<int> row = reasoning::DrawIndices(count, count, dice);
    places.insert(places.end(), row.begin(), row.end());
  }
  return places;
}

bool HasOneZebraTable(const ZebraTable& table) {
  const reasoning::ZebraTables tables = FindZebraTables(table, 2);
  return !tables.given_up && tables.found.size() == 1;
}

// Clues until one table is left, then without those that aren't needed.
void ClueZebraTable(const ZebraPlaces& places, const ZebraSize& size, int difficulty, Dice* dice,
                    ZebraTable* table) {
  const size_t step = places.size() / 2;
  do {
    for (size_t i = 0; i < step && table->clues.size() + 1 < reasoning::kMostZebraClues; ++i) {
      table->clues.push_back(DrawZebraClue(*table, places, difficulty, dice));
    }
    // Without luck until the list is full: tell where a value is.
    if (table->clues.size() + 1 >= reasoning::kMostZebraClues) {
      const auto value = dice->Below(places.size());
      table->clues[dice->Below(table->clues.size())] = {ClueForm::kAt, static_cast<int>(value),
                                                        places[value] + 1, -1};
    }
  } while (!HasOneZebraTable(*table));
  std::vector<ZebraClue> needed = table->clues;
  std::vector<ZebraClue> left_out;
  for (size_t i = 0; i < needed.size();) {
    table->clues = needed;
    table->clues.erase(table->clues.begin() + static_cast<std::ptrdiff_t>(i));
    if (table->clues.empty() || !HasOneZebraTable(*table)) {
      ++i;
      continue;
    }
    left_out.push_back(needed[i]);
    needed = table->clues;
  }
  for (size_t i = 0; i < std::min(size.given, left_out.size()); ++i) needed.push_back(left_out[i]);
  reasoning::Shuffle(&needed, dice);
  table->clues = needed;
}

std::string ZebraPrompt(const ZebraTable& table) {
  const auto houses = static_cast<size_t>(table.houses);
  const std::string count = std::to_string(houses);
  std::string text = "There are " + count + " houses in a row, numbered 1 to " + count +
                     " from left to right; in each lives one person. For each category below, "
                     "every house has one of its values, and each value belongs to exactly one "
                     "house.\n";
  for (size_t i = 0; i < table.categories.size(); ++i) {
    const auto begin = table.values.begin() + static_cast<std::ptrdiff_t>(i * houses);
    text += "\n- " + table.categories[i] + ": " + reasoning::Listed({begin, begin + table.houses});
  }
  text += "\n\nClues:";
  for (size_t i = 0; i < table.clues.size(); ++i) {
    text += "\n" + std::to_string(i + 1) + ". " + ZebraClueText(table, table.clues[i]);
  }
  text +=
      "\n\nFind what belongs to each house. Give the final answer in a code block: one line "
      "for each house, from house 1 to house " +
      count + ", only its values separated by commas, in this order: ";
  for (size_t i = 0; i < table.categories.size(); ++i) {
    text += (i == 0 ? "" : ", ") + table.categories[i];
  }
  return text + ".";
}

std::string ZebraFacts(const ZebraTable& table) {
  Grid clues;
  for (const ZebraClue& clue : table.clues) {
    clues.push_back({static_cast<int>(clue.form), clue.a, clue.b, clue.c});
  }
  JsonWriter facts;
  facts.BeginObject().Key("houses").Int(table.houses);
  facts.Key("categories").Raw(reasoning::StringsJson(table.categories));
  facts.Key("values").Raw(reasoning::StringsJson(table.values));
  return facts.Key("clues").Raw(GridJson(clues)).EndObject().Take();
}

class ZebraPuzzleKind final : public Kind {
 public:
  std::string_view name() const override { return "zebra_puzzle"; }
  std::string_view summary() const override {
    return "Find out from clues who lives in which house, with what.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const ZebraSize& size = kZebraSizes[static_cast<size_t>(difficulty - kEasiest)];
    ZebraTable table;
    table.houses = size.houses;
    std::vector<int> categories =
        reasoning::DrawIndices(size.categories - 1, kZebraCategories.size() - 1, dice);
    categories.insert(categories.begin(), -1);
    for (const int each : categories) {
      const ZebraCategory& category = kZebraCategories[static_cast<size_t>(each + 1)];
      table.categories.emplace_back(category.name);
      std::vector<std::string> all;
      for (const std::string_view value : WordsOf(category.values)) all.emplace_back(value);
      all = reasoning::DrawStrings(static_cast<size_t>(size.houses), std::move(all), dice);
      table.values.insert(table.values.end(), all.begin(), all.end());
    }
    ClueZebraTable(DrawZebraPlaces(size.houses, size.categories, dice), size, difficulty, dice,
                   &table);
    return {std::string(name()), difficulty, ZebraPrompt(table), ZebraFacts(table)};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const ZebraTable table, reasoning::ReadZebraTable(facts));
    if (answer.size() > kMostAnswerBytes) return kUnreadable;
    std::vector<std::vector<std::string>> rows = reasoning::AnswerLines(answer);
    if (rows.empty()) return kUnreadable;
    if (IsHead(table, rows.front())) rows.erase(rows.begin());
    const auto houses = static_cast<size_t>(table.houses);
    if (rows.size() != houses) return Wrong("wrong_size");
    ZebraPlaces places(table.values.size(), -1);
    for (size_t house = 0; house < houses; ++house) {
      std::vector<std::string>& row = rows[house];
      // Values are of letters, so a number is the house's.
      if (row.front() == std::to_string(house + 1)) row.erase(row.begin());
      if (row.size() != table.categories.size()) return Wrong("wrong_size");
      for (size_t category = 0; category < row.size(); ++category) {
        const auto begin = table.values.begin() + static_cast<std::ptrdiff_t>(category * houses);
        const int value = reasoning::PlaceOf({begin, begin + table.houses}, row[category]);
        if (value < 0) return Wrong("unknown_value");
        int& place = places[category * houses + static_cast<size_t>(value)];
        if (place >= 0) return Wrong("value_repeats");
        place = static_cast<int>(house);
      }
    }
    for (const ZebraClue& clue : table.clues) {
      if (!ClueHolds(clue, places)) return Wrong("clue_broken");
    }
    return kRight;
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const ZebraTable table, reasoning::ReadZebraTable(facts));
    const reasoning::ZebraTables tables = FindZebraTables(table, 1);
    if (tables.found.empty()) {
      return Error{ErrorCode::kUnsupported, "logic.solve", 0,
                   tables.given_up ? "the search was given up" : "there is no answer"};
    }
    std::string text;
    for (int house = 0; house < table.houses; ++house) {
      std::string line;
      for (size_t value = 0; value < table.values.size(); ++value) {
        if (tables.found[0][value] == house)
          line += (line.empty() ? "" : ", ") + table.values[value];
      }
      text += line + "\n";
    }
    return text;
  }

 private:
  static bool IsHead(const ZebraTable& table, const std::vector<std::string>& row) {
    if (row.size() != table.categories.size()) return false;
    for (size_t i = 0; i < row.size(); ++i) {
      if (row[i] != Lower(table.categories[i])) return false;
    }
    return true;
  }
};

}  // namespace

const Kind& ZebraPuzzle() {
  static const ZebraPuzzleKind kind;
  return kind;
}

}  // namespace assay::logic
