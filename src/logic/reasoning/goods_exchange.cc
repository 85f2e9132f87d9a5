#include <algorithm>
#include <array>

#include "logic/model/facts.h"
#include "logic/reasoning/names.h"
#include "logic/reasoning/reasoning.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr size_t kMostTraders = 16;
constexpr size_t kMostTrades = 64;
constexpr size_t kTradeColumns = 5;  // form and operands
// Operands by form: p a person, g one of the goods.
constexpr std::array<std::string_view, 5> kTradeForms = {"pp", "gg", "pg", "ppp", "pgpp"};

struct TradeSize {
  size_t people;
  size_t steps;
  size_t forms;  // of the first
  size_t asked;
};
constexpr std::array<TradeSize, 5> kTradeSizes = {
    {{3, 3, 1, 1}, {4, 6, 3, 4}, {6, 10, 4, 6}, {8, 18, 5, 8}, {10, 30, 5, 10}}};

const std::vector<std::string>& TradeGoods() {
  static const std::vector<std::string> kGoods = {
      "apple", "ball",   "basket", "bell",    "book",   "bottle", "candle", "clock",
      "coin",  "cup",    "drum",   "feather", "flute",  "hat",    "kettle", "key",
      "kite",  "ladder", "lamp",   "map",     "mirror", "pencil", "ring",   "rope",
      "scarf", "shell",  "spoon",  "stamp",   "vase",   "watch"};
  return kGoods;
}

struct TradeDay {
  std::vector<std::string> people;
  std::vector<std::string> goods;
  Grid steps;
  std::vector<int> asked;
};

Result<TradeDay> ReadTradeDay(JsonValue facts) {
  TradeDay day;
  ASSAY_ASSIGN_OR_RETURN(day.people, reasoning::ReadNames(facts, "people", 2, kMostTraders));
  const size_t count = day.people.size();
  ASSAY_ASSIGN_OR_RETURN(day.goods, reasoning::ReadNames(facts, "goods", count, count));
  const int last = static_cast<int>(count) - 1;
  ASSAY_ASSIGN_OR_RETURN(day.steps,
                         ReadGrid(facts, "steps", kMostTrades, -1, static_cast<int>(kMostTraders)));
  for (const std::vector<int>& row : day.steps) {
    if (row.size() != kTradeColumns || row[0] < 0 ||
        row[0] >= static_cast<int>(kTradeForms.size())) {
      return BadFacts("steps", "each must be a form and four operands");
    }
    for (size_t i = 1; i < kTradeColumns; ++i) {
      const bool needed = i <= kTradeForms[static_cast<size_t>(row[0])].size();
      if (needed != (row[i] >= 0) || row[i] > last) {
        return BadFacts("steps", "each must have the operands of its form");
      }
    }
    // At once, a person can give only one thing.
    if (row[0] == 3 && (row[1] == row[2] || row[2] == row[3] || row[1] == row[3])) {
      return BadFacts("steps", "one of form 3 must be of three different people");
    }
  }
  ASSAY_ASSIGN_OR_RETURN(day.asked, ReadInts(facts, "asked", 1, kMostTraders, 0, last));
  for (size_t i = 0; i < day.asked.size(); ++i) {
    if (std::count(day.asked.begin(), day.asked.end(), day.asked[i]) > 1) {
      return BadFacts("asked", "must be different");
    }
  }
  return day;
}

// By person: which of the goods it has in the end.
std::vector<int> GoodsInTheEnd(const TradeDay& day) {
  std::vector<int> has(day.people.size());
  for (size_t i = 0; i < has.size(); ++i) has[i] = static_cast<int>(i);
  const auto owner = [&](int good) {
    return static_cast<size_t>(std::find(has.begin(), has.end(), good) - has.begin());
  };
  for (const std::vector<int>& row : day.steps) {
    const auto person = [&](size_t operand) { return static_cast<size_t>(row[operand]); };
    switch (row[0]) {
      case 0: std::swap(has[person(1)], has[person(2)]); break;
      case 1: std::swap(has[owner(row[1])], has[owner(row[2])]); break;
      case 2: std::swap(has[person(1)], has[owner(row[2])]); break;
      case 3: {
        const int last = has[person(3)];
        has[person(3)] = has[person(2)];
        has[person(2)] = has[person(1)];
        has[person(1)] = last;
        break;
      }
      default: std::swap(has[person(1)], has[has[person(1)] == row[2] ? person(3) : person(4)]);
    }
  }
  return has;
}

// Different people, different goods; of form 2 one that the person doesn't have, of form 4 often
// the one that it has.
std::vector<int> DrawTrade(const TradeSize& size, const std::vector<int>& has, Dice* dice) {
  const std::vector<int> people = reasoning::DrawIndices(3, size.people, dice);
  const std::vector<int> goods = reasoning::DrawIndices(2, size.people, dice);
  std::vector<int> row(kTradeColumns, -1);
  row[0] = static_cast<int>(dice->Below(size.forms));
  const int own = has[static_cast<size_t>(people[0])];
  size_t next_person = 0;
  size_t next_good = 0;
  const std::string_view operands = kTradeForms[static_cast<size_t>(row[0])];
  for (size_t i = 0; i < operands.size(); ++i) {
    row[1 + i] = operands[i] == 'p' ? people[next_person++] : goods[next_good++];
  }
  if (row[0] == 2 && row[2] == own) row[2] = goods[1];
  if (row[0] == 4 && dice->Below(2) == 0) row[2] = own;
  return row;
}

