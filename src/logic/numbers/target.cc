#include "logic/numbers/target.h"

#include <algorithm>

#include "logic/model/facts.h"
#include "logic/numbers/arithmetic.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr size_t kMostNumbers = 6;
constexpr int kMostNumber = 99;
constexpr int kMostTarget = 9999;
// Some 0.1 us each.
constexpr int64_t kMostTargetSteps = 5'000'000;
constexpr std::string_view kOps = "+-*/";

bool Allowed(const TargetRules& rules, const Fraction& value) {
  return !rules.whole || (value.whole() && value.over >= 0);
}

struct Term {
  Fraction value;
  std::string text;
};

// Combines any two of what is left until the target is there. As deep as there are numbers.
class TargetSearch {
 public:
  TargetSearch(const TargetGame& game, const TargetRules& rules)
      : rules_(rules), target_{game.target, 1} {
    for (const int number : game.numbers) terms_.push_back({{number, 1}, std::to_string(number)});
  }

  std::optional<std::string> Run() { return Search(); }
  bool gave_up() const { return steps_left_ <= 0; }

 private:
  std::optional<std::string> Search() {
    if (!rules_.all) {
      for (const Term& term : terms_) {
        if (term.value == target_) return term.text;
      }
    } else if (terms_.size() == 1 && terms_[0].value == target_) {
      return terms_[0].text;
    }
    for (size_t i = 0; i < terms_.size(); ++i) {
      for (size_t j = 0; j < terms_.size(); ++j) {
        if (i == j) continue;
        for (const char op : kOps) {
          // Either order of these gives the same.
          if ((op == '+' || op == '*') && i > j) continue;
          if (--steps_left_ <= 0) return std::nullopt;
          const auto value = Combine(op, terms_[i].value, terms_[j].value);
          if (!value || !Allowed(rules_, *value)) continue;
          const std::vector<Term> before = terms_;
          const Term made{*value, "(" + terms_[i].text + " " + op + " " + terms_[j].text + ")"};
          terms_.erase(terms_.begin() + static_cast<ptrdiff_t>(std::max(i, j)));
          terms_.erase(terms_.begin() + static_cast<ptrdiff_t>(std::min(i, j)));
          terms_.push_back(made);
          if (auto found = Search()) return found;
          terms_ = before;
        }
      }
    }
    return std::nullopt;
  }

  const TargetRules rules_;
  const Fraction target_;
  std::vector<Term> terms_;
  int64_t steps_left_ = kMostTargetSteps;
};

bool UsesThem(const TargetGame& game, const TargetRules& rules, std::vector<int> used) {
  std::vector<int> given = game.numbers;
  std::sort(given.begin(), given.end());
  std::sort(used.begin(), used.end());
  if (rules.all) return used == given;
  return std::includes(given.begin(), given.end(), used.begin(), used.end());
}

}  // namespace

Result<TargetGame> ReadTargetGame(JsonValue facts, int least_target) {
  TargetGame game;
  ASSAY_ASSIGN_OR_RETURN(game.numbers, ReadInts(facts, "numbers", 2, kMostNumbers, 1, kMostNumber));
  ASSAY_ASSIGN_OR_RETURN(game.target, ReadInt(facts, "target", least_target, kMostTarget));
  return game;
}

std::string TargetFacts(const TargetGame& game) {
  JsonWriter facts;
  facts.BeginObject().Key("numbers").BeginArray();
  for (const int number : game.numbers) facts.Int(number);
  facts.EndArray().Key("target").Int(game.target).EndObject();
  return facts.Take();
}

Verdict JudgeTarget(const TargetGame& game, const TargetRules& rules, std::string_view answer) {
  const auto read = ExpressionOf(answer);
  if (!read) return kUnreadable;
  if (read->claimed && *read->claimed != game.target) return Wrong("claims_another_value");
  // Before anything is worked out, which is bounded for these numbers alone.
  if (!UsesThem(game, rules, read->expression.numbers)) return Wrong("wrong_numbers");
  std::vector<Fraction> values;
  for (const Expression::Step& step : read->expression.steps) {
    if (step.op == 0) {
      values.push_back({step.number, 1});
      continue;
    }
    const Fraction b = values.back();
    values.pop_back();
    const auto value = Combine(step.op, values.back(), b);
    if (!value) return Wrong("division_by_zero");
    if (!Allowed(rules, *value)) return Wrong("not_whole");
    values.back() = *value;
  }
  return values.back() == Fraction{game.target, 1} ? kRight : Wrong("wrong_value");
}

Result<std::string> SolveTarget(const TargetGame& game, const TargetRules& rules) {
  TargetSearch search(game, rules);
  if (auto found = search.Run()) return *found;
  return Error{
      ErrorCode::kUnsupported, "logic.solve", 0,
      search.gave_up() ? "the search was given up after many steps" : "the puzzle has no answer"};
}

std::optional<int> RandomTarget(const std::vector<int>& numbers, const TargetRules& rules, int most,
                                Dice* dice) {
  std::vector<Fraction> values;
  for (const int number : numbers) values.push_back({number, 1});
  while (values.size() > 1) {
    const size_t i = dice->Below(values.size());
    const Fraction a = values[i];
    values.erase(values.begin() + static_cast<ptrdiff_t>(i));
    const size_t j = dice->Below(values.size());
    const auto value = Combine(kOps[dice->Below(kOps.size())], a, values[j]);
    if (!value || !Allowed(rules, *value)) return std::nullopt;
    values[j] = *value;
  }
  const Fraction& value = values.front();
  if (!value.whole() || value.over < 1 || value.over > most) return std::nullopt;
  return static_cast<int>(value.over);
}

}  // namespace assay::logic
