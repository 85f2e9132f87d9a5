// ColumnReader: one column of a row group as a sequence of entries, page by page.
//
// An entry is a pair of levels and, if its definition level is the column's highest, a value.
// Blocks on the file system; holds one page and one dictionary. Not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "data/parquet/encoding/bits.h"
#include "data/parquet/encoding/values.h"
#include "data/parquet/format/file_metadata.h"
#include "data/parquet/format/schema.h"
#include "data/parquet/read_limits.h"

namespace assay::parquet {

// A file as it is open; pages lie before `pages_end`.
struct OpenFile {
  int fd = -1;
  int64_t pages_end = 0;
};

// Exactly `size` bytes from `offset` on.
Status ReadAt(int fd, int64_t offset, size_t size, char* out);

class ColumnReader {
 public:
  // All outlive this. REQUIRES: the chunk's type is the leaf's.
  ColumnReader(const OpenFile& file, const SchemaNode& leaf, const ColumnChunk& chunk,
               const ReadLimits& limits, Budget& budget);
  ~ColumnReader();
  ColumnReader(const ColumnReader&) = delete;
  ColumnReader& operator=(const ColumnReader&) = delete;

  // To the first entry.
  Status Start();
  // Whether there is an entry; after the last one there is none.
  bool has_entry() const { return has_entry_; }
  // REQUIRE has_entry().
  int repetition_level() const { return repetition_; }
  int definition_level() const { return definition_; }
  // REQUIRES: the entry has a value; to be read once. Valid until Next.
  Status ReadValue(Value* value);
  Status Next();

 private:
  // The levels of a page, all zero where the schema leaves no choice.
  class Levels {
   public:
    void None() { kind_ = Kind::kNone; }
    void Runs(std::string_view bytes, int width) {
      kind_ = Kind::kRuns;
      runs_ = RunReader(bytes, width);
    }
    void HighBits(std::string_view bytes, int width) {
      kind_ = Kind::kHighBits;
      high_bits_ = HighBitReader(bytes, width);
    }
    // False: torn, or beyond `highest`.
    bool Next(int highest, int* level);

   private:
    enum class Kind { kNone, kRuns, kHighBits };
    Kind kind_ = Kind::kNone;
    RunReader runs_;
    HighBitReader high_bits_;
  };

  Status NextPage();
  Status ReadHeader(PageHeader* header);
  Result<std::string> ReadPacked(const PageHeader& header);
  Status CheckSize(const PageHeader& header);
  Status LoadDictionary(const PageHeader& header, std::string_view packed);
  Status LoadData(const PageHeader& header, std::string packed);
  Status CutLevels(Encoding encoding, int highest, int64_t values, std::string_view* bytes,
                   Levels* levels);
  Status Keep(std::string page);

  const OpenFile& file_;
  const SchemaNode& leaf_;
  const ColumnChunk& chunk_;
  const ReadLimits& limits_;
  Budget& budget_;
  const ValueType type_;

  int64_t at_ = 0;            // of the next page
  int64_t end_ = 0;           // of the column's pages
  int64_t left_ = 0;          // entries behind the pages that were read
  int64_t left_in_page_ = 0;  // behind the current entry
  std::string page_;
  int64_t held_ = 0;  // of the budget, for page_
  int64_t held_dictionary_ = 0;
  bool has_dictionary_ = false;
  Dictionary dictionary_;
  Levels repetitions_;
  Levels definitions_;
  ValueReader values_;

  bool has_entry_ = false;
  int repetition_ = 0;
  int definition_ = 0;
};

}  // namespace assay::parquet
