#include <array>

#include "logic/numbers/numbers.h"
#include "logic/numbers/target.h"

namespace assay::logic {
namespace {

constexpr TargetRules kGameOf24Rules{.all = true, .whole = false};
struct GameOf24Level {
  size_t numbers;
  int most_number;
  int most_target;  // 24: always that
};
constexpr std::array<GameOf24Level, 5> kGameOf24Levels = {
    {{3, 9, 30}, {4, 9, 24}, {4, 13, 24}, {5, 13, 100}, {6, 25, 300}}};

std::string GameOf24Prompt(const TargetGame& game) {
  std::string numbers;
  for (const int number : game.numbers) {
    numbers += (numbers.empty() ? "" : ", ") + std::to_string(number);
  }
  return "Make " + std::to_string(game.target) + " of the numbers " + numbers +
         ". Use each of them exactly once (one that is there twice, twice), and nothing else but "
         "the operations + - * / and brackets. Division is exact, so fractions may come up on the "
         "way. Numbers can't be joined to longer ones, and a minus stands only between two "
         "values.\n\nGive the final answer in a code block: one expression, for example "
         "(1 + 2) * 3.";
}

class GameOf24Kind final : public Kind {
 public:
  std::string_view name() const override { return "game_of_24"; }
  std::string_view summary() const override {
    return "Combine all given numbers, each once, to a target.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const GameOf24Level& level = kGameOf24Levels[static_cast<size_t>(difficulty - kEasiest)];
    TargetGame game;
    while (true) {
      game.numbers.clear();
      for (size_t i = 0; i < level.numbers; ++i) {
        game.numbers.push_back(
            1 + static_cast<int>(dice->Below(static_cast<size_t>(level.most_number))));
      }
      const auto target = RandomTarget(game.numbers, kGameOf24Rules, level.most_target, dice);
      if (!target || (level.most_target == 24 && *target != 24)) continue;
      game.target = *target;
      break;
    }
    return {std::string(name()), difficulty, GameOf24Prompt(game), TargetFacts(game)};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const TargetGame game, ReadTargetGame(facts, 0));
    return JudgeTarget(game, kGameOf24Rules, answer);
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const TargetGame game, ReadTargetGame(facts, 0));
    return SolveTarget(game, kGameOf24Rules);
  }
};

}  // namespace

const Kind& GameOf24() {
  static const GameOf24Kind kind;
  return kind;
}

}  // namespace assay::logic
