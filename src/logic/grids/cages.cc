#include "logic/grids/cages.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "logic/boards/board.h"
#include "logic/boards/latin.h"
#include "logic/model/facts.h"

namespace assay::logic {
namespace {

constexpr size_t kMostCages = kMostLatinSize * kMostLatinSize;
constexpr size_t kMostCageCells = 6;
constexpr int kMostTarget = 1'000'000;  // 9^6 is below
constexpr std::string_view kCageOps = "+-*/=";
// Of all cages together, that Solve takes on.
constexpr size_t kMostFillings = 20'000;

}  // namespace

Result<CagedSquare> ReadCagedSquare(JsonValue facts) {
  CagedSquare square;
  ASSAY_ASSIGN_OR_RETURN(const Grid grid, ReadGrid(facts, "cages", kMostLatinSize, 0,
                                                   static_cast<int>(kMostCages) - 1));
  square.size = grid.size();
  if (square.size < 2 || grid.front().size() != square.size) {
    return BadFacts("cages", "must be a square of 2 to 9 rows");
  }
  ASSAY_ASSIGN_OR_RETURN(const auto groups, GroupsOf("cages", grid, kMostCages));
  const size_t count = groups.size();
  ASSAY_ASSIGN_OR_RETURN(const auto ops, ReadStrings(facts, "ops", count, count, 1));
  ASSAY_ASSIGN_OR_RETURN(const auto targets,
                         ReadInts(facts, "targets", count, count, 1, kMostTarget));
  for (size_t i = 0; i < count; ++i) {
    if (groups[i].size() > kMostCageCells) {
      return BadFacts("cages", "a cage may have at most 6 cells");
    }
    const char op = ops[i].empty() ? ' ' : ops[i].front();
    if (kCageOps.find(op) == std::string_view::npos) {
      return BadFacts("ops", "each must be one of + - * / =");
    }
    const size_t cells = groups[i].size();
    const bool fits = op == '=' ? cells == 1 : op == '-' || op == '/' ? cells == 2 : cells >= 2;
    if (!fits) return BadFacts("ops", "a cage has more or fewer cells than its operation takes");
    square.cages.push_back({groups[i], op, targets[i]});
  }
  return square;
}

int CageValue(char op, const std::vector<int>& numbers) {
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  if (op == '-') return *most - *least;
  if (op == '/') return *most % *least == 0 ? *most / *least : 0;
  int value = op == '*' ? 1 : 0;
  for (const int number : numbers) value = op == '*' ? value * number : value + number;
  return value;
}

namespace {

// All that a cage may hold: its fillings, in order of its cells. No more are looked for when there
// are more than `most`.
class CageFillings {
 public:
  CageFillings(const Cage& cage, size_t size, size_t most) : cage_(cage), size_(size), most_(most) {
    Extend();
  }

  const std::vector<std::vector<int>>& all() const { return all_; }

 private:
  // As deep as a cage has cells.
  void Extend() {
    if (all_.size() > most_) return;
    if (numbers_.size() == cage_.cells.size()) {
      if (CageValue(cage_.op, numbers_) == cage_.target) all_.push_back(numbers_);
      return;
    }
    for (int number = 1; number <= static_cast<int>(size_); ++number) {
      numbers_.push_back(number);
      if (Fits()) Extend();
      numbers_.pop_back();
    }
  }

  // So far: no repetition in a row or column, and no sum or product that can't become the target.
  bool Fits() const {
    const size_t last = numbers_.size() - 1;
    for (size_t i = 0; i < last; ++i) {
      const bool aligned = cage_.cells[i] / size_ == cage_.cells[last] / size_ ||
                           cage_.cells[i] % size_ == cage_.cells[last] % size_;
      if (aligned && numbers_[i] == numbers_[last]) return false;
    }
    if (cage_.op == '*') return cage_.target % CageValue('*', numbers_) == 0;
    return cage_.op != '+' || CageValue('+', numbers_) <= cage_.target;
  }

  const Cage& cage_;
  const size_t size_;
  const size_t most_;
  std::vector<int> numbers_;
  std::vector<std::vector<int>> all_;
};

}  // namespace

std::optional<ZeroOne> CagedProblem(const CagedSquare& square) {
  ZeroOne problem = LatinProblem(square.size);
  size_t fillings = 0;
  for (const Cage& cage : square.cages) {
    const CageFillings all(cage, square.size, kMostFillings);
    fillings += all.all().size();
    if (fillings > kMostFillings) return std::nullopt;
    std::vector<std::vector<ZeroOne::Term>> uses(cage.cells.size() * square.size);
    for (size_t i = 0; i < uses.size(); ++i) {
      const size_t cell = cage.cells[i / square.size];
      uses[i].push_back({cell * square.size + i % square.size, -1});
    }
    std::vector<size_t> chosen;
    for (const std::vector<int>& filling : all.all()) {
      chosen.push_back(problem.Add());
      for (size_t i = 0; i < filling.size(); ++i) {
        const size_t value = static_cast<size_t>(filling[i]) - 1;
        uses[i * square.size + value].push_back({chosen.back(), 1});
      }
    }
    problem.Count(chosen, 1, 1);
    for (std::vector<ZeroOne::Term>& terms : uses) problem.Require(std::move(terms), 0, 0);
  }
  return problem;
}

}  // namespace assay::logic
