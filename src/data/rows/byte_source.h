// ByteSource: bytes in order, from a file or out of a compressed stream. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/result.h"

namespace assay {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Up to `size` bytes to `out`; 0: there are no more. Errors don't name the file: who reads knows
  // it, and the line.
  virtual Result<size_t> Read(char* out, size_t size) = 0;
};

// A file or pipe, which is hashed as it is read.
class FileSource : public ByteSource {
 public:
  enum class Hash { kNo, kSha256 };

  static Result<std::unique_ptr<FileSource>> Open(const std::string& path, Hash hash);
  ~FileSource() override;

  Result<size_t> Read(char* out, size_t size) override;

  // The first bytes, up to `size`; they are read again by Read. REQUIRES: nothing was read yet.
  Result<std::string_view> Peek(size_t size);
  // Reads what is left, for the hash.
  Status Drain();
  // Hex; empty without Hash::kSha256. REQUIRES: read to the end, called once.
  std::string TakeSha256();

  int fd() const { return fd_.get(); }

 private:
  struct Hasher;
  FileSource(UniqueFd fd, Hash hash);
  Result<size_t> ReadFile(char* out, size_t size);

  const UniqueFd fd_;
  std::unique_ptr<Hasher> hasher_;  // null: none is wanted
  std::string peeked_;              // read from the file, not yet by Read
};

}  // namespace assay
