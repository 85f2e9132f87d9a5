// Puzzles of a grid: seven kinds. Cells that are shaded, mined, tented or filled with arrows or
// numbers so that rules about lines, regions and neighbours hold.
//
// In every answer white space, commas, quotes, bars, brackets around rows and the case of letters
// mean nothing beyond the ends of rows; rows of digits without spaces are taken. An answer of
// another size than the puzzle's is wrong, "wrong_size".
#pragma once

#include "logic/model/kind.h"

namespace assay::logic {

// Fill each blank with an arrow of eight directions. A number's ray in a direction is the unbroken
// run of arrows of that direction from the cell beside it on; its eight rays together have as many
// arrows as it says, and every arrow is in a ray.
// Facts: "grid": rows of numbers from 0 to 100, 0 a blank; up to 10 rows and columns.
// Answer: the grid with an arrow (one of ↑↗→↘↓↙←↖, or their emoji) for each blank.
// Several answers may be right.
const Kind& ArrowMaze();

// A Latin square with cages, each with an operation and a target.
// Facts: "cages": a square grid of cage numbers from 0 on, 2 to 9 rows, no number left out, at most
// 6 cells in a cage; by cage: "ops": of + * (two cells or more), - / (two cells: the greater less
// or over the smaller), = (one cell); "targets": from 1 to 1,000,000.
// Answer: the square, a row a line. Make's has one right answer nearly always; any is taken.
const Kind& Calcudoku();

// Tents for trees: each tree has a tent of its own beside it (by side), there are no other tents,
// no two touch even by a corner, and rows and columns have as many as is said.
// Facts: "trees": rows of "T" and ".", up to 16 rows and columns; "rows", "columns": their counts,
// from 0 to 16.
// Answer: the grid with a C for each tent. Make's has one right answer mostly; any is taken.
const Kind& Campsite();

// A Latin square with some numbers given, and signs between neighbours that say which is less.
// Facts: "grid": a square, 2 to 9 rows, 0 where nothing is given; "across": for each row the signs
// between neighbours, of "<>."; "down": for each two rows the signs between them, of "^v.", "^":
// the upper is less. Answer: the square, a row a line. Make's has one right answer nearly always;
// any is taken.
const Kind& Futoshiki();

// Shade cells: in a row the shaded cells' column numbers (from 1) have the row's sum, in a column
// their row numbers the column's.
// Facts: "rows", "columns": the sums, from 0 to 78, 1 to 12 of each.
// Answer: rows of # (shaded) and . Make's has one right answer mostly; any is taken.
const Kind& Kukurasu();

// All mines of a grid of which some numbers are shown. Right is every layout that agrees with all
// numbers and with the total of mines, none of them on a shown number: decided in one pass, where
// the cells that are mined for certain would need a search that has no bound.
// Facts: "shown": rows of digits 0 to 8 and "?", up to 16 rows and columns; "mines": the total,
// from 0 to 256. Answer: the grid with * (mine) or . for each "?"; a shown number may be given as .
// too. Make's has one right answer nearly always; any is taken.
const Kind& Minesweeper();

// Shade two cells of every region so that each shaded cell has exactly one shaded neighbour by
// side. Facts: "regions": a grid of region numbers from 0 on, no number left out, up to 12 rows and
// columns.
// Answer: rows of # (shaded) and . Make's has one right answer mostly; any is taken.
const Kind& Norinori();

}  // namespace assay::logic
