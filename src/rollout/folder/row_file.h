// RowFile: JSON lines that are only ever appended to, and are on the disk when Append returns.
//
// A process that is killed leaves at most one unfinished line, at the end; whoever opens the file
// for writing cuts it off, and whoever reads doesn't see it. Lines that are appended at the same
// time by several threads go to the disk together: one fdatasync for all of them.
//
// Thread-safe. One process writes at a time (RunFolder's lock).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/mutex.h"
#include "base/result.h"

namespace assay::rollout {

class RowFile {
 public:
  enum class Use { kRead, kAppend };
  // Where a line stands, without its end.
  struct Place {
    int64_t offset = 0;
    int64_t bytes = 0;
  };
  using OnLine = std::function<void(Place place, std::string_view line)>;

  // Calls `on_line` for each whole line that isn't empty. A file that isn't there is made, or read
  // as empty.
  static Result<std::unique_ptr<RowFile>> Open(const std::string& path, Use use,
                                               const OnLine& on_line);
  RowFile(const RowFile&) = delete;
  RowFile& operator=(const RowFile&) = delete;

  // Returns where the line stands once it is durable. After a failure (a full disk) every later one
  // fails as well: what is behind an unfinished line would be lost with it.
  // REQUIRES of these three: opened to append; no line end in `line`.
  Result<Place> Append(std::string_view line) ASSAY_EXCLUDES(mutex_);
  // The same in two steps, for many lines at once: where it will stand; all that were put are
  // durable.
  Place Put(std::string_view line) ASSAY_EXCLUDES(mutex_);
  Status Flush() ASSAY_EXCLUDES(mutex_);
  Result<std::string> Read(Place place) const;
  // Of the unfinished line that was found at the end; 0: there was none.
  int64_t torn_bytes() const { return torn_bytes_; }

 private:
  RowFile(std::string path, UniqueFd fd) : path_(std::move(path)), fd_(std::move(fd)) {}
  Result<int64_t> Scan(const OnLine& on_line);
  void WriteBatch() ASSAY_EXCLUDES(mutex_);

  const std::string path_;
  const UniqueFd fd_;
  int64_t torn_bytes_ = 0;

  Mutex mutex_;
  CondVar changed_;
  std::string pending_ ASSAY_GUARDED_BY(mutex_);
  bool writing_ ASSAY_GUARDED_BY(mutex_) = false;
  int64_t accepted_ ASSAY_GUARDED_BY(mutex_) = 0;  // bytes of the file, pending ones included
  int64_t durable_ ASSAY_GUARDED_BY(mutex_) = 0;   // bytes of the file that are on the disk
  std::optional<Error> failure_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay::rollout
