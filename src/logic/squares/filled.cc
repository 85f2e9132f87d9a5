#include "logic/squares/filled.h"

#include <vector>

#include "logic/model/answer.h"

namespace assay::logic {

Filled FilledOf(std::string_view answer, const Grid& given) {
  Filled filled;
  std::optional<Grid> grid;
  if (answer.size() <= kMostAnswerBytes) grid = GridOf(answer);
  if (!grid) {
    filled.fault = kUnreadable;
    return filled;
  }
  const size_t columns = given.front().size();
  const int most = static_cast<int>(given.size() * columns);
  bool fits = grid->size() == given.size();
  for (const std::vector<int>& row : *grid) fits = fits && row.size() == columns;
  if (!fits) {
    filled.fault = Wrong("wrong_size");
    return filled;
  }
  std::vector<bool> seen(static_cast<size_t>(most) + 1);
  for (size_t row = 0; row < given.size(); ++row) {
    for (size_t column = 0; column < columns; ++column) {
      const int number = (*grid)[row][column];
      if (number < 1 || number > most) {
        filled.fault = Wrong("out_of_range");
        return filled;
      }
      if (seen[static_cast<size_t>(number)]) {
        filled.fault = Wrong("number_repeats");
        return filled;
      }
      seen[static_cast<size_t>(number)] = true;
      if (given[row][column] != 0 && given[row][column] != number) {
        filled.fault = Wrong("given_changed");
        return filled;
      }
    }
  }
  filled.grid = std::move(*grid);
  return filled;
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
