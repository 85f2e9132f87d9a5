// Rows of puzzles, as `assay logic` writes and reads them.
//
// Used by one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/line_file.h"
#include "base/result.h"
#include "logic/model/kind.h"

namespace assay {

// {"id", "data_source", "difficulty", "prompt", "puzzle": {"kind", "facts"}}
std::string PuzzleRow(const logic::Puzzle& puzzle, const std::string& id);

struct ReadPuzzle {
  std::string id;
  JsonValue row;
  const logic::Kind* kind;
  JsonValue facts;
};
// A fault is the row's: it is named on stderr, the first twenty, and counted.
using OnPuzzle = std::function<Result<std::string>(const ReadPuzzle& puzzle)>;

struct RowCounts {
  int64_t written = 0;
  int64_t faulty = 0;
};
// Every row of the files, and what is said of each written to `out`. An error is of a file.
Result<RowCounts> ForEachPuzzle(const std::vector<std::string>& files, LineFile* out,
                                const OnPuzzle& on_puzzle);

}  // namespace assay
