#include "logic/squares/filled.h"

#include <utility>
#include <vector>

#include "logic/boards/rows.h"

namespace assay::logic {

Filled FilledOf(std::string_view answer, const Grid& given) {
  const size_t columns = given.front().size();
  Numbers numbers = NumbersOf(answer, {given.size(), columns});
  if (numbers.fault) return {numbers.fault, {}};
  const int most = static_cast<int>(given.size() * columns);
  std::vector<bool> seen(static_cast<size_t>(most) + 1);
  for (size_t row = 0; row < given.size(); ++row) {
    for (size_t column = 0; column < columns; ++column) {
      const int number = numbers.grid[row][column];
      if (number < 1 || number > most) {
        return {Wrong("out_of_range"), {}};
      }
      if (seen[static_cast<size_t>(number)]) {
        return {Wrong("number_repeats"), {}};
      }
      seen[static_cast<size_t>(number)] = true;
      if (given[row][column] != 0 && given[row][column] != number) {
        return {Wrong("given_changed"), {}};
      }
    }
  }
  return {std::nullopt, std::move(numbers.grid)};
}

std::string GridText(const Grid& grid) {
  std::string text;
  for (const std::vector<int>& row : grid) {
    std::string line;
    for (const int number : row) {
      line += (line.empty() ? "" : " ") + (number == 0 ? "_" : std::to_string(number));
    }
    text += line + "\n";
  }
  return text;
}

bool GivenAreDifferent(const Grid& given) {
  const size_t most = given.size() * given.front().size();
  std::vector<bool> seen(most + 1);
  for (const std::vector<int>& row : given) {
    for (const int number : row) {
      if (number < 0 || static_cast<size_t>(number) > most) return false;
      if (number != 0 && seen[static_cast<size_t>(number)]) return false;
      seen[static_cast<size_t>(number)] = true;
    }
  }
  return true;
}

}  // namespace assay::logic
