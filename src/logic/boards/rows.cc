#include "logic/boards/rows.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "logic/model/answer.h"

namespace assay::logic {
namespace {

using Signs = std::array<RowSign, 256>;

constexpr Signs kRowSigns = [] {
  Signs signs{};
  for (const char c : std::string_view(" \t\r,\"'|")) {
    signs[static_cast<unsigned char>(c)] = RowSign::kNothing;
  }
  for (const char c : std::string_view("\n[]")) {
    signs[static_cast<unsigned char>(c)] = RowSign::kEndOfRow;
  }
  return signs;
}();

// Every character of the alphabet as it stands in `cells`; else 0.
std::array<char, 256> MarksOfAlphabet(std::string_view alphabet) {
  std::array<char, 256> marks{};
  for (const char mark : alphabet) {
    marks[static_cast<unsigned char>(mark)] = mark;
    const bool letter = mark >= 'a' && mark <= 'z';
    if (letter) marks[static_cast<unsigned char>(mark - 'a' + 'A')] = mark;
  }
  return marks;
}

// Rows of one word each, as 3142, into rows of its digits. `words`: by row its first.
void SplitDigits(const std::vector<std::string_view>& words, size_t columns, Grid* grid) {
  for (size_t row = 0; row < grid->size(); ++row) {
    const std::string_view word = words[row];
    if ((*grid)[row].size() != 1 || word.size() != columns) return;
    if (word.find_first_not_of("0123456789") != std::string_view::npos) return;
  }
  for (size_t row = 0; row < grid->size(); ++row) {
    (*grid)[row].clear();
    for (const char digit : words[row]) (*grid)[row].push_back(digit - '0');
  }
}

Numbers NumbersFault(const Verdict& fault) {
  return {fault, {}};
}

}  // namespace

RowSign RowSignOf(char c) {
  return kRowSigns[static_cast<unsigned char>(c)];
}

Marks MarksOf(std::string_view answer, const Board& board, std::string_view alphabet) {
  if (answer.size() > kMostAnswerBytes) return {kUnreadable, {}};
  const std::array<char, 256> marks = MarksOfAlphabet(alphabet);
  std::string cells;
  size_t in_row = 0;
  for (const char c : answer) {
    if (const char mark = marks[static_cast<unsigned char>(c)]; mark != 0) {
      if (++in_row > board.columns || cells.size() == board.cells()) {
        return {Wrong("wrong_size"), {}};
      }
      cells += mark;
      continue;
    }
    const RowSign sign = RowSignOf(c);
    if (sign == RowSign::kCell) return {kUnreadable, {}};
    if (sign == RowSign::kNothing || in_row == 0) continue;
    if (in_row != board.columns) return {Wrong("wrong_size"), {}};
    in_row = 0;
  }
  if (cells.empty()) return {kUnreadable, {}};
  if (cells.size() != board.cells()) return {Wrong("wrong_size"), {}};
  return {std::nullopt, std::move(cells)};
}

Numbers NumbersOf(std::string_view answer, const Board& board) {
  if (answer.size() > kMostAnswerBytes) return NumbersFault(kUnreadable);
  Grid grid;
  std::vector<std::string_view> words;
  bool in_row = false;
  for (size_t at = 0; at < answer.size();) {
    const RowSign sign = RowSignOf(answer[at]);
    if (sign != RowSign::kCell) {
      in_row &= sign == RowSign::kNothing;
      ++at;
      continue;
    }
    const size_t begin = at;
    while (at < answer.size() && RowSignOf(answer[at]) == RowSign::kCell) ++at;
    const std::string_view word = answer.substr(begin, at - begin);
    const std::optional<int> number = IntOf(word);
    if (!number) return NumbersFault(kUnreadable);
    if (!in_row) {
      grid.emplace_back();
      words.push_back(word);
    }
    in_row = true;
    grid.back().push_back(*number);
    if (grid.size() > board.rows || grid.back().size() > board.columns) {
      return NumbersFault(Wrong("wrong_size"));
    }
  }
  if (grid.empty()) return NumbersFault(kUnreadable);
  if (board.columns > 1) SplitDigits(words, board.columns, &grid);
  const bool fits = grid.size() == board.rows &&
                    std::all_of(grid.begin(), grid.end(), [&](const std::vector<int>& row) {
                      return row.size() == board.columns;
                    });
  if (!fits) return NumbersFault(Wrong("wrong_size"));
  return {std::nullopt, std::move(grid)};
}

std::string AskForRows(std::string_view what, std::string_view example) {
  return "Give the final answer in a code block: " + std::string(what) +
         " The answer to another, smaller puzzle would look like this:\n\n```\n" +
         std::string(example) + "```";
}

}  // namespace assay::logic
