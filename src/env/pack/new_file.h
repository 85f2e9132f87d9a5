// NewFile: a file that is written whole before it has a name: who is killed leaves nothing, and who
// looks sees all of it or none. Blocks on the disk; not thread-safe.
#pragma once

#include <memory>
#include <string>

#include "base/fd.h"
#include "base/result.h"

namespace assay::env {

class NewFile {
 public:
  // In this folder, which exists. Where the file system knows no nameless files, it has a hidden
  // name until it is given its own.
  static Result<std::unique_ptr<NewFile>> Open(const std::string& folder);
  ~NewFile();
  NewFile(const NewFile&) = delete;

  int fd() const { return fd_.get(); }
  // For who reads it before it has a name.
  std::string Path() const { return "/proc/self/fd/" + std::to_string(fd_.get()); }
  // On the disk, under a name of the folder. One that is there stays: REQUIRES that names say what
  // the contents are.
  Status Name(const std::string& name);
  // The same, in place of one that is there.
  Status Replace(const std::string& name);

 private:
  NewFile(std::string folder, UniqueFd fd, std::string hidden)
      : folder_(std::move(folder)), fd_(std::move(fd)), hidden_(std::move(hidden)) {}

  Status Link(const std::string& path);

  const std::string folder_;
  const UniqueFd fd_;
  std::string hidden_;  // whole path; empty: it has no name yet, or its own
};

// A file's hash and size.
struct FileFacts {
  std::string sha256;
  int64_t bytes = 0;
};
Result<FileFacts> FactsOf(const std::string& path);

// A regular file's bytes to a descriptor.
Status CopyFile(const std::string& path, int fd);

}  // namespace assay::env
