// Puzzles of a square of numbers or of shapes in it: six kinds. In every answer white space,
// commas, quotes, bars, brackets around rows and the case of letters mean nothing beyond the ends
// of rows; rows of digits without spaces are taken where numbers have one digit. An answer of
// another size than the puzzle's is wrong, "wrong_size".
#pragma once

#include "logic/model/kind.h"

namespace assay::logic {

// Islands in a wall: each holds one number and has as many cells, hangs together by sides, and
// shares no side with another; no square of two rows and columns is all wall. Facts: "grid":
// rows of numbers from 0 to 9, 0 where none is given, up to 10 rows and columns. Answer: rows of #
// (wall) and . or the number (island). Make's has one right answer mostly; any is taken.
const Kind& NumberWall();

// The numbers from 1 to the number of cells, each beside (by side) the one before it.
// Facts: "grid": 1 to 10 rows and columns, 0 where nothing is given. Answer: the grid, a row a
// line. Make's has one right answer nearly always; any is taken.
const Kind& Numbrix();

// A Latin square of heights; a number at an edge says how many towers are seen from there, where a
// higher one hides all lower ones behind it.
// Facts: "top", "bottom" (from left to right), "left", "right" (from top to bottom): from 0
// (nothing is said) to 6; the size is 2 to 6. Answer: the square, a row a line. Make's has one
// right answer mostly; any is taken.
const Kind& Skyscrapers();

// Stars: as many in every row, column and region, none of them touching another, not even by a
// corner. Facts: "regions": a square of region numbers from 0 on, as many as rows, up to 12;
// "stars": 1 to 3. Answer: rows of * (star) and . Make's has one right answer mostly; any is taken.
const Kind& StarPlacement();

// Facts: "grid": a square of 4, 6 or 9 rows, 0 where nothing is given; boxes have 2 rows and 2
// columns, 2 and 3, or 3 and 3. Answer: the square, a row a line. Make's has one right answer; any
// is taken.
const Kind& Sudoku();

// The numbers from 1 to the number of cells, each once, so that rows and columns have given sums.
// Facts: "grid": 1 to 6 rows and columns, 0 where nothing is given; "rows", "columns": the sums.
// Answer: the grid, a row a line. Make's has one right answer nearly always; any is taken.
const Kind& Survo();

}  // namespace assay::logic
