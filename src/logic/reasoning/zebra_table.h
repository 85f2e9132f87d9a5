// The problem of a zebra puzzle: values of categories, each in one of a row of houses, and clues
// about where they are. Pure; thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "logic/model/facts.h"
#include "text/json_reader.h"

namespace assay::logic::reasoning {

inline constexpr size_t kMostZebraClues = 100;

enum class ClueForm {
  kAt,
  kNotAt,
  kTogether,
  kApart,
  kJustLeft,
  kBeside,
  kLeft,
  kOneBetween,
  kBetween
};
inline constexpr int kClueForms = 9;

// Operands as in reasoning.h.
struct ZebraClue {
  ClueForm form = ClueForm::kAt;
  int a = -1;
  int b = -1;
  int c = -1;
};

struct ZebraTable {
  int houses = 0;
  std::vector<std::string> categories;
  std::vector<std::string> values;  // category by category
  std::vector<ZebraClue> clues;
};

// House by value, from 0.
using ZebraPlaces = std::vector<int>;

Result<ZebraTable> ReadZebraTable(JsonValue facts);

bool ClueHolds(const ZebraClue& clue, const ZebraPlaces& places);

// Up to `wanted` tables that agree with all clues. `given_up`: there may be more.
struct ZebraTables {
  std::vector<ZebraPlaces> found;
  bool given_up = false;
};
ZebraTables FindZebraTables(const ZebraTable& table, size_t wanted);

}  // namespace assay::logic::reasoning