std::string TradeText(const TradeDay& day, const std::vector<int>& row) {
  std::vector<std::string> who(1);
  for (size_t i = 1; i < kTradeColumns && row[i] >= 0; ++i) {
    const bool person = kTradeForms[static_cast<size_t>(row[0])][i - 1] == 'p';
    const auto at = static_cast<size_t>(row[i]);
    who.push_back(person ? day.people[at] : "the " + day.goods[at]);
  }
  switch (row[0]) {
    case 0: return who[1] + " and " + who[2] + " exchange what they have.";
    case 1: return "Whoever has " + who[1] + " and whoever has " + who[2] + " exchange them.";
    case 2: return who[1] + " exchanges with whoever has " + who[2] + ".";
    case 3:
      return "At the same time, " + who[1] + " gives what they have to " + who[2] + ", " + who[2] +
             " to " + who[3] + ", and " + who[3] + " to " + who[1] + ".";
    default:
      return "If " + who[1] + " has " + who[2] + ", " + who[1] + " exchanges with " + who[3] +
             "; otherwise " + who[1] + " exchanges with " + who[4] + ".";
  }
}

std::string TradePrompt(const TradeDay& day) {
  std::string text = "Each of some people has one thing at first:\n";
  for (size_t i = 0; i < day.people.size(); ++i) {
    text += "\n- " + day.people[i] + ": " + day.goods[i];
  }
  text +=
      "\n\nThen they exchange things, in this order. To exchange is to give each other what "
      "one has at that time.\n";
  for (size_t i = 0; i < day.steps.size(); ++i) {
    text += "\n" + std::to_string(i + 1) + ". " + TradeText(day, day.steps[i]);
  }
  std::vector<std::string> asked;
  for (const int person : day.asked) asked.push_back(day.people[static_cast<size_t>(person)]);
  return text + "\n\nWhat does " + (asked.size() == 1 ? "" : "each of ") +
         reasoning::Listed(asked) +
         " have in the end? Give the final answer in a code block: one line for each of the people "
         "asked about, in the form\nname: thing";
}

class GoodsExchangeKind final : public Kind {
 public:
  std::string_view name() const override { return "goods_exchange"; }
  std::string_view summary() const override {
    return "Follow exchanges of goods and tell who has what in the end.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const TradeSize& size = kTradeSizes[static_cast<size_t>(difficulty - kEasiest)];
    TradeDay day;
    day.people = reasoning::DrawStrings(size.people, reasoning::FirstNames(), dice);
    day.goods = reasoning::DrawStrings(size.people, TradeGoods(), dice);
    while (day.steps.size() < size.steps) {
      day.steps.push_back(DrawTrade(size, GoodsInTheEnd(day), dice));
    }
    day.asked = reasoning::DrawIndices(size.asked, size.people, dice);
    JsonWriter facts;
    facts.BeginObject().Key("people").Raw(reasoning::StringsJson(day.people));
    facts.Key("goods").Raw(reasoning::StringsJson(day.goods));
    facts.Key("steps").Raw(GridJson(day.steps));
    facts.Key("asked").Raw(reasoning::IntsJson(day.asked)).EndObject();
    return {std::string(name()), difficulty, TradePrompt(day), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const TradeDay day, ReadTradeDay(facts));
    if (answer.size() > kMostAnswerBytes) return kUnreadable;
    std::vector<std::string> tokens = reasoning::AnswerTokens(answer);
    // Of one person it is clear whose it is.
    if (tokens.size() == 1 && day.asked.size() == 1) {
      tokens.insert(tokens.begin(), day.people[static_cast<size_t>(day.asked[0])]);
    }
    if (tokens.empty() || tokens.size() % 2 != 0) return kUnreadable;
    const std::vector<int> has = GoodsInTheEnd(day);
    std::vector<bool> told(day.people.size(), false);
    for (size_t i = 0; i < tokens.size(); i += 2) {
      const int person = reasoning::PlaceOf(day.people, tokens[i]);
      const int good = reasoning::PlaceOf(day.goods, tokens[i + 1]);
      if (person < 0) return Wrong("unknown_person");
      if (good < 0) return Wrong("unknown_thing");
      const auto at = static_cast<size_t>(person);
      if (std::find(day.asked.begin(), day.asked.end(), person) == day.asked.end()) {
        return Wrong("person_not_asked");
      }
      if (told[at]) return Wrong("person_repeats");
      told[at] = true;
      if (has[at] != good) return Wrong("wrong_thing");
    }
    return tokens.size() == 2 * day.asked.size() ? kRight : Wrong("person_missing");
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const TradeDay day, ReadTradeDay(facts));
    const std::vector<int> has = GoodsInTheEnd(day);
    std::string text;
    for (const int person : day.asked) {
      const auto at = static_cast<size_t>(person);
      text += day.people[at] + ": " + day.goods[static_cast<size_t>(has[at])] + "\n";
    }
    return text;
  }
};

}  // namespace

const Kind& GoodsExchange() {
  static const GoodsExchangeKind kind;
  return kind;
}

}  // namespace assay::logic
