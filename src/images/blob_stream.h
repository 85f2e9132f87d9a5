// BlobStream: a tar in a file, plain or compressed, read once; meanwhile the bytes as they are in
// the file and as they are unpacked are hashed, for both are what images name their layers by.
// Not thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/fd.h"
#include "base/result.h"

struct archive;

namespace assay {

// SHA-256 of what it is given, as images write it.
class DigestOf {
 public:
  DigestOf();
  ~DigestOf();
  DigestOf(const DigestOf&) = delete;
  DigestOf& operator=(const DigestOf&) = delete;
  void Add(const void* bytes, size_t size);
  std::string Take();  // "sha256:…"; once

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

class BlobStream {
 public:
  // A regular file. gzip, zstd, xz and bzip2 are known.
  static Result<std::unique_ptr<BlobStream>> Open(UniqueFd file, const std::string& path);
  ~BlobStream();
  BlobStream(const BlobStream&) = delete;
  BlobStream& operator=(const BlobStream&) = delete;

  // For archive_read_next_header and its like.
  archive* tar() { return tar_.get(); }
  // What is wrong, after a call on tar() failed.
  Error Fault() const;

  // Reads what is left behind the tar's end. Then the digests are known.
  Status Finish();
  std::string file_digest() { return of_file_.Take(); }
  std::string tar_digest() { return of_tar_.Take(); }

 private:
  struct FreeArchive {
    void operator()(archive* a) const;
  };
  BlobStream(UniqueFd file, std::string path);
  static ssize_t NextOfFile(archive* a, void* self, const void** bytes);
  static ssize_t NextOfTar(archive* a, void* self, const void** bytes);

  const UniqueFd file_;
  const std::string path_;
  std::optional<Error> broken_;
  DigestOf of_file_;
  DigestOf of_tar_;
  std::string file_buffer_;
  std::string tar_buffer_;
  std::unique_ptr<archive, FreeArchive> raw_;  // the file without compression
  std::unique_ptr<archive, FreeArchive> tar_;
};

}  // namespace assay
