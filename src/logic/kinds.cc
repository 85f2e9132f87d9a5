#include "logic/kinds.h"

#include <algorithm>

#include "logic/grids/grids.h"
#include "logic/numbers/numbers.h"
#include "logic/reasoning/reasoning.h"
#include "logic/squares/squares.h"
#include "logic/words/words.h"

namespace assay::logic {

const std::vector<const Kind*>& AllKinds() {
  static const std::vector<const Kind*> kKinds = [] {
    std::vector<const Kind*> kinds = {&ArrowMaze(),
                                      &Calcudoku(),
                                      &Campsite(),
                                      &Futoshiki(),
                                      &Kukurasu(),
                                      &Minesweeper(),
                                      &Norinori(),
                                      &NumberWall(),
                                      &Numbrix(),
                                      &Skyscrapers(),
                                      &StarPlacement(),
                                      &Sudoku(),
                                      &Survo(),
                                      &GameOf24(),
                                      &Mathador(),
                                      &MathPath(),
                                      &Cryptarithm(),
                                      &Operation(),
                                      &Cipher(),
                                      &DyckLanguage(),
                                      &DyckErrors(),
                                      &WordSorting(),
                                      &WordSortingMistake(),
                                      &Wordscapes(),
                                      &BooleanExpressions(),
                                      &WebOfLies(),
                                      &ZebraPuzzle(),
                                      &GoodsExchange(),
                                      &TimeSequence()};
    std::sort(kinds.begin(), kinds.end(),
              [](const Kind* a, const Kind* b) { return a->name() < b->name(); });
    return kinds;
  }();
  return kKinds;
}

const Kind* FindKind(std::string_view name) {
  for (const Kind* kind : AllKinds()) {
    if (kind->name() == name) return kind;
  }
  return nullptr;
}

std::string KindNames() {
  std::string names;
  for (const Kind* kind : AllKinds()) {
    names += (names.empty() ? "'" : ", '") + std::string(kind->name()) + "'";
  }
  return names;
}

}  // namespace assay::logic
