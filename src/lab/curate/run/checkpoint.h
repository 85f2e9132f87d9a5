// Checkpoint: how far a curation is, in one small file that is replaced as a whole. What it names
// is on the disk before it says so. Plain value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"

namespace assay::curate {

struct Checkpoint {
  // Of recipe, inputs and benchmarks; JSON, compared as text.
  std::string identity;
  int64_t rows = 0;           // that are decided
  int64_t passed_bytes = 0;   // of the file of rows that passed all steps
  int64_t dropped_bytes = 0;  // of the file of those that didn't
  int64_t starts = 0;
  std::string started;  // UTC, of the first start
  bool done = false;
};

// nullopt: there is none.
Result<std::optional<Checkpoint>> ReadCheckpoint(const std::string& path);
Status WriteCheckpoint(const std::string& path, const Checkpoint& checkpoint);

}  // namespace assay::curate
