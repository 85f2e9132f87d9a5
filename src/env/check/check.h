// CheckEnvironment: all that is wrong with an environment's folder, at once: the manifest, the
// hashes of its files, its rubric, and each of its tasks, whose prompts must have what they ask for
// and whose items must be what the rubric needs.
//
// Memory is that of one row and of all ids. Blocks on the file system; thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "env/model/manifest.h"

namespace assay::env {

// A file of tasks, as it was found.
struct CheckedFile {
  std::string file;
  std::string use;  // "tasks" or "evaluation"
  std::string sha256;
  int64_t rows = 0;
};

struct CheckReport {
  static constexpr size_t kMostFaults = 100;

  std::optional<Manifest> manifest;  // nothing: it can't be read
  std::vector<Fault> faults;         // of many the first
  int64_t fault_count = 0;
  std::vector<Fault> notes;  // what is allowed, and perhaps not meant
  int64_t note_count = 0;
  std::vector<CheckedFile> files;
  int64_t faulty_rows = 0;
  bool needs_judge = false;  // a model that grades: `assay serve --judge-url`
  bool needs_group = false;  // several responses to a prompt at once

  bool ok() const { return fault_count == 0; }
};

// The error is one of the file system; everything else is in the report.
Result<CheckReport> CheckEnvironment(const std::string& folder);

// Writes the hashes of the files of tasks, as they are, into environment.yaml. Nothing else in it
// changes. kInvalidArgument: it can't be read, or has no place for one.
Status WriteHashes(const std::string& folder);

}  // namespace assay::env
