// AuditLog: a line of JSON for each request, appended to a file: when, who, as what, for whom, what
// was asked of which route, about which run, problem or sandbox, how much came and went, and the
// answer's status. Never code, a token, a query or a body.
//
// No verdict waits for it: lines go through a bounded queue to a thread of its own. When that is
// full, or the disk is, lines are lost; they are counted, and the next line that can be written
// says how many ("lost"). Reopen follows a file that was moved away.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "base/clock.h"
#include "base/fd.h"
#include "base/mutex.h"
#include "base/result.h"

namespace assay {

struct AuditEntry {
  std::string name;  // of the token; empty: none was asked for, or it was refused
  std::string role;
  std::string tenant;
  std::string peer;
  std::string method;
  std::string route;  // a registered path, or "other"
  std::string run;
  std::string problem;  // its hash
  std::string sandbox;
  int64_t bytes_in = 0;  // of bodies
  int64_t bytes_out = 0;
  int status = 0;  // 499: the client left
  double ms = 0;
};

class AuditLog {
 public:
  static constexpr size_t kMostQueued = 65536;

  struct Stats {
    int64_t written = 0;
    int64_t lost = 0;
    int64_t queued = 0;
  };

  // kInvalidArgument: the file can't be opened for appending.
  static Result<std::unique_ptr<AuditLog>> Open(const std::string& path);
  // Writes what is queued.
  ~AuditLog();
  AuditLog(const AuditLog&) = delete;
  AuditLog& operator=(const AuditLog&) = delete;

  void Add(const AuditEntry& entry) ASSAY_EXCLUDES(mutex_);
  // The next lines go to what has the file's name then; where that can't be opened, to the old one.
  void Reopen() ASSAY_EXCLUDES(mutex_);
  // Waits until all that was added before is written or lost.
  void Flush() ASSAY_EXCLUDES(mutex_);
  Stats stats() const ASSAY_EXCLUDES(mutex_);

 private:
  AuditLog(std::string path, UniqueFd file);
  void Write() ASSAY_EXCLUDES(mutex_);
  // Returns how many lines are in the file.
  int64_t WriteLines(const std::deque<std::string>& lines, int64_t lost_before);
  bool Append(const std::string& text);

  const std::string path_;
  // Of the writing thread.
  UniqueFd file_;
  bool torn_ = false;  // the last line isn't whole
  SteadyTime warned_{};

  mutable Mutex mutex_;
  CondVar changed_;
  CondVar written_out_;
  std::deque<std::string> queue_ ASSAY_GUARDED_BY(mutex_);
  Stats stats_ ASSAY_GUARDED_BY(mutex_);
  int64_t unsaid_ ASSAY_GUARDED_BY(mutex_) = 0;  // lost since the last line that says so
  bool busy_ ASSAY_GUARDED_BY(mutex_) = false;
  bool reopen_ ASSAY_GUARDED_BY(mutex_) = false;
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  std::thread writer_;
};

}  // namespace assay
