#include "logic/boards/board.h"

#include <algorithm>
#include <numeric>

#include "logic/model/facts.h"
#include "text/json_writer.h"

namespace assay::logic {

std::optional<size_t> Board::From(size_t cell, int down, int on) const {
  const auto row = static_cast<int>(cell / columns) + down;
  const auto column = static_cast<int>(cell % columns) + on;
  if (row < 0 || row >= static_cast<int>(rows)) return std::nullopt;
  if (column < 0 || column >= static_cast<int>(columns)) return std::nullopt;
  return At(static_cast<size_t>(row), static_cast<size_t>(column));
}

std::vector<size_t> Board::Beside(size_t cell) const {
  std::vector<size_t> beside;
  constexpr int kSteps[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
  for (const auto& [down, on] : kSteps) {
    if (const std::optional<size_t> other = From(cell, down, on)) beside.push_back(*other);
  }
  return beside;
}

std::vector<size_t> Board::Around(size_t cell) const {
  std::vector<size_t> around;
  for (int down = -1; down <= 1; ++down) {
    for (int on = -1; on <= 1; ++on) {
      if (down == 0 && on == 0) continue;
      if (const std::optional<size_t> other = From(cell, down, on)) around.push_back(*other);
    }
  }
  return around;
}

std::string MarksText(const Board& board, std::string_view cells) {
  std::string text;
  for (size_t cell = 0; cell < cells.size(); ++cell) {
    text += cells[cell];
    text += (cell + 1) % board.columns == 0 ? '\n' : ' ';
  }
  return text;
}

std::string MarksJson(const Board& board, std::string_view cells) {
  JsonWriter writer;
  writer.BeginArray();
  for (size_t row = 0; row < board.rows; ++row) {
    writer.String(cells.substr(row * board.columns, board.columns));
  }
  return writer.EndArray().Take();
}

std::string Joined(const std::vector<std::string>& rows) {
  return std::accumulate(rows.begin(), rows.end(), std::string());
}

std::string NumbersText(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : " ") + std::to_string(number);
  return text;
}

std::string NumbersJson(const std::vector<int>& numbers) {
  JsonWriter writer;
  writer.BeginArray();
  for (const int number : numbers) writer.Int(number);
  return writer.EndArray().Take();
}

Result<std::vector<std::vector<size_t>>> GroupsOf(std::string_view member,
                                                  const std::vector<std::vector<int>>& grid,
                                                  size_t most_groups) {
  std::vector<std::vector<size_t>> groups;
  size_t cell = 0;
  for (const std::vector<int>& row : grid) {
    for (const int number : row) {
      const auto group = static_cast<size_t>(number);
      if (number < 0 || group >= most_groups) {
        return BadFacts(member, "may have at most " + std::to_string(most_groups) + " groups");
      }
      if (group >= groups.size()) groups.resize(group + 1);
      groups[group].push_back(cell++);
    }
  }
  if (std::any_of(groups.begin(), groups.end(), [](const auto& group) { return group.empty(); })) {
    return BadFacts(member, "must use every number from 0 up to its highest");
  }
  return groups;
}

bool CanLeave(const Board& board, const std::vector<size_t>& cells, size_t leaving) {
  const auto is_in = [](const std::vector<size_t>& list, size_t cell) {
    return std::find(list.begin(), list.end(), cell) != list.end();
  };
  std::vector<size_t> reached;
  const auto first =
      std::find_if(cells.begin(), cells.end(), [&](size_t cell) { return cell != leaving; });
  if (first == cells.end()) return false;
  reached.push_back(*first);
  for (size_t i = 0; i < reached.size(); ++i) {
    for (const size_t other : board.Beside(reached[i])) {
      if (other == leaving || !is_in(cells, other) || is_in(reached, other)) continue;
      reached.push_back(other);
    }
  }
  return reached.size() + 1 == cells.size();
}

char GroupLetter(size_t group) {
  return static_cast<char>(group < 26 ? 'A' + group : 'a' + (group - 26) % 26);
}

bool Chance(size_t percent, Dice* dice) {
  return dice->Below(100) < percent;
}

std::vector<size_t> Shuffled(size_t count, Dice* dice) {
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  Shuffle(&order, dice);
  return order;
}

}  // namespace assay::logic
