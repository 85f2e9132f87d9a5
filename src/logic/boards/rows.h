// The rows of an answer: marks (one character a cell) or numbers, where white space, commas,
// quotes and bars between cells mean nothing, and brackets stand around rows or all of them. Pure;
// thread-safe.
//
// An answer is given up as soon as it has more cells than its board, so that one that is as long as
// answers may be costs no more than a look at each byte.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "logic/boards/board.h"
#include "logic/model/facts.h"
#include "logic/model/kind.h"

namespace assay::logic {

// What a byte between the cells of an answer is.
enum class RowSign : uint8_t { kCell, kNothing, kEndOfRow };
RowSign RowSignOf(char c);

// The marks of an answer, or what is wrong with its form: unreadable, or of a wrong size.
struct Marks {
  std::optional<Verdict> fault;
  std::string cells;  // of the whole board, in lower case
};
// `alphabet`: the marks there are, in lower case; answers may have any letter case.
Marks MarksOf(std::string_view answer, const Board& board, std::string_view alphabet);

// Likewise its numbers, each of at most nine digits. Rows of digits without spaces are taken, too.
struct Numbers {
  std::optional<Verdict> fault;
  Grid grid;
};
Numbers NumbersOf(std::string_view answer, const Board& board);

// The end of a prompt: what the code block has to hold, and another puzzle's answer to show how.
std::string AskForRows(std::string_view what, std::string_view example);

}  // namespace assay::logic
