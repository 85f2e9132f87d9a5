// OutFile: lines that are appended, and how far they are known to be on the disk. What is behind
// that after a crash is cut off when the file is opened again. Not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/result.h"

namespace assay::curate {

class OutFile {
 public:
  // Makes the file where there is none, and cuts off what is behind the first `bytes`. An error
  // when it is shorter.
  static Result<OutFile> Open(const std::string& path, int64_t bytes);

  // With a line end of its own.
  Status AppendLine(std::string_view line);
  // All lines so far are on the disk.
  Status Sync();
  int64_t bytes() const { return written_ + static_cast<int64_t>(waiting_.size()); }

 private:
  OutFile(std::string path, UniqueFd fd, int64_t bytes)
      : path_(std::move(path)), fd_(std::move(fd)), written_(bytes) {}
  Status Write();

  std::string path_;
  UniqueFd fd_;
  int64_t written_ = 0;
  std::string waiting_;
};

}  // namespace assay::curate
