// Blob: immutable bytes shared by reference; test data, programs and outputs are passed around as
// BlobPtr so that nothing large is copied. Thread-safe: contents never change after creation.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/mutex.h"
#include "base/result.h"

namespace assay {

class Blob;
using BlobPtr = std::shared_ptr<const Blob>;

class Blob {
 public:
  static BlobPtr FromString(std::string bytes);
  static const BlobPtr& Empty();

  explicit Blob(std::string bytes) : bytes_(std::move(bytes)) {}

  std::string_view view() const { return bytes_; }
  size_t size() const { return bytes_.size(); }

  ~Blob();

  // A new read-only descriptor onto the bytes with an offset of its own, for files placed in a box.
  // The backing memory file is made on first use and sealed against any change, so that all runs
  // share one copy and none can alter it. Not for what a program holds open, like its stdin: an
  // inode can be marked without its bytes being changed. Close-on-exec.
  //
  // Memory files are kept for later runs within a bound for the whole process (sealed_files.h):
  // blobs in caches live long, and descriptors are few.
  Result<UniqueFd> OpenReadOnly() const;

 private:
  const std::string bytes_;
  mutable Mutex making_;  // held while the memory file is made
  mutable std::atomic<bool> registered_{false};
};

}  // namespace assay
