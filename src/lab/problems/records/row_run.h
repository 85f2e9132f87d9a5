// RunRows: something done to every row of some files, a few at a time, into a RecordFolder. A run
// that was broken off goes on where it was: what the folder has is not done again.
//
// Blocks; starts threads of its own and joins them. Rows are read as a stream, and only so many
// wait as there are threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "data/rows/rows.h"
#include "lab/problems/records/record_folder.h"
#include "text/json_writer.h"

namespace assay::lab {

struct RowFiles {
  std::vector<std::string> files;        // and folders of packages, as FindProblemSources has them
  int64_t limit = 0;                     // rows of all files together; 0: all
  std::vector<FileIdentity> identities;  // filled by Survey
  int64_t rows = 0;                      // the same, by the limit
};
// Reads the files once: how many rows there are, and which files these are. None is NoRows.
Status Survey(RowFiles* files);
// The files as members "files" and "limit" of a manifest.
void WriteFiles(const RowFiles& files, JsonWriter* json);

struct NumberedRow {
  std::string text;     // empty: it is refused
  std::string file;     // without folders
  int64_t number = 0;   // in its file, from 1
  int64_t index = 0;    // of all rows, from 0
  std::string refused;  // why there is no text
};

struct RowRecord {
  bool done = false;
  std::string line;  // JSON
};
// Called by several threads. Nothing: it was stopped meanwhile.
using DoRow = std::function<std::optional<RowRecord>(const NumberedRow& row)>;
// By one thread at a time; `done`: rows, those before this process included.
using OnRowDone = std::function<void(int64_t done)>;

// After a stop it returns once what is under way has ended.
Status RunRows(const RowFiles& files, RecordFolder* folder, int threads,
               const std::atomic<bool>* stop, const DoRow& do_row, const OnRowDone& on_done);

}  // namespace assay::lab
