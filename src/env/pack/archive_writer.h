// ArchiveWriter: an archive of regular files whose bytes depend on nothing but names and contents:
// no times, owners, modes or host are in it. Members come in the order in which they are added.
// Blocks on the disk; not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct archive;

namespace assay::env {

enum class ArchiveForm { kTarZstd, kTarGzip, kZip };

// ".tar.zst"; of a zip nothing, as its name is another's matter.
std::string_view SuffixOf(ArchiveForm form);

class ArchiveWriter {
 public:
  // Writes to `fd`, which outlives it.
  static Result<std::unique_ptr<ArchiveWriter>> Open(ArchiveForm form, int fd);
  ~ArchiveWriter();
  ArchiveWriter(const ArchiveWriter&) = delete;

  Status AddText(const std::string& name, std::string_view text);
  // A file of the disk, which must be a regular one and keep its size meanwhile. Returns the
  // SHA-256 of what was added, in hex.
  Result<std::string> AddFile(const std::string& name, const std::string& path);
  Status Finish();

 private:
  explicit ArchiveWriter(archive* to) : to_(to) {}
  Status Begin(const std::string& name, int64_t bytes);
  Status Append(std::string_view bytes);
  Error Failed() const;

  archive* const to_;
};

}  // namespace assay::env
