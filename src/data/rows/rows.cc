#include "data/rows/rows.h"

#include <memory>
#include <string_view>
#include <utility>

#include "data/parquet/parquet_rows.h"
#include "data/rows/byte_source.h"
#include "data/rows/data_files.h"
#include "data/rows/text_rows.h"
#include "data/rows/unpack.h"

namespace assay {
namespace {

constexpr size_t kMagicBytes = 4;

bool IsGzip(std::string_view head) {
  return head.starts_with("\x1F\x8B");
}

// A frame, or one to be skipped, with which files of several threads begin.
bool IsZstd(std::string_view head) {
  return head.starts_with("\x28\xB5\x2F\xFD") ||
         (head.size() >= 4 && (static_cast<unsigned char>(head[0]) & 0xF0) == 0x50 &&
          head.substr(1, 3) == "\x2A\x4D\x18");
}

// Of a format in which no file is empty.
bool IsNamedPacked(std::string_view path) {
  for (const std::string_view end : {".parquet", ".gz", ".zst"}) {
    if (path.ends_with(end)) return true;
  }
  return false;
}

}  // namespace

Status ForEachRow(const std::string& path, const OnRow& on_row, FileIdentity* identity) {
  const auto hash = identity != nullptr ? FileSource::Hash::kSha256 : FileSource::Hash::kNo;
  ASSAY_ASSIGN_OR_RETURN(const auto file, FileSource::Open(path, hash));
  ASSAY_ASSIGN_OR_RETURN(const std::string_view head, file->Peek(kMagicBytes));
  int64_t rows = 0;
  if (head.empty() && IsNamedPacked(path)) {
    return Error{ErrorCode::kInvalidArgument, "data.rows", 0,
                 path + " is empty, as no file of its format is; a download may have broken off"};
  }
  if (IsGzip(head)) {
    ASSAY_RETURN_IF_ERROR(ForEachTextRow(*UnpackGzip(*file), path, on_row, &rows));
  } else if (IsZstd(head)) {
    ASSAY_RETURN_IF_ERROR(ForEachTextRow(*UnpackZstd(*file), path, on_row, &rows));
  } else if (head == "PAR1") {
    // Not read in order: the hash has a pass of its own.
    if (identity != nullptr) ASSAY_RETURN_IF_ERROR(file->Drain());
    ASSAY_RETURN_IF_ERROR(ForEachParquetRow(file->fd(), path, on_row, &rows));
  } else {
    ASSAY_RETURN_IF_ERROR(ForEachTextRow(*file, path, on_row, &rows));
  }
  if (identity != nullptr) {
    *identity = FileIdentity{path.substr(path.rfind('/') + 1), file->TakeSha256(), rows};
  }
  return {};
}

Status ForEachRowOf(const std::vector<std::string>& paths, const OnRow& on_row,
                    std::vector<FileIdentity>* identities) {
  ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> files, FindDataFiles(paths));
  bool any = false;
  const auto take = [&](std::string_view row) {
    any = true;
    return on_row(row);
  };
  for (const std::string& file : files) {
    FileIdentity identity;
    ASSAY_RETURN_IF_ERROR(ForEachRow(file, take, identities != nullptr ? &identity : nullptr));
    if (identities != nullptr) identities->push_back(std::move(identity));
  }
  return any ? Status() : NoRows(files);
}

Error NoRows(const std::vector<std::string>& paths) {
  std::string message = paths.empty() ? "the data" : paths.front();
  if (paths.size() > 1) message += " and " + std::to_string(paths.size() - 1) + " more";
  return Error{ErrorCode::kInvalidArgument, "data.rows", 0,
               message + (paths.size() > 1 ? " hold no rows" : " holds no rows")};
}

}  // namespace assay
