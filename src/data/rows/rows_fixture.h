// For tests of readers of files: a folder that goes with the test, and rows as they were given.
#pragma once

#include <zlib.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/check.h"
#include "data/rows/rows.h"

namespace assay {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "assay-rows-XXXXXX").string();
    ASSAY_CHECK(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  // Folders in `name` are made.
  std::string Write(const std::string& name, std::string_view bytes) const {
    const std::filesystem::path path = path_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
    return path.string();
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

// Both as one member or frame.
inline std::string Gzip(std::string_view bytes) {
  z_stream stream = {};
  ASSAY_CHECK(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&stream, bytes.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  ASSAY_CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

inline std::string Zstd(std::string_view bytes) {
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  const size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 3);
  ASSAY_CHECK(!ZSTD_isError(size));
  packed.resize(size);
  return packed;
}

struct RowsRead {
  std::vector<std::string> rows;
  std::string error;  // empty: none
  FileIdentity identity;
};

inline RowsRead ReadRows(const std::string& path) {
  RowsRead read;
  const auto keep = [&](std::string_view row) {
    read.rows.emplace_back(row);
    return Status();
  };
  const Status status = ForEachRow(path, keep, &read.identity);
  if (!status.ok()) read.error = status.error().message;
  return read;
}

}  // namespace assay
