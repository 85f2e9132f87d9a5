#include "data/parquet/parquet_rows.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include "data/parquet/assemble.h"
#include "data/parquet/column_reader.h"
#include "data/parquet/encoding/codec.h"
#include "data/parquet/format/file_metadata.h"
#include "data/parquet/format/schema.h"

namespace assay {
namespace parquet {
namespace {

constexpr std::string_view kMagic = "PAR1";
constexpr std::string_view kEncryptedMagic = "PARE";
// At the end of the file: the footer's length, and the magic.
constexpr int64_t kTailBytes = 8;
// Of a row group; keeps their sum from overflowing.
constexpr int64_t kMostRows = int64_t{1} << 34;

// Fills the footer's text and where it begins.
Status ReadFooter(int fd, const ReadLimits& limits, int64_t size, std::string* footer,
                  int64_t* footer_at) {
  char tail[kTailBytes];
  if (size < kTailBytes + static_cast<int64_t>(kMagic.size())) {
    return BadFile("the file is torn: too short for Parquet");
  }
  ASSAY_RETURN_IF_ERROR(ReadAt(fd, size - kTailBytes, kTailBytes, tail));
  const std::string_view magic(tail + 4, 4);
  if (magic == kEncryptedMagic) {
    return Error{ErrorCode::kUnsupported, "data.parquet", 0, "the file is encrypted"};
  }
  if (magic != kMagic) return BadFile("the file is torn: it doesn't end as Parquet does");
  uint32_t length = 0;
  std::memcpy(&length, tail, sizeof length);
  *footer_at = size - kTailBytes - int64_t{length};
  if (*footer_at < static_cast<int64_t>(kMagic.size())) {
    return BadFile("the footer is longer than the file");
  }
  if (int64_t{length} > limits.footer_bytes) return BadFile("the footer is too long");
  footer->resize(length);
  return ReadAt(fd, *footer_at, length, footer->data());
}

Status CheckChunk(const Schema& schema, const ColumnChunk& chunk, size_t column) {
  const char* fault = nullptr;
  if (!chunk.described) fault = "it isn't described";
  if (chunk.elsewhere) fault = "it lies in another file, which is not read";
  if (chunk.encrypted) fault = "it is encrypted";
  if (fault == nullptr && chunk.type != schema.columns[column].type) {
    fault = "its type differs from the schema's";
  }
  const Status codec = fault != nullptr ? Status() : CheckCodec(chunk.codec);
  if (fault == nullptr && codec.ok()) return {};
  Error error = fault != nullptr ? BadFile(fault) : codec.error();
  error.message = "column '" + schema.ColumnPath(column) + "': " + error.message;
  return error;
}

Status CheckMetadata(const FileMetadata& metadata, const Schema& schema) {
  if (metadata.encrypted) {
    return Error{ErrorCode::kUnsupported, "data.parquet", 0, "the file is encrypted"};
  }
  int64_t sum = 0;
  for (const RowGroup& group : metadata.row_groups) {
    if (group.columns.size() != schema.columns.size()) {
      return BadFile("a row group has other columns than the schema");
    }
    for (size_t i = 0; i < group.columns.size(); ++i) {
      ASSAY_RETURN_IF_ERROR(CheckChunk(schema, group.columns[i], i));
    }
    if (group.rows < 0 || group.rows > kMostRows) return BadFile("a row group of impossible size");
    sum += group.rows;
  }
  // Some old writers left the sum out.
  if (metadata.rows != 0 && metadata.rows != sum) {
    return BadFile("its row groups don't have as many rows as the file");
  }
  return {};
}

class Reader {
 public:
  Reader(const OpenFile& file, const Schema& schema, const ReadLimits& limits, Budget& budget)
      : file_(file), schema_(schema), limits_(limits), budget_(budget) {}

  // One row group. `row` counts up by one for each row given.
  Status ReadGroup(const RowGroup& group, const std::function<Status(std::string_view)>& on_row,
                   int64_t* row) {
    std::vector<std::unique_ptr<ColumnReader>> columns;
    if (group.rows == 0) return {};
    for (size_t i = 0; i < group.columns.size(); ++i) {
      columns.push_back(std::make_unique<ColumnReader>(file_, schema_.columns[i], group.columns[i],
                                                       limits_, budget_));
      if (const Status status = columns.back()->Start(); !status.ok()) {
        Error error = status.error();
        error.message = "column '" + schema_.ColumnPath(i) + "': " + error.message;
        return error;
      }
    }
    RowAssembler assembler(schema_, columns, limits_.row_bytes, budget_);
    for (int64_t i = 0; i < group.rows; ++i) {
      ASSAY_ASSIGN_OR_RETURN(const std::string text, assembler.Row());
      ASSAY_RETURN_IF_ERROR(on_row(text));
      ++*row;
    }
    return assembler.CheckEnd();
  }

 private:
  const OpenFile& file_;
  const Schema& schema_;
  const ReadLimits& limits_;
  Budget& budget_;
};

Status Read(int fd, const std::function<Status(std::string_view)>& on_row, const ReadLimits& limits,
            int64_t* rows) {
  struct stat info = {};
  if (::fstat(fd, &info) != 0) return SystemError("data.parquet", errno, "reading fails");
  if (!S_ISREG(info.st_mode)) return BadFile("Parquet is read from regular files only");
  std::string footer;
  OpenFile file = {fd, 0};
  ASSAY_RETURN_IF_ERROR(ReadFooter(fd, limits, info.st_size, &footer, &file.pages_end));
  ASSAY_ASSIGN_OR_RETURN(const FileMetadata metadata, ParseFooter(footer));
  ASSAY_ASSIGN_OR_RETURN(const Schema schema, MakeSchema(metadata.schema));
  ASSAY_RETURN_IF_ERROR(CheckMetadata(metadata, schema));
  Budget budget(limits, info.st_size);
  Reader reader(file, schema, limits, budget);
  for (const RowGroup& group : metadata.row_groups) {
    ASSAY_RETURN_IF_ERROR(reader.ReadGroup(group, on_row, rows));
  }
  return {};
}

}  // namespace
}  // namespace parquet

Status ForEachParquetRow(int fd, const std::string& path,
                         const std::function<Status(std::string_view json_object)>& on_row,
                         int64_t* rows, const parquet::ReadLimits& limits) {
  *rows = 0;
  bool reading = false;
  const auto give = [&](std::string_view row) {
    reading = true;
    return on_row(row);
  };
  const Status status = parquet::Read(fd, give, limits, rows);
  if (status.ok()) return {};
  Error error = status.error();
  const bool in_row = reading || *rows > 0;
  error.message =
      path + ": " + (in_row ? "row " + std::to_string(*rows + 1) + ": " : "") + error.message;
  return error;
}

}  // namespace assay
