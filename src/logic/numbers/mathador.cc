#include <array>
#include <utility>

#include "logic/numbers/numbers.h"
#include "logic/numbers/target.h"

namespace assay::logic {
namespace {

constexpr TargetRules kMathadorRules{.all = false, .whole = true};
struct MathadorLevel {
  size_t numbers;
  size_t used;  // by the way that is made
  int most_number;
  int most_target;
};
constexpr std::array<MathadorLevel, 5> kMathadorLevels = {
    {{4, 2, 9, 50}, {5, 3, 12, 99}, {5, 4, 12, 99}, {5, 5, 20, 300}, {6, 6, 25, 999}}};

std::string MathadorPrompt(const TargetGame& game) {
  std::string numbers;
  for (const int number : game.numbers) {
    numbers += (numbers.empty() ? "" : ", ") + std::to_string(number);
  }
  return "Reach " + std::to_string(game.target) + " with some of the numbers " + numbers +
         ". Each may be used at most once (a number that is there twice may be used twice), with "
         "the operations + - * / and brackets. What each single operation gives must be a whole "
         "number that is not negative: no step may go below 0, and divisions must leave no "
         "remainder. Numbers can't be joined to longer ones, and a minus stands only between two "
         "values.\n\n"
         "Give the final answer in a code block: one expression, for example (7 - 2) * 3.";
}

class MathadorKind final : public Kind {
 public:
  std::string_view name() const override { return "mathador"; }
  std::string_view summary() const override {
    return "Combine some of the given numbers to a target, in whole numbers.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const MathadorLevel& level = kMathadorLevels[static_cast<size_t>(difficulty - kEasiest)];
    TargetGame game;
    while (true) {
      game.numbers.clear();
      for (size_t i = 0; i < level.numbers; ++i) {
        game.numbers.push_back(
            1 + static_cast<int>(dice->Below(static_cast<size_t>(level.most_number))));
      }
      const std::vector<int> used(game.numbers.begin(),
                                  game.numbers.begin() + static_cast<ptrdiff_t>(level.used));
      const auto target = RandomTarget(used, kMathadorRules, level.most_target, dice);
      // Not one of the numbers themselves.
      if (!target || *target <= level.most_number) continue;
      game.target = *target;
      break;
    }
    // So that their order doesn't tell which are used.
    for (size_t left = game.numbers.size(); left > 1; --left) {
      std::swap(game.numbers[left - 1], game.numbers[dice->Below(left)]);
    }
    return {std::string(name()), difficulty, MathadorPrompt(game), TargetFacts(game)};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const TargetGame game, ReadTargetGame(facts, 1));
    return JudgeTarget(game, kMathadorRules, answer);
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const TargetGame game, ReadTargetGame(facts, 1));
    return SolveTarget(game, kMathadorRules);
  }
};

}  // namespace

const Kind& Mathador() {
  static const MathadorKind kind;
  return kind;
}

}  // namespace assay::logic
